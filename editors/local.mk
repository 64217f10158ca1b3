# Settings for editors whose usual places are known; see docs/editors.md for the others.
nvimftdetectdir = $(datadir)/nvim/site/ftdetect
nvimplugindir = $(datadir)/nvim/site/plugin
nvimsyntaxdir = $(datadir)/nvim/site/syntax
emacslispdir = $(datadir)/emacs/site-lisp
katesyntaxdir = $(datadir)/org.kde.syntax-highlighting/syntax
dist_nvimftdetect_DATA = editors/neovim/ftdetect/trv.vim
dist_nvimplugin_DATA = editors/neovim/plugin/trvm.lua
dist_nvimsyntax_DATA = editors/neovim/syntax/trv.vim
dist_emacslisp_DATA = editors/emacs/trv-mode.el editors/emacs/trv-words.el
dist_katesyntax_DATA = editors/kate/trv.xml
