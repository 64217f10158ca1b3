# Writes lang/tree_kids.h: for each NODE of tree.def an enum of the names of its kids.
# A NODE stands on one line, possibly with its comment on the next.
BEGIN { print "/* Made from tree.def by tree_kids.awk. */" }
/^NODE\(/ {
  line = $0
  sub(/\/\*.*/, "", line)
  kind = line; sub(/^NODE\(/, "", kind); sub(/[,)].*/, "", kind)
  text = ""
  while (match(line, /(KID|LIST)\([A-Z_]+\)/)) {
    kid = substr(line, RSTART, RLENGTH)
    line = substr(line, RSTART + RLENGTH)
    gsub(/^(KID|LIST)\(|\)$/, "", kid)
    text = text kind "_" kid ", "
  }
  print "enum { " text kind "_KIDS };"
}
