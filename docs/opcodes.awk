# Writes docs/opcodes.md from the one list of instructions: awk -f docs/opcodes.awk vm/opcodes.def > docs/opcodes.md
# The comment that opens the list becomes the introduction, each later one the heading of a table.
BEGIN { print "# Instructions\n\n<!-- Made from vm/opcodes.def by docs/opcodes.awk. -->\n\n```" }
!introduced {
  introduced = sub(/ ?\*\/$/, "")
  sub(/^(\/\*| \*) ?/, "")
  print
  if (introduced) print "```"
  next
}
/^\/\* .* \*\/$/ {
  gsub(/^\/\* | \*\/$/, "")
  print "\n## " toupper(substr($0, 1, 1)) substr($0, 2) "\n\n| instruction | operands | may | meaning |\n|---|---|---|---|"
}
/^OP\(/ {
  split($0, parts, "\"")
  name = parts[1]
  gsub(/^OP\(|,.*/, "", name)
  effects = tolower(parts[3])
  gsub(/[ ,]/, "", effects)
  gsub(/\|/, ", ", effects)
  print "| `" name "` | `" parts[2] "` | " (effects == "nothing" ? "" : effects) " | " parts[4] " |"
}
