// A script whose address is known only at run time is none of a bundler's business. webpack has to be told so, in a
// comment that no minifier keeps.

const BY_ADDRESS = /\bimport\((?=[\w$]+\))/g;

/** @returns {import('vite').Plugin} */
export function byAddress() {
  return {
    name: 'ratelab-by-address',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(BY_ADDRESS, 'import(/*webpackIgnore:true*/');
      }
    },
  };
}
