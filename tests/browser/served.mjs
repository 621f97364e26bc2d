// Checks the responses of `cargo xtask serve`, without a browser. `node served.mjs WORDS` runs `node WORDS` as the
// server, and reads its address from what it prints.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { EVERYWHERE, FILES, headersOf, metaPolicy } from '../../web/hosting/headers.mjs';
import { WEB } from './serving.mjs';

const HEADERS = { 'Cache-Control': 'no-store', ...EVERYWHERE };

const module = readdirSync(`${WEB}/dist/assets`).find((name) => name.endsWith('.wasm'));

const CHECKS = {
  'shows the page at its root, with its policy': async (address) => {
    const response = await answer(address, '', 200, 'text/html');
    assert.ok((await response.text()).includes(metaPolicy('index.html')));
    assert.equal(policyOf(response), `${metaPolicy('index.html')}; frame-ancestors 'none'`);
  },
  'sends each page with the policy that is in it': async (address) => {
    for (const file of FILES) {
      const response = await answer(address, file, 200, 'text/html');
      const [, meta] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(await response.text());
      const [policy, ancestors] = policyOf(response).split('; frame-ancestors ');
      assert.equal(policy, meta, file);
      assert.equal(ancestors, file === 'embed.html' ? undefined : "'none'", `${file} in frames`);
    }
  },
  'lets no page be shown in a frame that has its policy only in itself': async (address) => {
    for (const file of ['ratelab.html', 'examples/post.html'])
      assert.equal(policyOf(await answer(address, file, 200, 'text/html')), "frame-ancestors 'none'", file);
  },
  'has the same headers in the file for static hosts': () => {
    const rules = rulesOf(readFileSync(`${WEB}/dist/_headers`, 'utf8'));
    for (const path of ['/', '/index.html', '/log', ...FILES.map((file) => `/${file}`), '/ratelab.html'])
      assert.deepEqual({ ...rules['/*'], ...rules[path] }, headersOf(path), path);
    assert.deepEqual(rules['/examples/*'], { 'Content-Security-Policy': "frame-ancestors 'none'" });
  },
  'serves WebAssembly with the type that lets it compile while it loads': (address) =>
    answer(address, `assets/${module}`, 200, 'application/wasm'),
  'serves the script of the embed to other sites': (address) => answer(address, 'rate-lab.js', 200, 'text/javascript'),
  'says that an address does not exist': (address) => answer(address, 'no/such/page', 404),
  'serves nothing from outside web/dist': (address) => answer(address, '..%2fpackage.json', 404),
  'is there for this machine only': (address) => assert.equal(new URL(address).hostname, '127.0.0.1'),
};

const policyOf = (response) => response.headers.get('content-security-policy');

// The headers of each path in a file of Netlify or Cloudflare Pages.
function rulesOf(text) {
  const rules = {};
  let current;
  for (const line of text.trimEnd().split('\n')) {
    if (line.startsWith('/')) current = rules[line] = {};
    else current[line.trim().split(': ', 1)[0]] = line.replace(/^ *[^:]*: /, '');
  }
  return rules;
}

async function answer(address, path, status, type) {
  const response = await fetch(address + path);
  assert.equal(response.status, status, path);
  if (type === undefined) return response;
  assert.equal(response.headers.get('content-type')?.split(';')[0], type, path);
  for (const [name, value] of Object.entries(HEADERS))
    assert.equal(response.headers.get(name), value, `${name} of ${path}`);
  return response;
}

// The address that the server prints once it listens. A server that ends without one has failed.
async function addressOf(server) {
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/\S+\//.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error('The server ended and printed no address.');
}

const server = spawn(process.execPath, process.argv.slice(2), {
  cwd: WEB,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, NO_COLOR: '1' },
});
try {
  const address = await addressOf(server);
  for (const [name, check] of Object.entries(CHECKS)) {
    await check(address);
    console.log(`ok: it ${name}`);
  }
} finally {
  server.kill();
}
