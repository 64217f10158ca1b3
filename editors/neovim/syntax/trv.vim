" Made by editors/make.py: the words of the language.
if exists('b:current_syntax') | finish | endif
syntax keyword trvDeclaration before change const deck drop effect enum extern fn game graph grid instead invariant lines new options phase pile play pool position rank row scenario setting setup show table track use value var variant
syntax keyword trvStatement apply break choose continue draw end expect fail for given idle if include leave let match move next option otherwise pass repeat return reveal run say shuffle swap while
syntax keyword trvType bag bool int list path player set zone
syntax keyword trvValue false none true
syntax keyword trvOther add after all allow along always and any asked avoiding badge bottom by card chains clamped colour corner count decisions denied depth desc diagonals directions each else excludes finished first from group hands has hex hidden hide holds icon in inside is label learn least left limit map mark max min most needs not of offered on only open or order others over owner pick place players put random ranking refill remove right ring roll rulebook score seat seats secrecy seed simulation starting sum summary text then times title to told top total until up where winner with wraps
syntax match trvNumber /\<\d[0-9_]*\>/
syntax match trvName /\<\u\w*\>/
syntax match trvCitation /@[RACVS]\d\+\(-[RACVS]\d\+\)\?/
syntax region trvText start=/"/ skip=/\\./ end=/"/ oneline contains=trvHole
syntax region trvHole start=/{/ end=/}/ contained oneline contains=ALLBUT,trvComment
syntax match trvComment +//.*+
highlight default link trvDeclaration Structure
highlight default link trvStatement Statement
highlight default link trvType Type
highlight default link trvValue Constant
highlight default link trvOther Keyword
highlight default link trvNumber Number
highlight default link trvName Type
highlight default link trvCitation Tag
highlight default link trvText String
highlight default link trvComment Comment
let b:current_syntax = 'trv'
