// Starts the browsers that are installed on this machine, through Playwright. It downloads none.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('../../web/package.json', import.meta.url));
const { chromium, firefox } = createRequire(web)('@playwright/test');

// The first that is installed. The headless shell is Chromium without windows around its pages: most of the time of
// headless Chromium goes into drawing those.
const PROGRAMS = {
  chromium: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  firefox: ['firefox-esr', 'firefox'],
};

// Playwright's context options as Firefox preferences. They have to be set at launch, because Firefox's protocol cannot
// emulate them for a single page.
const PREFERENCES = {
  colorScheme: { dark: { 'layout.css.prefers-color-scheme.content-override': 0 } },
  reducedMotion: { reduce: { 'ui.prefersReducedMotion': 1 } },
  forcedColors: { active: { 'browser.display.document_color_use': 2 } },
  hasTouch: { true: { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 } },
};

export function findProgram(...names) {
  const search = names.map((name) => `command -v ${name}`).join(' || ');
  return spawnSync('sh', ['-c', search]).stdout.toString().trim() || undefined;
}

// How long a browser may take to start when its files are read from a slow disk, in milliseconds.
const START = 600_000;

// Only Firefox takes preferences.
export function launch(name, firefoxUserPrefs = {}) {
  const common = { executablePath: findProgram(...PROGRAMS[name]), timeout: START };
  if (name === 'firefox') return firefox.launch({ channel: 'moz-firefox', firefoxUserPrefs, ...common });
  return chromium.launch({ args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], ...common });
}

// A browser that can open contexts with any of the options above, or undefined if it is not installed.
export function find(name) {
  if (findProgram(...PROGRAMS[name]) === undefined) return undefined;
  return name === 'firefox' ? new Firefoxes() : new OneBrowser(launch(name));
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

// One Firefox process for each set of preferences that is needed.
class Firefoxes {
  launched = new Map();

  async newContext(options) {
    const selected = Object.entries(PREFERENCES).map(([option, values]) => values[options[option]]);
    const preferences = Object.assign({}, ...selected);
    const name = JSON.stringify(preferences);
    if (!this.launched.has(name)) this.launched.set(name, launch('firefox', preferences));
    return (await this.launched.get(name)).newContext(options);
  }

  async close() {
    for (const browser of this.launched.values()) await (await browser).close();
  }
}
