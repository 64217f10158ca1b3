-- Drives the server from inside neovim: tests/editors/run.py starts it in a folder with a copy of the games. Prints TAP.
local passed = true
local count = 0

local function out(text) io.stdout:write(text .. '\n') end

local function check(name, good, detail)
  count = count + 1
  out((good and 'ok ' or 'not ok ') .. count .. ' - neovim: ' .. name)
  if not good then
    passed = false
    out('# ' .. vim.inspect(detail):sub(1, 2000):gsub('\n', '\n# '))
  end
end

local function wait(what) return vim.wait(20000, what, 20) end

local function open(file)
  vim.cmd('edit ' .. file)
  return vim.api.nvim_get_current_buf()
end

-- The place of the first line that holds a text, from 0, and of the text in it.
local function find(text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local at = line:find(text, 1, true)
    if at then return number - 1, at - 1 end
  end
  error('no line has ' .. text)
end

local function go(text, offset)
  local line, column = find(text)
  vim.api.nvim_win_set_cursor(0, { line + 1, column + (offset or 0) })
end

local function ask(method, more)
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  local answers, why = vim.lsp.buf_request_sync(0, method, params, 20000)
  if not answers then return nil, why end
  for _, answer in pairs(answers) do return answer.result, answer.error end
end

local function diagnostics() return vim.diagnostic.get(0) end

return { out = out, check = check, wait = wait, open = open, find = find, go = go, ask = ask, diagnostics = diagnostics,
         finish = function()
           out('1..' .. count)
           vim.cmd(passed and 'qall!' or 'cquit!')
         end }
