/**
 * `<server-controls>`: where requests are decided, as a drawing that is the control: who sends, how requests find a
 * server, the servers with their clocks, and where the state is stored. Folded while there is one server.
 *
 * @element server-controls
 * @prop scenario
 * @prop bounds
 * @prop faults
 * @prop engine
 * @prop result - the scenario's result
 * @fires amend - for the field `servers`
 * @csspart drawing
 * @csspart server
 * @csspart number
 */
import { LitElement, html, nothing, svg } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Engine, Fault, Result, Scenario, Servers } from '../engine/index.ts';
import { folded } from './folded.styles.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { sentenceStyles } from './sentence.styles.ts';
import { serverStyles } from './server-controls.styles.ts';
import type { ServersParts } from './servers-text.ts';
import { clockText, serversWith } from './servers-text.ts';
import type { StoreText, Trial } from './store-choice.ts';
import './store-choice.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { count, counted, fieldSentence } from '../words/index.ts';
import { ROUTINGS, clockOf, sendersInShort, serversInShort, skew, storeInShort } from '../words/topology.ts';

/** How many senders and servers fit in the drawing. */
const MOST_SENDERS = 3;
const MOST_SERVERS = 5;

/** Where the middle of each of some equal columns is, of a hundred. */
function middles(columns: number): number[] {
  return Array.from({ length: columns }, (_, at) => ((at + 0.5) / columns) * 100);
}

@customElement('server-controls')
export class ServerControls extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @state() private isOpen = false;
  /** The server whose clock is set, from 0. */
  @state() private chosen: number | undefined;
  /** The part that the user changed last: a fault is shown there. */
  @state() private changed: keyof ServersParts | undefined;
  @query('#clock quantity-field') private clock!: HTMLElement | null;
  private hadServers = false;
  private tried: Result | undefined;
  private trial: Trial | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const servers = this.scenario?.servers;
    const hasServers = servers !== undefined && serversInShort(servers) !== '1 server';
    if (changed.has('scenario') && hasServers && !this.hadServers) this.isOpen = true;
    this.hadServers = hasServers;
    const tried = this.isOpen ? this.result : undefined;
    if (tried !== this.tried) this.trial = this.trialOf(tried);
    this.tried = tried;
    if (this.chosen !== undefined && this.chosen >= (servers?.count ?? 0)) this.chosen = undefined;
  }

  protected override render() {
    const { scenario, bounds } = this;
    if (scenario === undefined || bounds === undefined) return nothing;
    const { servers } = scenario;
    return html`
      <details ?open=${this.isOpen}
        @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>
          <h3>Servers</h3>
          <span class="short">${serversInShort(servers)}${
            this.hadServers ? nothing : html` <span class="quiet">add more, sharing state or not</span>`
          }</span>
        </summary>
        <div class="inside">
          ${this.renderNumber(servers, bounds)} ${this.renderDrawing(scenario)} ${this.renderHint(servers)}
          ${this.chosen === undefined ? nothing : this.renderClock(servers, this.chosen)}
          <store-choice
            .store=${servers.store} .fault=${this.faultOf('store')} .trial=${this.trial}
            @store=${({ detail }: CustomEvent<StoreText>) => this.change({ store: detail.text }, detail.isSettled)}
          ></store-choice>
        </div>
      </details>
    `;
  }

  /** How many get through with each store, in the first lane that uses the servers' choice. */
  private trialOf(result: Result | undefined): Trial | undefined {
    const { engine } = this;
    const { lanes = [], servers } = result?.scenario ?? {};
    const lane = lanes.findIndex(({ store }) => store === undefined);
    if (engine === undefined || servers === undefined || lane < 0) return undefined;
    return {
      name: result?.lanes[lane]?.title ?? '',
      ask: (stores) =>
        engine.ask(
          'admittedIf',
          lane,
          'servers',
          stores.map((store) => serversWith(servers, { store })),
        ),
    };
  }

  private renderNumber({ count: servers }: Servers, { most_servers }: Bounds) {
    const by = (step: number) => () => this.change({ count: `${servers + step}` });
    return html`
      <div class="number" part="number">
        <button aria-label="One fewer server" ?disabled=${servers <= 1} @click=${by(-1)}>−</button>
        <quantity-field
          inline label="Servers" .value=${BigInt(servers)} .minimum=${1n} .maximum=${BigInt(most_servers)}
          .fault=${this.faultOf('count')}
          @quantity=${({ detail }: CustomEvent<Quantity>) => this.change({ count: detail.text }, detail.isSettled)}
        ></quantity-field>
        <button aria-label="One more server" ?disabled=${servers >= most_servers} @click=${by(1)}>+</button>
        <defined-term term="server">${servers === 1 ? 'server' : 'servers'}</defined-term>
      </div>
    `;
  }

  /** From the top: who sends, how requests find a server, the servers, and their state. */
  private renderDrawing(scenario: Scenario) {
    const { servers } = scenario;
    const senders = this.sendersOf(scenario);
    const shown = Math.min(servers.count, MOST_SERVERS);
    const says = `${sendersInShort(scenario)} to ${serversInShort(servers)}`;
    return html`
      <div class="drawing" part="drawing" role="group" aria-label=${`Diagram: ${says}`}
        data-store=${servers.store.kind}>
        <ul class="row" aria-label="Clients"
          data-columns=${senders.length}>${senders.map((name) => html`<li class="sender">${name}</li>`)}</ul>
        ${wires(middles(senders.length), true)} ${this.renderRouting(servers)} ${wires(middles(shown), false)}
        <div class="row"
          data-columns=${shown}>${Array.from({ length: shown }, (_, at) => this.renderServer(servers, at, shown))}</div>
        ${this.renderStore(servers, shown)}
      </div>
    `;
  }

  /** The name of the chosen routing. */
  private renderHint({ count: servers, routing }: Servers) {
    if (servers === 1)
      return html`<p class="quiet">Add servers to see what they do not know about each other. Click a server to set its
        clock.</p>`;
    const name =
      routing === 'round_robin'
        ? html`, <defined-term term="round-robin">round robin</defined-term>`
        : routing === 'sticky'
          ? html`, <defined-term term="sticky">sticky</defined-term>`
          : '';
    return html`<p class="quiet"><defined-term term="routing">Routing</defined-term>${name}. Click a server to set its
      clock.</p>`;
  }

  private sendersOf(scenario: Scenario): string[] {
    const { groups, others } = scenario;
    const names =
      groups.length === 0
        ? [sendersInShort(scenario)]
        : [...groups.map(({ name }) => name), ...(others ? ['others'] : [])];
    const more = names.length - MOST_SENDERS;
    return more > 0 ? [...names.slice(0, MOST_SENDERS - 1), `${count(more + 1)} more`] : names;
  }

  private renderRouting({ routing }: Servers) {
    return html`
      <select
        class="routing" aria-label="How requests are routed"
        @change=${(event: Event) => this.change({ routing: (event.target as HTMLSelectElement).value })}
      >
        ${ROUTINGS.map(
          (one) => html`<option value=${one.routing} .selected=${live(one.routing === routing)}>${one.title}</option>`,
        )}
      </select>
    `;
  }

  /** The last one represents all that do not fit in the drawing. */
  private renderServer({ clocks, count: servers }: Servers, at: number, shown: number) {
    const isRest = at === shown - 1 && servers > shown;
    const ahead = clocks[at] ?? 0;
    const name = isRest ? `${counted(servers - at, 'server')} more` : `Server ${count(at + 1)}`;
    const clock =
      ahead === 0
        ? 'its clock is correct'
        : `its clock is ${ahead < 0 ? 'behind' : 'ahead'} by ${skew(ahead).slice(1)}`;
    const isChosen = this.chosen !== undefined && (isRest ? this.chosen >= at : this.chosen === at);
    return html`
      <button class="server" part="server" aria-expanded=${isChosen} aria-controls="clock"
        aria-label=${isRest ? `${name}: set a clock` : `${name}, ${clock}: set it`} title="Set the clock"
        @click=${() => void this.choose(isChosen ? undefined : at)}>
        <b>${isRest ? `+${count(servers - at)}` : count(at + 1)}</b>${
          ahead === 0 || isRest ? nothing : html`<span>${skew(ahead)}</span>`
        }
      </button>
    `;
  }

  private renderStore({ store }: Servers, shown: number) {
    const isOwn = store.kind === 'local' || store.kind === 'sync';
    const states = html`<div class="row own"
      data-columns=${shown}>${middles(shown).map(() => html`<span class="state"></span>`)}</div>`;
    return html`${isOwn ? states : wires(middles(shown), true)}<p class="store">${storeInShort(store)}</p>`;
  }

  private renderClock({ clocks }: Servers, server: number) {
    const ahead = clocks[server] ?? 0;
    const set = (clock: string, isSettled = true) =>
      this.change({ clocks: clocks.map((other, at) => (at === server ? clock : clockText(other))) }, isSettled);
    const way = ahead < 0 ? 'behind' : 'ahead';
    const turn = (event: Event) =>
      ahead !== 0 &&
      set(clockText(((event.target as HTMLSelectElement).value === 'behind' ? -1 : 1) * Math.abs(ahead)));
    return html`
      <p class="sentence" id="clock">
        The <defined-term term="clock-skew">clock</defined-term> of ${this.renderWhich(clocks.length, server)} is
        <quantity-field
          inline label="Clock of server ${count(server + 1)}" unit="nanoseconds" .value=${clockOf(ahead)} .minimum=${0n}
          .fault=${this.faultOf('clocks')}
          @quantity=${({ detail }: CustomEvent<Quantity>) =>
            set(isNone(detail.text) ? '' : `${way} ${detail.text}`, detail.isSettled)}
        ></quantity-field>
        <span class="end"><select aria-label="Ahead or behind" @change=${turn}>
          ${['ahead', 'behind'].map((word) => html`<option .selected=${live(word === way)}>${word}</option>`)}
        </select>.</span>
      </p>
    `;
  }

  private renderWhich(servers: number, server: number) {
    return html`<select aria-label="Which server"
      @change=${(event: Event) => (this.chosen = (event.target as HTMLSelectElement).selectedIndex)}>
      ${Array.from(
        { length: servers },
        (_, at) => html`<option .selected=${live(at === server)}>server ${count(at + 1)}</option>`,
      )}
    </select>`;
  }

  private async choose(server: number | undefined): Promise<void> {
    this.chosen = server;
    await this.updateComplete;
    this.clock?.shadowRoot?.querySelector('input')?.focus();
  }

  private faultOf(part: keyof ServersParts): string {
    const fault = this.faults.get('servers');
    return fault !== undefined && this.changed === part ? fieldSentence(fault) : '';
  }

  private change(changed: Partial<ServersParts>, isSettled = true): void {
    if (this.scenario === undefined) return;
    this.changed = Object.keys(changed)[0] as keyof ServersParts;
    amend(this, 'servers', serversWith(this.scenario.servers, changed), isSettled);
  }

  static override styles = [shared, column, folded, sentenceStyles, serverStyles];
}

/** Whether a clock offset is zero or empty. */
function isNone(time: string): boolean {
  return time === '' || Number.parseFloat(time) === 0;
}

/** Lines from the middles of columns to one point below them, or from one point above them. */
function wires(columns: number[], meetBelow: boolean) {
  const line = (x: number) => (meetBelow ? `M${x} 0C${x} 60 50 40 50 100` : `M50 0C50 60 ${x} 40 ${x} 100`);
  return html`<svg class="wires" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    ${columns.map((x) => svg`<path d=${line(x)} vector-effect="non-scaling-stroke" />`)}
  </svg>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'server-controls': ServerControls;
  }
}
