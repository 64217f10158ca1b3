# Makes C of tree.def: with `part=kids` the names of kids and the list of statements for switches, with
# `part=facts` the table of what is known of each kind, with `part=make` a constructor for each kind that takes all its
# kids. A NODE stands on one line.
BEGIN {
  print "/* Made from tree.def by tree.awk. */"
  zones = "TAKEN_FROM|DRAWN_FROM|PUT_INTO|SWAPPED|SHUFFLED|SET_UP|LOOKED_AT"
  roles = "(VALUE|CONDITION|TEXT|TYPE|DIMENSION|STATEMENT|DECLARATION|BODY|ITEM|TARGET|PART|" zones ")S?"
}
function fail(message) {
  print FILENAME ":" FNR ": " message > "/dev/stderr"
  failed = 1
  exit 1
}
# The words of DOES(A B) as DOES_A | DOES_B.
function doing(words,   count, list, i, text) {
  count = split(words, list, " ")
  for (i = 1; i <= count; i++) text = text (i > 1 ? " | " : "") "DOES_" list[i]
  return count ? text : "0"
}
/^NODE\(/ {
  line = $0
  sub(/[ \t]*\/\*.*/, "", line)
  if (line !~ /\)$/) fail("a NODE stands on one line")
  sub(/^NODE\(/, "", line)
  sub(/\)$/, "", line)
  kind = line; sub(/,.*/, "", kind)
  class = line; sub(/^[^,]*, */, "", class); sub(/,.*/, "", class)
  rest = line; if (!sub(/^[^,]*,[^,]*, */, "", rest)) rest = ""
  does = ""
  if (match(rest, /^DOES\([A-Z ]+\) */)) {
    does = substr(rest, RSTART + 5, RLENGTH - 5)
    sub(/\).*/, "", does)
    rest = substr(rest, RSTART + RLENGTH)
  }
  kids = ""; params = ""; body = ""; facts = ""; names = ""; count = 0
  while (rest != "") {
    if (!match(rest, "^" roles "\\([A-Z_]+\\) *")) fail("no kid of a known role: " rest)
    word = substr(rest, 1, RLENGTH)
    rest = substr(rest, RLENGTH + 1)
    role = word; sub(/S?\(.*/, "", role)
    kid = word; sub(/^[A-Z_]+\(/, "", kid); sub(/\).*/, "", kid)
    kids = kids kind "_" kid ", "
    facts = facts (count ? ", " : "") "AS_" role (word ~ /S\(/ ? " | AS_LIST" : "")
    names = names (count ? " " : "") tolower(kid)
    params = params ", struct tree *" tolower(kid) "_kid"
    body = body " node->kid[" kind "_" kid "] = " tolower(kid) "_kid;"
    count++
  }
  if (part == "kids") {
    print "enum { " kids kind "_KIDS };"
    if (class == "STATEMENT" || class == "EITHER") statements = statements " STATEMENT_" kind " = TREE_" kind ","
  } else if (part == "facts") {
    print "[TREE_" kind "] = { \"" kind "\", CLASS_" class ", " doing(does) ", \"" names "\", { " (count ? facts : "0") " } },"
  } else {
    print "static inline struct tree *make_" kind "(struct arena *arena, struct span span" params ") {"
    print "  struct tree *node = tree_new(arena, TREE_" kind ", span);"
    if (body) print " " body
    print "  return node;"
    print "}"
  }
}
END {
  if (failed || part != "kids") exit failed
  print "enum tree_statement {" statements " };"
}
