// All that a page loads until a figure is near. The class documents what the element takes and gives, and so
// do the types of the package.

import { WORKER } from '../engine/places.ts';
import { marksHeight } from '../plot/heights.ts';
import { lanesIn, textOf } from './fields.ts';
import { SHELL } from './shell.style.ts';
import { FIELDS, MANNERS } from './types.ts';
import type { Figure, FigureHost, RunSummary, Settings, TextFile } from './types.ts';

export type { LaneSummary, RunSummary } from './types.ts';

const ATTRIBUTES = ['scenario', ...FIELDS, ...MANNERS] as const;
/** How far outside of what is seen a figure begins. */
const NEAR = '50% 0px';

/**
 * `<rate-lab>`: a live figure in any page.
 *
 * What stands inside the tag is shown until there is a picture, and stays where there can be none: put an
 * image of the figure there, with a link. Where the page's policy forbids WebAssembly, the figure comes in
 * a frame, from `embed.html` beside this file; where that is forbidden as well, what is inside the tag stays.
 *
 * Attributes:
 * - `scenario`: the text of a scenario, as it stands in a link of the playground, or the name of a built-in one;
 * - `limit`, `burst`, `lanes`, `traffic`, `clients`, `retry`, `seed`, `start`, `show`: one field of it, in place
 *   of what the scenario says;
 * - `view`: `picture` (usual), `decisions` (tables), `envelope`, `memory`;
 * - `controls`: `none` (usual), `some` (the limit), `all` (the limit, traffic, clients and lanes);
 * - `theme`: `auto` (usual: the `color-scheme` of the place it is in), `light`, `dark`;
 * - `loading`: `lazy` (usual: when it comes near), `eager`, `click`;
 * - `playground`: the address of the playground, for a link to the scenario there.
 *
 * The property `scenario` is the text of what is shown, also after a control has changed it.
 * Methods: `run()` runs it again and gives a `RunSummary`; `toSVG()` and `toCSV()` give texts.
 * Events: `rate-lab-change` with `{ scenario }` when a control has changed it, `rate-lab-run` with a
 * `RunSummary` when a run is complete. Both bubble.
 * Slot: what is shown without a figure.
 * Parts: `base`, `start` (the button of `click`), `frame`, `figure`, `name`, `chart`, `title`, `caption`, `number`,
 * `lane`, `tick`, `legend`, `controls`, `card`, `fault`, `link`.
 * Custom properties: `--rate-lab-allow`, `-deny`, `-delay`, `-ink`, `-muted`, `-lane`, `-line`, `-paper`, `-edge`,
 * `-focus` (colours), `--rate-lab-font`, `--rate-lab-heading-font`, `--rate-lab-padding`.
 */
export class RateLab extends HTMLElement {
  static readonly observedAttributes = [...ATTRIBUTES, 'loading'];

  private readonly root = this.attachShadow({ mode: 'open' });
  private readonly room = make('div', 'room');
  private readonly base = make('div', 'base');
  private readonly sight = new IntersectionObserver((entries) => this.look(entries.at(-1)?.isIntersecting === true), { rootMargin: NEAR });
  private figure: Figure | undefined;
  private starting: Promise<Figure> | undefined;
  private isSeen = false;
  /** The text after a control has changed it, as long as the page has not. */
  private text: string | undefined;

  constructor() {
    super();
    const outer = make('div', 'outer');
    this.base.setAttribute('part', 'base');
    this.room.append(document.createElement('slot'), this.base);
    outer.append(this.room);
    this.root.adoptedStyleSheets = [sheet()];
    this.root.append(outer);
  }

  get scenario(): string {
    return this.text ?? this.getAttribute('scenario') ?? '';
  }

  set scenario(text: string) {
    this.setAttribute('scenario', text);
  }

  async run(): Promise<RunSummary> {
    return (await this.begin()).run();
  }

  toSVG(): Promise<string> {
    return this.file('toSVG');
  }

  toCSV(): Promise<string> {
    return this.file('toCSV');
  }

  connectedCallback(): void {
    this.reserve();
    this.sight.observe(this);
    this.offer();
    if (this.getAttribute('loading') === 'eager') this.start();
  }

  disconnectedCallback(): void {
    // An element that is moved leaves and comes at once, and goes on.
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

  private file(kind: TextFile): Promise<string> {
    return this.begin().then((figure) => figure.file(kind));
  }

  private settings(): Settings {
    const given = ATTRIBUTES.map((name) => [name, this.getAttribute(name)] as const);
    return Object.fromEntries(given.filter(([, value]) => value !== null));
  }

  /** Keeps the room that the figure will take, so that the page does not move when it comes. */
  private reserve(): void {
    const lanes = lanesIn(this.settings());
    this.room.style.setProperty('--lanes', String(lanes));
    this.room.style.setProperty('--marks', `${marksHeight(lanes)}px`);
  }

  private look(isSeen: boolean): void {
    this.isSeen = isSeen;
    this.figure?.see(isSeen);
    const loading = this.getAttribute('loading');
    if (loading === 'eager' || (isSeen && loading !== 'click')) this.start();
  }

  /** A button for whoever wants the figure, where it comes by a click. */
  private offer(): void {
    const offered = this.room.querySelector('button');
    const isWanted = this.getAttribute('loading') === 'click' && this.starting === undefined;
    if (!isWanted) return offered?.remove();
    if (offered !== null) return;
    const button = document.createElement('button');
    button.setAttribute('part', 'start');
    button.textContent = 'Show the live figure';
    button.addEventListener('click', () => this.start());
    this.room.prepend(button);
  }

  private start(): void {
    // What cannot be shown leaves what stands inside the tag.
    this.begin().catch(() => undefined);
  }

  private begin(): Promise<Figure> {
    if (this.starting !== undefined) return this.starting;
    const starting = (this.starting = this.climb());
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

  /** The first of the ways to show a figure that this page allows. */
  private async climb(): Promise<Figure> {
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
    const tell = (name: string, detail: unknown): void => {
      this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    };
    return {
      base: this.base,
      root: this.root,
      textOf,
      ready: (isPicture) => {
        this.room.classList.add('settled');
        if (isPicture) this.room.classList.add('ready');
      },
      changed: (scenario) => {
        this.text = scenario;
        tell('rate-lab-change', { scenario });
      },
      ran: (summary) => {
        this.text = summary.scenario;
        tell('rate-lab-run', summary);
      },
    };
  }

  private leave(): void {
    this.sight.disconnect();
    this.figure?.dispose();
    this.figure = this.starting = undefined;
    this.isSeen = false;
    this.room.classList.remove('settled', 'ready');
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
 * A worker from the page's own origin is under a policy of its own, and may be let where the page is not. There
 * nothing is tried, and elsewhere once: browsers report to a page what its policy forbids, and the page may report it further.
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

// A page may have this script twice.
if (customElements.get('rate-lab') === undefined) customElements.define('rate-lab', RateLab);
