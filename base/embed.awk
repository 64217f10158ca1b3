# Turns files into C: awk -f embed.awk -v array=NAME [-v strip=PREFIX] FILE… > NAME.c
# Gives `const struct embedded_file NAME[]` (base/embed.h), one string literal per line of each file.

# Writes a line as string literals of at most 100 characters, never splitting an escape.
function write_line(line,    i, letter, literal) {
  literal = ""
  for (i = 1; i <= length(line); i++) {
    letter = substr(line, i, 1)
    if (letter == "\\" || letter == "\"" || letter == "?") letter = "\\" letter
    else if (letter == "\t") letter = "\\t"
    else if (letter == "\n") letter = "\\n"
    literal = literal letter
    if (length(literal) >= 100 && i < length(line)) {
      print "    \"" literal "\""
      literal = ""
    }
  }
  print "    \"" literal "\""
}

BEGIN {
  print "/* Made by embed.awk. */"
  print "#include \"base/embed.h\""
  print ""
  print "const struct embedded_file " array "[] = {"
}
FNR == 1 {
  if (open) print "  },"
  name = FILENAME
  if (strip != "" && index(name, strip) == 1) name = substr(name, length(strip) + 1)
  print "  { \"" name "\", \"\""
  open = 1
}
{ write_line($0 "\n") }
END {
  if (open) print "  },"
  print "  { 0, 0 }"
  print "};"
}
