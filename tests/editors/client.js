// A small client of the language server for tests in JavaScript.
const { spawn } = require('child_process');

class Client {
  constructor(trvm) {
    this.process = spawn(trvm, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.bytes = Buffer.alloc(0);
    this.waiting = new Map();
    this.number = 0;
    this.process.stdout.on('data', (more) => this.take(more));
  }

  take(more) {
    this.bytes = Buffer.concat([this.bytes, more]);
    for (;;) {
      const head = this.bytes.indexOf('\r\n\r\n');
      const length = head < 0 ? 0 : Number(/Content-Length: (\d+)/.exec(this.bytes.toString('utf8', 0, head))[1]);
      if (head < 0 || this.bytes.length < head + 4 + length) return;
      const message = JSON.parse(this.bytes.toString('utf8', head + 4, head + 4 + length));
      this.bytes = this.bytes.subarray(head + 4 + length);
      const asked = this.waiting.get(message.id);
      if (!asked) continue;
      this.waiting.delete(message.id);
      if (message.error) asked.refuse(new Error(message.error.message));
      else asked.answer(message.result);
    }
  }

  write(message) {
    const text = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.process.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.process.stdin.write(text);
  }

  notify(method, params) { this.write({ method, params }); }

  request(method, params) {
    this.number += 1;
    const id = this.number;
    return new Promise((answer, refuse) => {
      this.waiting.set(id, { answer, refuse });
      this.write({ id, method, params });
    });
  }

  async end() {
    await this.request('shutdown');
    this.notify('exit');
    return new Promise((done) => this.process.on('exit', done));
  }
}

module.exports = { Client };
