// How the clients of the page run: as the programs that they are, and as files that another program uses.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// It prints the reply to each call in its list: a file, names, a cost. Between two calls it waits for a line, if the
// list has the text "wait".
const PYTHON_HARNESS = `
import importlib, json, sys
for call in json.loads(sys.argv[1]):
    if call == "wait":
        print("waiting", flush=True)
        sys.stdin.readline()
        continue
    file, names, cost = call
    try:
        answer = importlib.import_module(file).check(*names, cost=cost)
        print("answer", answer["outcome"], answer["remaining"])
    except Exception as error:
        print("error", error)
`;

const NODE_HARNESS = `
import { createInterface } from 'node:readline';
const lines = createInterface(process.stdin)[Symbol.asyncIterator]();
const servers = new Set();
for (const call of JSON.parse(process.argv[2])) {
  if (call === 'wait') {
    console.log('waiting');
    await lines.next();
    continue;
  }
  const [file, names, cost] = call;
  const { check, server } = await import('./' + file + '.mjs');
  servers.add(server);
  try {
    const { outcome, remaining } = await check(...names, cost);
    console.log('answer', outcome, remaining);
  } catch (error) {
    console.log('error', error.message);
  }
}
for (const server of servers) server.destroy();
process.stdin.destroy();
`;

// What each needs besides its file. A client in a language can be used by another program, that of the shell cannot.
export const LANGUAGES = {
  python: {
    file: 'check.py',
    words: ['python3', 'check.py'],
    harness: { file: 'harness.py', text: PYTHON_HARNESS, words: ['python3', 'harness.py'] },
  },
  node: {
    file: 'check.mjs',
    words: [process.execPath, 'check.mjs'],
    harness: { file: 'harness.mjs', text: NODE_HARNESS, words: [process.execPath, 'harness.mjs'] },
  },
  'redis-cli': { file: 'check.sh', words: ['bash', 'check.sh'] },
};

// A client in a folder that has its file. `packages` are those of Python.
export class Program {
  constructor(name, folder, packages) {
    Object.assign(this, LANGUAGES[name], { name, folder });
    this.environment = { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
    if (this.harness) writeFileSync(`${folder}/${this.harness.file}`, this.harness.text);
  }

  // The reply to the example in the file: `allowed 2`.
  example() {
    const { status, stdout, stderr } = this.run(this.words);
    assert.equal(status, 0, `${this.name}:\n${stdout}\n${stderr}`);
    return exampleIn(stdout);
  }

  // Its status, and what it printed, or undefined as its status if it did not end in time.
  run([program, ...words], milliseconds = 30_000) {
    const { folder: cwd, environment: env } = this;
    const { status, stdout, stderr } = spawnSync(program, words, { cwd, env, encoding: 'utf8', timeout: milliseconds });
    return { status: status ?? undefined, stdout, stderr };
  }

  // The replies to calls, each a file without its ending, names and a cost: `allowed 2`, or the error.
  calls(list) {
    if (this.harness === undefined) return list.map((call) => this.callOfShell(call));
    const { status, stdout, stderr } = this.run([...this.harness.words, JSON.stringify(list)]);
    assert.equal(status, 0, `${this.name}:\n${stdout}\n${stderr}`);
    return repliesIn(stdout);
  }

  callOfShell([file, names, cost]) {
    const { status, stdout, stderr } = this.run(['bash', `${file}.sh`, ...names, String(cost)]);
    const [outcome, , remaining] = stdout.split('\n');
    return status === 0 ? `${outcome} ${remaining}` : `error ${stderr.trim()}`;
  }

  // The replies to calls with the text "wait" among them: `between` is called while the program waits.
  async callsAround(list, between) {
    const [program, ...words] = [...this.harness.words, JSON.stringify(list)];
    const child = spawn(program, words, { cwd: this.folder, env: this.environment });
    const ended = once(child, 'close');
    const lines = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line !== 'waiting') continue;
      between();
      child.stdin.write('\n');
    }
    await ended;
    return repliesIn(lines.join('\n'));
  }
}

const repliesIn = (text) =>
  text
    .split('\n')
    .filter((line) => /^(answer|error) /.test(line))
    .map((line) => line.replace(/^answer /, ''));

// `allowed with 2 left, starts in 0 s`, or lines with the outcome, the limit and the rest; a denial leaves nothing.
function exampleIn(text) {
  const [, outcome, remaining] = /^(\w+) with (\d+) left/.exec(text) ?? /^(\w+)\n\d+\n(\d+)\n/.exec(text) ?? [];
  if (outcome !== undefined) return `${outcome} ${remaining}`;
  return text.startsWith('429 Too Many Requests, Retry-After: ') ? 'denied 0' : text;
}
