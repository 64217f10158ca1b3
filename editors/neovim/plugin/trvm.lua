-- Rules in neovim: starts `trvm lsp` for files of rules, their tables and rulebooks.
-- Set g:trvm_command before, if trvm is not on the path: let g:trvm_command = ['/opt/trvm/bin/trvm', 'lsp'].
local client

local function is_of_rules(path)
  if path:match('%.trv$') then return true end
  local folder = vim.fn.fnamemodify(path, ':h')
  return #vim.fn.glob(folder .. '/*.trv', true, true) > 0 or #vim.fn.glob(folder .. '/../*.trv', true, true) > 0
end

-- The keys that later versions of neovim have by themselves.
local keys = {
  K = vim.lsp.buf.hover, gd = vim.lsp.buf.definition, grr = vim.lsp.buf.references, grn = vim.lsp.buf.rename,
  gra = vim.lsp.buf.code_action, gO = vim.lsp.buf.document_symbol, ['[d'] = vim.diagnostic.goto_prev,
  [']d'] = vim.diagnostic.goto_next,
}

-- Runs trvm on the file of this buffer, in a window below.
local function in_terminal(word)
  return function()
    local file = vim.api.nvim_buf_get_name(0)
    vim.cmd('write | botright split | terminal ' .. vim.fn.shellescape((vim.g.trvm_command or { 'trvm' })[1]) .. ' ' .. word
      .. ' ' .. vim.fn.shellescape(file))
    vim.cmd('startinsert')
  end
end

local function set_up(buffer)
  for key, run in pairs(keys) do vim.keymap.set('n', key, run, { buffer = buffer }) end
  vim.keymap.set('x', 'gra', function() vim.lsp.buf.range_code_action() end, { buffer = buffer })
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.bo[buffer].formatexpr = 'v:lua.vim.lsp.formatexpr()'
  if not vim.api.nvim_buf_get_name(buffer):match('%.trv$') then return end
  vim.bo[buffer].commentstring = '// %s'
  vim.bo[buffer].shiftwidth = 2
  vim.bo[buffer].expandtab = true
  vim.bo[buffer].smartindent = true
  for command, word in pairs({ TrvPlay = 'play', TrvTest = 'test', TrvRules = 'rules' }) do
    vim.api.nvim_buf_create_user_command(buffer, command, in_terminal(word), {})
  end
end

local function start()
  if client and vim.lsp.get_client_by_id(client) then return client end
  client = vim.lsp.start_client({
    name = 'trvm',
    cmd = vim.g.trvm_command or { 'trvm', 'lsp' },
    root_dir = vim.fn.getcwd(),
  })
  return client
end

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = { '*.trv', '*.md', '*.csv' },
  callback = function(event)
    local path = vim.api.nvim_buf_get_name(event.buf)
    if not is_of_rules(path) then return end
    local id = start()
    if not id then return end
    set_up(event.buf)
    vim.lsp.buf_attach_client(event.buf, id)
  end,
})
