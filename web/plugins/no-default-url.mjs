// Removes the default address of the wasm file from the generated code. The engine always passes an address, but every
// bundler would follow the default one and include a file that is never fetched.

const FILE_BESIDE = /new URL\('[^']*', import\.meta\.url\)/g;

/** @returns {import('vite').Plugin} */
export function noDefaultUrl() {
  return {
    name: 'ratelab-no-default-url',
    enforce: 'pre',
    transform: (code, id) => (/\/generated\/.*\.js$/.test(id) ? code.replaceAll(FILE_BESIDE, 'undefined') : undefined),
  };
}
