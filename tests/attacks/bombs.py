"""Small inputs that make much work, for run.py: each a function that gives {file name: text}, the game in game.trv."""

HEAD = 'game "Bomb" { players 2 limit 50 decisions }\n'
ASK = 'for p in players { choose g by p "x" { option a { } option b { } } }'
SLOW = "fn slow(n: int) -> int { var s: int = 0 for i in 1..19_000_000 { s = s + i % 3 } return s + n }\n"


def numbered(word, count, between=" "):
    return between.join(word.replace("#", str(i)) for i in range(count))


def game(rules="", play=""):
    return {"game.trv": f"{HEAD}{rules}play {{ {play} {ASK} }}\n"}


def tables():
    """Twenty fns that the compiler would work out for nine arguments each, by ten million steps each."""
    nested = "sum(sum(sum(sum(u for u in 1..10) for z in E) for y in E) for x in E)"
    fns = numbered(f"fn f#(a: D) -> int = # + {nested}\n", 20, "")
    return game(f"enum E {{ {numbered('e#', 100)} }}\nenum D {{ {numbered('d#', 9)} }}\n{fns}",
                'say "' + numbered("{f#(d1)}", 20) + '"')


def tables_of_sets():
    nested = "sum(sum(sum(size(set(q in [w1, w2])) for z in E) for y in E) for x in E)"
    return game(f"enum E {{ {numbered('e#', 100)} }}\nenum W {{ {numbered('w#', 4000)} }}\nfn f(a: E) -> int = {nested}\n",
                'say "{f(e1)}"')


def options():
    return game(play='choose g by p1 "x" { option a(x in 1..4400, y in 1..4400) "L {x} {y}" { } }')


def doubling_texts(use):
    """Sixty texts, each of which mentions the one before twice."""
    def texts_that_double():
        fns = "".join(f'fn t{i}() -> text = "{{t{i - 1}()}} {{t{i - 1}()}}"\n' for i in range(1, 61))
        return game('fn t0() -> text = "abc"\n' + fns, use)
    return texts_that_double


def lets_of_an_option():
    """Each mentions the one before twice."""
    lets = " ".join(f"let l{i + 1} = l{i} + l{i}" for i in range(40))
    return game(play='choose g by p1 "x" { option a(x in 1..9) let l0 = x ' + lets + ' "{l40}" { } }')


def options_beside_a_large_frame():
    return game("var big: int[1..20000] = 0\n", 'var loc: int[1..20000] = 0 choose g by p1 "x" '
                '{ option a(x in 1..4400, y in 1..4400) "L {x} {loc[1]}" { } } big = loc')


def labels():
    return game(SLOW, 'choose g by p1 "x" { option a(x in 1..1000) "L {slow(x)}" { } }')


def estimates():
    return game(SLOW + "value of p = slow(1)\nrank p by slow(2), slow(3)\n")


def shuffles():
    """A million shuffles of 65,532 cards."""
    return game(f"deck K in stock {{ {numbered('127 of k#', 516)} }}\npile stock: K hidden\nvar n: int = 0\n",
                "repeat 1000000 times { shuffle stock n += 1 }")


def places():
    """Everything within reach, in a ring of 1,024 places."""
    ring = " ".join(f"e{i} - e{(i + 1) % 1024}" for i in range(1024))
    return game(f"enum E {{ {numbered('e#', 1024)} }}\ngraph g0: E {{ {ring} }}\n", 'say "{size(within(g0, e0, 3))}"')


def one_long_line():
    made = game()["game.trv"].replace("Bomb", "B\u00e9").replace("\n", " ")
    return {"game.trv": made + numbered("var v#: int = #", 20000)}


def list_in_a_cell():
    cell = " ".join(str(i % 10) for i in range(4000000))
    return {**game('deck C(f: list of 0..9 up to 4096) in z from "list.csv"\npool z: C open\n'), "list.csv": f"id,count,f\na,1,{cell}\n"}


def one_file_by_many_names():
    """Sixteen files, each of which uses the next by two names."""
    files = {f"f{i}.trv": f'use "d/./../f{i + 1}.trv" use "e/./../f{i + 1}.trv"\n' for i in range(16)}
    return {**game('use "f0.trv"\n'), **files, "f16.trv": 'use "std/cards"\n', "d/keep": "", "e/keep": ""}


def save_of_line_ends():
    return {**game(), "game.trvsave": "trvm-save 1\n" + "\n" * 60000000}


def long_game_that_says_much():
    choices = 160000
    made = game(play='repeat { choose c always by p1 { option x { say "hello" } option y { } } }')
    head = "trvm-save 1\ngame game.trv\ntitle Bomb\nprogram 0000000000000000\nplayers 2\nseed 1\nnumber 0\n"
    return {**made, "game.trvsave": head + "p1 c x\n" * choices + f"end {choices} 0000000000000000\n"}


def places_of_a_row():
    """Thirty looks at 60,000 empty places in an endless loop."""
    return game("deck K in z { 9 of k }\npool z: K open\nrow r[60000]: K open\nvar x: int = 0\n",
                "repeat { " + numbered("x = size(r) if r has k { x = # }", 30) + " }")


def long_loop():
    """A thousand lines in an endless loop."""
    return game("var x: int = 0\n", "repeat { " + numbered("x = 1 - x", 1000, "\n") + " }")


def much_said():
    """Each choice says 900 letters a hundred thousand times."""
    return game(play='repeat 100 times { choose g by p1 "x" { option a { repeat 100000 times { say "' + "x" * 900 + '" } } option b { } } }')


def wide_citations():
    return game("var x: int = 0\n", numbered("x = # @R1-R65000", 1000, "\n"))


def slow_start():
    return game(numbered("var x#: int = sum(a % 3 for a in 1..18000000)\n", 20, ""))


def versions():
    """Effects for any deck that call each other, once for each of many decks: a version of each for each."""
    count = 180
    decks = "".join(f"deck D{i} in z{i} {{ a{i} }}\npile z{i}: D{i} open\n" for i in range(count))
    chain = "effect e0(a: zone of D) for any deck D { shuffle a }\n"
    chain += "".join(f"effect e{i}(a: zone of D) for any deck D {{ e{i - 1}(a)  e{i - 1}(a) }}\n" for i in range(1, count))
    calls = "".join(f"  e{count - 1}(z{i})\n" for i in range(count))
    return {"game.trv": f'game "Versions" {{ players 2 }}\n{decks}{chain}effect all() {{\n{calls}}}\n'
                        'play { choose c by p1 { option a { } option b { } } }\nscenario "s" players 2 { given { } run all() }\n'}
