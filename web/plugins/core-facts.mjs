// Reads facts from the core at build time, such as the built-in scenarios and the bounds of fields. So the page can
// show its controls before it loads the core, and nothing moves afterwards.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const PREFIX = 'virtual:core-facts/';

/** The modules of the first picture and of logs, seen from the whole one. */
const [SMALL, LOGS] = ['../../first/ratelab_wasm', '../../logs/ratelab_wasm'];

/** The module at a path without `.js` or `_bg.wasm`, ready to be asked. */
export async function initialized(place) {
  const module = await import(pathToFileURL(`${place}.js`).href);
  module.initSync({ module: readFileSync(`${place}_bg.wasm`) });
  return module;
}

/**
 * @param {string} place the path of the whole module, without `.js` or `_bg.wasm`
 * @returns {import('vite').Plugin}
 */
export function coreFacts(place) {
  let core = '';
  return {
    name: 'ratelab-core-facts',
    configResolved: ({ root }) => void (core = resolve(root, place)),
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const places = [core, resolve(core, SMALL), resolve(core, LOGS)];
      const value = KNOWN[id.slice(PREFIX.length + 1)](...(await Promise.all(places.map(initialized))));
      return Object.entries(value)
        .map(([name, part]) => `export const ${name} = ${print(part)};\n`)
        .join('');
    },
  };
}

/** Each is a separate virtual module, so that a script contains only what it uses. */
const KNOWN = {
  page: (core, small) => ({
    bounds: core.bounds(),
    opening: new core.Draft(core.bounds().scenarios[0].text).describe(),
    finding: findingOf(core, small, core.bounds().scenarios[0].text),
  }),
  shapes: (core) => core.shapes(),
  limiters: (core) => ({ LIMITERS: limiters(core), WINDOWS: windows(core), FIELDS: fields(core) }),
  log: (_core, _small, logs) => ({ MOST_MARGIN: logs.mostMargin() }),
  lanes: (core) => ({
    USUAL_LANES: core.bounds().usual_lanes,
    MOST_LANES: core.bounds().most_lanes,
    EQUIVALENT_LANES: equivalentLanes(core),
  }),
  scenarios: (core, small) => ({
    SCENARIOS: byName(core, (text) => ({ text, finding: findingOf(core, small, text) })),
  }),
};

/** The limiters that decide by themselves, by their names in scenarios. */
function limiters(core) {
  const simple = core.bounds().limiters.filter(({ parameters }) => parameters.some(({ unit }) => unit === 'requests'));
  return Object.fromEntries(simple.map(({ algorithm, title }) => [algorithm, title]));
}

/** Those that count in windows, and know no burst. */
function windows(core) {
  const all = core.bounds().limiters.filter(({ parameters }) => parameters.some(({ role }) => role === 'limit'));
  return all.map(({ algorithm }) => algorithm);
}

/** The ranges of the fields of a limit. */
function fields(core) {
  const all = core.bounds().limiters.flatMap(({ parameters }) => parameters);
  const range = (role) =>
    (({ minimum, maximum }) => ({ minimum, maximum }))(all.find((parameter) => parameter.role === role));
  return { amount: range('limit'), period: range('period'), burst: range('burst') };
}

function byName(core, factOf) {
  return Object.fromEntries(core.bounds().scenarios.map(({ name, text }) => [name, factOf(text)]));
}

/**
 * The small module only counts, so the result of a built-in scenario is computed here. What that module does not run
 * is first drawn by the whole one, which says so itself.
 */
function findingOf(core, small, text) {
  try {
    small.Run.basic(text).free();
  } catch {
    return undefined;
  }
  return ofRun(core, text, (run) => ({ headline: run.headline(), reason: run.reason() }));
}

/** The limiters that decide exactly alike, unless their options differ. */
function equivalentLanes(core) {
  const { text } = core.bounds().scenarios[0];
  const found = ofRun(core, text, (run) => [...run.equivalentLanes()]);
  const { lanes } = new core.Draft(text).describe();
  return lanes
    .map(({ algorithm }) => algorithm)
    .filter((_, lane) => found.filter((first) => first === found[lane]).length > 1);
}

/** What a completed run answers. */
export function ofRun(core, text, read) {
  const run = new core.Run(text);
  while (!run.advance(1_000_000));
  const answer = read(run);
  run.free();
  return answer;
}

/** Prints a value as JavaScript: JSON with bigint literals, which JSON itself does not have. */
function print(value) {
  const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
  return text.replace(/"(\d+n)"/g, '$1');
}
