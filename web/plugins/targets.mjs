// The browsers that the page, the embed and the single file are built for.

export const TARGETS = {
  target: 'es2022',
  // The first versions with light-dark(). The fallback for older ones ignores the color-scheme of the surrounding page.
  cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
};
