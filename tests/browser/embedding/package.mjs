// The embed as an npm package: complete, usable from TypeScript, and usable from another origin as it is.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

import { onlyIn } from '../pages.mjs';
import { WEB } from '../serving.mjs';
import { figure, named, script } from './hosts.mjs';
import { inSite, PACKAGE_FOLDER as FOLDER } from './sites.mjs';

// Code that a user of the package may write, and a line that must not compile.
const CONSUMER = `
import { RateLab, type RunSummary } from 'rate-lab';
const figure: RateLab = document.createElement('rate-lab');
figure.scenario = 'edge-burst';
figure.addEventListener('rate-lab-run', ({ detail }) => console.log(detail.lanes[0].allowed.toFixed()));
export const summary: Promise<RunSummary> = figure.run();
// @ts-expect-error: a text is no number
figure.toSVG().then((text: number) => text);
`;

// A `part` attribute, as a template or a script sets it.
const PARTS = /\bpart(?:="|', ')([a-z]+)/g;
const EXPORTED = namesIn(['embed'], /exportparts="([^"]*)"/g).flatMap((names) => names.split(', '));

function namesIn(folders, pattern) {
  const places = folders.flatMap((folder) =>
    readdirSync(`${WEB}/src/${folder}`).map((name) => `${WEB}/src/${folder}/${name}`),
  );
  const found = places.flatMap((place) => [...readFileSync(place, 'utf8').matchAll(pattern)].map(([, name]) => name));
  return [...new Set(found)].sort();
}

function namesOf(described) {
  return described.map(({ name }) => name).sort();
}

const SAME_FILES = 'every browser gets the same files';

export const PACKAGE = {
  'is a package with all the files that it needs and no others': onlyIn('chromium', SAME_FILES, async () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const names = files.map(({ path }) => path);
    for (const name of [
      'LICENSE-MIT',
      'LICENSE-APACHE',
      'README.md',
      'custom-elements.json',
      'embed.html',
      'package.json',
      'rate-lab.js',
      'types/rate-lab.d.ts',
    ])
      assert.ok(names.includes(name), name);
    assert.equal(names.filter((name) => name.endsWith('.wasm')).length, 3);
    const known = [
      /^(LICENSE-MIT|LICENSE-APACHE|README\.md|custom-elements\.json|embed\.html|package\.json|rate-lab\.js)$/,
      /^types\/[\w-]+\.d\.ts$/,
      /^rate-lab\/[\w.-]+\.(js|css|wasm)$/,
    ];
    const others = names.filter((name) => !known.some((pattern) => pattern.test(name)));
    assert.deepEqual(others, []);
  }),

  'has types, with its documentation in them': onlyIn('chromium', SAME_FILES, async () => {
    assert.match(
      readFileSync(`${FOLDER}/types/rate-lab.d.ts`, 'utf8'),
      /@attr [^]*@fires [^]*@csspart [^]*export declare class RateLab/,
    );
    await inSite({ 'consumer.ts': CONSUMER }, (site) => {
      const options = [
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'nodenext',
        '--lib',
        'es2023,dom',
        'consumer.ts',
      ];
      const { status, stdout } = spawnSync(`${WEB}/node_modules/.bin/tsc`, options, { cwd: site });
      assert.equal(status, 0, String(stdout));
    });
  }),

  'has a custom elements manifest that matches the code': onlyIn(
    'chromium',
    SAME_FILES,
    async ({ open, post, other }) => {
      const { customElements: place } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));
      const [
        {
          path,
          declarations: [element],
        },
      ] = JSON.parse(readFileSync(`${FOLDER}/${place}`, 'utf8')).modules;
      assert.deepEqual([path, element.tagName], ['rate-lab.js', 'rate-lab']);
      const page = await open(post(script(other) + figure()));
      const [attributes, members] = await page.evaluate(async () => {
        const { observedAttributes, prototype } = await customElements.whenDefined('rate-lab');
        return [observedAttributes, Object.getOwnPropertyNames(prototype)];
      });
      assert.deepEqual(namesOf(element.attributes), [...attributes].sort());
      const views = [...readFileSync(`${WEB}/src/views/index.ts`, 'utf8').matchAll(/^ {4}name: '(\w+)',$/gm)].map(
        ([, name]) => name,
      );
      const { type } = element.attributes.find(({ name }) => name === 'view');
      assert.deepEqual(
        [...type.text.matchAll(/'(\w+)'/g)].map(([, name]) => name),
        ['picture', ...views],
        'the values of view',
      );
      for (const name of namesOf(element.members)) assert.ok(members.includes(name), name);
      assert.deepEqual(namesOf(element.events), namesIn(['embed'], /\bemit\('([\w-]+)'/g));
      assert.deepEqual(namesOf(element.cssParts), [...new Set([...namesIn(['embed'], PARTS), ...EXPORTED])].sort());
      assert.deepEqual(namesOf(element.cssProperties), namesIn(['embed', 'styles'], /var\((--rate-lab-[\w-]+)/g));
      const readme = readFileSync(`${FOLDER}/README.md`, 'utf8');
      const described = [
        element.attributes,
        element.members,
        element.events,
        element.cssParts,
        element.cssProperties,
      ].flatMap(namesOf);
      assert.deepEqual(
        described.filter((name) => !new RegExp(`\`${name}(\\(\\))?\``).test(readme)),
        [],
        'names that the README leaves out',
      );
      const inner = namesIn(['figure', 'plot'], PARTS);
      for (const name of EXPORTED)
        assert.ok(inner.includes(name), `no element has the part ${name}, which is exported`);
    },
  ),

  async 'works from another origin with the files of the package'({ open, post, other }) {
    const page = await open(post(script(`${other}npm/`) + figure()));
    await named(page).waitFor();
    assert.equal(page.workers().length, 1);
  },
};
