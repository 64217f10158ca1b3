autocmd BufRead,BufNewFile *.trv setfiletype trv
