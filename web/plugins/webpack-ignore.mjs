// Keeps webpack from bundling scripts whose address is known only at run time. webpack needs a comment for that, and
// minifiers remove comments, so this plugin adds it after minification.

const BY_ADDRESS = /\bimport\((?=[\w$]+\))/g;

/** @returns {import('vite').Plugin} */
export function webpackIgnore() {
  return {
    name: 'ratelab-webpack-ignore',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replace(BY_ADDRESS, 'import(/*webpackIgnore:true*/');
      }
    },
  };
}
