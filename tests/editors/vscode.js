// The extension of editors/vscode in a stand-in for its editor, with the real server: scenarios in the test explorer, commands,
// tasks and what its problem matcher makes of the command's findings. Prints TAP.
//
//   node tests/editors/vscode.js TOP TRVM
const { execFileSync } = require('child_process');
const fs = require('fs');
const Module = require('module');
const os = require('os');
const path = require('path');
const { Client } = require('./client');

const [top, trvm] = process.argv.slice(2).map((argument) => path.resolve(argument));
let count = 0;

function check(name, good, detail = '') {
  count += 1;
  console.log(`${good ? 'ok' : 'not ok'} ${count} - vscode: ${name}`);
  if (!good) console.log(`# ${JSON.stringify(detail).slice(0, 800)}`);
}

// ---- the stand-in ----

class Items extends Map {
  add(item) { this.set(item.id, item); }

  replace(items) {
    this.clear();
    items.forEach((item) => this.add(item));
  }
}

const made = { commands: {}, outcomes: [], terminals: [] };
const uriOf = (file) => ({ fsPath: file, toString: () => `file://${file}` });
const openText = (file) => ({ uri: uriOf(file), fileName: file, languageId: 'trv', save: async () => true });

const vscode = {
  Range: class { constructor(line) { this.start = { line }; } },
  Position: class { constructor(line) { this.line = line; } },
  Location: class { constructor(uri, place) { Object.assign(this, { uri, place }); } },
  TestMessage: class { constructor(text) { this.message = text; } },
  Task: class { constructor(definition, scope, name, source, execution, matcher) { Object.assign(this, { definition, name, execution, matcher }); } },
  ProcessExecution: class { constructor(command, args) { Object.assign(this, { command, args }); } },
  TaskScope: { Workspace: 1 }, TestRunProfileKind: { Run: 1 }, ViewColumn: { Beside: -2 },
  window: {
    activeTextEditor: undefined,
    showInformationMessage: (text) => { made.told = text; },
    showErrorMessage: (text) => { made.told = text; },
    createTerminal: (options) => { made.terminals.push(options); return { show() {} }; },
    showTextDocument: async (document) => { made.shown(document); },
  },
  workspace: {
    getConfiguration: () => ({ get: () => trvm }),
    asRelativePath: (file) => path.basename(file.fsPath || file),
    createFileSystemWatcher: () => ({ dispose() {} }),
    onDidOpenTextDocument: (look) => { made.opened = look; return { dispose() {} }; },
    onDidSaveTextDocument: (look) => { made.saved = look; return { dispose() {} }; },
    findFiles: async () => [],
    openTextDocument: async (what) => what,
  },
  commands: { registerCommand: (name, run) => { made.commands[name] = run; return { dispose() {} }; } },
  tasks: { registerTaskProvider: (type, provider) => { made.tasks = provider; return { dispose() {} }; } },
  tests: {
    createTestController: () => {
      made.controller = {
        items: new Items(), dispose() {},
        createTestItem: (id, label, uri) => ({ id, label, uri, children: new Items() }),
        createRunProfile: (name, kind, run) => { made.run = run; },
        createTestRun: () => ({
          started() {}, end() {},
          passed: (item) => made.outcomes.push(['passed', item.label]),
          failed: (item, message) => made.outcomes.push(['failed', item.label, message.message]),
          errored: (item, message) => made.outcomes.push(['errored', item.label, message.message]),
        }),
      };
      return made.controller;
    },
  },
};

class LanguageClient {
  constructor(id, name, server) { this.server = server; }

  async start() {
    this.talk = new Client(this.server.run.command);
    await this.talk.request('initialize', { processId: null, rootUri: null, capabilities: {} });
    this.talk.notify('initialized', {});
  }

  sendRequest(method, params) { return this.talk.request(method, params); }

  stop() { return this.talk.end(); }
}

const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === 'vscode') return vscode;
  return name === 'vscode-languageclient/node' ? { LanguageClient } : load(name, ...rest);
};

// ---- what somebody does ----

async function exploring(game) {
  await made.opened(openText(game));
  const file = made.controller.items.get(`file://${game}`);
  const titles = [...file.children.values()].map((item) => item.label);
  const listed = [...fs.readFileSync(game, 'utf8').matchAll(/^scenario "/gm)].length;
  check('the explorer lists the scenarios of a game', titles.length === listed && listed > 10, titles.length);
  await made.run({ include: [file] }, {});
  check('and runs them all', made.outcomes.length === listed && made.outcomes.every(([how]) => how === 'passed'), made.outcomes);
  const text = fs.readFileSync(game, 'utf8');
  const first = /^scenario "([^"]+)"[^{]*\{/m.exec(text);
  fs.writeFileSync(game, text.replace(first[0], `${first[0]} expect 1 == 2 `));
  await made.saved(openText(game));
  made.outcomes.length = 0;
  const item = [...file.children.values()].find((one) => one.label === first[1]);
  await made.run({ include: [item] }, {});
  check('one that fails says why', made.outcomes.length === 1 && made.outcomes[0][0] === 'failed', made.outcomes);
  fs.writeFileSync(game, text);
}

async function commanding(game) {
  await made.commands['trvm.play']();
  check('without rules there is nothing to play', made.terminals.length === 0 && /rules/.test(made.told), made);
  vscode.window.activeTextEditor = { document: openText(game) };
  await made.commands['trvm.play']();
  check('the game that is open is played', made.terminals[0].shellArgs.join(' ') === `play ${game}`, made.terminals);
  const shown = new Promise((done) => { made.shown = done; });
  await made.commands['trvm.rules']();
  check('its rules sheet is shown', /^# /m.test((await shown).content), '');
}

/** What the matcher of package.json makes of the findings of a task. */
function matching(game, folder) {
  const tasks = made.tasks.provideTasks();
  check('there are tasks', tasks.map((task) => task.name).join() === 'check,test,check --deep', tasks);
  const wrong = path.join(folder, 'wrong.trv');
  fs.writeFileSync(wrong, 'game "W" { players 2..2 }\nplay { sayy "x" }\n');
  const manifest = JSON.parse(fs.readFileSync(path.join(top, 'editors', 'vscode', 'package.json'), 'utf8'));
  const { pattern } = manifest.contributes.problemMatchers[0];
  let output = '';
  try {
    execFileSync(trvm, [...tasks[0].execution.args.slice(0, -1), 'wrong.trv'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) { output = error.stdout + error.stderr; }
  const found = output.split('\n').map((line) => new RegExp(pattern.regexp).exec(line)).find(Boolean);
  check('whose findings are matched', found && found[pattern.file] === 'wrong.trv' && found[pattern.line] === '2'
    && found[pattern.severity] === 'error' && /^E\d{4}$/.test(found[pattern.code]), output);
  const written = made.tasks.resolveTask({ definition: { type: 'trvm', task: 'check --deep', file: 'x.trv' } });
  check('a task that was written down is run as it says', written.execution.args.join(' ') === 'check --deep 200 x.trv', written);
}

async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'trvm-vscode-'));
  fs.cpSync(path.join(top, 'games'), folder, { recursive: true });
  const game = path.join(folder, 'globetrotters.trv');
  const extension = require(path.join(top, 'editors', 'vscode', 'extension.js'));
  await extension.activate({ subscriptions: [] });
  await exploring(game);
  await commanding(game);
  matching(game, folder);
  check('the server goes in order', await extension.deactivate() === 0);
  fs.rmSync(folder, { recursive: true });
  console.log(`1..${count}`);
}

main().catch((error) => check('the script runs to its end', false, error.stack));
