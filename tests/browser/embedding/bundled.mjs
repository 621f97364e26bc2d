// `import 'rate-lab'` in a site that somebody bundles.
//
// In `bundlers/` is a file for each bundler. It is called with the folder of a site that has `index.html`, `main.js` and the
// package installed, does what the package's README tells users of the bundler to do, and leaves the site in `dist`.
// The bundlers are packages of that folder: who only builds the page does without them.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { serving } from "../serving.mjs";
import { onlyIn } from "../stage.mjs";
import { figure, named } from "./hosts.mjs";
import { inSite } from "./sites.mjs";

const BUNDLERS = { Vite: "vite.mjs", webpack: "webpack.mjs", esbuild: "esbuild.mjs", Rollup: "rollup.mjs", Parcel: "parcel.mjs" };

const SITE = {
  "index.html": `<!doctype html><title>A site</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>${figure()}`,
  "main.js": "import 'rate-lab';",
};

export const BUNDLED = Object.fromEntries(Object.entries(BUNDLERS).map(([name, file]) => [
  `can be bundled into a site by ${name}`,
  onlyIn("chromium", "a bundler writes the same for all browsers", ({ open }) => inSite(SITE, async (site) => {
    const { bundle } = await import(`./bundlers/${file}`);
    await bundle(site);
    assert.deepEqual(filesWith(site, join(site, "dist")), [], "files that name a folder of the machine that built them");
    await serving({ "/site/": join(site, "dist") }, async (origin) => {
      await shows(await open(`${origin}/site/`), 1);
      await shows(await open(`${origin}/site/`, { before: refuseWorkers }), 0);
    });
  })),
]));

// The picture needs the small module, and the summary the large one.
async function shows(page, workers) {
  await named(page).waitFor();
  assert.equal(page.workers().length, workers, "workers");
  const { lanes } = await page.evaluate(() => document.querySelector("rate-lab").run());
  assert.equal(lanes.length, 2);
  // It still asks for what it does not need at once, and the site is about to go.
  await page.close();
}

// In the page.
function refuseWorkers() {
  delete window.Worker;
}

function filesWith(text, folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return files.filter((name) => readFileSync(join(folder, name)).includes(text));
}
