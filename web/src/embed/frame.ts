// The figure in a frame, where the page may not compile but may frame. `frame-page.ts` is the other side.

import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

/** What a frame tells the page that it is in, and what it is asked. */
export type FrameMessage =
  | { type: 'rate-lab:size'; height: number }
  | { type: 'rate-lab:ready' }
  | { type: 'rate-lab:change'; scenario: string }
  | { type: 'rate-lab:run'; summary: RunSummary }
  | { type: 'rate-lab:answer'; id: number; answer?: unknown; error?: string };

export interface FrameQuestion {
  type: 'rate-lab:ask';
  id: number;
  question: 'run' | TextFile;
}

/** No figure is higher, and what says so is no figure. */
const HIGHEST = 20_000;

type Taken<Type> = Extract<FrameMessage, { type: Type }>;

class FramedFigure implements Figure {
  private readonly frame = document.createElement('iframe');
  private readonly ending = new AbortController();
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  private asked = 0;
  private address: string;
  /** Until the frame says that it has a picture. */
  readonly opened: Promise<void>;
  private open!: () => void;

  constructor(private readonly host: FigureHost, private readonly place: URL, settings: Settings) {
    const { frame } = this;
    this.opened = new Promise((resolve, reject) => {
      this.open = resolve;
      const { signal } = this.ending;
      addEventListener('message', (event) => event.source === frame.contentWindow && this.receive(event.data), { signal });
      // What the page forbids will not come later either.
      document.addEventListener('securitypolicyviolation', (event) => isOf(event, place) && reject(new Error('The page allows no frame.')), { signal });
      signal.addEventListener('abort', () => reject(new Error('The figure was taken away.')));
    });
    frame.title = 'A live figure by Ratelab';
    frame.setAttribute('part', 'frame');
    // It needs nothing that is stored, and a page that is isolated lets it in without.
    frame.setAttribute('credentialless', '');
    Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
    this.address = this.addressOf(settings);
    frame.src = this.address;
    host.base.append(frame);
  }

  /** Not as a step of the page's history. */
  show(settings: Settings): void {
    const address = this.addressOf(settings);
    if (address === this.address) return;
    this.address = address;
    this.frame.contentWindow?.location.replace(address);
  }

  /** A frame sees for itself. */
  see(): void {}

  run(): Promise<RunSummary> {
    return this.ask('run');
  }

  file(kind: TextFile): Promise<string> {
    return this.ask(kind);
  }

  dispose(): void {
    this.ending.abort();
    for (const { reject } of this.waiting.values()) reject(new Error('The figure was taken away.'));
    this.frame.remove();
  }

  private addressOf(settings: Settings): string {
    const { scenario = '', playground = '', ...others } = settings;
    const address = new URL(this.place);
    address.search = new URLSearchParams({ ...others, playground: fromHere(playground) }).toString();
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

/** An address as this page means it, because the frame stands elsewhere; none stays none. */
function fromHere(address: string): string {
  return address !== '' && URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI).href : address;
}

/** Browsers tell a page the address, or only the origin, of what it forbids. */
function isOf({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent, place: URL): boolean {
  return /^(frame|child|default)-src$/.test(effectiveDirective) && place.href.startsWith(blockedURI.split(/[?#]/)[0]);
}

/** Rejects where the page allows no frame; where that cannot be known, it never resolves, and nothing is lost. */
export async function openFrame(host: FigureHost, settings: Settings, place: URL): Promise<Figure> {
  // What cannot compile in its own frame would frame itself for ever.
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
