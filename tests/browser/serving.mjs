// A browser, and a server on this machine for a few folders.

import { execFileSync } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const WEB = resolve(fileURLToPath(import.meta.url), "../../../web");
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

const { chromium, firefox } = createRequire(join(WEB, "package.json"))("@playwright/test");

// The browsers of the system: none is ever downloaded.
const LAUNCH = {
  Chromium: () =>
    chromium.launch({
      executablePath: executable("chromium", "chromium-browser", "google-chrome"),
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    }),
  Firefox: () => firefox.launch({ channel: "moz-firefox", executablePath: executable("firefox-esr", "firefox") }),
};

// Calls `use` with a browser, the address of a server that has each folder at its path, and the server.
export async function served(folders, use, browserName = "Chromium") {
  const server = createServer((request, response) => answer(folders, request, response));
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await LAUNCH[browserName]();
  try {
    await use(browser, `http://127.0.0.1:${server.address().port}`, server);
  } finally {
    await browser.close();
    server.close();
  }
}

function executable(...names) {
  return execFileSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")]).toString().trim();
}

function answer(folders, request, response) {
  const path = fileOf(folders, new URL(request.url, "http://localhost").pathname);
  if (path === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
  createReadStream(path).pipe(response);
}

function fileOf(folders, pathname) {
  const [mount, folder] = Object.entries(folders).find(([mount]) => pathname.startsWith(mount)) ?? [];
  if (mount === undefined) return undefined;
  const path = resolve(folder, pathname.slice(mount.length) || "index.html");
  const isThere = path.startsWith(resolve(folder) + sep) && statSync(path, { throwIfNoEntry: false })?.isFile();
  return isThere ? path : undefined;
}
