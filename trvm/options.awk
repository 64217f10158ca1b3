# Makes completions and the man page: copies a template and puts what options.def says in the place of its marks.
#
#   awk -f options.awk options.def completion.bash.in > completion.bash
#
# A mark is a line `@what@` or `@what COMMAND@`; each is made by the function print_what below.

# ---- reading options.def ----

FNR == NR && /^(COMMAND|OPTION|TAKES|ALSO)\(/ { row = "" }
FNR == NR { row = row $0; if (/\)$/ && row ~ /^(COMMAND|OPTION|TAKES|ALSO)\(/) { read_row(row); row = "" } next }

# The arguments of a row into fields[1…]: texts without their quotes, neighbouring texts as one.
function split_row(row, fields,    i, character, count, quoted) {
  count = 1
  split("", fields)
  fields[1] = ""
  for (i = index(row, "(") + 1; i < length(row); i++) {
    character = substr(row, i, 1)
    if (character == "\"") quoted = !quoted
    else if (quoted && character == "\\") { i++; fields[count] = fields[count] (substr(row, i, 1) == "n" ? " " : substr(row, i, 1)) }
    else if (quoted) fields[count] = fields[count] character
    else if (character == ",") fields[++count] = ""
    else if (character != " ") fields[count] = fields[count] character
  }
}

function read_row(row,    kind, f) {
  kind = substr(row, 1, index(row, "(") - 1)
  split_row(row, f)
  if (kind == "COMMAND") {
    commands[++command_count] = f[1]
    operands[f[1]] = f[2]; operand_completes[f[1]] = f[3]; summary[f[1]] = f[4]
  } else if (kind == "OPTION") {
    options[++option_count] = f[1]
    letter[f[1]] = f[2] == "0" ? "" : substr(f[2], 2, 1)
    name[f[1]] = f[3]; argument[f[1]] = f[4]; completes[f[1]] = f[5]
  } else {
    taken[++taken_count] = f[1]
    takers[taken_count] = " " f[2] " "; help[taken_count] = f[3]; also[taken_count] = kind == "ALSO"
  }
}

function takes(command, i) { return takers[i] == " every " || index(takers[i], " " command " ") }
# Of words and patterns, the words.
function plain_words(text) { gsub(/ *\*[^ ]*/, "", text); return text }
function is_many(how) { return how ~ /^many/ }
# "files", "games", "words", "settings", "codes" or "", and what stands behind the colon.
function kind_of(how) { sub(/^many */, "", how); sub(/:.*/, "", how); return how }
function rest_of(how) { return how ~ /: / ? substr(how, index(how, ": ") + 2) : "" }

# ---- the template ----

/^ *@[a-z]+( [a-z]+)?@$/ {
  mark = $0
  gsub(/[ ]*@/, "", mark)
  split(mark, words, " ")
  if (words[1] == "commands") print_commands()
  else if (words[1] == "values") print_values()
  else if (words[1] == "options") print_options()
  else if (words[1] == "operands") print_operands()
  else if (words[1] == "descriptions") print_descriptions()
  else if (words[1] == "cases") print_cases()
  else if (words[1] == "command") print_command(words[2])
  else if (words[1] == "table") print_table(words[2])
  else if (words[1] == "shared") print_shared()
  else { print "options.awk: no mark `" mark "`" > "/dev/stderr"; exit 1 }
  next
}
{ print }

# ---- bash ----

function print_commands(    i, all) {
  for (i = 1; i <= command_count; i++) all = all (i > 1 ? " " : "") commands[i]
  print "  local commands=\"" all "\""
}

# How bash completes: words, files of some endings, settings of the game on the line.
function bash_reply(how,    kind, rest, patterns, count, i, reply) {
  kind = kind_of(how)
  rest = rest_of(how)
  if (kind == "settings") return "_trvm_settings \"$word\""
  if (kind == "codes") return "COMPREPLY=($(compgen -W \"$(trvm explain 2>/dev/null | cut -d' ' -f1)\" -- \"$word\"))"
  if (kind == "") return "COMPREPLY=()"
  if (rest == "") return "COMPREPLY=($(compgen -f -- \"$word\"))"
  count = split(rest, patterns, " ")
  for (i = 1; i <= count; i++) if (patterns[i] ~ /^\*/) reply = reply "$(compgen -f -X '!" patterns[i] "' -- \"$word\") "
  if (kind == "games") reply = reply "$(compgen -W \"$(_trvm_games)\" -- \"$word\") "
  if (kind == "words") return "COMPREPLY=(" reply "$(compgen -W \"" plain_words(rest) "\" -- \"$word\"))"
  return "COMPREPLY=(" reply "$(compgen -d -- \"$word\"))"
}

# A name that has a value in one command and none in another is followed by something else there.
function print_values(    i, id, seen, names, others, only) {
  for (i = 1; i <= option_count; i++) {
    id = options[i]
    if (argument[id] == "" || name[id] in seen) continue
    seen[name[id]] = 1
    names = (letter[id] == "" ? "" : "-" letter[id] " | ") "--" name[id]
    only = is_plain_elsewhere(id) ? "[[ \" " owners(id) " \" == *\" $command \"* ]] && " : ""
    if (kind_of(completes[id]) == "") others = others (others == "" ? "" : " | ") names
    else print "    " names ") " bash_reply(completes[id]) "; " only "return ;;"
  }
  print "    " others ") return ;;"
}
function is_plain_elsewhere(id,    i) {
  for (i = 1; i <= option_count; i++) if (name[options[i]] == name[id] && argument[options[i]] == "") return 1
  return 0
}
function owners(id,    i, all) {
  for (i = 1; i <= taken_count; i++) if (taken[i] == id) all = all takers[i]
  gsub(/  +/, " ", all)
  sub(/^ /, "", all)
  sub(/ $/, "", all)
  return all
}

function print_options(    c, i, id, all) {
  for (c = 1; c <= command_count; c++) {
    all = ""
    for (i = 1; i <= taken_count; i++) {
      if (!takes(commands[c], i)) continue
      id = taken[i]
      all = all (all == "" ? "" : " ") (letter[id] == "" ? "" : "-" letter[id] " ") "--" name[id]
    }
    print "      " commands[c] ") options=\"" all "\" ;;"
  }
}

function print_operands(    c) {
  for (c = 1; c <= command_count; c++) print "    " commands[c] ") " bash_reply(operand_completes[commands[c]]) " ;;"
}

# ---- zsh ----

function zsh_text(text) { gsub(/'/, "'\\''", text); gsub(/[\[\]:]/, "\\\\&", text); return text }
function zsh_values(how,    kind, rest, patterns, count, i, all) {
  kind = kind_of(how)
  rest = rest_of(how)
  if (kind == "words") { rest = plain_words(rest); gsub(/:/, "\\:", rest); return ":(" rest ")" }
  if (kind == "codes") return ":_trvm_codes"
  if (kind == "games") return ":_trvm_games"
  if (kind != "files") return ""
  if (rest == "") return ":_files"
  count = split(rest, patterns, " ")
  for (i = 1; i <= count; i++) all = all (i > 1 ? "|" : "") patterns[i]
  return ":_files -g \"" (count > 1 ? "(" all ")" : all) "\""
}
function zsh_option(i,    id, many, value, start) {
  id = taken[i]
  many = is_many(completes[id]) ? "*" : ""
  value = argument[id] == "" ? "" : ":" zsh_text(tolower(argument[id])) zsh_values(completes[id])
  start = "--" name[id] (argument[id] == "" ? "" : "=")
  if (letter[id] == "") return "'" many start "[" zsh_text(help[i]) "]" value "'"
  return "'(-" letter[id] " --" name[id] ")'{-" letter[id] (argument[id] == "" ? "" : "+") "," start "}'[" zsh_text(help[i]) "]" value "'"
}
function print_descriptions(    c) {
  for (c = 1; c <= command_count; c++) print "  '" commands[c] ":" zsh_text(summary[commands[c]]) "'"
}
function print_cases(    c, i, command) {
  for (c = 1; c <= command_count; c++) {
    command = commands[c]
    print "  " command ")"
    print "    _arguments \\"
    for (i = 1; i <= taken_count; i++) if (takes(command, i)) print "      " zsh_option(i) " \\"
    print "      '*:" zsh_text(tolower(operands[command])) zsh_values(operand_completes[command]) "' ;;"
  }
}

# ---- the man page (mdoc) ----

function man_text(text) {
  gsub(/\\/, "\\e", text)
  gsub(/`/, "\\(ga", text)
  gsub(/…/, "...", text)
  return text ~ /^[.']/ ? "\\&" text : text
}
function man_word(text) { gsub(/…/, "...", text); return text }
function man_option(i,    id, value) {
  id = taken[i]
  value = argument[id] == "" ? "" : " Ar " man_word(argument[id])
  print ".It " (letter[id] == "" ? "" : "Fl " letter[id] value " , ") "Fl -" name[id] value
  print man_text(help[i])
}
function print_command(command) { print ".It Nm Cm " command " Oo Ar option ... Oc Ar " man_word(operands[command]) }
function print_table(command,    i, any) {
  for (i = 1; i <= taken_count; i++) {
    if (also[i] || !takes(command, i)) continue
    if (!any++) print ".Bl -tag -width Ds -compact"
    man_option(i)
  }
  if (any) print ".El"
}
function print_shared(    i, who) {
  print ".Bl -tag -width Ds -compact"
  for (i = 1; i <= taken_count; i++) {
    if (!also[i]) continue
    man_option(i)
    who = takers[i]
    gsub(/^ | $/, "", who)
    gsub(/ /, " , ", who)
    if (who != "every") { print ".Pq Cm " who }
  }
  print ".El"
}
