// `import 'rate-lab'` in a site that is built with a bundler.
//
// `bundlers/` has a file for each bundler. Its `bundle` gets the folder of a site that has `index.html`, `main.js` and
// the package installed. It does what the package's README says for this bundler, and leaves the site in `dist`. The
// bundlers are npm packages of that folder, because building the page does not need them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { serving } from '../serving.mjs';
import { onlyIn } from '../pages.mjs';
import { figure, named } from './hosts.mjs';
import { inSite } from './sites.mjs';

const BUNDLERS = {
  Vite: 'vite.mjs',
  webpack: 'webpack.mjs',
  esbuild: 'esbuild.mjs',
  Rollup: 'rollup.mjs',
  Parcel: 'parcel.mjs',
};

const SITE = {
  'index.html':
    `<!doctype html><title>A site</title><link rel="icon" href="data:,"><script type="module" ` +
    `src="./main.js"></script>${figure()}`,
  'main.js': "import 'rate-lab';",
};

export const BUNDLED = Object.fromEntries(
  Object.entries(BUNDLERS).map(([name, file]) => [
    `can be bundled into a site by ${name}`,
    onlyIn('chromium', 'a bundler writes the same for all browsers', ({ open }) =>
      inSite(SITE, async (site) => {
        const { bundle } = await import(`./bundlers/${file}`);
        await bundle(site);
        assert.deepEqual(
          filesWith(site, join(site, 'dist')),
          [],
          'files that name a folder of the machine that built them',
        );
        await serving({ '/site/': join(site, 'dist') }, async (origin) => {
          await shows(await open(`${origin}/site/`), 1);
          await shows(await open(`${origin}/site/`, { before: refuseWorkers }), 0);
        });
      }),
    ),
  ]),
);

// Uses both modules: the picture needs the small one, and the summary the large one.
async function shows(page, workers) {
  await named(page).waitFor();
  assert.equal(page.workers().length, workers, 'workers');
  const { lanes } = await page.evaluate(() => document.querySelector('rate-lab').run());
  assert.equal(lanes.length, 2);
  // The page still loads files that it does not need at once, and the server is about to stop.
  await page.close();
}

// Runs in the page.
function refuseWorkers() {
  delete window.Worker;
}

function filesWith(text, folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return files.filter((name) => readFileSync(join(folder, name)).includes(text));
}
