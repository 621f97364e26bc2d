// The code that an author pastes into a blog post to show a figure, for several blogging tools.

import { readMoment } from '../views/moment.ts';
import { printFragment } from './link.ts';
import { lanesIn } from '../embed/fields.ts';
import { RESERVED_HEIGHTS, heightIn } from '../embed/reserved-height.ts';
import type { Settings } from '../embed/types.ts';

/** A figure to paste into a post. */
export interface Pasted {
  /** The address of the folder with the embed's files, with a slash at the end. */
  folder: string;
  /** The scenario as text, and as a link. */
  scenario: string;
  link: string;
  /** The alternative text of the picture. */
  says: string;
  /** The figure's height in pixels on a narrow and on a wide page, for a frame that cannot adapt to its content. */
  heights: { narrow: number; wide: number };
  presentation: Pick<Settings, 'view' | 'at' | 'controls' | 'theme'> & { loading?: string };
}

/** A text to paste, and where to paste it. */
export interface Part {
  does: string;
  text: string;
}

export interface Snippet {
  name: string;
  title: string;
  parts(pasted: Pasted): Part[];
  /** The sources that the page's Content-Security-Policy must allow. */
  policy(origin: string): string;
  /** Whether the post needs the picture as a file, `IMAGE`. */
  hasImage: boolean;
  /** The options that apply. An image has none. */
  takes: readonly PresentationAttribute[];
}

export type PresentationAttribute = keyof Pasted['presentation'];

const ALL: readonly PresentationAttribute[] = ['view', 'at', 'controls', 'theme', 'loading'];
/** Without `loading`: the page around a frame decides when to load it. */
const IN_FRAME: readonly PresentationAttribute[] = ['view', 'at', 'controls', 'theme'];

export const IMAGE = 'ratelab.svg';

/** The width, in pixels, from which words are next to their lanes. */
const WIDE = RESERVED_HEIGHTS[2].from;

const elementPolicy = (origin: string): string =>
  `script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; worker-src blob:`;
const framePolicy = (origin: string): string => `frame-src ${origin}; style-src-attr 'unsafe-inline'`;

export const SNIPPETS: Snippet[] = [
  {
    name: 'html',
    title: 'HTML',
    parts: (pasted) => [
      { does: 'Paste this where you want the figure:', text: `${script(pasted)}\n${element(pasted)}` },
    ],
    policy: elementPolicy,
    hasImage: true,
    takes: ALL,
  },
  {
    name: 'iframe',
    title: 'HTML, in a frame',
    parts: (pasted) => [{ does: 'Paste this where you want the figure:', text: frame(pasted) }],
    policy: framePolicy,
    hasImage: false,
    takes: IN_FRAME,
  },
  {
    name: 'markdown',
    title: 'Markdown, as an image',
    parts: (pasted) => [
      { does: 'Paste this where you want the picture; it links to the live figure:', text: image(pasted) },
    ],
    policy: () => "img-src 'self'",
    hasImage: true,
    takes: [],
  },
  {
    name: 'hugo',
    title: 'Hugo',
    parts: (pasted) => [
      { does: 'Save this once as layouts/shortcodes/rate-lab.html:', text: shortcode(pasted) },
      {
        does: 'Paste this in the post:',
        text: `{{< rate-lab ${parameters(pasted, '\\"')} >}}\n${image(pasted)}\n{{< /rate-lab >}}`,
      },
    ],
    policy: elementPolicy,
    hasImage: true,
    takes: ALL,
  },
  {
    name: 'jekyll',
    title: 'Jekyll',
    parts: (pasted) => [
      { does: 'Save this once as _includes/rate-lab.html:', text: include(pasted) },
      {
        does: 'Paste this in the post:',
        text: `{% include rate-lab.html ${parameters(
          pasted,
          '&quot;',
        )} link="${quoted(addressOf(pasted))}" image="${IMAGE}" says="${quoted(pasted.says)}" %}`,
      },
    ],
    policy: elementPolicy,
    hasImage: true,
    takes: ALL,
  },
  {
    name: 'mdx',
    title: 'MDX or Astro',
    parts: (pasted) => [
      { does: 'Paste this where you want the figure:', text: `${script(pasted)}\n\n${element(pasted, ' />')}` },
    ],
    policy: elementPolicy,
    hasImage: true,
    takes: ALL,
  },
  {
    name: 'wordpress',
    title: 'WordPress',
    parts: (pasted) => [
      {
        does: 'Paste this in the code editor, or without its first and last line in a Custom HTML block:',
        text: `<!-- wp:html -->\n${frame(pasted)}\n<!-- /wp:html -->`,
      },
    ],
    policy: framePolicy,
    hasImage: false,
    takes: IN_FRAME,
  },
];

/** The address of the frame that shows a figure. */
export function frameAddress({ folder, link, presentation }: Pick<Pasted, 'folder' | 'link' | 'presentation'>): string {
  const given = Object.entries(presentation).filter(([, value]) => value !== undefined);
  // The page around a frame decides when to load it.
  const query = new URLSearchParams(given.filter(([name]) => name !== 'loading')).toString();
  return `${folder}embed.html${query === '' ? '' : `?${query}`}#${link}`;
}

function script({ folder }: Pasted): string {
  return `<script type="module" src="${quoted(`${folder}rate-lab.js`)}"></script>`;
}

function element(pasted: Pasted, end = '>'): string {
  const { says } = pasted;
  const attributes = Object.entries(attributesOf(pasted)).map(([name, value]) => ` ${name}="${quoted(value)}"`);
  return [
    `<rate-lab${attributes.join('')}>`,
    `  <a href="${quoted(addressOf(pasted))}"><img src="${IMAGE}" alt="${quoted(says)}"${end}</a>`,
    '</rate-lab>',
  ].join('\n');
}

/**
 * A frame cannot adapt to what is in it, so its height depends on its width: below that of a wide figure, the product
 * is larger than any figure. Where styles are blocked, it is as high as a narrow figure, so that nothing is ever cut
 * off.
 */
function frame(pasted: Pasted): string {
  const { narrow, wide } = pasted.heights;
  const height = `height: clamp(${wide}px, (${WIDE}px - 100cqw) * 999, ${narrow}px)`;
  return [
    '<div style="container-type: inline-size">',
    `  <iframe src="${quoted(frameAddress(pasted))}" title="${quoted(pasted.says)}" width="100%" height="${narrow}" ` +
      `style="${height}" frameborder="0" loading="lazy" sandbox="allow-scripts allow-popups"></iframe>`,
    '</div>',
  ].join('\n');
}

/** The heights of a figure in a frame, with space for sentences that are longer than usual. */
export function frameHeights(scenario: string, controls: string | undefined): Pasted['heights'] {
  const [narrow, , wide] = RESERVED_HEIGHTS;
  const lanes = lanesIn({ scenario });
  return { narrow: heightIn(narrow, lanes, controls) + 40, wide: heightIn(wide, lanes, controls) + 20 };
}

function image(pasted: Pasted): string {
  return `[![${pasted.says.replace(/[[\]\\]/g, '\\$&')}](${IMAGE})](${addressOf(pasted).replace(/[()]/g, (bracket) =>
    bracket === '(' ? '%28' : '%29',
  )})`;
}

/** The parameters of a template. A missing one becomes an empty attribute, which means the default. */
const TAKEN = ['scenario', ...ALL];

function shortcode(pasted: Pasted): string {
  const attributes = TAKEN.map((name) => ` ${name}="{{ .Get "${name}" }}"`);
  return `${script(pasted)}\n<rate-lab${attributes.join('')}>{{ .Inner | markdownify }}</rate-lab>`;
}

function include(pasted: Pasted): string {
  const given = (name: string): string => `{{ include.${name} | escape_once }}`;
  const attributes = TAKEN.map((name) => ` ${name}="${given(name)}"`);
  const fallback = `<a href="${given('link')}"><img src="${given('image')}" alt="${given('says')}"></a>`;
  return `${script(pasted)}\n<rate-lab${attributes.join('')}>${fallback}</rate-lab>`;
}

function parameters(pasted: Pasted, quote: string): string {
  const given = Object.entries(attributesOf(pasted));
  return given.map(([name, value]) => `${name}="${value.replaceAll('"', quote)}"`).join(' ');
}

function attributesOf({ scenario, presentation }: Pasted): Record<string, string> {
  const given = Object.entries(presentation).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { scenario, ...Object.fromEntries(given) };
}

/** The playground with the same scenario and, if the figure shows one, the same view. */
function addressOf({ folder, link, presentation: { view, at } }: Pasted): string {
  return folder + printFragment({ link, view, at: readMoment(at) });
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

function quoted(text: string): string {
  return text.replace(/[&"<>]/g, (character) => ENTITIES[character]);
}
