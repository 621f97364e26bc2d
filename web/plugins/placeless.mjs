// Generated code looks for its module beside itself when it is given none. The engine always gives one: without
// this, every bundler would follow the address to a file that nobody fetches.

const FILE_BESIDE = /new URL\('[^']*', import\.meta\.url\)/g;

/** @returns {import('vite').Plugin} */
export function placeless() {
  return {
    name: 'ratelab-placeless',
    enforce: 'pre',
    transform: (code, id) => (/\/generated\/.*\.js$/.test(id) ? code.replaceAll(FILE_BESIDE, 'undefined') : undefined),
  };
}
