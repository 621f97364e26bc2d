// The element `<rate-lab>`: all that a page loads until the figure is near the viewport. The comments of the class are
// public documentation: the package's types and its `custom-elements.json` are generated from them.

import { WORKER } from '../engine/addresses.ts';
import { heightsOf } from '../plot/heights.ts';
import { lanesIn } from './fields.ts';
import { SHELL } from './shell.style.ts';
import { FIELDS, PRESENTATION } from './types.ts';
import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

export type { LaneSummary, RunSummary } from './types.ts';

const ATTRIBUTES = ['scenario', ...FIELDS, ...PRESENTATION] as const;
/** The margin around the viewport within which a figure starts. */
const NEAR = '50% 0px';
const system = matchMedia('(prefers-color-scheme: dark)');

/**
 * A live figure of rate limiters, in any page.
 *
 * The content of the tag is shown until there is a picture, and stays if there cannot be one: put an image of the
 * figure there, with a link. If the page's policy forbids WebAssembly, the figure is shown in a frame, `embed.html`. If
 * frames are forbidden too, the content of the tag stays.
 *
 * @element rate-lab
 *
 * @attr {string} scenario - The text of a scenario, as in a link of the playground, or the name of a built-in one.
 * @attr {string} limit - The limit that all limiters share, as in `10/10s`. It replaces this field of the scenario,
 *   as all do up to `needs`.
 * @attr {string} burst - How many requests a bucket holds, as in `20`.
 * @attr {string} lanes - The limiters, as in `fixed_window, token_bucket capacity=20`.
 * @attr {string} traffic - When requests arrive, as in `10@9.5s; 10@10.1s`.
 * @attr {string} clients - How many clients send them, as in `1000` or `1000 zipf 1.1`.
 * @attr {string} groups - Clients with their own limits, as in `mobile 1000, cron limit 100/m`.
 * @attr {string} servers - Where it is decided, as in `3 round_robin local`.
 * @attr {string} retry - What a client does when it is denied, as in `never` or `backoff 1s max 30s jitter`.
 * @attr {string} seed - The seed of everything random, as in `42`.
 * @attr {string} start - The clock when the scenario begins, as in `1000000s`.
 * @attr {string} show - The interval in view at first, as in `9s..21s`.
 * @attr {string} needs - The requirements for `view="which"`, as in `never 100/60s; burst 20`.
 * @attr {'picture' | 'decisions' | 'envelope' | 'memory' | 'which' | 'anatomy' | 'production'} [view=picture] - What
 *   the figure shows.
 * @attr {string} at - The limiter and the instant of `view="anatomy"`, as in `2@10.1s`: the second one at 10.1 s. Of
 *   `view="production"`, the limiter.
 * @attr {'none' | 'some' | 'all'} [controls=none] - What a reader can change: nothing, the limit, or the limit,
 *   traffic, clients and lanes.
 * @attr {'auto' | 'light' | 'dark'} [theme=auto] - The colours. `auto` takes those of the page: dark where its
 *   background is dark.
 * @attr {'lazy' | 'eager' | 'click'} [loading=lazy] - When the figure starts: when it comes near, at once, or with a
 *   click.
 * @attr {string} playground - The address of the playground, for a link to the scenario there.
 *
 * @fires {CustomEvent<{ scenario: string }>} rate-lab-change - A reader changed the scenario. Bubbles.
 * @fires {CustomEvent<RunSummary>} rate-lab-run - A run is complete. Bubbles.
 *
 * @slot - What to show without a figure.
 *
 * @csspart base - Everything that replaces the content of the tag.
 * @csspart start - The button of `loading="click"`.
 * @csspart frame - The frame, if the figure comes in one.
 * @csspart figure - The picture with its name.
 * @csspart name - The sentence that says what the picture shows.
 * @csspart reason - The sentence that says why.
 * @csspart chart - The lanes and the axis.
 * @csspart title - The title of a lane.
 * @csspart caption - The words below the title of a lane.
 * @csspart number - The number beside a lane, with its words.
 * @csspart lane - A lane.
 * @csspart tick - A tick of the axis.
 * @csspart legend - What the marks mean.
 * @csspart controls - What a reader can change.
 * @csspart card - The explanation of one decision.
 * @csspart fault - The sentence that says what is wrong with the scenario.
 * @csspart link - The link to the playground.
 *
 * @cssprop --rate-lab-allow - The colour of admitted requests.
 * @cssprop --rate-lab-deny - The colour of denied requests.
 * @cssprop --rate-lab-delay - The colour of delayed requests.
 * @cssprop --rate-lab-ink - The colour of text.
 * @cssprop --rate-lab-muted - The colour of less important text.
 * @cssprop --rate-lab-lane - The background of a lane.
 * @cssprop --rate-lab-line - The colour of thin lines.
 * @cssprop --rate-lab-paper - The background of the figure.
 * @cssprop --rate-lab-edge - The colour of the edges of buttons and fields.
 * @cssprop --rate-lab-focus - The colour of the focus ring.
 * @cssprop --rate-lab-font - The font of text.
 * @cssprop --rate-lab-heading-font - The font of headings.
 * @cssprop --rate-lab-padding - The space around the figure.
 * @cssprop --rate-lab-reserved-height - The height to reserve for the figure, where the page knows it better.
 */
export class RateLab extends HTMLElement {
  static readonly observedAttributes = [...ATTRIBUTES, 'loading'];

  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly reserved = make('div', 'reserved');
  private readonly base = make('div', 'base');
  private readonly sight = new IntersectionObserver((entries) => this.look(entries.at(-1)?.isIntersecting === true), {
    rootMargin: NEAR,
  });
  /** A page turns light or dark by an attribute of its root or its body, or with the reader's system. */
  private readonly turns = new MutationObserver(() => this.tint());
  private figure: Figure | undefined;
  private starting: Promise<Figure> | undefined;
  private isSeen = false;
  /** The text of the last change or run, until the page sets another scenario. */
  private text: string | undefined;

  constructor() {
    super();
    const outer = make('div', 'outer');
    this.base.setAttribute('part', 'base');
    this.reserved.append(document.createElement('slot'), this.base);
    outer.append(this.reserved);
    this.root.adoptedStyleSheets = [sheet()];
    this.root.append(outer);
  }

  /** The text of the scenario that is shown, including what a reader changed. */
  get scenario(): string {
    return this.text ?? this.getAttribute('scenario') ?? '';
  }

  set scenario(text: string) {
    this.setAttribute('scenario', text);
  }

  /** Runs the scenario again. Starts the figure if it has not started. */
  async run(): Promise<RunSummary> {
    return (await this.begin()).run();
  }

  /** The picture as the text of an SVG file. */
  toSVG(): Promise<string> {
    return this.file('toSVG');
  }

  /** Every decision as the text of a CSV file, a row each. */
  toCSV(): Promise<string> {
    return this.file('toCSV');
  }

  connectedCallback(): void {
    this.reserve();
    this.sight.observe(this);
    for (const one of [document.documentElement, document.body]) this.turns.observe(one, { attributes: true });
    system.addEventListener('change', this.tint);
    this.offer();
    if (this.getAttribute('loading') === 'eager') this.start();
  }

  disconnectedCallback(): void {
    // A moved element is disconnected and connected again at once. It keeps its figure.
    queueMicrotask(() => !this.isConnected && this.leave());
  }

  attributeChangedCallback(name: string): void {
    if (name === 'scenario') this.text = undefined;
    if (!this.isConnected) return;
    this.reserve();
    this.offer();
    this.figure?.show(this.settings());
    if (this.isSeen || this.getAttribute('loading') === 'eager') this.look(this.isSeen);
  }

  /** Shows the figure in the colours around it, once those of the page have changed for good. */
  private readonly tint = async (): Promise<void> => {
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
    this.figure?.show(this.settings());
  };

  private file(kind: TextFile): Promise<string> {
    return this.begin().then((figure) => figure.file(kind));
  }

  private settings(): Settings {
    const given = ATTRIBUTES.map((name) => [name, this.getAttribute(name)] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== null));
  }

  /** Reserves the figure's height, so that the page does not shift when the figure appears. */
  private reserve(): void {
    const lanes = lanesIn(this.settings());
    this.reserved.style.setProperty('--lanes', String(lanes));
    this.reserved.style.setProperty('--marks', `${heightsOf(lanes).marks}px`);
  }

  private look(isSeen: boolean): void {
    this.isSeen = isSeen;
    this.figure?.see(isSeen);
    const loading = this.getAttribute('loading');
    if (loading === 'eager' || (isSeen && loading !== 'click')) this.start();
  }

  /** Adds the button of `loading="click"`, or removes it when it is no longer needed. */
  private offer(): void {
    const offered = this.reserved.querySelector('button');
    const isWanted = this.getAttribute('loading') === 'click' && this.starting === undefined;
    if (!isWanted) return offered?.remove();
    if (offered !== null) return;
    const button = document.createElement('button');
    button.setAttribute('part', 'start');
    button.textContent = 'Show the live figure';
    button.addEventListener('click', () => this.start());
    this.reserved.prepend(button);
  }

  private start(): void {
    // On failure, the content of the tag stays.
    this.begin().catch(() => undefined);
  }

  private begin(): Promise<Figure> {
    if (this.starting !== undefined) return this.starting;
    const starting = (this.starting = this.openWithFallback());
    this.offer();
    starting.then(
      (figure) => this.take(starting, figure),
      () => this.starting === starting && (this.starting = undefined),
    );
    return starting;
  }

  private take(starting: Promise<Figure>, figure: Figure): void {
    if (this.starting !== starting) return figure.dispose();
    this.figure = figure;
    figure.show(this.settings());
    figure.see(this.isSeen);
  }

  /** Opens the figure in the page, or in a frame if that fails. */
  private async openWithFallback(): Promise<Figure> {
    if (mayCompile()) {
      try {
        const { openFigure } = await import('./figure.ts');
        return await openFigure(this.figureHost(), this.settings());
      } catch {
        this.base.replaceChildren();
      }
    }
    const { openFrame } = await import('./frame.ts');
    return openFrame(this.figureHost(), this.settings(), new URL('../embed.html', WORKER));
  }

  private figureHost(): FigureHost {
    const emit = (name: string, detail: unknown): void => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    };
    return {
      base: this.base,
      root: this.root,
      ready: (isPicture) => {
        this.reserved.classList.add('settled');
        if (isPicture) this.reserved.classList.add('ready');
      },
      changed: (scenario) => {
        this.text = scenario;
        emit('rate-lab-change', { scenario });
      },
      ran: (summary) => {
        this.text = summary.scenario;
        emit('rate-lab-run', summary);
      },
    };
  }

  private leave(): void {
    this.sight.disconnect();
    this.turns.disconnect();
    system.removeEventListener('change', this.tint);
    this.figure?.dispose();
    this.figure = this.starting = undefined;
    this.isSeen = false;
    this.reserved.classList.remove('settled', 'ready');
    this.base.replaceChildren();
  }
}

let shared: CSSStyleSheet | undefined;

function sheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(SHELL);
  }
  return shared;
}

function make(name: 'div', className: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

let compiles: boolean | undefined;

/**
 * Whether to try without a frame. A worker with the page's origin has its own policy, which may allow WebAssembly
 * even if the page's policy does not, so the page's policy is not tested then. Otherwise it is tested only once for all
 * figures: browsers report every violation to the page, which may collect the reports.
 */
function mayCompile(): boolean {
  return (compiles ??= WORKER.origin === origin || canCompile());
}

function canCompile(): boolean {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) !== undefined;
  } catch {
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'rate-lab': RateLab;
  }
  interface HTMLElementEventMap {
    'rate-lab-change': CustomEvent<{ scenario: string }>;
    'rate-lab-run': CustomEvent<RunSummary>;
  }
}

// A page may load this script twice.
if (customElements.get('rate-lab') === undefined) customElements.define('rate-lab', RateLab);
