// Starts `trvm lsp` for rules, tables and rulebooks, and adds commands and tasks that run trvm in a terminal. Scenarios in
// the test explorer are in scenarios.js.
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const scenarios = require('./scenarios');

let client;

const command = () => vscode.workspace.getConfiguration('trvm').get('command', 'trvm');

/** The file of rules that is being edited, or none. */
function currentRules() {
  const editor = vscode.window.activeTextEditor;
  if (editor && editor.document.languageId === 'trv') return editor.document;
  vscode.window.showInformationMessage('Open a file of rules first.');
  return undefined;
}

async function play() {
  const rules = currentRules();
  if (!rules) return;
  await rules.save();
  const terminal = vscode.window.createTerminal({ name: 'trvm play', shellPath: command(), shellArgs: ['play', rules.fileName] });
  terminal.show();
}

/** The rules as a document, in a tab of its own. */
async function sheet() {
  const rules = currentRules();
  if (!rules) return;
  await rules.save();
  require('child_process').execFile(command(), ['rules', rules.fileName], { maxBuffer: 1 << 26 }, async (error, text, why) => {
    if (error && !text) {
      vscode.window.showErrorMessage(why.split('\n')[0] || String(error));
      return;
    }
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: text });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  });
}

const WORDS = {
  check: ['check'],
  test: ['test'],
  'check --deep': ['check', '--deep', '200'],
};

function task(words, definition) {
  return new vscode.Task(definition, vscode.TaskScope.Workspace, definition.task, 'trvm',
    new vscode.ProcessExecution(command(), [...words, definition.file]), '$trvm');
}

function provideTasks() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.languageId !== 'trv') return [];
  const file = vscode.workspace.asRelativePath(editor.document.fileName);
  return Object.keys(WORDS).map((name) => task(WORDS[name], { type: 'trvm', task: name, file }));
}

/** A task that somebody wrote down: its words are those of the list, its file what was written. */
function resolveTask(written) {
  const { definition } = written;
  return WORDS[definition.task] && definition.file ? task(WORDS[definition.task], definition) : undefined;
}

function activate(context) {
  const run = { command: command(), args: ['lsp'] };
  client = new LanguageClient('trvm', 'trvm', { run, debug: run }, {
    documentSelector: [{ scheme: 'file', language: 'trv' }, { scheme: 'file', pattern: '**/*.{csv,md}' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{trv,csv,md}') },
  });
  context.subscriptions.push(
    vscode.commands.registerCommand('trvm.play', play),
    vscode.commands.registerCommand('trvm.rules', sheet),
    vscode.tasks.registerTaskProvider('trvm', { provideTasks, resolveTask }),
    scenarios.explore(client));
  return client.start();
}

module.exports = { activate, deactivate: () => client && client.stop() };
