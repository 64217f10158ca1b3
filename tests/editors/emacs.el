;;; emacs.el --- what somebody does who writes rules in Emacs, by eglot; prints TAP  -*- lexical-binding: t; -*-

;;; Code:

(add-to-list 'load-path (concat (getenv "TRVM_TOP") "/editors/emacs"))
(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (add-to-list 'load-path folder))
(require 'eglot)
(require 'trv-mode)
(setq trv-command (list (getenv "TRVM") "lsp") eglot-sync-connect 20 eglot-confirm-server-initiated-edits nil
      vc-handled-backends nil)

(defvar tests-count 0)

(defun tests-check (name good &optional detail)
  "Print whether the test NAME is GOOD, with some DETAIL if not."
  (setq tests-count (1+ tests-count))
  (princ (format "%s %d - emacs: %s\n" (if good "ok" "not ok") tests-count name))
  (unless good (princ (format "# %s\n" (replace-regexp-in-string "\n" " " (format "%S" detail))))))

(defun tests-go (text)
  "Go to where TEXT begins."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun tests-ask (method &rest more)
  "Ask the server by METHOD about the place of the cursor, with MORE parameters."
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) more)))

(defun tests-leave (server)
  "Take leave of SERVER as the protocol wants it, and see how it ends.
What `eglot-shutdown' of this version does next is to kill the process, which
then has the status 9 if it was not yet gone."
  (jsonrpc-request server :shutdown nil)
  (setf (eglot--shutdown-requested server) t)
  (jsonrpc-notify server :exit nil)
  (let ((process (jsonrpc--process server)) (tries 200))
    (while (and (process-live-p process) (> (setq tries (1- tries)) 0))
      (accept-process-output process 0.1))
    (tests-check "and the server goes in order" (eql (process-exit-status process) 0)
                 (list (process-status process) (process-exit-status process)))))

(condition-case why
    (progn
      (find-file "games/globetrotters.trv")
      (tests-check "a file of rules has its mode" (eq major-mode 'trv-mode) major-mode)
      (apply #'eglot--connect (eglot--guess-contact))
      (tests-check "the server manages it" (eglot-managed-p))
      (tests-go "tickets_due(p)")
      (let ((text (format "%S" (tests-ask :textDocument/hover))))
        (tests-check "a word is explained" (string-match-p "fn tickets_due(p: player)" text) text))
      (tests-go "tickets_due(p)")
      (eglot-rename "due_tickets")
      (tests-check "and renamed" (and (save-excursion (goto-char (point-min)) (search-forward "due_tickets(p)" nil t))
                                      (not (save-excursion (goto-char (point-min)) (search-forward "tickets_due" nil t))))
                   (buffer-substring (point) (line-end-position)))
      (tests-leave (eglot--current-server-or-lose)))
  (error (tests-check "the script runs to its end" nil why)))
(princ (format "1..%d\n" tests-count))
(set-buffer-modified-p nil)
(kill-emacs 0)
;;; emacs.el ends here
