// The headers of the site: the files for web servers are made from them, and every page has a policy.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import { FILES, headerPolicy, headersOf, metaPolicy } from '../hosting/headers.mjs';
import { SERVERS } from '../hosting/servers.mjs';

test('the files for web servers are those that the headers make', () => {
  for (const [name, text] of Object.entries(SERVERS))
    assert.equal(readFileSync(`hosting/${name}`, 'utf8'), text(), `${name}: run \`node web/hosting/write.mjs\``);
});

test('every page has a policy, and none is written in the page', () => {
  const pages = readdirSync('.').filter((name) => name.endsWith('.html'));
  assert.deepEqual(pages.sort(), [...FILES].sort());
  for (const page of pages)
    assert.match(readFileSync(page, 'utf8'), /http-equiv="Content-Security-Policy" content="\{\{policy\}\}"/, page);
});

test('only the page for frames can be shown in one', () => {
  for (const file of FILES) {
    const policy = metaPolicy(file) ?? '';
    assert.ok(policy.startsWith("default-src 'none'; "), file);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|http|undefined/, file);
    assert.equal(headerPolicy(file), file === 'embed.html' ? policy : `${policy}; frame-ancestors 'none'`);
  }
});

test('a page has its headers at each of its addresses, and under any path', () => {
  const policyAt = (path: string) => headersOf(path)['Content-Security-Policy'];
  for (const path of ['/', '/some/where/', '/index.html', '/some/where/index'])
    assert.equal(policyAt(path), headerPolicy('index.html'));
  for (const path of ['/embed', '/some/where/embed.html']) assert.equal(policyAt(path), headerPolicy('embed.html'));
  for (const path of ['/ratelab.html', '/assets/index-abc.js', '/catalog', '/rate-lab.js'])
    assert.equal(policyAt(path), "frame-ancestors 'none'");
});
