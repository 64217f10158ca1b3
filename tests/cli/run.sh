#!/usr/bin/env bash
# Tests of the command `trvm` from outside: exit codes, messages, shapes of output, saving, bad input.
#
#   tests/cli/run.sh [TRVM]      TRVM: the command to test (default build/trvm)
#
# Prints `ok NAME` or `FAIL NAME` for each check and ends with `N passed, M failed`; exit code 1 when one failed.
# Works in a temporary folder with games of its own, made by `trvm new`.
set -u

top=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
trvm=$(realpath -m -- "${1:-$top/build/trvm}")
[ -x "$trvm" ] || { echo "tests/cli/run.sh: there is no command to test; ./dev build makes it" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
cd -- "$work" || exit 2
export NO_COLOR=1 TERM=dumb LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/data TRVM_GAMES=$work/installed
passed=0 failed=0

ok() { passed=$((passed + 1)); echo "ok $1"; }
bad() { failed=$((failed + 1)); echo "FAIL $1"; [ $# -lt 2 ] || printf '%s\n' "$2" | sed 's/^/    /' | head -n 20; }

# run CODE NAME COMMAND…: runs trvm without input, keeps its output in out and err, compares the exit code.
run() {
  local code=$1 name=$2 got
  shift 2
  timeout -k 5 60 "$trvm" "$@" >out 2>err </dev/null
  got=$?
  if [ "$got" = "$code" ]; then ok "$name"; else bad "$name" "exit code $got instead of $code; $(head -c 600 err)"; fi
}
# As run, with standard input from the first argument.
feed() {
  local input=$1 code=$2 name=$3 got
  shift 3
  printf '%b' "$input" | timeout -k 5 60 "$trvm" "$@" >out 2>err
  got=${PIPESTATUS[1]}
  if [ "$got" = "$code" ]; then ok "$name"; else bad "$name" "exit code $got instead of $code; $(head -c 600 err)"; fi
}
has() { if grep -qE -- "$2" "$1"; then ok "$3"; else bad "$3" "no /$2/ in: $(head -c 600 "$1")"; fi; }
lacks() { if grep -qE -- "$2" "$1"; then bad "$3" "$(grep -E -- "$2" "$1")"; else ok "$3"; fi; }
# Bad input: exit code 2, nothing on stdout, one line on stderr that begins with `trvm: `.
refuses() {
  local name=$1
  shift
  run 2 "$name" "$@"
  if [ "$(wc -l <err)" = 1 ] && grep -q '^trvm: ' err && [ ! -s out ]; then ok "$name: one line"
  else bad "$name: one line" "$(head -c 600 err)"; fi
}
# interrupt NAME COMMAND…: Ctrl-C after two seconds ends it within ten.
interrupt() {
  local name=$1
  shift
  timeout -s INT -k 10 2 "$trvm" "$@" >out 2>err </dev/null
  if [ $? = 124 ]; then ok "$name"; else bad "$name" "it went on, or ended before; $(head -c 600 err)"; fi
}
# json NAME EXPRESSION: `d` is the object in out.
json() {
  if python3 -c 'import json,sys; d=json.load(open("out")); sys.exit(not eval(sys.argv[1]))' "$2" 2>python.err
  then ok "$1"; else bad "$1" "$2 is not true of $(head -c 600 out) $(tail -n 1 python.err)"; fi
}
same() { if cmp -s -- "$1" "$2"; then ok "$3"; else bad "$3" "$(diff "$1" "$2" | head -n 10)"; fi; }

# ---- general ----
run 0 help --help
has out '^  sim ' "help lists commands"
run 0 version --version
has out '^trvm [0-9]' "version text"
run 2 "no arguments"
has err '^usage: trvm' "without arguments the usage is told as an error"
if [ -s out ]; then bad "without arguments no output" "$(head -c 300 out)"; else ok "without arguments no output"; fi
refuses "unknown command" chekc
has err 'did you mean `check`' "suggests a command"
refuses "unknown option" sim --jsn x.trv
has err 'did you mean `--json`' "suggests an option"
refuses "unknown short option" sim -Z x.trv
refuses "option without value" sim x.trv --seed
refuses "value for a switch" sim --json=3 x.trv
refuses "a number below 0" sim x.trv -n -5
has err 'too small' "a number below 0 is too small"
for command in play check test sim compare perft build dis new; do
  run 0 "$command --help" "$command" --help
  has out "^usage: trvm $command" "$command --help text"
  refuses "$command without arguments" "$command"
done
run 0 "explain --help" explain --help

# What is made from the list of options: completion for bash and zsh, the tables of the man page.
made=$(dirname -- "$(realpath -- "$trvm")")
if [ -e "$made/completion.bash" ]; then
  # completes "WORD…" EXPECTED: what the last of these words can become.
  completes() {
    # shellcheck disable=SC2016 # for the inner shell
    bash -c 'source "$1"; COMP_WORDS=($2); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); tool=$3; trvm() { "$tool" "$@"; }; _trvm
             echo "${COMPREPLY[@]}"' - "$made/completion.bash" "$1" "$trvm" >out 2>&1
    if [ "$(cat out)" = "$2" ]; then ok "completes $1"; else bad "completes $1" "$(cat out) instead of $2"; fi
  }
  completes "trvm pe" "perft"
  completes "trvm sim --j" "--jobs --json"
  completes "trvm dice.trv --hot" "--hotseat"
  completes "trvm check --format s" "sarif"
  completes "trvm dis --after x" ""
  completes "trvm explain E0203" "E0203"
  completes "trvm rules --html --var" "--variant"
  for command in play learn replay check fmt test sim compare perft rules graph diff build dis explain new; do
    timeout 60 "$trvm" "$command" --help | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u >listed
    bash -c 'source "$1"; COMP_WORDS=(trvm "$2" --); COMP_CWORD=2; _trvm; printf "%s\n" "${COMPREPLY[@]}"' - \
      "$made/completion.bash" "$command" | sort -u >out
    if cmp -s listed out; then ok "$command: all options complete"; else bad "$command: all options complete" "$(diff listed out)"; fi
    sed -n "/^  $command)\$/,/;;\$/p" "$made/_trvm" | grep -oE "(\*|'|,)--[a-z-]+" | grep -oE -- '--[a-z-]+' | sort -u >out
    if cmp -s listed out; then ok "$command: all options for zsh"; else bad "$command: all options for zsh" "$(diff listed out)"; fi
    while read -r option; do
      grep -qE -- "Fl -${option#--}( |\$)" "$made/../docs/trvm.1" || echo "$option"
    done <listed >out
    if [ -s out ]; then bad "$command: all options in the man page" "$(cat out)"; else ok "$command: all options in the man page"; fi
  done
  lacks "$made/../docs/trvm.1" '^@' "no mark is left in the man page"
fi
run 0 "help COMMAND" help sim
refuses "one argument too many" sim a.trv b.trv

# ---- new ----
run 0 new new dice
if [ -f dice.trv ] && [ -f dice.md ]; then ok "new writes two files"; else bad "new writes two files"; fi
refuses "new does not overwrite" new dice
refuses "new wants lower case" new Dice
refuses "new wants no path" new ../dice
refuses "new wants a letter first" new 1dice
refuses "new with a very long name" new "$(printf 'a%.0s' $(seq 61))"
has err 'at most 60 letters' "new says how long a name is"

# ---- bad files, every command that loads a game ----
mkdir folder folder.trv
: >empty.trv
head -c 3000 /dev/urandom >junk.trv; printf '\0' >>junk.trv
head -c 3000 /dev/urandom >junk.trvc
printf 'game "X" { players 2..\n' >broken.trv
for command in play check test sim compare perft build dis; do
  refuses "$command: missing file" "$command" nothing.trv
  refuses "$command: folder" "$command" folder.trv
  refuses "$command: empty file" "$command" empty.trv
  refuses "$command: binary junk" "$command" junk.trv
  run 1 "$command: rules with errors" "$command" broken.trv
done
for command in play test sim perft dis; do refuses "$command: junk as .trvc" "$command" junk.trvc; done
refuses "plays a missing file" nothing.trv
for other in rulebook.md table.csv game.trvsave; do
  echo x >"$other"
  refuses "$other is no rules" sim "$other"
  has err "trvm: .$other. is a .*\.trv" "$other is told what it is"
  rm "$other"
done

# ---- fmt ----
run 0 "a new game is in the style" fmt --check dice.trv
cp dice.trv kept.trv
mkdir -p styles/deep styles/.hidden
sed 's/  */   /g' dice.trv >styles/deep/wide.trv
cp styles/deep/wide.trv styles/.hidden/wide.trv
cp broken.trv styles/broken.trv
cp styles/broken.trv broken.before
run 1 "fmt --check" fmt --check styles/deep/wide.trv
has out '^styles/deep/wide.trv$' "fmt --check names the file"
run 0 "fmt of a folder" fmt styles
has out '^styles/deep/wide.trv$' "fmt names what it changed"
has err '1 file, 1 changed; 1 left alone for syntax errors' "fmt of a folder counts"
has err '^`styles/broken.trv` has syntax errors and is left as it is$' "fmt of a folder names what it leaves alone"
same styles/broken.trv broken.before "fmt leaves syntax errors alone"
run 0 "formatted" fmt --check styles
run 0 "fmt again" fmt styles/deep/wide.trv
lacks out . "nothing to change"
run 1 "fmt of syntax errors" fmt styles/broken.trv
has err 'error\[E01' "fmt shows syntax errors"
same styles/broken.trv broken.before "and leaves the file alone"
feed 'play{end   game}' 0 "fmt of standard input" fmt -
has out '^play \{ end game \}$' "fmt writes to standard output"
mkfifo styles/pipe && (cat styles/.hidden/wide.trv >styles/pipe &)
refuses "fmt of a pipe by its name" fmt styles/pipe
refuses "fmt without a file" fmt
refuses "fmt of a missing file" fmt nothing.trv
mkdir -p locked && cp styles/.hidden/wide.trv locked/wide.trv && chmod 500 locked
if [ -w locked ]; then ok "fmt into a locked folder (not as root)"; else
  run 2 "fmt into a locked folder" fmt locked/wide.trv
  same locked/wide.trv styles/.hidden/wide.trv "the file is whole"
fi
chmod 700 locked
mkdir -p modes && cp styles/.hidden/wide.trv modes/real.txt && chmod 750 modes/real.txt && ln -sf real.txt modes/link.trv
run 0 "fmt through a link" fmt modes/link.trv
if [ -L modes/link.trv ] && [ "$(stat -c %a modes/real.txt)" = 750 ] && cmp -s modes/real.txt styles/deep/wide.trv
then ok "fmt keeps links and permissions"; else bad "fmt keeps links and permissions" "$(ls -l modes)"; fi
cp styles/.hidden/wide.trv modes/fixed.trv && chmod 444 modes/fixed.trv
if [ -w modes/fixed.trv ]; then ok "fmt of a file that must not be written (not as root)"; else
  refuses "fmt of a file that must not be written" fmt modes/fixed.trv
  same modes/fixed.trv styles/.hidden/wide.trv "it is as it was"
fi

# ---- rules and graph ----
run 0 rules rules dice.trv
has out '^# Dice$' "rules title"
has out '^### Turn' "rules have the phase"
has out 'Only if .*|chooses' "rules have the choice"
run 0 "rules --html" rules --html dice.trv
has out '^<!DOCTYPE html>' "rules page"
has out '^</html>$' "rules page is whole"
run 0 graph graph dice.trv
has out '^digraph flow' "graph in DOT"
has out 'the_play -> ' "graph has arrows"
run 1 "rules with errors" rules broken.trv
has err 'error\[E' "rules show errors"
lacks out . "rules print nothing then"
refuses "rules without a file" rules
refuses "rules of a missing file" rules nothing.trv
refuses "graph of two files" graph dice.trv dice.trv
mkdir -p plain && ln -sf "$(command -v timeout)" plain/timeout
PATH="$work/plain" run 2 "graph --svg without Graphviz" graph --svg dice.trv
has err 'Graphviz' "what --svg needs"
mkdir -p fake && printf '#!/bin/sh\ncat >graph.dot\necho "<svg/>"\n' >fake/dot && chmod +x fake/dot
PATH="$work/fake:$PATH" run 0 "graph --svg" graph --svg dice.trv
has out '^<svg/>$' "graph --svg prints what dot draws"
has graph.dot '^digraph flow' "dot gets the graph"
printf '#!/bin/sh\nexit 3\n' >fake/dot
PATH="$work/fake:$PATH" run 2 "graph --svg when dot fails" graph --svg dice.trv

# ---- diff ----
printf 'variant "Short" of "dice.trv" {\n  summary "A short game."\n  setting target = 20\n}\n' >short.trv
run 0 "diff of a variant" diff short.trv
has out '^Dice -> Dice with "Short"$' "diff names the games"
has out '^  Target \(points that end the game\): 20 instead of 50' "diff in words"
has out 'short.trv:3$' "diff has places"
cp out alone
run 0 "diff --variant" diff dice.trv --variant short.trv
same alone out "a variant alone is compared with its game"
run 0 "diff of the same" diff dice.trv dice.trv
has out '^no difference$' "no difference"
mkdir std && cp dice.trv dice.md std && sed 's/roll 6/roll 8/' dice.trv >std/odd.trv
printf 'fn half(n: int) -> int = n / 2 @R99\n' >std/more.trv && printf '\nuse "more.trv"\n' >>std/odd.trv
run 0 "diff in a folder that is called std" diff std/dice.trv std/odd.trv
has out '^[1-9] differences?$' "rules in a folder that is called std are no library"
run 1 "check in a folder that is called std" check --rulebook std/odd.trv
has out '^std/more.trv:1:.*E0611' "their citations are looked up"
run 0 "diff --json" diff short.trv --json
json "diff --json shape" 'd["after"]["variants"]==["Short"] and d["differences"][0]["kind"]=="changed" and d["differences"][0]["name"]=="target" and d["differences"][0]["line"]==3'
run 0 "diff --leaflet" diff short.trv --leaflet
has out '^# House rules for Dice$' "leaflet title"
has out '^\*\*A short game\.\*\*$' "leaflet summary"
run 0 "diff --html" diff short.trv --html
has out '^<title>House rules for Dice</title>' "leaflet page"
run 1 "diff with errors" diff dice.trv broken.trv
run 1 "diff of errors" diff broken.trv
refuses "diff of a missing file" diff dice.trv nothing.trv
refuses "diff of three files" diff dice.trv dice.trv dice.trv
refuses "diff --leaflet --json" diff short.trv --leaflet --json
refuses "diff of an unknown setting" diff dice.trv --set nothing=3
refuses "diff of a compiled file" diff dice.trvc

# ---- check ----
run 0 check check dice.trv
has out '0 errors' "check text"
run 0 "check --rulebook" check --rulebook dice.trv
has out 'rulebook items? cited' "check --rulebook text"
run 0 "check --json" check --json --rulebook dice.trv
json "check --json shape" 'd["errors"]==0 and d["diagnostics"]==[] and d["rulebook"]["items"]==10 and all(d["rulebook"][k]==[] for k in "unknown uncited untested untouched".split())'
run 1 "check --json with errors" check --json broken.trv
json "diagnostic shape" 'd["errors"]>0 and all(k in d["diagnostics"][0] for k in "code severity file line col end_col message notes cites".split())'
json "severity" 'd["diagnostics"][0]["severity"]=="error" and d["diagnostics"][0]["file"]=="broken.trv"'
for count in 200 201 5000; do
  { printf 'game "Many" { players 2 }\nplay { end game }\n'; printf 'const c%s = = 3\n' $(seq $count); } >many_errors.trv
  run 1 "check of $count errors" check many_errors.trv
  if [ "$(grep -c 'error\[' out)" = 200 ]; then ok "200 of $count are shown"; else bad "200 of $count are shown" "$(grep -c 'error\[' out)"; fi
  if [ $count = 200 ]; then lacks out 'there are more' "200 are all"
  else has out '^… there are more: these are the first 200 errors and warnings$' "it is told that $count are more"; fi
  run 1 "sim of $count errors" sim many_errors.trv
  if [ $count != 200 ]; then has err '^… there are more' "and sim tells it, too"; fi
done
run 1 "check several files" check dice.trv broken.trv
run 2 "check several, one missing" check dice.trv nothing.trv
feed "$(cat dice.trv | sed 's/\\/\\\\/g')" 0 "check standard input" check -

sed 's/@S1 @R4/@R4/; s/next roll 5, 2/next roll 5, 2 \/\/ no/' dice.trv | sed '/scenario "the target/,$d' >untested.trv
run 0 "check --rulebook with gaps" check --rulebook untested.trv
has out '^  without a scenario: S1 S3$' "examples without a scenario"
has out '^  reached by no scenario: R6 R7$' "items that no scenario reaches"

# ---- the page of rulebook and code ----
run 0 "check --html" check --html page.html dice.trv
has out '10 of 10 rulebook items cited' "check --html tells its findings, too"
has page.html 'class="item games" id="R4"' "an item on the page"
has page.html 'reached [0-9,]+ times in games, [0-9]+ times? in scenarios' "how often it was reached"
has page.html "repeat {  <a class=|let die = roll 6" "code on the page"
lacks page.html '(src|href)="[^#]' "the page needs no other file"
cp page.html first.html
run 0 "check --html again" check --html page.html dice.trv
same page.html first.html "the same page"
mkdir -p odd
sed 's/Everybody starts/<script>alert(1)<\/script> \&amp; **bold** `a<b` Everybody starts/' dice.md >odd/dice.md
cp dice.trv odd/dice.trv
run 0 "an odd rulebook" check --html odd/page.html odd/dice.trv
has odd/page.html '&lt;script&gt;alert\(1\)&lt;/script&gt; &amp;amp; <strong>bold</strong> <code>a&lt;b</code>' "no HTML of the rulebook gets through"
if python3 - odd/page.html <<'PYTHON' 2>python.err
import html.parser, sys
class Tags(html.parser.HTMLParser):
    open = []
    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br", "input"): self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.getpos(), tag, self.open[-3:])
        self.open.pop()
tags = Tags()
tags.feed(open(sys.argv[1], encoding="utf-8").read())
assert not tags.open, tags.open
PYTHON
then ok "tags are closed"; else bad "tags are closed" "$(tail -n 1 python.err)"; fi
run 2 "a page that cannot be written" check --html nowhere/page.html dice.trv
has err 'cannot write `nowhere/page.html`: No such file' "why it cannot be written"
run 2 "a page that is a folder" check --html odd dice.trv
has err 'cannot write `odd`' "a folder is no page"
sed 's/dice.md/nothing.md/' dice.trv >bookless.trv
run 1 "no page without a rulebook" check --html none.html bookless.trv
has out 'cannot read the rulebook `nothing.md`' "the rulebook is missing"
has err '`none.html` was not written' "no page of errors"
if [ ! -e none.html ]; then ok "no page was written"; else bad "no page was written"; fi
cp dice.md dice.md.before
refuses "a page over the rulebook" check --html dice.md dice.trv
same dice.md dice.md.before "the rulebook is as it was"
refuses "a page of two games" check --html page.html dice.trv untested.trv
for command in "build -o" "check --html" "compare -n 1 --html"; do
  refuses "$command: not over the game" $command ./dice.trv dice.trv
  refuses "$command: not over a variant" $command short.trv --variant short.trv dice.trv
done
run 0 "the game is whole" check dice.trv

# ---- test ----
run 0 test test dice.trv
has out '^3 scenarios, 3 passed, 0 failed$' "test summary"
run 0 "test --filter" test --filter 1 dice.trv
run 0 "test --json" test --json dice.trv
json "test --json shape" 'd["files"]==1 and d["scenarios"]==3 and d["passed"]==3 and d["failed"]==0 and d["failures"]==[] and "S1" in d["items"]'
sed 's/points\[p1\] == 11/points[p1] == 12/' dice.trv >wrong.trv
run 1 "failing scenario" test wrong.trv
has out '^wrong.trv:[0-9]+: failed: ' "failure has file and line"
has out ' 2 passed, 1 failed$' "summary of failures"
run 1 "failing scenario --json" test --json wrong.trv
json "failure shape" 'd["failed"]==1 and d["failures"][0]["file"]=="wrong.trv" and d["failures"][0]["line"]>0'

# ---- sim ----
run 0 sim sim -n 300 dice.trv
has out '^finished +300$' "sim text"
run 0 "sim --json" sim -n 300 --seed 7 --jobs 1 --json dice.trv
json "sim --json shape" 'd["finished"]==300 and d["players"]==2 and d["seed"]==7 and len(d["seat_wins"])==2 and d["stuck"]==d["errors"]==d["over_limit"]==0'
json "sim figures" 'd["decisions"]>300 and abs(d["mean_decisions"]-d["decisions"]/300)<.001 and sum(d["seat_wins"])==300+d["shared_wins"] and d["scores"]["max"]>=50'
cp out one
run 0 "sim with jobs" sim -n 300 --seed 7 --jobs 3 --json dice.trv
sed 's/"jobs":3/"jobs":1/' out >three
same one three "sim does not depend on jobs"
run 0 "sim --check" sim -n 300 --seed 7 --jobs 1 --json --check dice.trv
same one out "stepping plays the same games as playing out"
run 0 "sim --csv" sim -n 10 --csv --players 3 dice.trv
if [ "$(wc -l <out)" = 11 ] && head -n 1 out | grep -q '^game,outcome,decisions,trace,p1_place,p1_score'
then ok "csv shape"; else bad "csv shape" "$(head -n 2 out)"; fi
run 0 "sim --limit" sim -n 5 --limit 3 --json dice.trv
json "over limit" 'd["over_limit"]==5 and d["decisions"]==15'
run 0 "sim --set" sim -n 20 --set target=20 dice.trv
refuses "sim: seed not a number" sim --seed abc dice.trv
refuses "sim: seed too large" sim --seed 4294967296 dice.trv
refuses "sim: negative seed" sim --seed -1 dice.trv
refuses "sim: no games" sim -n 0 dice.trv
refuses "sim: 0 players" sim --players 0 dice.trv
refuses "sim: 99 players" sim --players 99 dice.trv
has err '2 to 6 players' "tells the number of players"
refuses "sim: unknown setting" sim --set traget=30 dice.trv
has err 'target' "suggests a setting"
refuses "sim: value out of range" sim --set target=3 dice.trv
refuses "sim: setting without value" sim --set target dice.trv
# shellcheck disable=SC2046 # many words
for command in sim play perft compare diff; do
  refuses "$command: too many settings" "$command" $(printf ' --set target=%d' $(seq 65)) dice.trv
done
refuses "sim: unknown bot" sim --bot randon dice.trv
has err 'did you mean `random`' "suggests a bot"
refuses "sim: a bot without a budget" sim --bot 1=greedy:10 dice.trv
refuses "sim: a wrong budget" sim --bot search:10s dice.trv
has err 'is no budget: write a number of playouts' "tells what a budget is"
run 0 "sim with search" sim -n 6 --jobs 1 --bot search:30 --bot 2=greedy --json dice.trv
sed 's/"jobs":[0-9]*,//' out >one.search
run 0 "sim with search, 3 jobs" sim -n 6 --jobs 3 --bot search:30 --bot 2=greedy --json dice.trv
sed -i 's/"jobs":[0-9]*,//' out
same one.search out "search does not depend on --jobs"
run 1 "sim --check of an estimate that fails" sim -n 20 --check "$top/tests/golden/deep/estimate.trv"
has out 'after [0-9]+ decisions: division by zero$' "an estimate that fails is told"
run 0 "sim of a game with draws" sim -n 100 --seed 3 "$top/tests/games/tic_tac_toe.trv"
has out '^\(shared\) +[1-9][0-9]* +[0-9.]+%  won by several, and counted for each' "shared wins are told"
sed 's/    pot += die/    if pot > 11 { fail "too bold" }\n    pot += die/' dice.trv >failing.trv
run 1 "sim with rule errors" sim -n 50 --json failing.trv
json "rule errors are counted" 'd["errors"]>0 and d["failures"][0]["message"].startswith("too bold") and "failing.trv" in d["failures"][0]["message"]'
run 1 "sim text with rule errors" sim -n 50 failing.trv
has out 'seed 1, game [0-9]+, after [0-9]+ decision' "rule errors are told"
interrupt "Ctrl-C while many games are played" sim -n 100000000 --json dice.trv
json "Ctrl-C: figures so far" '0 < d["n"] < 100000000'
interrupt "Ctrl-C while a bot thinks" sim -n 4 --bot search:600000ms --json dice.trv
json "Ctrl-C: a game that is cut short does not count" 'd["n"]==0'
interrupt "Ctrl-C while a command is waited for" sim -n 4 --bot "cmd:sleep 60" dice.trv
has out ': 0 games of 4 \(interrupted\)$' "Ctrl-C: choices that nobody waited for make no game"
lacks err 'lost' "Ctrl-C: and are not told as lost"
interrupt "Ctrl-C while a bot thinks in play" play dice.trv --seed 1 --bots --save cut_short.trvsave --seat 2=search:600000ms
lacks cut_short.trvsave '^p2 ' "Ctrl-C: what it had not thought through is not chosen"
rm cut_short.trvsave

# ---- compare ----
run 0 "compare with itself" compare -n 40 --players 2-3 dice.trv
has out '^2 players: 40 pairs$' "compare tells of each number of players"
has out 'nothing is different: in all 40 pairs' "a game is like itself"
has out '^No difference was found in [0-9]+ figures' "compare sums up"
run 0 "compare with a variant" compare -n 60 --players 2 --seed 3 --jobs 1 --json --variant short.trv dice.trv
cp out compare_one
json "compare shape" 'd["changed"]["variants"]==["Short"] and d["n"]==60 and d["seed"]==3 and d["paired"] and d["correction"]=="bonferroni" and [t["players"] for t in d["tables"]]==[2]'
json "compare finds the difference" '(lambda f: f["verdict"]=="differs" and f["low"]<=f["difference"]<=f["high"]<0 and abs(f["changed"]-f["base"]-f["difference"])<.001)([f for f in d["tables"][0]["figures"] if f["kind"]=="decisions"][0])'
json "compare in words" '" shorter (" in d["tables"][0]["verdict"] and d["tables"][0]["verdict"].startswith("With 2 players the game is ")'
json "shares add up" 'abs(sum(f["base"] for f in d["tables"][0]["figures"] if f["kind"]=="wins")-1)<.001'
json "comparisons are counted" 'd["comparisons"]==len(d["tables"][0]["figures"]) and d["differences"]==sum(f["verdict"] in ("differs","little") for f in d["tables"][0]["figures"])'
run 0 "compare with jobs" compare -n 60 --players 2 --seed 3 --jobs 3 --json --variant short.trv dice.trv
same compare_one out "compare does not depend on jobs"
run 0 "compare two files" compare -n 60 --players 2 --seed 3 --jobs 1 --csv dice.trv short.trv
has out '^players,pairs,kind,name,base,changed,difference,low,high,chance,verdict,needed$' "compare --csv head"
has out '^2,60,"decisions","decisions",.*,"differs",0$' "compare --csv line: text in quotes, numbers without"
run 0 "compare a variant" compare -n 20 --players 2 short.trv
has out '^base:    Dice$' "compare compares a variant with its game"
has out '^changed: Dice with "Short"$' "compare names the variant"
run 0 "compare a setting" compare -n 60 --players 2 --set target=20 --set-base target=20 --html page.html dice.trv
has out '^changed: .* with target=20$' "compare names settings"
has page.html '<svg viewBox' "compare --html has plots"
lacks page.html '(src|href)=' "compare --html needs nothing else"
run 0 "compare a difference that is hardly there" compare -n 60 --players 2 --seed 5 --set target=60 --json dice.trv
json "no end of an interval looks like none" '"(0.03 to 0.67)" in d["tables"][0]["verdict"] and "0.0 to" not in d["tables"][0]["verdict"]'
run 0 "compare too few" compare -n 12 --unpaired --players 2 --json dice.trv
json "compare tells how many would do" 'd["tables"][0]["needed"]>12 and "12 pairs are too few to tell everything; about " in d["tables"][0]["verdict"]'
run 0 "compare with bots" compare -n 4 --players 2 --bot greedy --bot 2=random --json dice.trv
run 1 "compare with rule errors" compare -n 20 --players 2 dice.trv failing.trv
has out '^  changed: 0 stuck, [1-9][0-9]* rule errors?, 0 over the limit$' "compare tells of rule errors"
refuses "compare: three files" compare dice.trv dice.trv dice.trv
refuses "compare: a number of players there is not" compare dice.trv --players 7
refuses "compare: no list of players" compare dice.trv --players 2-x
refuses "compare: json and csv" compare dice.trv --json --csv
refuses "compare: nothing counts rounds" compare dice.trv --rounds nothing
refuses "compare: a seat there is not" compare dice.trv --players 2 --bot 3=greedy
run 2 "compare: a page that cannot be written" compare -n 4 --players 2 --html /nowhere/page.html dice.trv
has err '^trvm: cannot write `/nowhere/page.html`' "and says so"
interrupt "Ctrl-C while games are compared" compare -n 10000000 --players 2,3 --json dice.trv
json "Ctrl-C: comparison so far" '0 < d["tables"][0]["played"] < 10000000 and d["tables"][1]["played"]==0'
interrupt "Ctrl-C while a bot of a comparison thinks" compare -n 4 --players 2 --bot search:600000ms --json dice.trv

# ---- duel ----
run 0 "duel" duel dice.trv --bot random --against random -n 8
has out '^8 deals, each played 2 times, with the one in every seat$' "duel plays every seat"
has out '^As strong as the others, ' "nobody is stronger than himself"
run 0 "duel as JSON" duel dice.trv --bot search:30 --against random -n 64 --jobs 1 --json
sed 's/"jobs":[0-9]*,//' out >one.duel
json "duel stops when it is decided" 'd["verdict"]=="stronger" and d["deals"]<=64 and d["low"]>1 and d["finished"]==2*d["deals"]'
run 0 "duel with 3 jobs" duel dice.trv --bot search:30 --against random -n 64 --jobs 3 --json
same one.duel out "duel does not depend on --jobs"
{ sed '/^value of/d' dice.trv; echo 'value of p = -points[p]'; } >bolder.trv
run 0 "duel of two estimates" duel dice.trv bolder.trv -n 64 --json
json "whoever does not keep points at once rolls on and wins" 'd["verdict"]=="stronger" and d["one"]=="greedy by bolder.trv"'
sed 's/    pot += die/    pot += die + 1/' dice.trv >generous.trv
refuses "duel: rules that differ in more" duel dice.trv generous.trv
has err 'differ in more than their .value of p' "and says so"
refuses "duel: an unknown bot" duel dice.trv --bot nobody
refuses "duel: three files" duel dice.trv dice.trv dice.trv
refuses "duel: one player" duel dice.trv --players 1
interrupt "Ctrl-C while a bot of a duel thinks" duel dice.trv --bot search:600000ms --json

# ---- check --deep ----
run 0 "check --deep" check --deep 200 dice.trv
has out '^dice.trv: 200 games, [0-9]+ decisions; 2 to 6 players, ' "deep check tells what was played"
has out 'rules, options and statements reached' "deep check tells what was reached"
run 0 "check --deep --json" check --deep 200 --jobs 1 --json dice.trv
json "deep shape" 'd["deep"]["games"]==200 and d["deep"]["stuck"]==d["deep"]["errors"]==d["deep"]["leaks"]==d["deep"]["over_limit"]==0 and d["deep"]["findings"]==[] and isinstance(d["deep"]["unexercised"],list)'
cp out deep_one
run 0 "check --deep with jobs" check --deep 200 --jobs 3 --json dice.trv
same deep_one out "a deep check does not depend on jobs"
run 1 "check --deep with rule errors" check --deep 200 --json failing.trv
json "faults are found with their scenario" 'd["errors"]==0 and d["deep"]["errors"]>0 and d["deep"]["findings"][0]["message"].startswith("too bold") and d["deep"]["findings"][0]["proven"]'
python3 -c 'import json; print(json.load(open("out"))["deep"]["findings"][0]["scenario"])' | cat failing.trv - >pasted.trv
run 1 "the scenario fails in the rules" test pasted.trv
has out 'too bold' "and for the same reason"
timeout 60 "$trvm" check --deep 100 --json - <failing.trv >out 2>err
json "rules from standard input" 'd["deep"]["findings"][0]["scenario"].startswith("scenario ") and not d["deep"]["findings"][0]["proven"]'
refuses "check: no games" check --deep 0 dice.trv
refuses "check: unknown format" check --format xml dice.trv
refuses "check: SARIF of games" check --format sarif --deep 5 dice.trv
refuses "check: --fix of standard input" check --fix -
sed 's/^play/plya/; s/pot = 0/pott = 0/' dice.trv >slips.trv
cp slips.trv mistaken.trv
run 1 "SARIF" check --format sarif slips.trv
json "SARIF: version and tool" 'd["version"] == "2.1.0" and d["runs"][0]["tool"]["driver"]["name"] == "trvm"'
json "SARIF: results with corrections" 'd["runs"][0]["results"] and all(r["fixes"] for r in d["runs"][0]["results"])'
run 1 "JSON has the correction" check --format json slips.trv
json "JSON: the correction" 'd["diagnostics"][0]["fix"]["certain"]'
run 0 "--fix" check --fix slips.trv
has out '^slips.trv:[0-9]+:[0-9]+: fixed\[E[0-9]+\]: `plya` is now `play`$' "--fix tells what it wrote"
has out '^slips.trv: 0 errors, 0 warnings$' "--fix checks again"
same slips.trv dice.trv "--fix mends the file"
run 0 "--fix without errors" check --fix dice.trv
lacks out 'fixed' "--fix leaves a sound file alone"
same slips.trv dice.trv "and it is as it was"
{ cat dice.trv; printf 'enum Hat(worth: int) { bowler(3) }\ninvariant "nothing is lost" pot >= 0\n'; } >hats.trv
{ printf 'variant "Slips" of "hats.trv" {\n  setting taget = 30\n  before turnn(p) { pot += Hat.bowler.worth }\n'
  printf '  change choose press_onn { add option wait "wait" { } }\n  change choose press_on { drop option agian }\n'
  printf '  drop invariant "nothing is losst"\n  change enum Hat { change bowlr(worth = 4) }\n'
  printf '  change enum Hat { change bowler(wroth = 5) }\n}\n'; } >slips.trv
run 0 "--fix of a variant" check --fix slips.trv
if [ "$(grep -c 'fixed\[E0704\]' out)" = 7 ]; then ok "--fix mends what a variant misspells"
else bad "--fix mends what a variant misspells" "$(cat out)"; fi
{ printf 'game “G” { players 2..2 }\nvar n: int = 1; # one\nplay { t(p1) }\n'
  printf 'phase t(p: player) “go” { if n ≥ 1 && !(n ＞ 3) { end game } -- done\n  say '"'off {p}'"'; n = n − 1; }\n'; } >odd.trv
run 0 "--fix of characters" check --fix odd.trv
has out '`;` is left out$' "--fix tells what it leaves out"
has odd.trv '^phase t.p: player. "go" . if n >= 1 and not .n > 3. . end game . // done$' "--fix mends what others hid"
printf 'game "G" { players 2..2 }\nplay { x = zzzzzz }\n' >unclear.trv
cp unclear.trv before.trv
run 1 "--fix without a certain correction" check --fix unclear.trv
same unclear.trv before.trv "--fix guesses nothing"
long=$(printf 'a%.0s' $(seq 246)).trv # no name is left for the new file beside it
cp mistaken.trv "$long"
run 2 "--fix of a file that cannot be written" check --fix "$long"
has err 'cannot write .*it is as it was' "told"
same mistaken.trv "$long" "and it is as it was, too"
refuses "check: games not a number" check --deep many dice.trv
refuses "check: no jobs" check --deep 10 --jobs 0 dice.trv
echo 'game "Broken" {' >broken.trv
run 1 "errors are not played" check --deep 10 --json broken.trv
json "nothing was played" 'd["errors"]>0 and d["deep"]["games"]==0'
timeout -s INT 2 "$trvm" check --deep 100000000 --json dice.trv >out 2>err
json "Ctrl-C: deep findings so far" '0 < d["deep"]["games"] < 100000000'
timeout -s INT 2 "$trvm" check --deep 100000000 dice.trv >out 2>err
has out 'games of 100000000 \(interrupted\)' "Ctrl-C is told"

# ---- variants ----
cat >short.trv <<'END'
variant "Short" of "dice.trv" {
  summary "Twenty points are enough."
  setting target = 20
}
END
cat >long.trv <<'END'
variant "Long" of "dice.trv" { setting target = 90 }
END
sed 's/"Long" of "dice.trv"/"Longer" of "dice.trv" over "Long"/; s/90/95/' long.trv >longer.trv
run 0 "a variant in the place of a game" sim -n 20 --json short.trv
cp out varied
run 0 "a variant beside its game" sim -n 20 --json --variant short.trv dice.trv
same varied out "both are the same game"
run 0 "a setting is stronger than a variant" sim -n 20 --json --variant long.trv --set target=20 dice.trv
json "the same games" "d['trace_hash']==json.load(open('varied'))['trace_hash']"
run 0 "one variant over another" sim -n 20 --json --variant long.trv --variant longer.trv dice.trv
cp out varied
run 0 "the other way round" sim -n 20 --json --variant longer.trv --variant long.trv dice.trv
same varied out "the order makes no difference"
cat >poor.trv <<'END'
variant "Poor" of "dice.trv" { invariant "everybody is poor" points[p1] < 1  after setup { points[p1] = 1 } }
END
run 1 "a variant that breaks a promise" check --deep 20 poor.trv
has out '^  house rules that mean to break it say so: drop invariant "everybody is poor"$' "and how it would say so"
run 1 "the same in games at random" sim -n 5 --check poor.trv
has out '^House rules that mean to break it say so: drop invariant "everybody is poor"$' "and how, once"
run 1 "two variants of one thing" check --variant short.trv --variant long.trv dice.trv
has out 'short.trv:3:11: error\[E0706\].*both change `target`' "the place of one"
has out 'long.trv:1:40' "and of the other"
for command in play test sim perft build dis; do
  run 1 "$command: variants in conflict" "$command" --variant short.trv --variant long.trv dice.trv
done
for command in check sim; do
  refuses "$command: a variant that is not there" "$command" --variant nothing.trv dice.trv
  has err 'there is no file `nothing.trv`' "$command names the file"
  refuses "$command: a folder as a variant" "$command" --variant folder dice.trv
done
run 1 "a game as a variant" sim --variant dice.trv dice.trv
run 0 "build with a variant" build -o short.trvc --variant short.trv dice.trv
run 0 "a compiled variant" sim -n 5 short.trvc
printf 'game "Board" { players 2 }\nlines Row of 3 on Square\ngrid Square 3 by 3\nvar at: Square or none = none\nplay { for p in players { choose q by p { option to(s in Square) { at = s } } } }\n' >board.trv
printf 'variant "Middle" of "board.trv" {\n  summary "s"\n  change enum Square { remove b2  add middle(2, 2) }\n  scenario "lines" players 2 {\n    expect index(middle) == 4 and step(a2, east) == middle\n    expect count(r in Row where middle in r.cells) == 2\n  }\n}\n' >middle.trv
run 0 "a cell in the place of another" test middle.trv
run 0 "and compiled" build -o middle.trvc middle.trv
run 0 "and read back" sim -n 5 middle.trvc
feed 'q\n' 0 "and drawn" play --seed 1 middle.trv
has out '^ +2  ·  ·  ·' "in its row"
refuses "a variant of a compiled game" sim --variant short.trv short.trvc
refuses "too many variants" sim $(for i in {1..40}; do echo --variant short.trv; done) dice.trv
run 0 "about a game with house rules" play --help-game dice.trv
has out '^  short.trv$' "a variant beside the game"
has out 'Short: Twenty points are enough' "and what it does"
run 0 "about a variant" play --help-game short.trv
has out '^with "Short"' "tells which variants are in force"
has out 'default 20' "and their defaults"

# ---- perft ----
run 0 perft perft --depth 3 dice.trv
run 0 "perft --json" perft --depth 5 --divide --json dice.trv
json "perft shape" 'len(d["counts"])==5 and d["counts"][0]==2 and sum(x["count"] for x in d["divide"])==d["counts"][4]'
run 0 "perft, depth 1 divided" perft --depth 1 --divide --json dice.trv
json "perft, depth 1" 'd["counts"]==[2] and [x["count"] for x in d["divide"]]==[1,1]'
refuses "perft: depth 0" perft --depth 0 dice.trv

# ---- build, dis, explain ----
run 0 build build dice.trv
run 0 "build -o" build -o other.trvc dice.trv
same dice.trvc other.trvc "building twice gives the same bytes"
run 0 "sim from .trvc" sim -n 300 --seed 7 --jobs 1 --json dice.trvc
same one out ".trvc plays the same games"
run 0 "test from .trvc" test dice.trvc
head -c 200 dice.trvc >short.trvc
refuses "truncated .trvc" dis short.trvc
refuses "build to a missing folder" build -o no/such/file.trvc dice.trv
refuses "an unknown pass" sim --passes all-hoost dice.trv
has err 'did you mean `hoist`\? There are fold, inline' "suggests a pass and lists them"
refuses "a list that is none" dis --passes hoist dice.trv
has err 'begin with `all` or `none`' "says how a list begins"
refuses "passes said twice" dis --passes none --after hoist dice.trv
refuses "passes of a compiled file" dis --after hoist dice.trvc
has err 'passes need the .trv file' "passes need the rules"
run 0 "plain code" dis --passes none dice.trv
lacks out 'COUNT_LOOP_I' "plain code has plain instructions"
run 0 "code after a pass" dis --after fuse dice.trv
cp out all_passes
run 0 dis dis dice.trv
if cmp -s out all_passes; then ok "the last pass gives the code of all"; else bad "the last pass gives the code of all" "they differ"; fi
cp out listing
run 0 "dis --stats" dis --stats dice.trv
if [ "$(wc -l <out)" -lt "$(wc -l <listing)" ]; then ok "figures are shorter"; else bad "figures are shorter"; fi
run 0 explain explain
code=$(head -n 1 out | cut -d' ' -f1)
run 0 "explain CODE" explain "$code"
run 0 "explain in small letters" explain "$(printf %s "$code" | tr EW ew)"
refuses "explain an unknown code" explain E9999

# ---- play ----
run 0 "play without input" dice.trv --seed 5
has out 'your choice' "opening position"
has out '^  1\) ' "options are numbered"
has out 'To go on' "tells how to go on"
if ls ./*.trvsave >/dev/null 2>&1; then bad "nothing is saved"; else ok "nothing is saved"; fi
run 0 "play without input behind a bot" dice.trv --seed 5 --players 3 --seat 1=random --seat 2=human
has out 'trvm dice.trv --players 3 --seed 5$' "tells how to go on behind a bot"
if ls ./*.trvsave >/dev/null 2>&1; then bad "nothing is saved behind a bot"; else ok "nothing is saved behind a bot"; fi
run 0 "play without input, with a save" dice.trv --seed 5 --seat 1=random --seat 2=human --save first.trvsave
run 0 "resume without input" first.trvsave
has out 'trvm first.trvsave$' "a resumed game can be resumed again"
rm -f first.trvsave
run 0 "play --bots" play --bots --seed 5 dice.trv
cp out first
has out '^ +1  p[12] ' "ranking"
run 0 "play --bots again" dice.trv --bots --seed 5
same first out "same seed, same print"
run 0 "play --watch" play --bots --watch --seed 5 dice.trv
cat >tale.trv <<'EOF'
game "Tale" { players 2..2 }
enum Town { new_york "New York, New York" ulm "Ulm" }
deck Card(town: Town) in stalls[town] { 2 of silk(new_york)  tea(new_york)  salt(ulm) }
pool stalls[Town]: Card open
var debt[Town, player]: int = 1
play {
  for day in 1..2 {
    say "Day {day}"
    for p in players { market(p) }
  }
  closing()
}
phase market(p: player) "market" {
  choose trade always by p "Do you trade?" { option wait "wait" { repeat 3 times { say "{p} waits" } } }
}
phase closing() "closing of the market" { say "The stalls are empty" }
EOF
cat >expected <<'EOF'
Tale, 2 players, seed 5

Day 1
  market            p1 waits (3 times)
                    p2 waits (3 times)

Day 2
  market            p1 waits (3 times)
                    p2 waits (3 times)
  closing of the market
                    The stalls are empty

EOF
run 0 "play --bots: a tale" tale.trv --bots --seed 5
sed '/game is over/,$d' out >tale
same expected tale "phases in the margin, headings, equal lines once"
feed 't\nq\n' 0 "play: the table" tale.trv --seed 5
has out '^  stalls  New York, New York: 2 silk, 1 tea; Ulm: salt$' "labels before what belongs to them"
has out '^  debt    New York, New York: 1; Ulm: 1  New York, New York: 1; Ulm: 1$' "an index without the seat"
run 0 "play --help-game" play --help-game dice.trv
has out 'target' "settings are listed"
refuses "play: seed not a number" dice.trv --seed x1
refuses "play: 0 players" dice.trv --players 0
refuses "play: 99 players" dice.trv --players 99
refuses "play: unknown seat" dice.trv --seat 3=random
refuses "play: a seat no game has" dice.trv --seat 17=random
has err 'the most is 16' "play says how many seats there are at most"
refuses "play: unknown bot" dice.trv --seat 2=rondom
refuses "play: seat without name" dice.trv --seat 2
refuses "play: hotseat and bots" dice.trv --hotseat --bots
feed '99\n' 2 "a choice that does not exist" dice.trv --seed 5 --hotseat
has err '^trvm: input line 1: there is no option `99`' "told on stderr"
feed 'flurb\n' 2 "a notation that does not exist" dice.trv --seed 5 --hotseat
{ printf '1\n'; head -c 3000000 /dev/zero | tr '\0' 1; } | timeout 20 "$trvm" dice.trv --seed 5 --hotseat --save endless.trvsave >out 2>err
if [ "${PIPESTATUS[1]}" = 2 ]; then ok "a line without end"; else bad "a line without end" "$(head -c 600 err)"; fi
has err '^trvm: input line 2: it has more than 1048576 bytes$' "a line without end is told"
has endless.trvsave '^end 1 ' "what was decided before it is saved"
feed "$(printf '%01000000d' 7)\n" 2 "a very long line" dice.trv --seed 5 --hotseat
has err '^trvm: input line 1: there is no option `0' "a very long line is taken whole"
feed '1\nq\n' 0 "leaving saves" dice.trv --seed 5 --hotseat
has out 'Go on with: +trvm dice.trvsave$' "resume command"
feed '1\n' 0 "end of input saves" dice.trv --seed 6 --hotseat
has out 'dice-2.trvsave' "another name for another game"
feed 'r 4\nq\n' 0 "a rule by its number" dice.trv --seed 5 --hotseat
has out '^R4 If you roll a 1' "is an item R"
feed '?\n? roll\nl\nt\nr R4\nr R99\nh\nu\n\nq\n' 0 "all keys" dice.trv --seed 5 --hotseat
has out 'the pot is lost' "rulebook item"
has out 'no item R99' "missing rulebook item"
has out 'no choice to take back' "nothing to take back"
sed 's/Saved to .*/Saved/; s/--resume .*/--resume/; /^[a-z0-9]*> /d' out >letters.out
feed '?\n? roll\nlog\ntable\nrule R4\nrule R99\nhint\nundo\n\nquit\n' 0 "the same by whole words" dice.trv --seed 5 --hotseat
sed 's/Saved to .*/Saved/; s/--resume .*/--resume/; /^[a-z0-9]*> /d' out >words.out
same letters.out words.out "whole words do what letters do"
# A hundred thousand reasons take seconds of the processor, not a minute; a pipe gets them all, in their order.
cat >denied.trv <<'END'
game "Denied" { players 2 }
play { choose pay always by p1 "Pay" {
  option pay(n in 0..100000) "pay {n}" needs n > 99990 else "{n} is too little" { }
  option owe(n in 0..100000) "owe {n}" needs n > 99990 else "{n} is too little" { } } }
END
if printf '?\nq\n' | ( ulimit -t 15; exec "$trvm" denied.trv --hotseat ) >out 2>err
then ok "many reasons"; else bad "many reasons" "$(tail -n 2 out)"; fi
grep '✗' out >reasons
seq 0 99990 | sed 's/.*/  ✗ pay: &; owe: & – & is too little/' >all_reasons
same all_reasons reasons "each of them is told once"
feed 'ag\nst\nq\n' 0 "start of a notation" dice.trv --seed 5 --hotseat --save x.trvsave
has out 'Saved to x.trvsave' "save file by name"
refuses "--save does not overwrite" dice.trv --save x.trvsave
feed 'q\n' 0 "resume" play dice.trv --hotseat --resume dice.trvsave
feed 'quit\n' 0 "resume without the game's name" play --hotseat --resume dice.trvsave
feed 'q\n' 0 "resume by the save alone" dice.trvsave --hotseat
refuses "resume with a seed" play dice.trv --resume dice.trvsave --seed 4
cat >labels.trv <<'END'
game "Labels" { players 2..2 }
deck Card in market { 2 of fast "train 5"  slow "train 2" }
deck Land in lands { heath "Heath (plain, 3)"  moor "Moor (wet, 1)" }
pool market: Card open
pool lands: Land open
var round: int = 0
var guest[player]: player or none = none
var tired[player]: bool = false
play {
  repeat 3 times {
    round += 1
    for p in players { choose way by p "Which way?" { option go { say "{round}: {p} goes" }  option stay { guest[p] = p  tired[p] = true  say "{guest[p]} {tired[p]}" } } }
  }
}
END
feed '1\n1\n1\nt\nq\n' 0 "a table" labels.trv --hotseat --save labels.trvsave
has out '^  market  2 × train 5, train 2$' "labels with numbers are counted by times"
has out '^  lands   Heath \(plain, 3\), Moor \(wet, 1\)$' "labels may have commas in brackets"
has out '^  empty: guest$' "what is none for everybody is only named"
has out '^  no: tired$' "and so is what is no"
feed 'q\n' 0 "resume after four choices" play labels.trv --hotseat --resume labels.trvsave
has out '• 1: you go' "since the last choice of p2"
has out '• 2: p1 goes' "up to now"
lacks out '1: p1 goes' "what was seen before is not told again"
cat >bids.trv <<'END'
game "Bids" { players 2 }
var bid[player]: 0..3 = 0
play { choose offer by each p in players { option offer(n in 1..3) "offer {n}" { bid[p] = n } }  say "all have offered" }
rank p by bid[p] desc
END
run 0 "secret choices of bots" play bids.trv --bots --seed 1
has out 'p1: offer [123]' "the first of them"
has out 'p2: offer [123]' "and the last, after which something is said"
head -c 40 dice.trvsave >cut.trvsave
# ---- learn ----

printf '1\n+\nlearn off\n1\nlearn\nq\n' >keys
run_in() { "$trvm" "$@" <keys >out 2>err; }
if run_in learn "$top/games/globetrotters.trv" --seed 3 --save learnt.trvsave; then ok "learn"; else bad "learn" "$(cat err)"; fi
has out '^  → R[0-9]+ ' "learn tells an item of the rulebook"
has out '^Who wins: points \(the most\)' "learn says who wins"
has out 'No more lessons' "learn off"
if [ "$(grep -c '^  → R34 ' out)" = 1 ]; then ok "an item is told once"; else bad "an item is told once" "$(cat out)"; fi
rm -f learnt.trvsave keys

# ---- maps, tracks and rings ----

# map GAME TEXT NAME: what `m` shows of a game after some choices.
map() {
  printf '1\n1\n1\nm\n' >keys
  run_in play "$top/games/$1.trv" --seed 3 --save map.trvsave
  has out "$2" "$3"
  rm -f map.trvsave keys
}
map globetrotters '^ +[o2] North America +@ Europe' "a map with names"
map globetrotters '^  1 step: North America, Asia, Africa$' "places by their distance"
map tour_du_monde '^  space 0 .*@.* [0-9]+$' "a track"
map tour_du_monde 'before you: [0-9]+ ' "what lies ahead on a track"
map steam_race '^  space 0 [.@*2-9]+ 47$' "a ring"
map steam_race '^    @ you .*your start' "marks on a ring"
printf 'm\n' >keys
run_in play "$top/tests/games/tic_tac_toe.trv" --seed 3 --save map.trvsave
has out 'no map and no track' "a game without a map"
rm -f map.trvsave keys

# ---- replay ----
feed '2\n1\n1\nq\n' 0 "a game with a variant" dice.trv --variant short.trv --seed 5 --hotseat --save v.trvsave
has v.trvsave '^variant Short$' "a save names variants"
has v.trvsave '^from short.trv$' "a save names their files"
run 0 replay replay v.trvsave
has out '^Dice, 2 players, seed 5, [1-9][0-9]* choices?$' "replay names the game"
has out '^with "Short"' "replay names the variant"
has out '^    1  p1 stops' "replay has choices"
run 0 "replay --step" replay v.trvsave --step 2
has out '^    2  ' "the choice that was asked for"
lacks out '^    [13]  ' "and no other"
has out 'points' "and the table"
run 0 "replay --html" replay v.trvsave --html replayed.html
has replayed.html '<h2>1\. p1: ' "the page of a replay has choices"
lacks replayed.html '<svg' "and no picture where there is no board"
run 2 "replay --html of a part" replay v.trvsave --html part.html --from 2
run 0 "a game with a board" play "$top/tests/games/reversi.trv" --seed 3 --seat 1=random --seat 2=random --save board.trvsave
run 0 "the page of a board" replay board.trvsave "$top/tests/games/reversi.trv" --html board.html
has board.html '<g id="board-0">' "the page draws the board"
has board.html '<use href="#board-0"/>' "and what changes after each choice"
run 0 "replay --from" replay v.trvsave --from 2
lacks out '^    1  ' "replay from a choice on"
feed '1\nq\n' 0 "replay --branch" replay v.trvsave --branch 2 --hotseat --save branch.trvsave
head -n "$(grep -n '^p1' v.trvsave | head -n 1 | cut -d: -f1)" v.trvsave >before_branch
head -n "$(wc -l <before_branch)" branch.trvsave >after_branch
same before_branch after_branch "a branch begins as the game did"
has branch.trvsave '^end 2 ' "a branch has choices of its own"
has v.trvsave '^end 3 ' "the save stays as it was"
refuses "branch behind the end" replay v.trvsave --branch 99
refuses "step behind the end" replay v.trvsave --step 99
refuses "seats without a branch" replay v.trvsave --hotseat
refuses "play --branch without a save" play dice.trv --branch 2
run 0 "a game with other settings" new cards
sed 's/setting target:/setting aim:/; s/\btarget\b/aim/g' cards.trv >other_game.trv
refuses "replay with another game" replay dice.trvsave other_game.trv
has err 'is a saved game of Dice, not of Cards' "which game it is"
refuses "replay of a missing save" replay nothing.trvsave
refuses "replay of rules" replay dice.trv
mv short.trv gone.trv
refuses "a variant that is missing" play --resume v.trvsave
has err 'variant "Short", but there is no file `short.trv`' "which variant is missing"
run 0 "another variant" replay v.trvsave --variant gone.trv
mv gone.trv short.trv
refuses "a save with a variant, of another game" replay v.trvsave other_game.trv
has err 'is a saved game of Dice, not of Cards' "not: a variant that does not fit"
run 0 "a variant in the place of that of the save" replay v.trvsave --variant long.trv
has err 'was played with "Short", which is left out now' "which variant is left out"
has err 'was played without "Long"' "and which is new"
has err 'changed: `target`, long.trv:1 ' "and what that changes, where the variant says so"
sed 's/^game .*/game away.trv/; /^variant/d; /^from/d' v.trvsave >away.trvsave
refuses "the game of a save is missing" play --resume away.trvsave
has err 'is a saved game of Dice, but there is no file `away.trv`; name the game' "which game is missing"
sed 's/^game .*/game changed.trv/; /^variant/d; /^from/d' v.trvsave >changed.trvsave
sed 's/and loses/and forfeits/' dice.trv >changed.trv
run 0 "a changed rule" replay changed.trvsave
has err 'changed: `turn`, changed.trv:[0-9]+' "which rule has changed"
cp dice.trv limited.trv
feed '2\n1\nq\n' 0 "a game to be limited otherwise" limited.trv --seed 5 --hotseat --save limited.trvsave
sed 's/limit 20_000/limit 30_000/' dice.trv >limited.trv
run 0 "a changed game with its old rules" replay limited.trvsave
has err '^trvm: the game was compiled otherwise when `limited.trvsave` was saved; no rule has changed$' "no rule has changed"
sed 's/\bstop\b/halt/g' dice.trv >changed.trv
run 2 "a choice that is gone" replay changed.trvsave
has err 'Choice [0-9]+ \(p[12] .*\) is not possible: it is not offered' "the first choice that is not possible"
has err 'changed: `turn`, changed.trv:[0-9]+' "and which rule has changed"
sed 's/^game .*/game changed.trv/' x.trvsave >changed_one.trvsave
run 2 "a choice that is gone by one change" replay changed_one.trvsave
has err '^trvm: this rule has changed since it was saved:$' "one rule has changed"
sed 's/\bstop\b/halt/g; s/^setup/const unused = 3\nsetup/; s/^rank/const other = 3\nrank/' dice.trv >changed.trv
run 2 "a choice that is gone among several changes" replay changed.trvsave
has err 'rules have changed since it was saved; nearest to this choice:' "the nearest rule comes first"
grep -A1 'nearest to this choice' err | tail -n 1 >out
has out 'changed: `turn`, changed.trv:[0-9]+' "and it is the one with the choice"
odd=$'two\nlines\t.trv'
sed 's/^game "Dice"/game "Two\\nlines"/' dice.trv >"$odd"
has "$odd" '^game "Two.nlines"' "a title with a line end"
feed '1\n1\nq\n' 0 "a title and a name of two lines" play "$odd" --seed 3 --hotseat --save odd.trvsave
feed 'q\n' 0 "resuming it by its save alone" play --hotseat --resume odd.trvsave
run 0 "replaying it" replay odd.trvsave
feed 'q\n' 0 "resuming it by both" play "$odd" --hotseat --resume odd.trvsave
sed 's/^title .*/title Two?lines/; s/^trvm-save .*/trvm-save 1/; /^sits /d; /^called /d' odd.trvsave >old.trvsave
feed 'q\n' 0 "resuming a save of an older kind" play "$odd" --hotseat --resume old.trvsave
refuses "cut save" play dice.trv --resume cut.trvsave
refuses "junk as save" play dice.trv --resume junk.trvc
refuses "missing save" play dice.trv --resume nothing.trvsave
"$trvm" new other >/dev/null
sed -i 's/roll 6/roll 8/' other.trv
refuses "foreign save" play other.trv --resume dice.trvsave
feed "$(printf '1\\n%.0s' $(seq 6))q\n" 0 "longer game" dice.trv --seed 9 --hotseat --save long.trvsave
feed "$(printf '1\\n%.0s' $(seq 3))s half.trvsave\nq\n" 0 "first half" dice.trv --seed 9 --hotseat
feed "$(printf '1\\n%.0s' $(seq 3))q\n" 0 "second half" play dice.trv --hotseat --resume half.trvsave
same long.trvsave half.trvsave "resuming gives the same game"
feed '1\nu!\nu!\n1\nq\n' 0 "taking back" dice.trv --seed 5 --hotseat --save back.trvsave
feed '1\nq\n' 0 "the same without" dice.trv --seed 5 --hotseat --save straight.trvsave
same back.trvsave straight.trvsave "taken back is as if never done"
feed '1\ns\nu!\n2\nq\n' 0 "taking back what was saved" dice.trv --seed 5 --hotseat --save other.trvsave
has other.trvsave '^end 1 ' "one choice is saved"
if cmp -s straight.trvsave other.trvsave; then bad "the other choice is saved"; else ok "the other choice is saved"; fi
# A save that nobody asked for goes with the end of the game, or when the game is saved elsewhere.
mkdir kept && cp dice.trv kept && cd kept || exit 2
feed "$(printf '1\\n2\\n%.0s' $(seq 200))" 0 "a game to its end" dice.trv --seed 5 --hotseat
has out 'the game is over' "it is over"
feed '1\ns mine.trvsave\n1\nq\n' 0 "saved elsewhere" dice.trv --seed 5 --hotseat
feed '1\nu!\nq\n' 0 "everything taken back" dice.trv --seed 5 --hotseat
if [ "$(ls ./*.trvsave)" = ./mine.trvsave ]; then ok "no other save is left"; else bad "no other save is left" "$(ls)"; fi
cd .. || exit 2
feed '1\ns! dice.trv\nq\n' 0 "s! over the rules" dice.trv --seed 5 --hotseat
has err '`dice.trv` exists already and is no saved game' "s! over the rules is refused"
has dice.trv '^play' "the rules are still there"
rm -f dice.trvsave
run 2 "a save that cannot be written" play dice.trv --bots --seed 5 --save nowhere/x.trvsave
feed '1\ns! /dev/full\nq\n' 0 "a device for a save" dice.trv --seed 5 --hotseat
has err 'cannot save to `/dev/full`: it is no regular file' "it is refused"
( sleep 1; printf '1\n'; sleep 3 ) | timeout -s TERM 2 "$trvm" dice.trv --seed 5 --hotseat --save term.trvsave >out 2>err
if [ -f term.trvsave ]; then ok "SIGTERM saves"; else bad "SIGTERM saves" "$(tail -n 3 out)"; fi

# ---- C code that rules call ----
cc=${CC:-cc}
cp "$top"/docs/examples/market* .
if $cc -Wall -Wextra -Werror -O2 -shared -fPIC -I"$top/include" -o market.so market.c 2>err; then ok "the scoring in C compiles"
else bad "the scoring in C compiles" "$(cat err)"; fi
run 0 "the example in rules" test market.trv
has out '1 passed, 0 failed' "its scenario"
run 0 "what C code a game wants" check market_in_c.trv
has out '^  --allow-ffi=market  for best\(list of int, int\) -> int$' "check names function and library"
has out '^ +int32_t best\(const int32_t \*values, int32_t values_count, int32_t further\);$' "check shows it in C"
run 0 "C code in JSON" check --json market_in_c.trv
json "externs" 'd["externs"][0]["library"] == "market" and d["externs"][0]["line"] == 3'
run 0 "fmt leaves an extern alone" fmt --check market_in_c.trv
run 0 "rules name the library" rules market_in_c.trv
has out 'worked out by a program, the library market' "rules of an extern"
run 0 "diff names the library" diff market_in_c.trv
has out 'worked out by a program, the library market' "diff of an extern"
for words in "play --bots" "sim" "test" "perft --depth 1" "compare -n 1" "check --deep 2"; do
  # shellcheck disable=SC2086 # a command and its options
  run 1 "not allowed: $words" $words market_in_c.trv
  if [ "$(cat out err | grep -c 'error\[E0801\]')" = 1 ]; then ok "not allowed: $words: one message"
  else bad "not allowed: $words: one message" "$(cat out err)"; fi
  # shellcheck disable=SC2086
  run 0 "allowed: $words" $words --allow-ffi=market market_in_c.trv
done
run 1 "how to allow it" market_in_c.trv
has err 'add `--allow-ffi=market`' "the message says how"
refuses "allowing nothing" sim --allow-ffi= market_in_c.trv
run 0 "scoring in rules" sim -n 10000 --json market.trv
cp out in_rules.json
run 0 "scoring in C" sim -n 10000 --json --allow-ffi ./market.so market_in_c.trv
json "the same games" 'd["trace_hash"] == __import__("json").load(open("in_rules.json"))["trace_hash"] and d["finished"] == 10000'
run 0 "checked, 3 jobs" sim -n 300 --jobs 3 --check-ffi --allow-ffi=market market_in_c.trv
run 0 "build with C code" build -o market.trvc market_in_c.trv
run 1 "compiled, not allowed" sim market.trvc
has err 'market_in_c.trv:3: this game runs C code of the library `market`' "compiled: the message has the place"
run 0 "compiled, allowed" sim -n 50 --allow-ffi=market market.trvc
feed '1\n1\nq\n' 0 "a saved game with C code" play --seed 3 --save c.trvsave --allow-ffi=market market_in_c.trv
has out 'trvm c.trvsave --allow-ffi=market' "the command to go on repeats the permission"
has c.trvsave '^extern market best$' "the save says so"
run 1 "resuming without permission" play --resume c.trvsave
has err 'error\[E0801\]: this game runs C code of the library `market`' "and why not"
feed 'q\n' 0 "resuming with permission" play --resume c.trvsave --allow-ffi=market
run 1 "replay without permission" replay c.trvsave
run 0 "replay with permission" replay c.trvsave --allow-ffi=market
run 1 "branching off without permission" replay c.trvsave --branch 1 --bots
run 0 "branching off with permission" replay c.trvsave --branch 1 --bots --allow-ffi=market
cat >market.c <<'END'
#include <stdint.h>
int32_t best(const int32_t *values, int32_t values_count, int32_t further) {
  static int32_t asked;
  (void)values, (void)values_count;
  return (further + asked++) % 22;
}
END
$cc -shared -fPIC -o market.so market.c
run 1 "C code that is not pure" sim -n 2 --check-ffi --allow-ffi=market market_in_c.trv
has out 'the C code of `best` \(market_in_c.trv:3\) gave [0-9]+ and then [0-9]+ for the same arguments: it is not pure' "is found"
rm market.so
run 1 "no library" sim --allow-ffi=market market_in_c.trv
has err 'error\[E0802\]: there is no library `market`' "and says so"

# ---- levels and hints ----
feed 'h\nq\n' 0 "a hint" dice.trv --seed 5 --hotseat
has out 'A strong bot would choose [12]\)\.' "the hint names an option"
has out ' [12]\) wins +[0-9]+ % \([0-9]+ to [0-9]+\), place 1\.[0-9]  ' "the hint tells the chances, with an interval"
has out 'in which all$|all played on like the bot' "the hint tells against whom"
feed 'help\nq\n' 0 "keys" dice.trv --seed 5 --hotseat
has out '^  h, hint +what a strong bot would choose' "keys are listed"
refuses "play: unknown level" dice.trv --level heard
has err 'did you mean `hard`' "suggests a level"
for level in easy=random fair=greedy hard=search:2000; do
  rm -f level.trvsave
  feed '1\nq\n' 0 "level $level" dice.trv --seed 5 --level ${level%=*} --save level.trvsave
  has level.trvsave "^sits p2 bot ${level#*=}$" "level $level is kept"
done
feed '1\nq\n' 0 "a level in a seat" dice.trv --seed 5 --seat 2=hard

# ---- games by name ----
mkdir installed installed/variants elsewhere
sed 's/"Dice"/"Bones"/; s/rulebook "dice.md"//' dice.trv >installed/bones.trv
printf 'variant "Quick" of "../bones.trv" {\n  summary "To 20 only."\n  setting target = 20\n}\n' >installed/variants/quick.trv
printf 'game,players,choices\nbones,2,17\nbones,99,4\nbones\n' >installed/lengths.csv
run 0 "games" games
has out '^bones$' "an installed game is listed"
has out '^  2 to 6 players, some 17 choices each; .*installed/bones.trv' "with players and length"
has out '^    Quick: --variant .*installed/variants/quick.trv' "and house rules"
has out '^dice$' "a game that lies here is listed"
has out '^  2 to 6 players, up to some [0-9]+ choices each; dice.trv' "measured by chance"
run 0 "games as JSON" games --json
json "names, lengths and house rules in JSON" '[(g["most_choices"], g["variants"][0]["title"]) for g in d["games"] if g["name"] == "bones"] == [(17, "Quick")]'
refuses "games takes no operand" games dice
feed 'q\n' 0 "a game by its name" bones --seed 5
has out '^Bones, 2 players' "is played"
feed 'q\n' 0 "options before a name" --seed 5 bones
run 0 "other commands find it" sim bones -n 3
run 0 "also one that lies here" check dice
refuses "a name that was misspelt" bonse
has err 'there is no game `bonse`; did you mean `bones`?' "and what was meant"
refuses "a name that was misspelt, for a command" play bonse
has err 'there is no file or game `bonse`; did you mean `bones`?' "and what was meant there"
refuses "a name that is like none" play zzzzzzzz
has err '`trvm games` lists the games' "where to look"
mkdir bones
feed 'q\n' 0 "a folder of the same name" bones --seed 5
refuses "a folder" play installed
has err 'is a folder' "is told as one"
refuses "a folder alone" installed
mkdir installed/drawer.trv
cp dice.trv installed/secret.trv
chmod 000 installed/secret.trv
ln -s nowhere installed/gone.trv
printf 'game "Broken" { players 2 }\nplay { flurb }\n' >installed/broken.trv
run 0 "games among odd files" games
has out 'broken.trv has errors: `trvm check` shows them' "errors are told"
lacks out '^(drawer|gone)$' "what is no file is not listed"
refuses "a name that leads to nothing" gone
chmod 600 installed/secret.trv
rm -rf bones installed/drawer.trv installed/gone.trv installed/secret.trv installed/broken.trv
feed '1\nq\n' 0 "an installed game is left" bones --seed 5 --save bones.trvsave
has out 'Go on with:  trvm bones.trvsave$' "and found again by its save"
feed 'q\n' 0 "it goes on by its save" bones.trvsave
(cd elsewhere && cp ../bones.trvsave . && timeout 60 "$trvm" replay bones.trvsave >../out 2>../err </dev/null)
has out '^Bones, 2 players' "also elsewhere, as it is installed"
sed 's|^game .*|game /tmp/nowhere/bones.trv|' bones.trvsave >elsewhere/moved.trvsave
run 0 "a save whose game was moved finds it by name" replay elsewhere/moved.trvsave
sed 's|^game .*|game /tmp/nowhere/other_bones.trv|' bones.trvsave >elsewhere/moved.trvsave
refuses "a save of a game that there is not" replay elsewhere/moved.trvsave
run 2 "no arguments and no terminal"
has err '^usage: trvm GAME' "usage"

# ---- who sat where ----
seated() { grep -E '^(sits|called) ' "$1" >seats.out; printf '%b' "$2" >seats.want; same seats.want seats.out "$3"; }
rm -f sat.trvsave
feed '1\nq\n' 0 "names and a bot" dice.trv --seed 5 --seat 1=easy --seat 2=human --name Ada --name 1=Grete --save sat.trvsave
seated sat.trvsave 'sits p1 bot random\ncalled p1 Grete\nsits p2 person\ncalled p2 Ada\n' "a save says who sat where"
feed '1\nq\n' 0 "going on" sat.trvsave
has out '^Ada> 1$' "with the same names"
seated sat.trvsave 'sits p1 bot random\ncalled p1 Grete\nsits p2 person\ncalled p2 Ada\n' "and the same bots"
feed '1\nq\n' 0 "going on otherwise" sat.trvsave --level hard --name Eva --name 1=Bo
seated sat.trvsave 'sits p1 bot search:2000\ncalled p1 Bo\nsits p2 person\ncalled p2 Eva\n' "as the command line says"
feed '1\nq\n' 0 "going on as two people" sat.trvsave --hotseat
seated sat.trvsave 'sits p1 person\ncalled p1 Bo\nsits p2 person\ncalled p2 Eva\n' "with the names they had"
sed -i 's/^sits p2 person/sits p2 bot cmd:touch started/' sat.trvsave
refuses "a save that names a command" sat.trvsave
has err 'not started because a save names it; say who sits there: --seat 2=WHO' "says so"
if [ -e started ]; then bad "the command is not run"; else ok "the command is not run"; fi
sed -i 's/^sits p2 bot cmd:.*/sits p2 bot .\/flat.so/' sat.trvsave
refuses "a save that names a shared object" sat.trvsave
sed -i 's/^sits p2 bot .*/sits p2 bot tree/' sat.trvsave
refuses "a save that names a bot that there is not" sat.trvsave
feed 'q\n' 0 "somebody else sits there" sat.trvsave --seat 2=human
sed -i 's/^called p1 .*/called p1 you/; s/^called p2 .*/called p2 a\\1b\\0ab/; s/^sits p2 .*/sits p2 person/' sat.trvsave
feed '1\nq\n' 0 "names that are none" sat.trvsave
lacks out '^you>|a.*b>' "are not taken"
sed '/^sits /d; /^called /d; s/^trvm-save .*/trvm-save 2/' sat.trvsave >before.trvsave
feed 'q\n' 0 "a save that does not say it" before.trvsave

# ---- bots from outside ----
cc=${CC:-cc}
examples=$top/bots/examples
if $cc -Wall -Wextra -Werror -shared -fPIC -I"$top/include" -o flat.so "$examples/flat.c" 2>err; then ok "the bot in C compiles"
else bad "the bot in C compiles" "$(cat err)"; fi
run 0 "a bot in C" sim -n 60 --jobs 1 --bot 1=./flat.so --json dice.trv
json "the bot in C wins" 'd["seat_wins"][0] > 40 and d["finished"] == 60'
sed 's/"jobs":[0-9]*,//' out >one.flat
run 0 "a bot in C, 3 jobs" sim -n 60 --jobs 3 --bot 1=flat.so --json dice.trv
sed -i 's/"jobs":[0-9]*,//' out
same one.flat out "a bot in C does not depend on --jobs"
if [ ! -s err ]; then ok "a bot in C is quiet"; else bad "a bot in C is quiet" "$(cat err)"; fi
run 0 "play with a bot in C" play dice.trv --bots --seed 5 --seat 2=./flat.so
cat >nonsense.c <<'END'
#include <trv_bot.h>
int trv_bot_start(uint32_t interface, const trv_setup *setup, uint32_t seat, void **self) {
  (void)setup, (void)self;
  return interface == TRV_BOT_INTERFACE ? seat == 0 : 2;
}
uint32_t trv_bot_choose(void *self, trv_game *position, const trv_bot_turn *turn) {
  (void)self, (void)position;
  return turn->options + 3;
}
void trv_bot_end(void *self) { (void)self; }
END
$cc -shared -fPIC -I"$top/include" -o nonsense.so nonsense.c
run 0 "a bot in C that answers nonsense" sim -n 2 --jobs 1 --bot 2=./nonsense.so dice.trv
has err '^trvm: seat 2 \(./nonsense.so\) lost a choice, one is taken at random: answered 5, and there are options 0 to 1' "nonsense is told"
has err '^trvm: sim: bots lost [0-9]+ choices in all' "lost choices are counted"
refuses "a bot in C that does not want to" sim --bot 1=./nonsense.so dice.trv
has err 'says that it cannot play this game' "its refusal is told"
refuses "no such shared object" sim --bot 1=./nothing.so dice.trv
refuses "a file that is no shared object" sim --bot 1=./dice.trv dice.trv
echo 'int nothing;' >empty.c
$cc -shared -fPIC -o empty.so empty.c
refuses "a shared object that is no bot" play dice.trv --seat 2=./empty.so
has err 'has no function `trv_bot_start`' "the missing function is named"

# What a bot in C can call is what the headers declare, and nothing else begins like it.
cat "$top"/include/trv{,_inspect,_sitting}.h | grep -v '^typedef' | grep -oE '\btrv_[a-z_]+\(' | tr -d '(' | sort -u >declared
nm -D --defined-only "$trvm" | awk '$3 ~ /^trv_/ { print $3 }' | sort -u >exported
same declared exported "trvm has the functions of the headers"

python="cmd:python3 $examples/numbers.py"
run 0 "a bot in Python" sim -n 4 --jobs 1 --bot "2=$python" --json dice.trv
sed 's/"jobs":[0-9]*,//' out >one.python
if [ ! -s err ]; then ok "a bot in Python is quiet"; else bad "a bot in Python is quiet" "$(cat err)"; fi
run 0 "a bot in Python, 2 jobs" sim -n 4 --jobs 2 --bot "2=$python" --json dice.trv
sed -i 's/"jobs":[0-9]*,//' out
same one.python out "a bot in Python does not depend on --jobs"
feed '1\nq\n' 0 "play with a bot in Python" dice.trv --seed 5 --seat "2=$python"
has out "--seat '2=cmd:python3 " "its command is kept in quotes"
# answers NAME COMMAND MESSAGE: what is told of a command's answers.
answers() {
  run 0 "$1" sim -n 1 --jobs 1 --bot-time 300 --bot "1=cmd:$2" dice.trv
  has err "lost a choice, one is taken at random: $3" "$1: told"
}
answers "no JSON" 'while read -r line; do echo hello; done' 'answered `hello`, not \{"choice": …\}'
answers "no such index" 'while read -r line; do echo "{\"choice\": 7}"; done' 'chose `7`, and there are options 0 to 1'
answers "a negative index" 'while read -r line; do echo "{\"choice\":-1}"; done' 'chose `-1`, and there are'
answers "no such notation" 'while read -r line; do echo "{\"choice\":\"fly\"}"; done' 'chose `fly`, which is not among the options'
answers "half an object" 'while read -r line; do echo "{\"choice\": 1"; done' 'answered `\{"choice": 1`, not'
answers "a long answer is cut between letters" 'while read -r line; do printf "%059dé%040d\n" 0 0; done' 'answered `0{59}`…, not'
answers "no answer in time" 'sleep 50' 'gave no answer within 300 ms; so are all its further choices'
answers "a command that ends" 'read -r line; exit 3' 'it has ended; so are all its further choices'
answers "no such command" 'exec ./no_such_command 2>/dev/null' 'it has ended'
answers "an answer without end" 'cat /dev/zero' 'its answer has no end'
# long_answers NAME BYTES: a command whose answers have a note of so many bytes.
cat >long_answers.py <<'END'
import json, sys
for line in sys.stdin:
    if json.loads(line)["type"] == "choose":
        print(json.dumps({"note": "x" * int(sys.argv[1]), "choice": 0}), flush=True)
END
long_answers() { run 0 "$1" sim -n 1 --jobs 1 --bot "1=cmd:python3 long_answers.py $2" dice.trv; }
long_answers "an answer of nearly 1 MB" 1000000
lacks err 'lost' "an answer of nearly 1 MB is taken"
long_answers "an answer of more than 1 MB" 1100000
has err 'lost a choice, one is taken at random: its answer has no end; so are all its further choices' "an answer of more than 1 MB is lost"
run 0 "a command that reads nothing" sim -n 200 --jobs 1 --bot-time 300 --bot "1=cmd:yes '{\"choice\": 0}'" dice.trv
has err 'read no question within 300 ms; so are all its further choices' "a command that reads nothing: told"
refuses "cmd: without a command" sim --bot 'cmd: ' dice.trv
# The choice by notation, after other keys; and what it is told.
cat >teller.sh <<'END'
while read -r line; do
  printf '%s\n' "$line" >>told
  case $line in *'"type":"choose"'*) echo '{"note": {"a": [1, "}"]}, "choice": "stop", "x": 1}' ;; esac
done
END
rm -f told
# says ANSWER NAME: a bot that answers each question so; backslashes are as in printf.
says() {
  printf '%b\n' "$1" >answer
  run 0 "$2" sim -n 1 --jobs 1 --bot "1=cmd:sh sayer.sh" dice.trv
}
cat >sayer.sh <<'END'
while read -r line; do
  case $line in *'"type":"choose"'*) cat answer ;; esac
done
END
says '{"choice":"\\u0073\\u0074op"}' "a notation in escapes"
lacks err 'lost a choice' "escapes are understood"
says '{"\\u0063hoice" : 0, "because":"\\"\\\\\\/\\b\\f\\n\\r\\t\\ud83d\\ude00"}' "escapes in keys and elsewhere"
lacks err 'lost a choice' "all of them are understood"
for wrong in '"\\ud83d"' '"\\ude00"' '"\\u00g0"' '"\\u00"' '"stop\\u0000"' '"\\x73top"' '0} x' '0}}' '0,' '0' '0,"a"'; do
  says '{"choice":'"$wrong"'}' "an answer that is no object: $wrong"
  case $wrong in 0) lacks err 'lost a choice' "it is one" ;; *) has err 'lost a choice.*not \{"choice"' "it is refused: $wrong" ;; esac
done
says '{"choice":0}\0' "an answer with a NUL byte"
has err 'answered a line with a NUL byte' "it is not cut short"
run 0 "a choice by notation" sim -n 1 --jobs 1 --bot "1=cmd:sh teller.sh" dice.trv
if python3 - told <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
assert lines[0]["type"] == "start" and lines[0]["you"] == "p1" and lines[0]["players"] == 2, lines[0]
asked = lines[1]
assert asked["type"] == "choose" and asked["milliseconds"] == 10000 and asked["you"] == "p1", asked
assert asked["view"]["players"] == 2 and "seed" not in asked, asked
assert all(set(option) == {"notation", "label"} for option in asked["options"]), asked
END
then ok "what a command is told"; else bad "what a command is told" "$(head -c 600 told)"; fi
# A bot that hangs costs its time once, whatever it would have answered later; not once for each of its choices.
begun=$(date +%s)
run 0 "a bot that hangs" sim -n 40 --jobs 1 --bot-time 1500 --bot "1=cmd:sleep 50" dice.trv
has err 'gave no answer within 1500 ms; so are all its further choices' "a bot that hangs: told"
if [ $(($(date +%s) - begun)) -lt 15 ]; then ok "it costs its time once"; else bad "it costs its time once"; fi

# What a bot starts ends with it, though it ignores signals, holds the pipes, and leaves group, session and parent; and also
# when trvm is killed.
cat >family.py <<'END'
import os, signal, sys, time

def live(name):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    with open("family." + name, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(100)
    os._exit(0)

for name in ("child", "group", "orphan"):
    if os.fork() == 0:
        if name == "group":
            os.setpgid(0, 0)
        if name == "orphan":
            os.setsid()
            if os.fork():
                os._exit(0)
        live(name)
if len(sys.argv) > 2:
    os.kill(os.getppid(), getattr(signal, "SIG" + sys.argv[2]))
if sys.argv[1] == "stay":
    live("bot")
while not all(os.path.exists("family." + name) for name in ("child", "group", "orphan")):
    time.sleep(0.01)
END
# gone NAME FILE…: whether these processes have ended.
gone() {
  local name=$1 file left=""
  shift
  for file in "$@"; do
    [ -s "$file" ] || left+=" no $file"
    for _ in $(seq 100); do kill -0 "$(cat "$file")" 2>/dev/null || continue 2; sleep 0.05; done
    left+=" $file"
  done
  if [ -z "$left" ]; then ok "$name"; else bad "$name" "$left"; fi
}
family=(family.child family.group family.orphan)
run 0 "a bot with a family that hangs" sim -n 1 --jobs 1 --bot-time 2000 --bot "1=cmd:python3 family.py stay" dice.trv
gone "its family ends with it" family.bot "${family[@]}"
rm -f family.[bcgo]*
run 0 "a bot that leaves its family behind" sim -n 1 --jobs 1 --bot-time 20000 --bot "1=cmd:python3 family.py go >&2" dice.trv
gone "what is left of it ends too" "${family[@]}"
# ends_with_trvm SIGNAL BOT…: a signal to trvm while the family lives.
ends_with_trvm() {
  rm -f family.[bcgo]*
  "$trvm" sim -n 1 --jobs 1 --bot-time 50000 --bot "1=cmd:exec python3 family.py ${*:2}" dice.trv >out 2>err </dev/null &
  for _ in $(seq 100); do [ -s family.bot ] && [ -s family.orphan ] && break; sleep 0.05; done
  kill -s "$1" $!
  for _ in $(seq 100); do kill -0 $! 2>/dev/null || break; sleep 0.05; done
  if kill -9 $! 2>/dev/null; then bad "trvm ends: $*"; else ok "trvm ends: $*"; fi
  wait $! 2>/dev/null
  gone "a family ends with trvm: $*" family.bot "${family[@]}"
}
for signal in INT TERM KILL; do ends_with_trvm $signal stay; done
# Nor does it help a bot to stop or kill the process that watches over it, or to have that one wait.
for signal in STOP KILL ALRM; do
  rm -f family.[bcgo]*
  begun=$(date +%s)
  run 0 "a bot that sends its keeper $signal" sim -n 4 --jobs 1 --bot-time 2000 --bot "1=cmd:exec python3 family.py stay $signal" dice.trv
  if [ $(($(date +%s) - begun)) -lt 10 ]; then ok "it costs its time: $signal"; else bad "it costs its time: $signal"; fi
  gone "its family ends all the same: $signal" family.bot "${family[@]}"
done
for signal in INT TERM KILL; do ends_with_trvm $signal stay STOP; done
ends_with_trvm INT stay KILL
# holds NAME COMMAND: a bot that holds up its keeper costs its time.
holds() {
  local begun
  begun=$(date +%s)
  run 0 "a bot that $1" sim -n 2 --jobs 1 --bot-time 300 --bot "1=cmd:echo \$\$ >holder; $2" dice.trv
  if [ $(($(date +%s) - begun)) -lt 10 ]; then ok "$1: it costs its time"; else bad "$1: it costs its time"; fi
  gone "$1: it ends" holder
}
holds "stops its keeper all the time" 'while :; do kill -STOP $PPID; done'
holds "holds the life line open" 'for file in /proc/$PPID/fd/*; do eval "exec 9<>$file" && sleep 70 & done; sleep 70'
holds "talks in its keeper's place" 'for file in /proc/$PPID/fd/*; do tr "\0" x </dev/zero >$file & done; sleep 70'
# What it answers cannot command the terminal.
answers "an answer that is a command" 'while read -r line; do printf "\\033[31mred\\302\\233\\n"; done' 'answered ` \[31mred `, not'
# Nor can what it says on standard error, which is told line by line, so many of them, and never waited for.
cat >loud.py <<'END'
import json, sys
say = sys.stderr.buffer
say.write(b"\x1b[2Jred\xc2\x9b31m\xff\n" + b"x" * 499 + "é".encode() * 200000 + b"\n" + b"word\n" * 97 + b"last\n")
say.write(b"too many\n" * 200000)
for line in sys.stdin:
    if json.loads(line)["type"] == "choose":
        print(json.dumps({"choice": 0}), flush=True)
END
run 0 "a bot that says much" sim -n 20 --jobs 1 --bot "2=cmd:python3 loud.py" dice.trv
lacks err $'\033|\302\233|lost|too many' "what it says commands no terminal, and costs it no choice"
has err '^seat 2 says:  \[2Jred 31m�$' "what it says is shown as text"
has err '^seat 2 says: x{499}…$' "a long line is cut between letters"
has err '^seat 2 says: last$' "a hundred lines are told"
if [ "$(tail -n 1 err)" = "… more lines of seat 2 are left out" ] && [ "$(wc -l <err)" -eq 101 ]
then ok "more are not"; else bad "more are not" "$(cut -c1-80 err | tail -n 3)"; fi
run 0 "bots that say much at once" sim -n 8 --jobs 4 --bot "cmd:python3 loud.py" dice.trv
lacks err '.(seat [12] says|…) |says: $|out.' "lines of several threads stay whole"
run 0 "a bot's last words" sim -n 1 --jobs 1 --bot "1=cmd:echo no rules for me >&2; printf farewell >&2" dice.trv
has err '^seat 1 says: no rules for me$' "its last words are told"
has err '^seat 1 says: farewell$' "also without the end of a line"

# ---- seeds that nobody is told ----
for way in pipe terminal; do
  if python3 "$top/tests/cli/secret_seed.py" "$trvm" dice.trv "$way" >out 2>&1
  then ok "a secret seed, $way"; else bad "a secret seed, $way" "$(cat out)"; fi
done
feed '1\nq\n' 0 "a game with a long seed" dice.trv --hotseat --seed 0123456789abcdef0123456789ABCDEF --save lengthy.trvsave
lacks out 'seed|0123456789abcdef' "a long seed is no secret of the one who typed it, but of the others"
has lengthy.trvsave '^seed 0123456789abcdef0123456789abcdef$' "a save with a long seed"
run 0 "replay with a long seed" replay lengthy.trvsave
lacks out '0123456789abcdef' "a game that is not over keeps its seed when it is replayed"
feed "$(printf '1\\n2\\n%.0s' $(seq 200))" 0 "resume with a long seed" dice.trv --resume lengthy.trvsave
has out '^The same game again: --seed 0123456789abcdef0123456789abcdef$' "the seed at the end"
feed 'q\n' 0 "left before anything was decided" dice.trv --hotseat
has out '^Nothing was decided yet, so nothing is saved.$' "the seed is not told then"
refuses "play: a long seed with a digit too few" dice.trv --seed 0123456789abcdef0123456789abcde
has err 'neither a number from 0 to 4294967295 nor a long seed, which has 32 hexadecimal digits' "what a seed looks like"
# The number to draw from does not depend on a seed that could be searched.
for seed in 1 2; do
  rm -f told
  run 0 "a command with seed $seed" sim -n 1 --jobs 1 --seed $seed --bot "1=cmd:sh teller.sh" dice.trv
  grep -o '"random":[0-9]*' told | head -n 1 >"random.$seed"
done
same random.1 random.2 "the number to draw from tells nothing of a small seed"

# ---- what ends badly ----
cat >unranked.trv <<'END'
game "Unranked" { players 2..2 }
var least: int = -2_147_483_647
play {
  say "before"
  choose way by p1 "?" { option left { }  option right { } }
}
rank p by least - seat(p)
END
run 1 "a ranking that cannot be worked out" play unranked.trv --bots --seed 1
has err '^trvm: rule error: a number became too large$' "the ranking's error is told"
feed '1\n' 1 "the same with people" play unranked.trv --seed 1
has err 'the game as it was before is saved in `unranked.trvsave`' "the game is kept"
sed 's/^rank.*//; s/choose way.*/fail "no way"/' unranked.trv >failed.trv
run 1 "a game that fails" play failed.trv --bots --seed 1
has out 'before' "what was said before an error is shown"
has err '^trvm: rule error: no way$' "and then the error"

# ---- folders with other things in them ----
mkdir -p mixed/variants && cp dice.trv dice.md mixed && cp short.trv mixed/variants && mkfifo mixed/pipe.trv mixed/variants/pipe.trv
sed -i 's/"dice.trv"/"..\/dice.trv"/' mixed/variants/short.trv
run 0 "house rules beside pipes" play --help-game mixed/dice.trv
has out 'variants/short.trv' "house rules are found among pipes"

# ---- two at one save ----
rm -f dice*.trvsave
feed '1\nq\n' 0 "a game for two" dice.trv --seed 5
cat >two.sh <<'END'
"$1" dice.trv --resume dice.trvsave <<'KEYS' >one.out 2>one.err
1
q
KEYS
echo q
END
sh -c '(sleep 1; sh two.sh "$1") | { sleep 0; timeout 60 "$1" dice.trv --resume dice.trvsave; }' sh "$trvm" >out 2>err
has err '`dice.trvsave` was written by somebody else meanwhile; this game goes on in `dice-2.trvsave`' "another game over the save"
has out '^Saved to dice-2.trvsave.$' "a file of its own"
has one.out '^Saved to dice.trvsave.$' "the other keeps the name"

# ---- commands to type again ----
feed '1\nq\n' 0 "quotes inside quotes" dice.trv --seed 5 --seat "2=cmd:awk '{print}' # it's" --bot-time 50
has out "--bot-time 50 --seat '2=cmd:awk '.''\{print\}'.'' # it'.''s'$" "they are read back as they were"
many=(); for i in $(seq 60); do many+=(--seat 2=random); done
feed 'q\n' 0 "branching off with many options" replay dice.trvsave --branch 1 "${many[@]}"
has out 'seed 5' "none of them is lost"

cp dice.trv -- -x.trv
feed '1\nq\n' 0 "a game whose name begins like an option" ./-x.trv --seed 5 --hotseat --save ./-y.trvsave
has out 'Go on with:  trvm ./-y.trvsave$' "it can be typed again"
rm ./-x.trv ./-y.trvsave
for name in $'x\ty.trv' $'x\xff.trv' $'x\u202ey.trv'; do
  cp dice.trv "$name"
  feed '1\nq\n' 0 "a name that cannot be shown" "$name" --seed 5 --hotseat
  has out 'trvm play GAME --resume SAVE.*cannot be shown' "that is told"
  feed '' 0 "a name that cannot be shown, without input" "$name"
  has out 'in a terminal: +trvm GAME$' "no name stands there that is none"
  rm "$name" x*.trvsave
done
# A symbolic link stays one; of the names of one file, the one that was given has the new file.
mkdir linked; sed 's/ {/   {/' dice.trv >linked/one.trv; cp linked/one.trv linked/before
ln linked/one.trv linked/two.trv; ln -s one.trv linked/three.trv
run 0 "fmt of a file with several names" fmt linked/three.trv
if [ -L linked/three.trv ]; then ok "a symbolic link stays"; else bad "a symbolic link stays"; fi
# So does one that leads to nothing, over others and into other folders: what is written is where it leads.
# stays NAME LINK FILE: LINK is one still, and FILE is there, a plain one.
stays() {
  if [ -L "$2" ] && [ -f "$3" ] && [ ! -L "$3" ]; then ok "$1"; else bad "$1" "$(ls -l "$2" "$3" 2>&1)"; fi
}
mkdir -p linked/far && ln -s far/middle linked/first && ln -s ../end.trvsave linked/far/middle
feed '1\ns linked/first\ns! linked/first\n1\nq\n' 0 "a save to a link that leads to nothing" dice.trv --seed 5 --hotseat
has err '^trvm: `linked/first` exists already; `s! linked/first` overwrites it$' "it is not overwritten unasked"
stays "the links stay, and the save is at their end" linked/first linked/end.trvsave
has linked/end.trvsave '^end 2 ' "the game is kept there"
rm linked/end.trvsave
feed '1\nq\n' 0 "a save to a link as an option" dice.trv --seed 5 --hotseat --save linked/end.trvsave
feed '1\nq\n' 0 "a save by a link" dice.trv --hotseat --resume linked/first
stays "the links stay when the game goes on" linked/first linked/end.trvsave
ln -s ../linked/made.trvc linked/made
run 0 "build to a link that leads to nothing" build dice.trv -o linked/made
stays "it is built behind the link" linked/made linked/made.trvc
ln -s nowhere/x.trvsave linked/lost; ln -s round linked/round
feed '1\ns! linked/lost\ns! linked/round\nq\n' 0 "saves to links that lead nowhere" dice.trv --seed 5 --hotseat
has err 'cannot save to `linked/lost`: No such file' "into a folder that is not there"
has err 'cannot save to `linked/round`: Too many levels' "round in circles"
if [ -L linked/lost ] && [ -L linked/round ]; then ok "these links stay, too"; else bad "these links stay, too"; fi
same linked/two.trv linked/before "the other name keeps the file as it was"
rm -r linked

# ---- documents ----
# Characters that turn or hide others are shown as what they are in whatever people read, files and pipes included.
turn=$'\u202e' hide=$'\u200b'
cat >turned.md <<END
# Tur${turn}ned

- **R1** Pass${hide} on.
END
cat >turned.trv <<END
game "Tur${turn}ned" {
  players 2
  rulebook "turned.md"
}
const rounds = 2
play {
  repeat rounds times {                                                                          @R1
    for p in players { choose step by p "Go ${turn}on?" { option pass "pa${hide}ss" { say "${turn}{p}" } option stay { } } }
  }
}
END
cat >turned_variant.trv <<END
variant "Back${turn}wards" of "turned.trv" {
  summary "Thr${hide}ee."
  /// Three ${turn}rounds.
  const rounds = 3
}
END
# shows NAME COMMAND…: what it prints, and a page or a graph that it has written, has the replacement and no such character.
shows() {
  local name=$1
  shift
  rm -f page graph.dot
  run 0 "$name" "$@"
  cat page graph.dot >>out 2>/dev/null
  lacks out "$turn|$hide" "$name: nothing is turned or hidden"
  has out $'\ufffd' "$name: what would is shown"
}
printf '#!/bin/sh\ncat >graph.dot\n' >fake/dot
shows "rules that turn" rules turned.trv
shows "a page of rules that turn" rules --html turned.trv
shows "a graph that turns" graph turned.trv
PATH="$work/fake:$PATH" shows "a graph that is drawn" graph --svg turned.trv
shows "a leaflet that turns" diff --leaflet turned_variant.trv
shows "a page of it" diff --html turned_variant.trv
shows "differences that turn" diff turned_variant.trv
shows "a rulebook that turns" check --html page turned.trv
shows "a comparison that turns" compare turned.trv turned_variant.trv -n 8 --html page
shows "a game that turns" play --bots turned.trv
shows "a listing that turns" dis turned.trv

# ---- lines that are refused whole ----
for text in '1\0' '\0' '1\0junk'; do
  feed "$text\n" 2 "a NUL byte in a line: $text" dice.trv --seed 5 --hotseat
  has err '^trvm: input line 1: it has a NUL byte$' "it is told, and nothing chosen: $text"
done
feed "$(head -c 1048576 /dev/zero | tr '\0' 1)\n" 2 "the longest line" dice.trv --seed 5 --hotseat
has err '^trvm: input line 1: there is no option `1{200}…`' "it is told in short"
feed "$(head -c 1048577 /dev/zero | tr '\0' 1)\n" 2 "a line that is too long" dice.trv --seed 5 --hotseat
has err '^trvm: input line 1: it has more than 1048576 bytes$' "it is refused"

# ---- very many options ----
cat >many.trv <<'TEXT'
game "Many" { players 2 }
var taken: int = 0
play {
  for p in players {
    choose act by p "Which?" {
      option take(n in 1..200000) "take {n}" needs n > 100000 else "too few" { taken = n }
    }
  }
}
rank p by taken desc
TEXT
feed '? take(7)\n? 199999\nh\n1\n1\n' 0 "play with a hundred thousand options and as many denied" play --hotseat many.trv
has out 'No hint: 100000 options' "no hint about so many"
has out 'take: 7 – too few' "a denied one of many is found"
has out 'p1: take 100001' "one of many is taken"
feed '99999\ntake(200000)\n' 0 "by number and by notation" play --hotseat many.trv
has out 'p2: take 200000' "the last of many is taken"
run 0 "perft --divide with many options" perft --depth 1 --divide --json many.trv
json "each of many is counted" 'len(d["divide"])==100000 and d["divide"][-1]=={"notation":"take(200000)","count":1}'

# ---- very large files: their time grows as they do ----
python3 - <<'PYTHON'
start = 'game "Large" { players 2 }\nplay { for p in players {'
pages = {"comments": start + " say to p \"x\" } }\n" + "// a comment\n" * 600000,
         "ends": start + " say to p \"x\" } }\nenum Value {\n" + "".join(f"  v{i} // c\n" for i in range(400000)) + "}\n",
         "cites": start + " say to p \"x\" } } " + "@R1 " * 1000000 + "\n",
         "allows": start + " say to p \"x\" } } " + 'allow W0501 "why"  ' * 50000 + "\n",
         "options": start + " choose way by p {\n" + "".join(f"option o{i} {{ }}\n" for i in range(150000)) + "} } }\n"}
for name, text in pages.items():
    with open(f"large_{name}.trv", "w", encoding="utf-8") as file: file.write(text)
PYTHON
for page in comments ends cites allows; do run 0 "fmt of very many $page" fmt "large_$page.trv"; done
run 0 "check of very many cites" check large_cites.trv
run 1 "check of very many options" check large_options.trv
has out 'E0410' "a procedure that is too long"
rm large_*.trv

# ---- output nobody reads ----
"$trvm" dice.trv --bots --seed 5 2>err | head -n 1 >/dev/null
if [ ! -s err ]; then ok "closed pipe is quiet"; else bad "closed pipe is quiet" "$(cat err)"; fi
timeout 20 "$trvm" dice.trv --bots --seed 5 >&- 2>err; code=$?
if [ $code = 2 ] && grep -q '^trvm: cannot write' err; then ok "closed stdout is told"; else bad "closed stdout is told" "$code $(cat err)"; fi
timeout 20 "$trvm" dice.trv --seed 5 <&- >out 2>err; code=$?
if [ $code = 0 ]; then ok "closed stdin"; else bad "closed stdin" "$code $(cat err)"; fi
timeout 20 "$trvm" sim -n 10 dice.trv >/dev/full 2>err; code=$?
if [ $code = 2 ] && grep -q '^trvm: cannot write' err; then ok "full output"; else bad "full output" "$code $(cat err)"; fi
# A limit on the size of files is like a full disk: a game goes on, and the file that was there stays.
rm -f dice*.trvsave
printf '2\n2\nq\n' | (ulimit -f 0; timeout 20 "$trvm" dice.trv --seed 5 2>&1) | cat >out
has out 'the game is not kept in `dice.trvsave`: File too large' "a save beyond the limit is told of"
has out '^The decisions so far' "and the game is not lost"
run 0 "a compiled game" build dice.trv -o limited.trvc
cp limited.trvc limited.before
(ulimit -f 1; timeout 20 "$trvm" build dice.trv -o limited.trvc 2>&1) | cat >out
has out 'File too large' "a compiled game beyond the limit is told of"
same limited.trvc limited.before "the one before is whole"
run 0 "colour on demand" play dice.trv --color always --seed 5
has out $'\033' "colours"
run 0 "no colour in a pipe" play dice.trv --seed 5
lacks out $'\033' "no colours"
refuses "wrong --color" play dice.trv --color=pink
# The name of a file that was found somewhere does not command the terminal.
strange=$'s\033[31m.trv'
cp dice.trv "$strange"
run 0 "a strange name" check --deep 2 --rulebook "$strange"
has out '^s \[31m.trv: 0 errors' "it is told"
lacks out $'\033' "it commands nothing"
printf 'game "Strange {\n' >"$strange"
run 1 "errors in a file of a strange name" check "$strange"
has out '^s.+\[31m.trv:1:' "they are told"
lacks out $'\033' "they command nothing"
rm "$strange"
# Nor does a save that was found somewhere: it names its game and the rules that it was played with, and has escapes for
# characters that command.
feed '1\nq\n' 0 "a game to be tampered with" dice.trv --seed 5 --hotseat --save plain.trvsave
sed $'s/^program .*/program 0123456789abcdef/; s/^\\(rule [0-9a-f]*\\) .*/\\1 r\033[31m/' plain.trvsave >rules.trvsave
sed $'s/^title .*/title t\033[31m/' plain.trvsave >title.trvsave
sed $'s/^game .*/game g\033[31m/' plain.trvsave >file.trvsave
for part in rules title file; do
  timeout 20 "$trvm" replay $part.trvsave >out 2>err
  has err 'A line of the saved game is damaged' "a save with strange $part is refused"
  cat err >>out
  lacks out $'\033' "a save with strange $part commands nothing"
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
