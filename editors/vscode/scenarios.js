// Scenarios in the test explorer: found by the server in every file of rules, and run by it.
const vscode = require('vscode');

/** A range of the protocol as the editor has it. */
const rangeOf = ({ start, end }) => new vscode.Range(start.line, start.character, end.line, end.character);

/** The server's lenses name the scenarios of a file: their titles, and where they stand. */
async function scenariosOf(client, uri) {
  const lenses = await client.sendRequest('textDocument/codeLens', { textDocument: { uri: uri.toString() } });
  return (lenses || []).filter((lens) => lens.command.command === 'trvm.test')
    .map((lens) => ({ title: lens.command.arguments[1], range: rangeOf(lens.range) }));
}

/** The item of a file with one below it for each of its scenarios; a file without any has none. */
async function discover(controller, client, uri) {
  const id = uri.toString();
  const found = await scenariosOf(client, uri).catch(() => []);
  if (found.length === 0) {
    controller.items.delete(id);
    return;
  }
  const file = controller.items.get(id) || controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
  file.children.replace(found.map(({ title, range }) => {
    const item = controller.createTestItem(`${id} ${title}`, title, uri);
    item.range = range;
    return item;
  }));
  controller.items.add(file);
}

function report(run, item, result) {
  if (!result) {
    run.errored(item, new vscode.TestMessage('There is no such scenario any more.'));
  } else if (result.passed) {
    run.passed(item);
  } else {
    const message = new vscode.TestMessage(result.message);
    const line = result.line > 0 ? result.line - 1 : item.range.start.line;
    message.location = new vscode.Location(item.uri, new vscode.Position(line, 0));
    run.failed(item, message);
  }
}

/** Runs the scenarios of one file: all of them, or the one of a title. */
async function runFile(client, run, items, uri, title) {
  items.forEach((item) => run.started(item));
  try {
    const results = await client.sendRequest('workspace/executeCommand',
      { command: 'trvm.test', arguments: title === undefined ? [uri.toString()] : [uri.toString(), title] });
    items.forEach((item) => report(run, item, results.find((result) => result.title === item.label)));
  } catch (error) {
    items.forEach((item) => run.errored(item, new vscode.TestMessage(error.message)));
  }
}

async function runTests(controller, client, request, token) {
  const run = controller.createTestRun(request);
  const wanted = request.include || [...controller.items].map(([, item]) => item);
  for (const item of wanted) {
    if (token.isCancellationRequested) break;
    if (item.children.size > 0) await runFile(client, run, [...item.children].map(([, child]) => child), item.uri);
    else await runFile(client, run, [item], item.uri, item.label);
  }
  run.end();
}

/** Makes the explorer; what is returned ends it. */
function explore(client) {
  const controller = vscode.tests.createTestController('trvm', 'Scenarios');
  const look = (document) => (document.languageId === 'trv' ? discover(controller, client, document.uri) : undefined);
  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run,
    (request, token) => runTests(controller, client, request, token), true);
  const watching = [vscode.workspace.onDidOpenTextDocument(look), vscode.workspace.onDidSaveTextDocument(look)];
  controller.resolveHandler = async (item) => {
    if (item) return;
    const files = await vscode.workspace.findFiles('**/*.trv');
    for (const uri of files) look(await vscode.workspace.openTextDocument(uri));
  };
  return { dispose: () => [...watching, controller].forEach((part) => part.dispose()) };
}

module.exports = { explore, discover, runTests };
