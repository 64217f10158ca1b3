;;; trv-mode.el --- rules of board and card games  -*- lexical-binding: t; -*-

;;; Commentary:
;; Colours for .trv files, and `trvm lsp' for eglot, also in tables and rulebooks beside them.

;;; Code:

(require 'trv-words)

(defvar trv-command '("trvm" "lsp") "How the language server is started.")

(defvar trv-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    table))

(defvar trv-font-lock-keywords
  `((,(regexp-opt (append trv-declaration-words trv-statement-words trv-other-words) 'words) . font-lock-keyword-face)
    (,(regexp-opt trv-type-words 'words) . font-lock-type-face)
    (,(regexp-opt trv-value-words 'words) . font-lock-constant-face)
    ("@[RACVS][0-9]+\\(?:-[RACVS][0-9]+\\)?" . font-lock-preprocessor-face)
    ("\\<[A-Z][A-Za-z0-9_]*\\>" . font-lock-type-face)))

;;;###autoload
(define-derived-mode trv-mode prog-mode "trv"
  "Rules of board and card games."
  (setq-local comment-start "// " comment-end "" indent-tabs-mode nil)
  (setq-local font-lock-defaults '(trv-font-lock-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.trv\\'" . trv-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs (cons 'trv-mode (lambda (&rest _) trv-command))))

(provide 'trv-mode)
;;; trv-mode.el ends here
