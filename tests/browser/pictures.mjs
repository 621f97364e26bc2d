// Takes the pictures of README.md, at two pixels for each CSS pixel: `node pictures.mjs`, after `cargo xtask build`.
// They are committed, and taken again when the page has changed.

import { served, WEB } from './serving.mjs';

const PICTURES = [
  { file: 'playground.png', address: '#edge-burst', width: 1280, height: 800 },
  {
    file: 'which.png',
    address: '#v=1&limit=100/m&traffic=30@0s;+2/s+for+60s&needs=never+100/60s;+burst+20;+delay+0s;+memory+64',
    width: 1280,
    height: 860,
    tab: 'Which one for me?',
    heading: 'which-view .headline',
  },
];

await served({ '/': `${WEB}/dist` }, async (browser, origin) => {
  for (const { file, address, width, height, tab, heading } of PICTURES) {
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 2,
      colorScheme: 'light',
    });
    const page = await context.newPage();
    await page.goto(`${origin}/${address}`);
    await page.waitForLoadState('networkidle');
    if (tab !== undefined) {
      const chosen = page.getByRole('tab', { name: tab });
      await chosen.click();
      // A view that is out of sight asks for nothing.
      await chosen.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await page.locator(heading).waitFor();
      await chosen.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    }
    await page.screenshot({ path: `${WEB}/pictures/${file}` });
    await context.close();
    console.log(`web/pictures/${file}`);
  }
});
