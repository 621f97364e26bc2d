// Fills the glossary page with the texts that the playground shows, so that the page needs no scripts and nothing is
// written twice.

import { LESSONS } from '../src/words/course.ts';
import { TERMS } from '../src/words/glossary.ts';

/** Where each limiter can be seen: lanes of the opening scenario, and a separate scenario for all-of. */
const SEEN = {
  all_of: '#v=1&lanes=all_of(token_bucket+%2B+fixed_window+limit=3+window=1s)&traffic=5@1.5s;+5@2.5s~1@2.5s~anatomy',
};

/** @returns {import('vite').Plugin} */
export function glossary() {
  return {
    name: 'ratelab-glossary',
    transformIndexHtml: {
      order: 'pre',
      handler: (page, { filename }) =>
        filename.endsWith('glossary.html')
          ? [
              ['limiters', limiters()],
              ['terms', terms()],
            ].reduce(fill, page)
          : page,
    },
  };
}

function fill(page, [name, text]) {
  const [before, after, ...others] = page.split(`<!-- ${name} -->`);
  if (after === undefined || others.length > 0) throw new Error(`The glossary needs one place for its ${name}.`);
  return before + text + after;
}

function limiters() {
  const articles = LESSONS.map(({ algorithm, title, idea, good, bad, users, pick }, lane) => {
    const seen = SEEN[algorithm] ?? `#edge-burst~${lane + 1}@10.1s~anatomy`;
    const facts = [
      ['Strength', good],
      ['Weakness', bad],
      ['Used by', users],
      ['Choose it when', pick],
    ];
    return `<article id="${algorithm}" aria-labelledby="${algorithm}-name">
      <div><h3 id="${algorithm}-name">${escapeHtml(title)}</h3><p>${escapeHtml(idea)}</p>
        <a class="see" href="./${escapeHtml(seen)}">${escapeHtml(title)} at work</a></div>
      <dl>${facts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`).join('')}</dl>
    </article>`;
  });
  return articles.join('\n');
}

function terms() {
  const sorted = [...TERMS].sort((one, other) => one.title.localeCompare(other.title, 'en'));
  return `<dl class="terms">${sorted
    .map(({ name, title, text }) => `<div id="${name}"><dt>${escapeHtml(title)}</dt><dd>${escapeHtml(text)}</dd></div>`)
    .join('\n')}</dl>`;
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
