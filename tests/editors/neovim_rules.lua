-- What somebody does who writes rules in neovim: makes a mistake and has it mended, reads the rulebook, renames, completes,
-- formats.
local t = dofile(vim.env.TRVM_TESTS .. '/neovim.lua')

local function name() return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t') end

local function whole() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') end

-- Applies edits to all files, as neovim does for a rename.
local function apply(edit) vim.lsp.util.apply_workspace_edit(edit, 'utf-16') end

local function mistakes()
  t.open('games/grand_tour.trv')
  local line = t.find('play {')
  vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false, { '  sayy "good morning"' })
  t.check('a mistake is marked while it is typed', t.wait(function() return #t.diagnostics() > 0 end), t.diagnostics())
  local found = t.diagnostics()[1] or {}
  t.check('where it stands, with its code', found.lnum == line + 1 and found.col == 2 and found.code == 'E0112', found)
  local range = { start = { line = line + 1, character = 3 }, ['end'] = { line = line + 1, character = 3 } }
  local actions = t.ask('textDocument/codeAction', { range = range, context = { diagnostics = {} } })
  t.check('it can be mended', actions and actions[1] and actions[1].title:find('say', 1, true), actions)
  apply(actions[1].edit)
  t.check('by one word', vim.api.nvim_buf_get_lines(0, line + 1, line + 2, false)[1] == '  say "good morning"', actions)
  vim.api.nvim_buf_set_lines(0, line + 1, line + 2, false, {})
  t.check('the mark goes with the mistake', t.wait(function() return #t.diagnostics() == 0 end), t.diagnostics())
end

local function reading()
  t.go('@R44-R46', 1)
  local answer = t.ask('textDocument/hover')
  local text = answer and answer.contents.value or ''
  t.check('a citation shows the items of the rulebook', text:find('**R44**', 1, true) and text:find('**R46**', 1, true), text)
  local places = t.ask('textDocument/definition')
  t.check('and leads to them', places and #places == 3 and places[1].uri:match('grand_tour%.md$'), places)
  vim.lsp.util.jump_to_location(places[1], 'utf-16')
  local line = vim.api.nvim_get_current_line()
  t.check('where the item stands', name() == 'grand_tour.md' and line:find('**R44**', 1, true), line)
  t.check('the rulebook has the server, too', t.wait(function() return next(vim.lsp.buf_get_clients()) ~= nil end))
  answer = t.ask('textDocument/hover')
  text = answer and answer.contents.value or ''
  t.check('an item shows who cites it', text:find('places cite it', 1, true), text)
  places = t.ask('textDocument/definition')
  local back = false
  for _, place in ipairs(places or {}) do back = back or place.uri:match('grand_tour%.trv$') ~= nil end
  t.check('and leads back to the rules', back, places)
end

local function renaming()
  t.open('games/grand_tour.trv')
  t.go('pile jackpot_tickets', 6)
  local before = select(2, whole():gsub('jackpot_tickets', ''))
  local edit, why = t.ask('textDocument/rename', { newName = 'pot_tickets' })
  t.check('a zone is renamed', edit and edit.changes, why)
  local answer, refused = t.ask('textDocument/rename', { newName = 'jackpot_money' })
  t.check('but not to a name that is taken', not answer and refused and refused.message:find('jackpot_money', 1, true),
    { answer, refused })
  if edit then apply(edit) end
  local after = select(2, whole():gsub('pot_tickets', ''))
  t.check('everywhere', before > 1 and after == before and not whole():find('jackpot_tickets', 1, true), { before, after })
  t.check('and nothing is wrong then', t.wait(function() return #t.diagnostics() == 0 end), t.diagnostics())
end

-- A zone that house rules name, too.
local function renaming_everywhere()
  t.go('pool keys[player]', 5)
  local edit, why = t.ask('textDocument/rename', { newName = 'trophies' })
  local files = {}
  for uri in pairs(edit and edit.changes or {}) do table.insert(files, vim.uri_to_fname(uri)) end
  table.sort(files)
  t.check('a zone is renamed in the house rules, too', #files == 4 and files[1]:match('grand_tour%.trv$')
    and files[4]:match('variants/grand_tour_scholarship%.trv$'), { files, why })
  if edit then apply(edit) end
  local left = {}
  for _, file in ipairs(files) do
    local text = table.concat(vim.api.nvim_buf_get_lines(vim.fn.bufadd(file), 0, -1, false), '\n')
    if not text:find('trophies', 1, true) or text:find('%f[%w_]keys%[') then table.insert(left, file) end
  end
  t.check('in each of them', #files > 0 and #left == 0, left)
  t.check('and all still fits', t.wait(function() return #t.diagnostics() == 0 end), t.diagnostics())
end

local function completing()
  local line = t.find('play {')
  vim.api.nvim_buf_set_lines(0, line + 1, line + 1, false,
    { '  choose stroll by p1 "Where?" {', '    option pay "pay" { move top of', '      draw 1 from ' })
  vim.api.nvim_win_set_cursor(0, { line + 4, 18 })
  local answer = t.ask('textDocument/completion', { position = { line = line + 3, character = 18 } })
  local labels = {}
  for _, item in ipairs(answer and answer.items or {}) do labels[item.label] = true end
  t.check('zones are offered inside an unfinished option', labels['pot_tickets'] and not labels['jackpot_money'], labels)
  vim.api.nvim_buf_set_lines(0, line + 1, line + 4, false, {})
end

local function style()
  local edits, why = t.ask('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits or {}, 0, 'utf-16')
  return edits, why
end

local function formatting()
  style() -- the new name is shorter
  local before = whole()
  local line, column = t.find(' = ')
  vim.api.nvim_buf_set_text(0, line, column, line, column + 3, { '   =    ' })
  local edits, why = style()
  t.check('a file is put into the one style', edits and #edits > 0, why)
  t.check('in which it was before', whole() == before, edits)
  t.check('by changing one line', edits and #edits == 1 and edits[1].range['end'].line <= line + 1, edits)
end

local ok, why = pcall(function()
  mistakes()
  reading()
  renaming()
  renaming_everywhere()
  completing()
  formatting()
end)
if not ok then t.check('the script runs to its end', false, why) end
t.finish()
