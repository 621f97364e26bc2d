// The browsers that the page, the embed and the single file are built for.

export const TARGETS = {
  target: 'es2022',
  // The first that know light-dark(): what stands in its place follows no color-scheme of another's page.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
};
