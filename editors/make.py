#!/usr/bin/env python3
"""Writes down the words of the language for editors, out of lang/words.def: colours before the server has an answer.

    editors/make.py             writes the files
    editors/make.py --check     says which of them are not up to date
"""
import json
import os
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TYPES = ("int", "bool", "player", "path", "zone", "set", "bag", "list")
VALUES = ("true", "false", "none")


def words():
    """{role: words}; a word that begins a declaration or a statement somewhere is coloured so everywhere."""
    with open(os.path.join(TOP, "lang", "words.def"), encoding="utf-8") as file:
        lines = re.findall(r'^WORD\("([^"]+)", \w+, \w+, (\w+)\)', file.read(), re.M)
    found = {"declaration": [], "statement": [], "type": [], "value": [], "other": []}
    roles = {}
    for word, role in lines:
        roles.setdefault(word, set()).add(role)
    for word, has in sorted(roles.items()):
        if word in VALUES:
            found["value"].append(word)
        elif word in TYPES:
            found["type"].append(word)
        elif "DECLARATION" in has:
            found["declaration"].append(word)
        elif has & {"STATEMENT", "OPTION", "STEP"}:
            found["statement"].append(word)
        else:
            found["other"].append(word)
    return found


def textmate(found):
    def one_of(role):
        return r"\b(?:" + "|".join(found[role]) + r")\b"
    code = [{"include": "#" + part} for part in ("comment", "text", "citation", "number", "words", "type")]
    grammar = {
        "name": "trv", "scopeName": "source.trv", "fileTypes": ["trv"], "patterns": code,
        "repository": {
            "comment": {"patterns": [{"name": "comment.line.documentation.trv", "match": "///.*$"},
                                     {"name": "comment.line.double-slash.trv", "match": "//.*$"}]},
            "text": {"name": "string.quoted.double.trv", "begin": '"', "end": '"|$',
                     "patterns": [{"name": "constant.character.escape.trv", "match": r"\\."},
                                  {"name": "meta.embedded.trv", "begin": r"\{", "end": r"\}|$", "patterns": code}]},
            "citation": {"name": "entity.other.attribute-name.citation.trv",
                         "match": r"@[RACVS][0-9]+(?:-[RACVS][0-9]+)?"},
            "number": {"name": "constant.numeric.trv", "match": r"\b[0-9][0-9_]*\b"},
            "words": {"patterns": [
                {"name": "constant.language.trv", "match": one_of("value")},
                {"name": "storage.type.trv", "match": one_of("type")},
                {"name": "keyword.declaration.trv", "match": one_of("declaration")},
                {"name": "keyword.control.trv", "match": one_of("statement")},
                {"name": "keyword.other.trv", "match": one_of("other")}]},
            "type": {"name": "entity.name.type.trv", "match": r"\b[A-Z][A-Za-z0-9_]*\b"},
        },
    }
    return json.dumps(grammar, indent=2) + "\n"


def vim(found):
    groups = {"declaration": "Structure", "statement": "Statement", "type": "Type", "value": "Constant", "other": "Keyword"}
    lines = ['" Made by editors/make.py: the words of the language.', "if exists('b:current_syntax') | finish | endif"]
    for role, words_of in found.items():
        lines.append(f"syntax keyword trv{role.capitalize()} {' '.join(words_of)}")
    lines += ["syntax match trvNumber /\\<\\d[0-9_]*\\>/", "syntax match trvName /\\<\\u\\w*\\>/",
              "syntax match trvCitation /@[RACVS]\\d\\+\\(-[RACVS]\\d\\+\\)\\?/",
              'syntax region trvText start=/"/ skip=/\\\\./ end=/"/ oneline contains=trvHole',
              "syntax region trvHole start=/{/ end=/}/ contained oneline contains=ALLBUT,trvComment",
              "syntax match trvComment +//.*+"]
    for role, group in groups.items():
        lines.append(f"highlight default link trv{role.capitalize()} {group}")
    lines += ["highlight default link trvNumber Number", "highlight default link trvName Type",
              "highlight default link trvCitation Tag", "highlight default link trvText String",
              "highlight default link trvComment Comment", "let b:current_syntax = 'trv'"]
    return "\n".join(lines) + "\n"


def emacs(found):
    lines = [";;; trv-words.el --- the words of the language  -*- lexical-binding: t; -*-", "",
             ";; Made by editors/make.py.", "", ";;; Code:", ""]
    for role, words_of in found.items():
        lines += [f"(defconst trv-{role}-words", "  '(" + " ".join(f'"{word}"' for word in words_of) + "))", ""]
    return "\n".join(lines + ["(provide 'trv-words)", ";;; trv-words.el ends here"]) + "\n"


def kate(found):
    styles = {"declaration": "dsKeyword", "statement": "dsControlFlow", "type": "dsDataType", "value": "dsConstant",
              "other": "dsKeyword"}
    lists = "".join(f"    <list name=\"{role}\">\n" + "".join(f"      <item>{word}</item>\n" for word in words_of) +
                    "    </list>\n" for role, words_of in found.items())
    uses = "".join(f'        <keyword attribute="{role}" context="#stay" String="{role}"/>\n' for role in found)
    data = "".join(f'      <itemData name="{role}" defStyleNum="{style}"/>\n' for role, style in styles.items())
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by editors/make.py. -->
<language name="trv" section="Scripts" version="1" kateversion="5.0" extensions="*.trv" license="MIT">
  <highlighting>
{lists}    <contexts>
      <context name="rules" attribute="plain" lineEndContext="#stay">
        <RegExpr attribute="comment" context="#stay" String="//.*$"/>
        <DetectChar attribute="text" context="text" char="&quot;"/>
        <RegExpr attribute="citation" context="#stay" String="@[RACVS][0-9]+(-[RACVS][0-9]+)?"/>
{uses}        <RegExpr attribute="type" context="#stay" String="\\b[A-Z][A-Za-z0-9_]*\\b"/>
        <Int attribute="number" context="#stay"/>
        <DetectChar attribute="plain" context="#stay" char="{{" beginRegion="block"/>
        <DetectChar attribute="plain" context="#stay" char="}}" endRegion="block"/>
      </context>
      <context name="text" attribute="text" lineEndContext="#pop">
        <RegExpr attribute="citation" context="#stay" String="\\\\."/>
        <DetectChar attribute="text" context="#pop" char="&quot;"/>
      </context>
    </contexts>
    <itemDatas>
      <itemData name="plain" defStyleNum="dsNormal"/>
      <itemData name="comment" defStyleNum="dsComment"/>
      <itemData name="text" defStyleNum="dsString"/>
      <itemData name="citation" defStyleNum="dsAnnotation"/>
      <itemData name="number" defStyleNum="dsDecVal"/>
{data}    </itemDatas>
  </highlighting>
  <general>
    <comments><comment name="singleLine" start="//"/></comments>
  </general>
</language>
"""


def main():
    found = words()
    files = {"editors/vscode/syntaxes/trv.tmLanguage.json": textmate(found), "editors/neovim/syntax/trv.vim": vim(found),
             "editors/emacs/trv-words.el": emacs(found), "editors/kate/trv.xml": kate(found)}
    for name, text in files.items():
        path = os.path.join(TOP, name)
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                print(f"{name} is not up to date: editors/make.py")


main()
