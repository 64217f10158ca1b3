"""What a document for people may not say: bad patterns, and a simple grammar of sentences.

A document is Markdown of the small kind that compiler/sheet.h describes. Texts of authors, which stand in quotes or in
tables, are not judged, except that quotes and brackets are balanced.
"""
import collections
import re

Fault = collections.namedtuple("Fault", "kind line")

VOWEL_SOUNDS = r"(?!one\b|uni|use|usu|eur|\bu\b)[aeiou]"
PATTERNS = {
    "doubled word": r"\b([a-z]+) \1\b",
    "is is": r"\b(is|are) (is|are|has)\b",
    "has does": r"\b(has|does) (has|does|is)\b",
    "s's": r"\w*s's\b",
    "a name of the code": r"\w_\w|\b(bool|int|enum|deck|fn|void)\b",
    "an operator of the code": r"==|!=|<=|>=|->|\{|\}|\?\?",
    "a before a vowel": rf"(?<!'s )(?<!dest )\b[Aa] {VOWEL_SOUNDS}",
    "an before a consonant": r"\b[Aa]n (?![aeiou8hHAEIOU“])",
    "one of many": r"\b1 (cards|players|tickets|numbers|values|days|times|spaces)\b",
    "as many times as a number": r"\bas many times as \d",
    "none as a thing": r"\b(?<!there )(is|to|be) none\b|\bnone is\b",
    "the lowest of two": r"\bthe (lowest|highest) of [^,]*\band\b",
    "the the": r"\b(the|a|an) (the|a|an)\b",
    "a determiner without a noun": r"\bthe (highest|lowest) the\b|\bnumber of numbers\b",
    "an empty bracket": r"\(\s*\)|\( | \)",
    "a lonely mark": r" [,.;:]|[,;:]\.|\.\.(?!\.)|,,|\. \(|: \([A-Z]\d",
    "two blanks": r"\S  +\S",
    "becomes": r"\bbecomes\b",
    "the all": r"\bthe (all|each|every|both|no) ",
    "a preposition as a thing": r"'s? (at|on|from|to|by|in)(?! force)\b",
    "a truth that is set": r"\b[Ss]et [^.;:]* to whether\b",
    "many is": r"(?<!cards in )\bthe (legs left|neighbours of ‹v›'s \w+|keys on map) (is|has|contains|does)\b",
    "two for one": r"\bthe \w+ in ‹v› and\b",
    "nothing as a value": r"\bto nothing\b|\b(is|are) not nothing\b",
    "such a thing": r"\bsuch a thing as\b",
    "a question as a thing": r"\bthe (whose|who|which|what|how|where|when)\b",
    "a verb as a thing": r"'s? (does|wants|lasts|harms)\b",
    "as many as all": r"\bas many cards from (.*) to .* as the number of cards in \1",
    "no article": r"\bis traveller\b|\bthe held\b|\bthe does\b",
}
# Of lines as they are written, with quotes and emphasis.
WRITTEN = {
    "a quote of nothing": r"“[…. ]*”",
    "two holes in a row": r"……",
    "a name with a blank": r"(?<!\*)\* \w+\*(?!\*)",
}
# A condition has a verb somewhere.
VERBS = re.compile(r"\b(is|are|has|have|does|do|can|cannot|may|must|need|needs|holds?|contains?|there|so|begins?|trails?|"
                   r"carries|\w+s)\b")


def spoken(line):
    """The line without emphasis, links and escapes; what stands in quotes is only said to be there."""
    line = re.sub(r"\\(.)", r"\1", line)
    line = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line)
    line = re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", "‹v›", line).replace("*", "")
    while re.search("“[^“”]*”", line):
        line = re.sub("“([^“”]*)”", lambda quote: "‹Q" + (quote[1][-1:] if quote[1][-1:] in ".?!" else "") + "›", line)
    return line


def balanced(line):
    depth = 0
    for mark in line:
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth < 0:
            return False
    return depth == 0 and line.count("“") == line.count("”") and line.count('"') % 2 == 0


def depth_of(line):
    """How deep an item stands; None for what is no item."""
    found = re.match(r"( *)(?:-|\d+\.) ", line)
    return len(found[1]) if found else None


def ends_well(words, line, following):
    if words.endswith(":"):
        depth, below = depth_of(line), depth_of(following) if following is not None else None
        if following is None:
            return False
        if depth is None:
            return below is not None or following.startswith(("|", "<"))
        return below is not None and below > depth
    return re.search(r"[.?!]$|[.?!]›$|[.?!]\)$", words) is not None


def check(document, unjudged=()):
    """The faults of a document, and how many sentences it has; patterns that its names would match are not judged."""
    lines = [line for line in document.splitlines() if line.strip()]
    faults, sentences = [], 0
    for number, line in enumerate(lines):
        if line.startswith(("#", "|", "<", "```")):
            continue
        following = lines[number + 1] if number + 1 < len(lines) else None
        if re.match(r" *- \*\*[A-Z]\d+\*\* ", line):
            continue  # an item of the rulebook, or where it is told
        words = spoken(re.sub(r"^ *(-|\d+\.) ", "", line)).strip()
        sentences += 1
        if not balanced(line):
            faults.append(Fault("unbalanced", line))
        if not re.match(r"[A-Z0-9‹(\"$−–…]", words):
            faults.append(Fault("no capital", line))
        if not ends_well(words, line, following):
            faults.append(Fault("no end", line))
        for kind, pattern in PATTERNS.items():
            if kind not in unjudged and re.search(pattern, words):
                faults.append(Fault(kind, line))
        for kind, pattern in WRITTEN.items():
            if re.search(pattern, line):
                faults.append(Fault(kind, line))
        condition = re.search(r"\b(?:[Ii]f|Unless),? ([^:;.]*)", words)
        if condition and not VERBS.search(condition[1]):
            faults.append(Fault("a condition without a verb", line))
    return faults, sentences
