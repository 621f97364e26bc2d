// The embed as a package: whole, usable from TypeScript, and from another origin as it is in there.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serving, WEB } from "../serving.mjs";
import { figure, named, script } from "./hosts.mjs";

const FOLDER = `${WEB}/dist/npm`;

// What a consumer would write, and what is wrong of it.
const CONSUMER = `
import { RateLab, type RunSummary } from 'rate-lab';
const figure: RateLab = document.createElement('rate-lab');
figure.scenario = 'edge-burst';
figure.addEventListener('rate-lab-run', ({ detail }) => console.log(detail.lanes[0].allowed.toFixed()));
export const summary: Promise<RunSummary> = figure.run();
// @ts-expect-error: a text is no number
figure.toSVG().then((text: number) => text);
`;

export const PACKAGE = {
  async "is a package with all that it needs and nothing else"() {
    const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: FOLDER, stdio: ["ignore", "pipe", "ignore"] }));
    const names = files.map(({ path }) => path);
    for (const name of ["LICENSE", "README.md", "embed.html", "package.json", "rate-lab.js", "types/rate-lab.d.ts"]) assert.ok(names.includes(name), name);
    assert.equal(names.filter((name) => name.endsWith(".wasm")).length, 2);
    const others = names.filter((name) => !/^(LICENSE|README\.md|embed\.html|package\.json|rate-lab\.js|types\/[\w-]+\.d\.ts|rate-lab\/[\w.-]+\.(js|css|wasm))$/.test(name));
    assert.deepEqual(others, []);
  },

  async "can be bundled into a site by Vite"({ open }) {
    await inSite({ "index.html": `<!doctype html><title>A site</title><link rel="icon" href="data:,"><script type="module" src="./main.js"></script>${figure()}`, "main.js": "import 'rate-lab';" }, async (site) => {
      execFileSync("node", [`${WEB}/node_modules/vite/bin/vite.js`, "build", "--base", "./"], { cwd: site, stdio: "ignore" });
      await serving({ "/site/": join(site, "dist") }, async (origin) => {
        const page = await open(`${origin}/site/`);
        await named(page).waitFor();
        assert.equal(page.workers().length, 1);
        const { lanes } = await page.evaluate(() => document.querySelector("rate-lab").run());
        assert.equal(lanes.length, 2);
        // It still asks for what it does not need at once, and the site is about to go.
        await page.close();
      });
    });
  },

  async "has types, with its contract in them"() {
    assert.match(readFileSync(`${FOLDER}/types/rate-lab.d.ts`, "utf8"), /Attributes:[^]*Events:[^]*Parts:[^]*export declare class RateLab/);
    await inSite({ "consumer.ts": CONSUMER }, (site) => {
      const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom", "consumer.ts"];
      const { status, stdout } = spawnSync(`${WEB}/node_modules/.bin/tsc`, options, { cwd: site });
      assert.equal(status, 0, String(stdout));
    });
  },

  async "works from another origin as it is in the package"({ open, post, other }) {
    const page = await open(post(script(`${other}npm/`) + figure()));
    await named(page).waitFor();
    assert.equal(page.workers().length, 1);
  },
};

// Somebody's project that has the package installed.
async function inSite(files, use) {
  const site = mkdtempSync(join(tmpdir(), "rate-lab-"));
  try {
    cpSync(FOLDER, join(site, "node_modules/rate-lab"), { recursive: true });
    for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) writeFileSync(join(site, name), text);
    await use(site);
  } finally {
    rmSync(site, { recursive: true });
  }
}
