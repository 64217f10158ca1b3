;;; trv-words.el --- the words of the language  -*- lexical-binding: t; -*-

;; Made by editors/make.py.

;;; Code:

(defconst trv-declaration-words
  '("before" "change" "const" "deck" "drop" "effect" "enum" "extern" "fn" "game" "graph" "grid" "instead" "invariant" "lines" "new" "options" "phase" "pile" "play" "pool" "position" "rank" "row" "scenario" "setting" "setup" "show" "table" "track" "use" "value" "var" "variant"))

(defconst trv-statement-words
  '("apply" "break" "choose" "continue" "draw" "end" "expect" "fail" "for" "given" "idle" "if" "include" "leave" "let" "match" "move" "next" "option" "otherwise" "pass" "repeat" "return" "reveal" "run" "say" "shuffle" "swap" "while"))

(defconst trv-type-words
  '("bag" "bool" "int" "list" "path" "player" "set" "zone"))

(defconst trv-value-words
  '("false" "none" "true"))

(defconst trv-other-words
  '("add" "after" "all" "allow" "along" "always" "and" "any" "asked" "avoiding" "badge" "bottom" "by" "card" "chains" "clamped" "colour" "corner" "count" "decisions" "denied" "depth" "desc" "diagonals" "directions" "each" "else" "excludes" "finished" "first" "from" "group" "hands" "has" "hex" "hidden" "hide" "holds" "icon" "in" "inside" "is" "label" "learn" "least" "left" "limit" "map" "mark" "max" "min" "most" "needs" "not" "of" "offered" "on" "only" "open" "or" "order" "others" "over" "owner" "pick" "place" "players" "put" "random" "ranking" "refill" "remove" "right" "ring" "roll" "rulebook" "score" "seat" "seats" "secrecy" "seed" "simulation" "starting" "sum" "summary" "text" "then" "times" "title" "to" "told" "top" "total" "until" "up" "where" "winner" "with" "wraps"))

(provide 'trv-words)
;;; trv-words.el ends here
