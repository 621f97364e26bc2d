// Shows the figure in a frame, for pages that forbid WebAssembly but allow frames. `frame-page.ts` runs inside the
// frame.

import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

/** A message from the frame to the page around it. */
export type FrameMessage =
  | { type: 'rate-lab:size'; height: number }
  | { type: 'rate-lab:ready' }
  | { type: 'rate-lab:change'; scenario: string }
  | { type: 'rate-lab:run'; summary: RunSummary }
  | { type: 'rate-lab:answer'; id: number; answer?: unknown; error?: string };

/** A message from the page to the frame. The answer has the same id. */
export interface FrameQuestion {
  type: 'rate-lab:ask';
  id: number;
  question: 'run' | TextFile;
}

/** The maximum height in pixels, in case the frame reports a wrong one. */
const HIGHEST = 20_000;

type Taken<Type> = Extract<FrameMessage, { type: Type }>;

class FramedFigure implements Figure {
  private readonly frame = document.createElement('iframe');
  private readonly ending = new AbortController();
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private asked = 0;
  private address: string;
  /** Resolves when the frame reports its first complete run. */
  readonly opened: Promise<void>;
  private open!: () => void;

  constructor(private readonly host: FigureHost, private readonly place: URL, settings: Settings) {
    const { frame } = this;
    this.opened = new Promise((resolve, reject) => {
      this.open = resolve;
      const { signal } = this.ending;
      addEventListener('message', (event) => event.source === frame.contentWindow && this.receive(event.data), { signal });
      // A frame that the page's policy blocks will never load.
      document.addEventListener('securitypolicyviolation', (event) => isOf(event, place) && reject(new Error('The page allows no frame.')), { signal });
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
    return this.ask('run');
  }

  file(kind: TextFile): Promise<string> {
    return this.ask(kind);
  }

  dispose(): void {
    this.ending.abort();
    for (const { reject } of this.waiting.values()) reject(new Error('The figure was removed.'));
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

  private ask<Answer>(question: FrameQuestion['question']): Promise<Answer> {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.frame.contentWindow?.postMessage({ type: 'rate-lab:ask', id, question } satisfies FrameQuestion, '*');
    });
  }

  private receive(message: FrameMessage): void {
    const takers: { [Type in FrameMessage['type']]: (message: Taken<Type>) => void } = {
      'rate-lab:size': ({ height }) => this.resize(height),
      'rate-lab:ready': () => {
        this.host.ready(true);
        this.open();
      },
      'rate-lab:change': ({ scenario }) => this.host.changed(String(scenario)),
      'rate-lab:run': ({ summary }) => this.host.ran(summary),
      'rate-lab:answer': (answer) => this.answer(answer),
    };
    const take = takers[message?.type] as ((message: FrameMessage) => void) | undefined;
    take?.(message);
  }

  private resize(height: number): void {
    if (!Number.isFinite(height)) return;
    this.frame.style.setProperty('height', `${Math.min(Math.max(Math.ceil(height), 0), HIGHEST)}px`);
  }

  private answer({ id, answer, error }: Taken<'rate-lab:answer'>): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.resolve(answer as never);
    else waiting?.reject(new Error(error));
  }
}

/** Resolves an address against this page, because the frame has another base. An empty address stays empty. */
function fromHere(address: string): string {
  return address !== '' && URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;
}

/** The background behind an element, which the frame cannot see; empty if there is none. */
function groundOf(element: Element): string {
  for (let one: Element | undefined = element; one !== undefined; one = one.parentElement ?? (one.getRootNode() as ShadowRoot).host) {
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
