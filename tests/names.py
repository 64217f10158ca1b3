"""Whether names that several files see tell where they come from; prints those that do not, for tests/layers.sh.

A function that is not static begins with a word of its file, of the header that declares it, or of its folder, or with
the name of a struct that it is about (`symbol_find` gives a `struct symbol`, `sink_end` takes a `struct text_sink`).
A struct, union or enum that has a name has it for itself, also where the other one is in a file that never meets it.
"""
import collections
import glob
import os
import re
import sys

FOLDERS = ("base", "lang", "compiler", "compiler/analysis", "compiler/optimise", "vm", "sitting", "bots", "serve", "lsp", "trvm")
GENERATED = ("lang/parser.c", "lang/parser.h", "lang/scanner.c")

# main, macros that look like functions, and words of the toolkit that every command uses.
OTHERS = ("main", "format", "complain", "plural", "ends_with", "need_memory", "need_copy")

# What begins with ffi_ is libffi's.
SYNONYMS = {"ffi": "foreign"}

FUNCTION = re.compile(r"^(?!static|typedef|extern|#|else|return|struct \w+ \{|enum \w* ?\{)[A-Za-z_][^;{}=#\n]*?\b(\w+)"
                      r"(\([^;{}]*?\)(?: __attribute__\(\(.*?\)\)\))?)\s*([{;])", re.M)
TAG = re.compile(r"^\s*(?:typedef |static |const )*(?:struct|union|enum) (\w+) \{", re.M)


def singular(word):
    return word[:-1] if word.endswith("s") else word


def words(name):
    return {SYNONYMS.get(word, singular(word)) for word in name.split("_")}


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def sources(folder, endings):
    return [path for path in sorted(glob.glob(folder + "/*")) if path.endswith(endings) and path not in GENERATED]


def headers_of_functions():
    """{function: stems of the headers that declare it}"""
    found = collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sources(folder, (".h",)):
            for match in FUNCTION.finditer(read(path)):
                found[match[1]].add(stem(path))
    return found


def about(text):
    """Words by which a function may begin because of what it takes or gives: names of types, and their words."""
    tags = set(re.findall(r"\b(?:struct |enum |union |trv_)(\w+)", text))
    return {singular(tag) for tag in tags}.union(*map(words, tags))


def is_named_well(name, signature, path, folder, headers):
    if name.endswith("_command"):  # of trvm/options.def
        return True
    allowed = words(stem(path)) | {singular(folder.split("/")[-1])}
    for header in headers.get(name, ()):
        allowed |= words(header)
    parts = name.split("_")
    beginnings = {singular("_".join(parts[:length])) for length in range(1, len(parts) + 1)}
    return bool(beginnings & (allowed | about(signature)))


def bad_functions():
    headers = headers_of_functions()
    for folder in FOLDERS:
        for path in sources(folder, (".c", ".y", ".l")):
            for match in FUNCTION.finditer(read(path)):
                name = match[1]
                if match[3] != "{" or "static " in match[0] or name in OTHERS or name.startswith(("trv_", "trvscan_")):
                    continue
                if not is_named_well(name, match[0], path, folder, headers):
                    yield f"{path}: {name} does not begin with the name of its module"


def bad_tags():
    homes = collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sources(folder, (".c", ".h", ".y", ".l", ".inc")):
            for match in TAG.finditer(read(path)):
                homes[match[1]].add(path)
    for tag, paths in sorted(homes.items()):
        if len(paths) > 1:
            yield f"struct {tag} is defined in {' and in '.join(sorted(paths))}"


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    complaints = list(bad_functions()) + list(bad_tags())
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
