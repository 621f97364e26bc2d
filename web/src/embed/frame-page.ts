// The page inside the frame, `embed.html`: shows the figure that its address describes, and reports its height,
// changes and runs to the page around it.
//
// The query contains the element's attributes. The fragment contains the scenario, as in a link to the playground.

import './frame-page.css';
import type { FrameMessage, FrameQuestion, FrameQuestions } from './frame-messages.ts';
import type { RateLab } from './rate-lab.ts';

/** WordPress appends a secret to the fragment, and expects it in the frame's messages. */
const SECRET = /#?\?secret=(\w+)$/;

const figure = theFigure();
const known = attributesOf(customElements.get('rate-lab'));
const secret = SECRET.exec(location.hash)?.[1];

for (const [name, value] of new URLSearchParams(location.search)) {
  if (known.includes(name)) figure.setAttribute(name, value);
}
// The figure takes its colours from what is behind it.
document.body.style.setProperty('background-color', new URLSearchParams(location.search).get('ground') ?? '');
document.documentElement.dataset.theme = figure.getAttribute('theme') ?? 'auto';
read();
addEventListener('hashchange', read);

function theFigure(): RateLab {
  const found = document.querySelector('rate-lab');
  if (found === null) throw new Error('The page has no figure.');
  return found;
}

/** The attributes that an element reads. Its class is in another script. */
function attributesOf(element: CustomElementConstructor | undefined): unknown[] {
  const attributes = element !== undefined && 'observedAttributes' in element ? element.observedAttributes : undefined;
  return Array.isArray(attributes) ? attributes : [];
}

function read(): void {
  const scenario = location.hash.replace(SECRET, '');
  if (scenario.length > 1) figure.setAttribute('scenario', scenario);
}

function post(message: unknown): void {
  if (parent !== window) parent.postMessage(message, '*');
}

const say = (message: FrameMessage): void => post(message);

figure.addEventListener('rate-lab-change', ({ detail }) => say({ type: 'rate-lab:change', scenario: detail.scenario }));
figure.addEventListener('rate-lab-run', ({ detail }) => {
  say({ type: 'rate-lab:ready' });
  say({ type: 'rate-lab:run', summary: detail });
});

// Any site may embed the figure and ask about it, so the origin is not checked.
addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  if (source === parent && parent !== window && isQuestion(data)) void answer(data);
});

const ANSWERS: { [Name in keyof FrameQuestions]: () => Promise<ReturnType<FrameQuestions[Name]>> } = {
  run: () => figure.run(),
  toSVG: () => figure.toSVG(),
  toCSV: () => figure.toCSV(),
};

function isQuestion(posted: unknown): posted is FrameQuestion {
  if (typeof posted !== 'object' || posted === null) return false;
  const { type, id, question }: { type?: unknown; id?: unknown; question?: unknown } = posted;
  return (
    type === 'rate-lab:ask' &&
    typeof id === 'number' &&
    typeof question === 'string' &&
    Object.hasOwn(ANSWERS, question)
  );
}

async function answer({ id, question }: FrameQuestion): Promise<void> {
  try {
    say({ type: 'rate-lab:answer', id, answer: await ANSWERS[question]() });
  } catch (error) {
    say({ type: 'rate-lab:answer', id, error: String(error) });
  }
}

/** Reports the height in four formats: Ratelab's own, and those of AMP, Embedly and WordPress. */
function tellSize(): void {
  const height = Math.ceil(figure.getBoundingClientRect().height);
  say({ type: 'rate-lab:size', height });
  post({ sentinel: 'amp', type: 'embed-size', height });
  post(JSON.stringify({ src: location.href, context: 'iframe.resize', height }));
  if (secret !== undefined) post({ message: 'height', value: height, secret });
}

new ResizeObserver(tellSize).observe(figure);
