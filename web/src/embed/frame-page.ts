// The page of the frame: a figure as its address says, which tells the page around it what it is like.
//
// The query has the element's attributes, the fragment the scenario, as a link of the playground has it.

import './frame-page.css';
import type { FrameMessage, FrameQuestion } from './frame.ts';
import type { RateLab } from './rate-lab.ts';

/** WordPress names its frames in the fragment, behind whatever stands there. */
const SECRET = /#?\?secret=(\w+)$/;

const figure = document.querySelector('rate-lab') as RateLab;
const { observedAttributes: known } = customElements.get('rate-lab') as typeof RateLab;
const secret = SECRET.exec(location.hash)?.[1];

for (const [name, value] of new URLSearchParams(location.search)) {
  if (known.some((one) => one === name)) figure.setAttribute(name, value);
}
document.documentElement.dataset.theme = figure.getAttribute('theme') ?? 'auto';
read();
addEventListener('hashchange', read);

function read(): void {
  const scenario = location.hash.replace(SECRET, '');
  if (scenario.length > 1) figure.setAttribute('scenario', scenario);
}

function tell(message: unknown): void {
  if (parent !== window) parent.postMessage(message, '*');
}

const say = (message: FrameMessage): void => tell(message);

figure.addEventListener('rate-lab-change', ({ detail }) => say({ type: 'rate-lab:change', scenario: detail.scenario }));
figure.addEventListener('rate-lab-run', ({ detail }) => {
  say({ type: 'rate-lab:ready' });
  say({ type: 'rate-lab:run', summary: detail });
});

addEventListener('message', ({ source, data }: MessageEvent<FrameQuestion | undefined>) => {
  if (source === parent && parent !== window && data?.type === 'rate-lab:ask') void answer(data);
});

async function answer({ id, question }: FrameQuestion): Promise<void> {
  const answers = { run: () => figure.run(), toSVG: () => figure.toSVG(), toCSV: () => figure.toCSV() };
  try {
    say({ type: 'rate-lab:answer', id, answer: await answers[question]?.() });
  } catch (error) {
    say({ type: 'rate-lab:answer', id, error: String(error) });
  }
}

/** In the words of each of those who might be around it. */
function tellSize(): void {
  const height = Math.ceil(figure.getBoundingClientRect().height);
  say({ type: 'rate-lab:size', height });
  tell({ sentinel: 'amp', type: 'embed-size', height });
  tell(JSON.stringify({ src: location.href, context: 'iframe.resize', height }));
  if (secret !== undefined) tell({ message: 'height', value: height, secret });
}

new ResizeObserver(tellSize).observe(figure);
