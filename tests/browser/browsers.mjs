// The browsers of this machine, which Playwright drives. It downloads none of its own.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/package.json", import.meta.url));
const { chromium, firefox } = createRequire(web)("@playwright/test");

const PROGRAMS = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  firefox: ["firefox-esr", "firefox"],
};

// What Firefox is told of the person when it starts, because its protocol cannot say it of a page.
const PREFERENCES = {
  colorScheme: { dark: { "layout.css.prefers-color-scheme.content-override": 0 } },
  reducedMotion: { reduce: { "ui.prefersReducedMotion": 1 } },
  forcedColors: { active: { "browser.display.document_color_use": 2 } },
  hasTouch: { true: { "ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1 } },
};

export function findProgram(...names) {
  const search = names.map((name) => `command -v ${name}`).join(" || ");
  return spawnSync("sh", ["-c", search]).stdout.toString().trim() || undefined;
}

// What a browser may take to start where its files come from a slow disk, in milliseconds.
const START = 600_000;

// Preferences are Firefox's alone.
export function launch(name, firefoxUserPrefs = {}) {
  const common = { executablePath: findProgram(...PROGRAMS[name]), timeout: START };
  if (name === "firefox") return firefox.launch({ channel: "moz-firefox", firefoxUserPrefs, ...common });
  return chromium.launch({ args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"], ...common });
}

// A browser that can have a page for any kind of person; nothing where the program is not here.
export function find(name) {
  if (findProgram(...PROGRAMS[name]) === undefined) return undefined;
  return name === "firefox" ? new Firefoxes() : new OneBrowser(launch(name));
}

class OneBrowser {
  constructor(launched) {
    this.launched = launched;
  }

  async newContext(options) {
    return (await this.launched).newContext(options);
  }

  async close() {
    await (await this.launched).close();
  }
}

// One for each kind of person that is asked for.
class Firefoxes {
  launched = new Map();

  async newContext(options) {
    const told = Object.entries(PREFERENCES).map(([option, values]) => values[options[option]]);
    const preferences = Object.assign({}, ...told);
    const name = JSON.stringify(preferences);
    if (!this.launched.has(name)) this.launched.set(name, launch("firefox", preferences));
    return (await this.launched.get(name)).newContext(options);
  }

  async close() {
    for (const browser of this.launched.values()) await (await browser).close();
  }
}
