// `custom-elements.json` of the package, by which editors know the element, made from the comments in its source.

const FILE = 'rate-lab.js';

/**
 * Only what a page can use, under the name of the file that it loads. What has no description is not for pages:
 * callbacks of the browser, and what the analyzer concludes from the code.
 */
const published = {
  name: 'ratelab-published',
  packageLinkPhase({ customElementsManifest: { modules } }) {
    for (const module of modules) {
      const element = module.declarations.find(({ customElement }) => customElement);
      element.members = element.members.filter((member) => isDescribed(member) && member.privacy !== 'private');
      element.events = element.events.filter(isDescribed);
      module.path = FILE;
      module.declarations = [element];
      // The others are types, which a manifest cannot describe.
      module.exports = module.exports.filter(({ declaration }) => declaration.name === element.name);
      for (const { declaration } of module.exports) declaration.module = FILE;
    }
  },
};

function isDescribed({ description }) {
  return description !== undefined;
}

export default {
  globs: ['src/embed/rate-lab.ts'],
  outdir: 'dist/npm',
  packagejson: false,
  quiet: true,
  plugins: [published],
};
