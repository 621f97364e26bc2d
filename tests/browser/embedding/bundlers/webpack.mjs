import { copyFileSync } from "node:fs";
import { promisify } from "node:util";
import bundle from "webpack";

export async function webpack(site) {
  const stats = await promisify(bundle)({ mode: "production", context: site, entry: "./main.js", output: { path: `${site}/dist` } });
  if (stats.hasErrors()) throw new Error(stats.toString("errors-only"));
  copyFileSync(`${site}/index.html`, `${site}/dist/index.html`);
}
