// The grammar of editors/vscode, tried with the tokenizer of that editor: what the server says of every token of all games is
// seen in its colour, and every word of the language has one. Prints TAP.
//
//   node tests/editors/colours.js TOP TRVM NODE_MODULES
const fs = require('fs');
const path = require('path');
const { Client } = require('./client');

const [top, trvm, modules] = process.argv.slice(2).map((argument) => path.resolve(argument));
const textmate = require(path.join(modules, 'vscode-textmate'));
const oniguruma = require(path.join(modules, 'vscode-oniguruma'));

let count = 0;

function check(name, good, detail = '') {
  count += 1;
  console.log(`${good ? 'ok' : 'not ok'} ${count} - colours: ${name}`);
  if (!good) console.log(`# ${String(detail).slice(0, 800).replace(/\n/g, '\n# ')}`);
}

async function loadGrammar() {
  const wasm = fs.readFileSync(path.join(modules, 'vscode-oniguruma', 'release', 'onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length));
  const file = path.join(top, 'editors', 'vscode', 'syntaxes', 'trv.tmLanguage.json');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  return registry.loadGrammar('source.trv');
}

/** For each line, the scopes of each of its characters. */
function scopesOf(grammar, text) {
  let state = textmate.INITIAL;
  return text.split('\n').map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const scopes = [];
    for (const token of tokens) for (let at = token.startIndex; at < token.endIndex; at += 1) scopes[at] = token.scopes.join(' ');
    return scopes;
  });
}

// What the server calls a token, and a scope that it must have; all others are names, which may look like words.
const SCOPES = {
  keyword: /keyword|storage|constant\.language/,
  number: /constant\.numeric/,
  string: /string\.quoted/,
  comment: /comment\.line/,
  decorator: /citation/,
};

/** The tokens of a file, as the server tells them. */
function decode(data, types) {
  const tokens = [];
  for (let i = 0, line = 0, column = 0; i < data.length; i += 5) {
    column = data[i + 1] + (data[i] === 0 ? column : 0);
    line += data[i];
    tokens.push({ line, column, length: data[i + 2], type: types[data[i + 3]] });
  }
  return tokens;
}

async function compareGame(client, types, grammar, file) {
  const text = fs.readFileSync(file, 'utf8');
  const uri = `file://${file}`;
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'trv', version: 1, text } });
  const { data } = await client.request('textDocument/semanticTokens/full', { textDocument: { uri } });
  const scopes = scopesOf(grammar, text);
  const lines = text.split('\n');
  const wrong = decode(data, types).filter(({ line, column, length, type }) => {
    const seen = scopes[line].slice(column, column + length).filter((_, at) => lines[line][column + at] !== ' ');
    return SCOPES[type] && !seen.every((scope) => SCOPES[type].test(scope));
  });
  check(`${path.basename(file)}: ${data.length / 5} tokens`, data.length > 50 && wrong.length === 0,
    wrong.slice(0, 5).map((token) => `${token.line + 1}: ${token.type} ${lines[token.line].substr(token.column, token.length)}: ${scopes[token.line][token.column]}`).join('\n'));
  client.notify('textDocument/didClose', { textDocument: { uri } });
}

function checkWords(grammar) {
  const list = fs.readFileSync(path.join(top, 'lang', 'words.def'), 'utf8');
  const words = [...new Set([...list.matchAll(/^WORD\("([^"]+)"/gm)].map((found) => found[1]))];
  const plain = words.filter((word) => !SCOPES.keyword.test(scopesOf(grammar, word)[0][0]));
  check('every word of the language', words.length > 150 && plain.length === 0, plain.join(' '));
}

async function main() {
  const grammar = await loadGrammar();
  checkWords(grammar);
  const folders = ['games', path.join('games', 'variants')].map((folder) => path.join(top, folder));
  const files = folders.flatMap((folder) => fs.readdirSync(folder).filter((name) => name.endsWith('.trv'))
    .map((name) => path.join(folder, name)));
  const client = new Client(trvm);
  const { capabilities } = await client.request('initialize', { processId: null, rootUri: null, capabilities: {} });
  const types = capabilities.semanticTokensProvider.legend.tokenTypes;
  client.notify('initialized', {});
  for (const file of files.sort()) await compareGame(client, types, grammar, file);
  await client.end();
  console.log(`1..${count}`);
}

main().catch((error) => check('the script runs to its end', false, error.stack));
