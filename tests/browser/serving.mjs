// A browser and a server for the built page, at a path that is not the root: a static host may put it
// anywhere.

import { execFileSync } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const WEB = resolve(fileURLToPath(import.meta.url), "../../../web");
const DIST = join(WEB, "dist");
const PREFIX = "/some/where/";
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

const { chromium } = createRequire(join(WEB, "package.json"))("@playwright/test");

export async function served(use) {
  const server = createServer(answer);
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await chromium.launch({ executablePath: executable(), args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  try {
    await use(browser, `http://127.0.0.1:${server.address().port}${PREFIX}`);
  } finally {
    await browser.close();
    server.close();
  }
}

function executable() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return execFileSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")]).toString().trim();
}

function answer(request, response) {
  const { pathname } = new URL(request.url, "http://localhost");
  const path = pathname.startsWith(PREFIX) ? resolve(DIST, pathname.slice(PREFIX.length) || "index.html") : DIST;
  if (!path.startsWith(DIST + sep) || !statSync(path, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
  createReadStream(path).pipe(response);
}
