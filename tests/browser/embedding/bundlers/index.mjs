// The bundlers that take `import 'rate-lab'`, with what the package's README tells their users to do and nothing else.
//
// Each is called with the folder of a site that has `index.html`, `main.js` and the package installed, and leaves the site in `dist`.
// They are packages of their own, in this folder: whoever builds the page does without them.

import { esbuild } from "./esbuild.mjs";
import { parcel } from "./parcel.mjs";
import { rollup } from "./rollup.mjs";
import { vite } from "./vite.mjs";
import { webpack } from "./webpack.mjs";

export const BUNDLERS = { Vite: vite, webpack, esbuild, Rollup: rollup, Parcel: parcel };
