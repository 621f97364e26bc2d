/**
 * `<production-view>`: how to deploy a limiter: a script for Redis with the scenario's numbers, clients in five
 * languages, the same in process, and what it needs at some scale.
 *
 * @element production-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop at - the lane to show, and an instant for other views
 * @fires production - with the lane that the reader chose
 * @csspart lanes
 * @csspart proof
 * @csspart clients
 * @csspart arguments
 * @csspart script
 * @csspart scale
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Bounds, Engine, InRedis, Lane, Result, Scenario } from '../../engine/index.ts';
import '../../figure/defined-term.ts';
import { shared } from '../../styles/styles.ts';
import { count, laneNames, sentence } from '../../words/index.ts';
import type { Moment } from '../index.ts';
import { instantOf } from '../anatomy/steps.ts';
import { Visibility } from '../visibility.ts';
import { CLIENTS, filled } from './clients.ts';
import type { Client } from './clients.ts';
import './code-block.ts';
import { offered } from './deployments.ts';
import type { Offered } from './deployments.ts';
import { exampleOf, keysOf } from './keys.ts';
import type { Keys } from './keys.ts';
import { notesOf } from './notes.ts';
import { productionStyles } from './production-view.styles.ts';
import './scale-section.ts';
import { MEASURED } from './scale.ts';
import { scriptText } from './scripts.ts';
import { ANSWERED, argumentRows } from './script-arguments.ts';
import type { Row } from './script-arguments.ts';

/** The engine's last answers, all about one lane. */
interface Shown {
  result: Result;
  scenario: Scenario;
  lane: number;
  limits: Offered[];
}

@customElement('production-view')
export class ProductionView extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) at: Moment | undefined;
  @state() private lane = 0;
  @state() private shown: Shown | undefined;
  /** Which of several limits. */
  @state() private limit = 0;
  @state() private client = CLIENTS[0]?.name ?? '';
  private isAsking = false;
  private isChosen = false;
  private readonly visibility = new Visibility(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('at') && this.at !== undefined) this.lane = this.at.lane;
    if (changed.has('scenario') && this.at === undefined && !this.isChosen) this.lane = firstThatHeeds(this.scenario);
    const lanes = this.result?.lanes.length ?? 0;
    if (this.lane >= lanes) this.lane = Math.max(0, lanes - 1);
    if (this.limit >= (this.shown?.limits.length ?? 1)) this.limit = 0;
  }

  protected override updated(): void {
    if (this.visibility.isVisible) void this.ask();
  }

  protected override render() {
    const { result, shown } = this;
    if (result === undefined || result.lanes.length === 0) return nothing;
    const names = laneNames(result.lanes, this.scenario, this.bounds);
    return html`
      <nav aria-label="Limiters" part="lanes">
        <ol>${names.map(
          (name, lane) =>
            html`<li><button aria-current=${lane === this.lane ? 'true' : nothing}
              @click=${() => this.choose(lane)}>${name}</button></li>`,
        )}</ol>
      </nav>
      ${shown === undefined ? nothing : this.renderShown(shown, names[shown.lane] ?? '')}
    `;
  }

  private renderShown(shown: Shown, name: string) {
    const limit = shown.limits[this.limit];
    const lane = shown.scenario.lanes[shown.lane];
    if (limit === undefined || lane === undefined) return nothing;
    const keys = keysOf(lane, limit.key_prefix);
    const notes = notesOf(shown.scenario, shown.lane, limit.redis, keys);
    return html`
      <header>
        <h3 id="name">${name}</h3>
        <p class="rule">${limit.rule}</p>
        ${this.renderLimits(shown.limits)} ${this.renderProof(limit)}
        ${notes.length === 0 ? nothing : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
      </header>
      ${this.renderClients(limit, keys)}
      ${limit.redis === undefined ? nothing : this.renderRedis(shown, limit.redis, keys, limit.key_prefix)}
    `;
  }

  /** Each group with its own limit has a policy. */
  private renderLimits(limits: Offered[]) {
    if (limits.length < 2) return nothing;
    const choose = (event: Event) => {
      this.limit = (event.target as HTMLSelectElement).selectedIndex;
    };
    return html`<p class="limits"><label>The limit of <select @change=${choose}>
      ${limits.map(({ who }, at) => html`<option .selected=${at === this.limit}>${who}</option>`)}
    </select></label> <span class="quiet">Each limit is a policy with its own settings and keys. Use the policy of the
      requesting client.</span></p>`;
  }

  /** The number of decisions that were verified, or the reason why Redis cannot hold the limit. */
  private renderProof({ refusal }: Offered) {
    if (refusal !== undefined) {
      return html`<p class="proof refused" part="proof"><strong>Redis cannot hold this limit exactly.</strong>
        ${sentence(refusal)} In process, in Rust, it is exact.</p>`;
    }
    const { decisions, redis } = MEASURED.proven;
    return html`<p class="proof" part="proof"><strong>Tested:</strong> Redis ${redis} made the same decisions as this
      page’s core, in every field: ${count(decisions)} random ones per limiter and option.</p>`;
  }

  private renderClients(limit: Offered, keys: Keys) {
    const clients = CLIENTS.filter(({ isOfRedis }) => !isOfRedis || limit.redis !== undefined);
    const chosen = clients.find(({ name }) => name === this.client) ?? clients[0];
    if (chosen === undefined) return nothing;
    return html`<section part="clients" aria-label="Clients">
      <div class="tabs" role="tablist" aria-label="Clients"
        @keydown=${(event: KeyboardEvent) => this.onKey(event, clients, chosen)}>
        ${clients.map(
          ({ name, title }) => html`<button
          role="tab" id="tab-${name}" aria-controls="client" aria-selected=${name === chosen.name}
          tabindex=${name === chosen.name ? 0 : -1}
          @click=${() => (this.client = name)}
        >${title}</button>`,
        )}
      </div>
      <div role="tabpanel" id="client"
        aria-labelledby="tab-${chosen.name}">${this.renderClient(chosen, limit, keys)}</div>
    </section>`;
  }

  private renderClient(client: Client, deployment: Offered, keys: Keys) {
    if (!client.isOfRedis && keys.kinds.length > 1) {
      return html`<p class="rule">Its limiters count by different keys, and an in-process store counts by one. Create a
        store for each of them and check them in order: a charge by an earlier one remains if a later one denies.</p>`;
    }
    return html`<code-block label="${client.title}, ${client.file}"
      .code=${filled(client, { deployment, keys })}></code-block>`;
  }

  /** Which number goes to which argument. */
  private renderArguments(redis: InRedis) {
    return html`<section part="arguments" class="arguments">
      <h4>The script's arguments</h4>
      ${argumentRows(redis).map(
        ({ title, rows }) =>
          html`${title === undefined ? nothing : html`<h5>${title}</h5>`}<dl>${rows.map(renderRow)}</dl>`,
      )}
    </section>`;
  }

  /** How a client reads the reply. */
  private renderAnswered() {
    return html`<section class="arguments">
      <h4>The reply</h4>
      <dl>${ANSWERED.map(
        ({ name, means }, at) =>
          html`<div><dt><span>${at + 1}</span> ${name}</dt><dd><span class="quiet">${means}</span></dd></div>`,
      )}</dl>
      <p class="quiet">Answer a denial with status 429 and Retry-After in whole seconds, rounded up. If Redis does not
        respond, the Rust store denies, admits or counts in process, as you configure; in other languages, catch the
        error and decide.</p>
    </section>`;
  }

  private renderRedis({ result, lane }: Shown, redis: InRedis, keys: Keys, prefix: string) {
    const names = keys.names.map((name) => exampleOf(name, keys.kinds));
    const call = `EVALSHA ${redis.digest} ${names.length} ${names.join(' ')} check 1 '' `;
    const script = scriptText(redis.script);
    return html`
      <div class="called">
      <code-block wraps label="The call"
        .code=${[{ text: call }, { text: redis.arguments.join(' '), isOwn: true }]}></code-block>
      <p class="quiet"><code>${prefix}</code> identifies this limit. A changed limit gets new keys, so its clients start
        with a full budget.</p>
      ${this.renderArguments(redis)} ${this.renderAnswered()}
      </div>
      <code-block class="script" part="script" label="The script, ${redis.script}.lua" file="${redis.script}.lua"
        .code=${[{ text: script }]}></code-block>
      <scale-section part="scale" .engine=${this.engine} .result=${result} .lane=${lane}
        .scenario=${this.shown?.scenario} .redis=${redis} .keys=${keys}></scale-section>
    `;
  }

  private choose(lane: number): void {
    const { at, result } = this;
    if (result === undefined) return;
    this.lane = lane;
    this.isChosen = true;
    const detail: Moment = { lane, time: at?.time ?? instantOf(result, lane) };
    this.dispatchEvent(new CustomEvent<Moment>('production', { detail, bubbles: true, composed: true }));
  }

  private onKey(event: KeyboardEvent, clients: Client[], chosen: Client): void {
    const [at, last] = [clients.indexOf(chosen), clients.length - 1];
    const targets: Record<string, number> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    };
    const target = clients[targets[event.key] ?? -1];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.client = target.name;
    this.shadowRoot?.querySelector<HTMLElement>(`#tab-${target.name}`)?.focus();
  }

  /** One question at a time, and always about the newest lane. */
  private async ask(): Promise<void> {
    const { engine, result, lane, shown } = this;
    const isSame = shown?.result === result && shown?.lane === lane;
    if (this.isAsking || isSame || engine === undefined || result?.complete !== true) return;
    this.isAsking = true;
    try {
      const { deployments } = await engine.ask('production', lane);
      const scenario = result.scenario ?? this.scenario;
      if (scenario !== undefined) this.shown = { result, scenario, lane, limits: offered(deployments) };
    } catch {
      // A newer result has arrived, and is asked about next.
    } finally {
      this.isAsking = false;
    }
    if (this.result !== result || this.lane !== lane) await this.ask();
  }

  static override styles = [shared, productionStyles];
}

/** The first limiter, or the first with bursts where the reader has set some. */
function firstThatHeeds(scenario: Scenario | undefined): number {
  const hasBursts = ({ settings }: Lane) => settings.some(({ role }) => role === 'burst');
  return scenario?.burst === undefined ? 0 : Math.max(0, scenario.lanes.findIndex(hasBursts));
}

function renderRow({ place, name, value, means, isOwn }: Row) {
  return html`<div class=${isOwn ? 'own' : ''}>
    <dt><span>ARGV[${place}]</span> ${name}</dt>
    <dd><code>${value}</code> <span class="quiet">${means}</span></dd>
  </div>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'production-view': ProductionView;
  }
}
