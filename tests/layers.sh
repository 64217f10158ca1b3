#!/usr/bin/env bash
# What the compiler of C cannot see: who may include whom, no game in the C code, and that nothing on a list lacks its
# test, its page or its line in a makefile. Prints TAP; each check is a function that prints what is wrong.
# shellcheck disable=SC2012,SC2317 # file names are plain, and the checks are called by name
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." || exit 2

# A tarball has what flex and bison make beside their sources.
by_hand() { grep -vE '^lang/(parser\.[ch]|scanner\.c):'; }

# includes FOLDER ALLOWED-PATTERN: includes in a folder's sources that match nothing allowed.
includes() {
  grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$1"/*.{c,h,l,y,inc} 2>/dev/null | by_hand |
    grep -vE "#[[:space:]]*include[[:space:]]*\"($2)\"" |
    sed "s|^\([^:]*:[0-9]*\):.*include[[:space:]]*\(\"[^\"]*\"\).*|\1 includes \2|"
}
base_includes_nothing_but_itself() { includes base 'base/[a-z_]+\.(h|def)'; }
lang_includes_only_lang_and_base() { includes lang '(base|lang)/[a-z_]+\.(h|def|inc)'; }
compiler_includes_lang_and_programs() {
  includes compiler '(base|lang|compiler|compiler/optimise)/[a-z_]+\.(h|def|inc)|vm/(program\.h|state\.h|build\.h|sections\.def)|include/trv(_inspect)?\.h'
  includes compiler/analysis '(base|lang|compiler|compiler/analysis)/[a-z_]+\.(h|def)'
  includes compiler/optimise '(base|lang|compiler|compiler/optimise)/[a-z_]+\.(h|def)|include/trv\.h'
}
vm_includes_only_vm_and_base() { includes vm '(base|vm)/[a-z_]+\.(h|def|inc)|include/trv\.h'; }
sitting_includes_only_base_and_the_public_header() { includes sitting '(base|sitting)/[a-z_]+\.h|include/trv(_sitting)?\.h'; }
sitting_has_no_files() { grep -nE '#[[:space:]]*include[[:space:]]*<(stdio|unistd|fcntl|sys/.*|time|signal)\.h>' sitting/*.[ch]; }
bots_include_only_base_and_the_public_header() { includes bots '(base|bots)/[a-z_]+\.(h|def|inc)|include/trv\.h'; }
# Bots must choose alike on every machine, and floating point is not alike: neither types, nor numbers, nor functions.
bots_decide_with_whole_numbers() {
  grep -nE '\b(float|double)\b|<(math|tgmath|float)\.h>' bots/*.[ch]
  sed 's|/\*.*\*/||; s|^ \* .*||; s|/\*.*||' bots/*.[ch] | grep -nE '[0-9]\.[0-9]'
}
server_includes_only_base_bots_and_the_public_header() { includes serve '(base|serve)/[a-z_]+\.h|bots/bots\.h|include/trv(_sitting)?\.h'; }
language_server_includes_only_base_and_the_public_header() { includes lsp '(base|lsp)/[a-z_]+\.(h|def)|include/trv(_inspect)?\.h'; }
command_includes_only_base_and_the_public_header() { includes trvm '(base|trvm)/[a-z_]+\.(h|def|inc)|bots/bots\.h|(serve/serve|lsp/lsp)\.h|include/trv(_bot|_sitting)?\.h'; }

# What only some systems have is in one file each, beside a plain one (docs/internals.md).
c_library='assert|ctype|errno|inttypes|limits|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|strings'
system_files='lang/(allocator_pages|resolver_posix)\.c|vm/(ffi|shared_object)\.c'
what_is_special_to_a_system_is_apart() {
  grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' \
    {base,lang,compiler,compiler/*,vm,sitting,include}/*.{c,h,l,y,inc} 2>/dev/null | by_hand |
    grep -vE "^($system_files):|<($c_library)\.h>"
}

# Whatever people read goes through trvm/output.c, which lets nothing command a terminal; commands to the terminal come
# from few files. What is written elsewhere goes to files and to bots.
# A compilation that is begun elsewhere would be one that nobody can interrupt.
only_load_begins_a_compilation() {
  grep -nE 'trv_compile_options( [a-z_]+ = |\)) *\{' trvm/*.c | grep -v '^trvm/load\.c:'
}

only_the_output_prints() {
  local prints='v?f?printf|v?dprintf|f?puts|f?putc|putchar|(f?putc|putchar|fputs|fwrite)_unlocked|fwrite|perror|psignal|psiginfo|error'
  grep -nE "(^|[^a-z_])($prints)\(" trvm/*.[ch] | grep -v '^trvm/output\.c:'
  grep -nE '(^|[^a-z_])(p?writev?|send(file|msg)?)\(' trvm/*.[ch] | grep -vE '^trvm/(file_write|guest_pipe|guest_aside|output)\.c:'
  grep -nE '(^|[^a-z_])output_command(_now)?\(|\\(033|x1b|e)' trvm/*.[ch] | grep -vE '^trvm/((output|screen)\.[ch]|(edit|leave)\.c):'
}

# Words of the games themselves, of which the C code and the explanations know none: the games' names, and what their
# tables call cards, places and the like, as ids and as labels. Left out are numbers and what everybody says, and the
# dictionary of the page, which has pictures for everyday words.
everyday='anchor|boat|connection|delay|duel|eight|five|four|nine|one|seven|six|ten|three|two|red|blue|green|yellow|coin|key|new map|none|offer|purse|shell|star|ticket|train'
game_words() {
  ls games/*.trv | sed 's|.*/||; s|\.trv$||; s|_| |g'
  awk -F, 'FNR == 1 { split("", wanted); for (i = 1; i <= NF; i++) if ($i ~ /^(id|label|name)\r?$/) wanted[i] = 1; next }
           { for (i in wanted) print $i }' games/*/*.csv | tr -d '"\r' | tr '_A-Z' ' a-z' |
    grep -E '[a-z]{3}' | grep -vxE "$everyday"
  printf '%s\n' elephant balloon detective torpedo globetrotter
}
no_game_in_the_code() {
  local words
  words=$(game_words | sort -u | sed 's|[][().*+?]|\\&|g; s| |[_ ]?|g' | paste -sd '|')
  LC_ALL=C grep -niE "(^|[^a-z])($words)s?([^a-z]|\$)" {base,lang,compiler,compiler/analysis,compiler/optimise,vm,sitting,bots,serve,serve/web,lsp,trvm,include}/*.{c,h,l,y,def,inc,js,css,html} lang/explain/*.md \
    2>/dev/null | by_hand | grep -v '^serve/web/pictures\.js:'
}

diagnostics() { grep -ohE '^DIAG\([A-Z][0-9]+' lang/diagnostics.def | cut -c6-; }
opcodes() { grep -ohE '^OP\([A-Z0-9_]+' vm/opcodes.def | cut -c4-; }

# missing_from COMPLAINT: which of the words on standard input are not among the words of file descriptor 3.
missing_from() { comm -23 <(sort -u) <(sort -u <&3) | sed "s|\$| $1|"; }

every_diagnostic_has_a_page() {
  diagnostics | missing_from 'has no page in lang/explain' 3< <(cd lang/explain && ls | sed 's/\.md$//')
}
every_page_has_a_diagnostic() {
  (cd lang/explain && ls | sed 's/\.md$//') | missing_from 'is a page in lang/explain and no code' 3< <(diagnostics)
}
# Every code is in the header of a golden message; the three that no file of reasonable size can show, and the one that
# needs a build without C code, in a unit test.
unshown='E0002|E0003|E0006|E0806'
every_diagnostic_has_a_test() {
  diagnostics | grep -vxE "$unshown" | missing_from 'is in no golden file' \
    3< <(grep -hoE '(error|warning)\[[EW][0-9]{4}\]' tests/golden/*/*.expected 2>/dev/null | grep -oE '[EW][0-9]{4}')
  diagnostics | grep -xE "$unshown" | missing_from 'is in no unit test' \
    3< <(grep -hoE '\b[EW][0-9]{4}\b' tests/unit/*.c 2>/dev/null)
}
every_opcode_has_a_test() {
  opcodes | missing_from 'is in no unit test and no listing' \
    3< <(cat tests/unit/*.[ch] tests/golden/listing/*.expected 2>/dev/null | grep -oE '[A-Z][A-Z0-9_]+' | sed 's/^OP_//')
}
the_page_of_opcodes_is_up_to_date() {
  awk -f docs/opcodes.awk vm/opcodes.def | cmp -s - docs/opcodes.md ||
    echo 'make it again: awk -f docs/opcodes.awk vm/opcodes.def > docs/opcodes.md'
}

the_table_of_methods_is_up_to_date() {
  awk -f lsp/methods.awk lsp/methods.def docs/editors.md | cmp -s - docs/editors.md ||
    echo 'make it again: awk -f lsp/methods.awk lsp/methods.def docs/editors.md'
}

editors_know_the_words_of_the_language() { python3 editors/make.py --check; }

# What opcodes.def says an instruction may do is what its case in the loop does: a rule error other than those of damaged
# files or missing fuel, fuel, and paying for work.
effects_of_cases() {
  awk '/^  CASE\(/ { name = $0; sub(/^  CASE\(/, "", name); sub(/\).*/, "", name); if (!(name in seen)) order[++count] = name; seen[name] = 1 }
       /^(forced|taken):/ { name = "" }
       name { line = $0; gsub(/FAIL\(RULE_CHECK\)/, "", line); if (name == "ERROR" || line ~ /FAIL\(|TRY\(|ON_CARDS\(|ARITHMETIC|READ_CELL/) raises[name] = 1
              if (line ~ /USE_FUEL|LOOP_BY_C/) fuel[name] = 1
              if (line ~ /PAY|SETTLE|ON_CARDS|WRITE|EACH_WORD|LOAD_SET|SCAN;/) grows[name] = 1 }
       END { for (i = 1; i <= count; i++) print order[i], (order[i] in raises) + 0, (order[i] in fuel) + 0, (order[i] in grows) + 0 }' vm/interp_loop.inc | sort
}
effects_of_list() {
  sed -nE 's/^OP\(([A-Z0-9_]+), *"[^"]*", *([A-Z |]+),.*/\1 \2/p' vm/opcodes.def |
    awk '{ print $1, ($0 ~ / RAISES/) + 0, ($0 ~ / FUEL/) + 0, ($0 ~ / GROWS/) + 0 }' | sort
}
# A call does what its procedure does; that there is room for it is proven when the program is made. That a choice is stuck
# is noticed by the two that end an enumeration, and raised behind the cases.
the_effects_of_opcodes_are_those_of_the_loop() {
  diff <(effects_of_list | grep -vE "^(CALL(_CELL)?|EMIT_ONLY|END_OPTIONS) ") <(effects_of_cases | grep -vE "^(CALL(_CELL)?|EMIT_ONLY|END_OPTIONS) ") | sed -n 's/^[<>] /name, raises, uses fuel, pays for work; list (<) and loop (>): &/p'
}

# Every file that is built, installed or run as a test is named in the makefile of its folder.
files() {
  ls {base,lang,compiler,compiler/analysis,compiler/optimise,vm,sitting,bots,serve,lsp,trvm}/*.{c,h,def,inc} stdlib/*.trv games/*.{trv,md} games/*/*.{csv,trv,md} \
    tests/unit/{test_*.c,*.h} tests/games/*.{trv,csv} tests/play/*.txt tests/*.py tests/fuzz/*.{c,h,py,trv,md} 2>/dev/null |
    sed 's|^\(tests/unit/.*\)\.c$|\1|' | grep -v '/README\.md$'
}
listed() { cat ./*/local.mk | tr -s ' \t' '\n' | grep -E '^[a-z]+/'; }
every_file_is_listed() { files | missing_from 'is in no local.mk' 3< <(listed); }
every_listed_file_exists() {
  listed | grep -E '\.(trv|csv|md|txt)$' | while read -r file; do [ -e "$file" ] || echo "$file does not exist"; done
}
# Names that more than one file sees tell where they come from.
names_carry_their_module() { python3 tests/names.py; }
nothing_left_for_later() {
  grep -rnE '\b(TO''DO|FIX''ME|XX''X)\b' base lang compiler vm sitting bots trvm include stdlib games tests \
    --include='*.[chly]' --include='*.def' --include='*.trv' --include='*.sh' --include='*.py' | by_hand
}

checks="base_includes_nothing_but_itself lang_includes_only_lang_and_base compiler_includes_lang_and_programs
  vm_includes_only_vm_and_base sitting_includes_only_base_and_the_public_header sitting_has_no_files
  bots_include_only_base_and_the_public_header bots_decide_with_whole_numbers server_includes_only_base_bots_and_the_public_header
  language_server_includes_only_base_and_the_public_header command_includes_only_base_and_the_public_header
  what_is_special_to_a_system_is_apart only_load_begins_a_compilation only_the_output_prints no_game_in_the_code
  every_diagnostic_has_a_page every_page_has_a_diagnostic every_diagnostic_has_a_test every_opcode_has_a_test
  the_page_of_opcodes_is_up_to_date the_table_of_methods_is_up_to_date editors_know_the_words_of_the_language the_effects_of_opcodes_are_those_of_the_loop
  every_file_is_listed every_listed_file_exists names_carry_their_module nothing_left_for_later"

status=0
# shellcheck disable=SC2086 # a list of names
set -- $checks
echo "1..$#"
for check; do
  complaints=$($check)
  if [ -z "$complaints" ]; then
    echo "ok - ${check//_/ }"
  else
    echo "not ok - ${check//_/ }"
    printf '%s\n' "$complaints" | sed 's/^/# /'
    status=1
  fi
done
exit $status
