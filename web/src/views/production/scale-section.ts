/**
 * `<scale-section>`: the memory, the work and the servers that a limiter needs for a number of clients and of
 * decisions.
 *
 * @element scale-section
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop lane
 * @prop redis - its script's arguments
 * @prop keys
 * @csspart clients
 * @csspart decisions
 * @csspart needs
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../controls/quantity-field.ts';
import type { Quantity } from '../../controls/quantity-field.ts';
import type { Engine, InRedis, Result, Scenario } from '../../engine/index.ts';
import { shared } from '../../styles/styles.ts';
import { bytes, count, counted, percent } from '../../words/index.ts';
import type { Keys } from './keys.ts';
import { scaleStyles } from './scale-section.styles.ts';
import { BUSIEST, MEASURED, needsOf } from './scale.ts';
import type { Needs, Scale } from './scale.ts';

const FIELDS: Record<keyof Scale, { label: string; most: number }> = {
  clients: { label: 'Clients', most: 1_000_000_000 },
  decisions: { label: 'Decisions per second', most: 1_000_000_000 },
};

const USUAL: Scale = { clients: 100_000, decisions: 10_000 };

@customElement('scale-section')
export class ScaleSection extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) lane = 0;
  @property({ attribute: false }) redis: InRedis | undefined;
  @property({ attribute: false }) keys: Keys | undefined;
  /** The valid numbers that the user typed. */
  @state() private typed: Partial<Scale> = {};
  @state() private faults: Partial<Record<keyof Scale, string>> = {};
  /** The bytes of the states in process, and what they are of. */
  @state() private inProcess: { request: string; bytes: number } | undefined;
  private asked = '';

  protected override updated(_changed: PropertyValues): void {
    const { engine, result, lane, scale } = this;
    const request = `${result?.text} ${lane} ${scale.clients}`;
    if (engine === undefined || result?.complete !== true || request === this.asked) return;
    this.asked = request;
    engine.ask('stateBytes', [scale.clients]).then(
      ([all]) => this.read(request, all[lane]),
      () => undefined,
    );
  }

  protected override render() {
    const { redis, keys, scale } = this;
    if (redis === undefined || keys === undefined) return nothing;
    return html`
      <h4>At your scale</h4>
      <div class="fields">${this.renderField('clients')} ${this.renderField('decisions')}</div>
      ${this.renderStale()} ${this.renderNeeds(needsOf(redis, keys, scale))}
      <p class="quiet">${MEASURED.placeholder ? 'Estimated for' : 'Measured with'} Redis ${MEASURED.redis} on
        ${MEASURED.machine}, with client names of ${MEASURED.client_bytes} bytes;
        see <code>tests/bench</code>. ${MEASURED.placeholder ? 'Not measured yet.' : ''}</p>
    `;
  }

  private renderField(name: keyof Scale) {
    const { label, most } = FIELDS[name];
    return html`<quantity-field
      part=${name} label=${label} .value=${BigInt(this.scale[name])} .minimum=${1n} .maximum=${BigInt(most)}
      .fault=${this.faults[name] ?? ''} @quantity=${({ detail }: CustomEvent<Quantity>) => this.type(name, detail.text)}
    ></quantity-field>`;
  }

  /** Numbers that are not those in the fields say whose they are. */
  private renderStale() {
    const { clients, decisions } = this.scale;
    return this.isStale
      ? html`<p role="status">Below are the numbers for ${counted(clients, 'client')} and
        ${counted(decisions, 'decision')} a second.</p>`
      : nothing;
  }

  private get isStale(): boolean {
    return Object.values(this.faults).some((fault) => fault !== '');
  }

  private renderNeeds(needs: Needs) {
    const { clients, decisions } = this.scale;
    const { client, memory, pipelined, single, busy } = needs;
    return html`<dl part="needs" class=${this.isStale ? 'stale' : ''}>
      <div>
        <dt>Memory in Redis</dt>
        <dd><strong>${bytes(memory)}</strong>
          <p class="quiet">${bytes(client.keys + client.tables)} for each of ${counted(clients, 'client')} in the worst
            case: ${bytes(client.keys)} for the state, ${bytes(client.tables)} for the tables that find and expire
            it.</p></dd>
      </div>
      <div>
        <dt>Memory in process</dt>
        <dd><strong>${this.inProcess === undefined ? '…' : bytes(this.inProcess.bytes)}</strong>
          <p class="quiet">The worst-case state, without the clients’ names.</p></dd>
      </div>
      <div>
        <dt>Share of one Redis core</dt>
        <dd><strong>${percent(100 * busy)}</strong>
          <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="all" width="1000" height="10" /><rect width=${Math.min(1000, Math.max(2, busy * 1000))}
            height="10" /></svg>
          <p class="quiet">${count(decisions)} a second, of ${count(single)} that one core can make with the call above,
            or ${count(pipelined)} with pipelining.</p></dd>
      </div>
      <div>
        <dt>Shards</dt>
        <dd><strong>${count(needs.shards)}</strong> <p class="quiet">${shardsInWords(needs)}</p></dd>
      </div>
    </dl>`;
  }

  private get scale(): Scale {
    const { clients = 1 } = this.scenario ?? {};
    return { ...USUAL, ...(clients > 1 ? { clients } : {}), ...this.typed };
  }

  /** A fault stays at its field, and the results of the last valid numbers stay below. */
  private type(name: keyof Scale, text: string): void {
    const { label, most } = FIELDS[name];
    const number = Number(text);
    const isRight = /^\d+$/.test(text) && number >= 1 && number <= most;
    const given = text === '' ? 'empty' : text;
    this.faults = {
      ...this.faults,
      [name]: isRight ? '' : `${label} is ${given}, but must be a whole number from 1 to ${count(most)}.`,
    };
    if (isRight) this.typed = { ...this.typed, [name]: number };
  }

  private read(request: string, inProcess: number | undefined): void {
    if (request === this.asked && inProcess !== undefined) this.inProcess = { request, bytes: inProcess };
  }

  static override styles = [shared, scaleStyles];
}

function shardsInWords({ shards, isOnOneServer }: Needs): string {
  const most = percent(100 * BUSIEST).replace(' ', '\u00a0');
  if (isOnOneServer && shards > 1)
    return (
      'It would take this many cores, but all clients share one count, which a single core holds: more shards ' +
      'do not help.'
    );
  const enough =
    shards === 1
      ? `One is enough: it is less than ${most} busy.`
      : `With this many shards, none is more than ${most} busy.`;
  return `${enough} Memory may require more, and a replica of each keeps counting if one fails.`;
}

declare global {
  interface HTMLElementTagNameMap {
    'scale-section': ScaleSection;
  }
}
