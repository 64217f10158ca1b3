# The table of methods in docs/editors.md, out of lsp/methods.def. Called with both, it prints the page anew.
FNR == NR {
  if (/^METHOD\(/) {
    line = $0
    sub(/^METHOD\("/, "", line); sub(/"\)$/, "", line)
    name = line; sub(/".*/, "", name)
    tests = line; sub(/.*"/, "", tests)
    text = line; sub(/", "[^"]*$/, "", text); sub(/.*"/, "", text)
    rows = rows "| `" name "` | " text " | " tests " |\n"
  }
  next
}
/^<!-- methods: / { print; printf "\n| method | what it is for | tests |\n|---|---|---|\n%s\n", rows; skipping = 1; next }
/^<!-- end of methods -->/ { skipping = 0 }
!skipping { print }
