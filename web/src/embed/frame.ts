// Shows the figure in a frame, for pages that forbid WebAssembly but allow frames. `frame-page.ts` runs inside the
// frame, and `frame-messages.ts` says why their messages are not those of `engine/transport`.

import { Remote } from '../engine/transport/remote.ts';
import { isSummary, messageIn } from './frame-messages.ts';
import type { FrameMessage, FrameQuestion, FrameQuestions } from './frame-messages.ts';
import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

/** The maximum height in pixels, in case the frame reports a wrong one. */
const HIGHEST = 20_000;

class FramedFigure implements Figure {
  private readonly frame = document.createElement('iframe');
  private readonly ending = new AbortController();
  private readonly remote = new Remote<FrameQuestions>(({ id, name }) => {
    this.frame.contentWindow?.postMessage({ type: 'rate-lab:ask', id, question: name } satisfies FrameQuestion, '*');
  });
  private address: string;
  /** Resolves when the frame reports its first complete run. */
  readonly opened: Promise<void>;
  private open!: () => void;

  constructor(
    private readonly host: FigureHost,
    private readonly place: URL,
    settings: Settings,
  ) {
    const { frame } = this;
    this.opened = new Promise((resolve, reject) => {
      this.open = resolve;
      const { signal } = this.ending;
      addEventListener('message', (event) => this.isOurs(event) && this.receive(messageIn(event.data)), { signal });
      // A frame that the page's policy blocks will never load.
      document.addEventListener(
        'securitypolicyviolation',
        (event) => isOf(event, place) && reject(new Error('The page does not allow frames.')),
        { signal },
      );
      signal.addEventListener('abort', () => reject(new Error('The figure was removed.')));
    });
    frame.title = 'A live figure by Ratelab';
    frame.setAttribute('part', 'frame');
    // The frame needs no cookies or storage. Without them, a cross-origin isolated page allows it too.
    frame.setAttribute('credentialless', '');
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
    this.address = this.addressOf(settings);
    frame.src = this.address;
    host.base.append(frame);
  }

  /** Replaces the frame's location, so that the browser's history gets no new entry. */
  show(settings: Settings): void {
    const address = this.addressOf(settings);
    if (address === this.address) return;
    this.address = address;
    this.frame.contentWindow?.location.replace(address);
  }

  /** Does nothing: the element inside the frame observes its own visibility. */
  see(): void {}

  run(): Promise<RunSummary> {
    return this.remote.ask('run');
  }

  file(kind: TextFile): Promise<string> {
    return this.remote.ask(kind);
  }

  dispose(): void {
    this.ending.abort();
    this.remote.failAll(new Error('The figure was removed.'));
    this.frame.remove();
  }

  private addressOf(settings: Settings): string {
    const { scenario = '', playground = '', ...others } = settings;
    const address = new URL(this.place);
    const ground = groundOf(this.host.root.host);
    address.search = new URLSearchParams({ ...others, playground: fromHere(playground), ground }).toString();
    address.hash = encodeURIComponent(scenario);
    return address.href;
  }

  /** A frame that went to another site is not ours any more. In a sandboxed page, all frames have an opaque origin. */
  private isOurs({ source, origin: from }: MessageEvent): boolean {
    const isSameSite = from === this.place.origin || (origin === 'null' && from === 'null');
    return source === this.frame.contentWindow && isSameSite;
  }

  private receive(message: FrameMessage | undefined): void {
    switch (message?.type) {
      case 'rate-lab:size':
        return this.resize(message.height);
      case 'rate-lab:ready':
        this.host.ready(true);
        return this.open();
      case 'rate-lab:change':
        return this.host.changed(message.scenario);
      case 'rate-lab:run':
        return this.host.ran(message.summary);
      case 'rate-lab:answer':
        return this.answer(message);
    }
  }

  private resize(height: number): void {
    this.frame.style.setProperty('height', `${Math.min(Math.max(Math.ceil(height), 0), HIGHEST)}px`);
  }

  /** The message does not repeat the question, so the answer is read as the question wants it. */
  private answer({ id, answer, error }: Extract<FrameMessage, { type: 'rate-lab:answer' }>): void {
    const name = this.remote.open.find((question) => question.id === id)?.name;
    if (name === undefined) return;
    if (error !== undefined) this.remote.fail(id, new Error(error));
    else if (name !== 'run') this.remote.answer({ kind: 'answer', id, name, answer: String(answer) });
    else if (isSummary(answer)) this.remote.answer({ kind: 'answer', id, name, answer });
    else this.remote.fail(id, new Error('The frame returned no summary.'));
  }
}

/** Resolves an address against this page, because the frame has another base. An empty address stays empty. */
function fromHere(address: string): string {
  return address !== '' && URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;
}

/** The background behind an element, which the frame cannot see; empty if there is none. */
function groundOf(element: Element): string {
  for (
    let one: Element | undefined = element;
    one !== undefined;
    one = one.parentElement ?? (one.getRootNode() as ShadowRoot).host
  ) {
    const { backgroundColor } = getComputedStyle(one);
    if (backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
  }
  return '';
}

/** Whether the policy blocked this frame. Browsers report its address, or only its origin. */
function isOf({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent, place: URL): boolean {
  return /^(frame|child|default)-src$/.test(effectiveDirective) && place.href.startsWith(blockedURI.split(/[?#]/)[0]);
}

/**
 * Rejects if the page's policy blocks the frame. If the frame fails without a report, never resolves: the content of
 * the tag stays.
 */
export async function openFrame(host: FigureHost, settings: Settings, place: URL): Promise<Figure> {
  // Without WebAssembly, `embed.html` itself would open a frame of itself, and so on without end.
  if (location.origin + location.pathname === place.origin + place.pathname) throw new Error('This is the frame.');
  const figure = new FramedFigure(host, place, settings);
  try {
    await figure.opened;
    return figure;
  } catch (error) {
    figure.dispose();
    throw error;
  }
}
