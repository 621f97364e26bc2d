// Measures in headless Chromium: `node run.mjs <package>`, where the package is the generated one with
// everything in it. Prints the figures as JSON.

import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const BENCH = resolve(fileURLToPath(import.meta.url), "../..");
const WEB = resolve(BENCH, "../../web");
const TYPES = { ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
const PAGE = "<!doctype html><title>Ratelab is measured</title>";

const { chromium } = createRequire(join(WEB, "package.json"))("@playwright/test");

function serve(folders) {
  const server = createServer((request, response) => {
    const [, mount, ...rest] = new URL(request.url, "http://localhost").pathname.split("/");
    const path = folders[mount] && resolve(folders[mount], rest.join("/"));
    if (!path?.startsWith(folders[mount] + sep)) {
      response.setHeader("Content-Type", "text/html").end(PAGE);
      return;
    }
    response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
    createReadStream(path).on("error", () => response.writeHead(404).end()).pipe(response);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

async function measured(page) {
  return page.evaluate(async () => {
    const engine = await import("/package/ratelab_wasm.js");
    const { memory } = await engine.default();
    const { rows } = await import("/bench/browser/measure.mjs");
    return rows(engine, memory);
  });
}

async function main([folder]) {
  const executablePath = execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"]).toString().trim();
  const server = await serve({ bench: BENCH, package: resolve(folder) });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    console.log(JSON.stringify(await measured(page)));
  } finally {
    await browser.close();
    server.close();
  }
}

await main(process.argv.slice(2));
