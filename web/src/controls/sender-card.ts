/**
 * `<sender-card>`: clients of one kind: their name, how many they are, their limit and what they send. Without a group
 * it is for the clients without a group; naming them makes them a group.
 *
 * @element sender-card
 * @prop scenario
 * @prop bounds
 * @prop group - undefined for the clients of no group
 * @prop engine - reads what is typed
 * @prop fault - a sentence
 * @prop faultAt - the field to show it at
 * @prop trafficFault - what is wrong with the traffic as a whole
 * @attr alone - there are no groups, so only the number of clients can be set
 * @fires sender-change - with the new fields of the scenario, and where the change was made
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { isFault, textOfLink } from '../engine/index.ts';
import type { Bounds, Engine, Fault, Fields, Group, Role, Scenario } from '../engine/index.ts';
import type { GroupParts, Sender } from './groups.ts';
import {
  fieldsRenamed,
  fieldsWithScript,
  fieldsWithout,
  groupText,
  groupsWith,
  isName,
  nameRule,
  ownLimit,
  partsOf,
  scriptOf,
  strangerIn,
} from './groups.ts';
import { parameterWith } from './parameters.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { senderCardStyles } from './sender-card.styles.ts';
import { sentenceStyles } from './sentence.styles.ts';
import { column, shared } from '../styles/styles.ts';
import { count, duration, sentence } from '../words/index.ts';
import { OTHERS } from '../words/topology.ts';

export interface SenderChange {
  fields: Fields;
  sender: Sender;
  /** The field of the card. */
  place: string;
  /** The new name of these clients. */
  name?: string | undefined;
  isSettled: boolean;
}

/** The exponent that a click gives. */
const USUAL_ZIPF = '1.1';

@customElement('sender-card')
export class SenderCard extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) group: Group | undefined;
  @property({ attribute: false }) engine: Engine | undefined;
  @property() fault = '';
  @property() faultAt = '';
  @property() trafficFault = '';
  @property({ type: Boolean, reflect: true }) alone = false;
  /** The name as typed, while it cannot be one. */
  @state() private name: string | undefined;
  /** The script as typed, while the user is typing or while it is invalid. */
  @state() private draft: string | undefined;
  @state() private mistake: Pick<Fault, 'message' | 'position' | 'fix'> | undefined;
  /** The number of the newest script sent to the core. */
  private asked = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const isTyping = this.shadowRoot?.activeElement?.id === 'script';
    if (changed.has('scenario') && !isTyping && this.scriptFault === '') this.draft = undefined;
    // The group has its new name.
    if (changed.has('group') && changed.get('group')?.name !== this.sender) this.name = undefined;
  }

  protected override render() {
    const { scenario } = this;
    if (scenario === undefined) return nothing;
    if (this.alone) return this.renderClients(scenario);
    return html`${this.renderName(scenario)} ${this.renderClients(scenario)} ${this.renderTier(scenario)}
      ${this.renderTraffic(scenario)}`;
  }

  private renderName({ groups, others }: Scenario) {
    const { sender } = this;
    const wrong = this.nameFault;
    const title = sender ?? OTHERS;
    return html`
      <div class="head">
        <input
          class="name" type="text" spellcheck="false" autocapitalize="off" autocomplete="off"
          aria-label=${`Name of ${title}`}
          placeholder=${OTHERS} maxlength=${this.bounds?.longest_name ?? nothing}
          .value=${live(this.name ?? sender ?? '')}
          aria-invalid=${wrong !== ''} aria-describedby="name-fault"
          @input=${(event: Event) => (this.name = (event.target as HTMLInputElement).value)} @change=${this.onName}
        />
        <button
          class="plain cross" aria-label="Remove ${title}" title="Remove, with their traffic"
          ?disabled=${groups.length + Number(others) < 2 && sender === undefined}
          @click=${() => this.scenario && this.send(fieldsWithout(this.scenario, sender), 'name')}
        ><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg></button>
      </div>
      <p id="name-fault" class="fault" role="status" ?hidden=${wrong === ''}>${wrong}</p>
    `;
  }

  /** Always two lines: what is below stays where it is when one client becomes many. */
  private renderClients(scenario: Scenario) {
    const { clients, zipf } = this.group ?? scenario;
    return html`
      <p class="sentence">
        <quantity-field
          inline label=${this.sender === undefined ? 'How many' : `How many of ${this.sender}`}
          .value=${BigInt(clients)} .minimum=${1n} .maximum=${BigInt(this.bounds?.most_clients ?? 1)}
          .fault=${this.faultOf('clients')}
          @quantity=${({ detail }: CustomEvent<Quantity>) =>
            this.change({ clients: detail.text }, 'clients', detail.isSettled)}
        ></quantity-field>
        ${clients === 1 ? 'client,' : 'clients,'}<br />
        <span class="end">${clients === 1 ? 'which sends everything' : this.renderShares(zipf)}.</span>
      </p>
    `;
  }

  private renderShares(zipf: number | undefined) {
    const choose = (event: Event) => this.change({ zipf: (event.target as HTMLSelectElement).value }, 'clients', true);
    const exponent = zipf === undefined ? USUAL_ZIPF : zipf / 100;
    return html`<select aria-label="How active each client is" @change=${choose}>
      <option value="" .selected=${live(zipf === undefined)}>equally active</option>
      <option value=${exponent} .selected=${live(zipf !== undefined)}>Zipf-distributed, ${exponent}</option>
    </select>`;
  }

  private renderTier(scenario: Scenario) {
    const { group } = this;
    const common = html`the limit of the scenario, ${count(scenario.limit.amount)} in
      ${duration(scenario.limit.period)}`;
    if (group === undefined) return html`<p class="quiet">They have ${common}. Give them a name to set their own.</p>`;
    const isOwn = group.limit !== undefined || group.burst !== undefined;
    const toggle = () => this.change(isOwn ? { limit: '', burst: '' } : ownLimit(scenario), 'limit', true);
    return html`
      <label class="check">
        <input type="checkbox" .checked=${live(isOwn)} @change=${toggle} />
        <span>Its own limit</span>
      </label>
      ${isOwn ? this.renderLimit(scenario, group) : html`<p class="quiet">Now ${common}.</p>`}
    `;
  }

  private renderLimit({ limit: common }: Scenario, { limit = common, burst, clients }: Group) {
    const put =
      (place: 'amount' | 'window' | 'burst', print: (text: string) => Partial<GroupParts>) =>
      ({ detail }: CustomEvent<Quantity>) =>
        this.change(print(detail.text), place, detail.isSettled);
    return html`
      <p class="sentence">
        In this <defined-term term="tier">tier</defined-term>, ${clients === 1 ? 'it' : 'each'} may send
        ${this.renderNumber(
          'amount',
          'Requests of this tier',
          'limit',
          BigInt(limit.amount),
          put('amount', (text) => ({ limit: `${text}/${limit.period}ns` })),
        )}
        in
        <span class="end">${this.renderNumber(
          'window',
          'per window of this tier',
          'period',
          limit.period,
          put('window', (text) => ({ limit: `${limit.amount}/${text}` })),
        )},</span>
        with bursts of
        <span class="end">${this.renderNumber(
          'burst',
          'Burst of this tier',
          'burst',
          BigInt(burst ?? limit.amount),
          put('burst', (text) => ({ burst: text })),
        )}.</span>
      </p>
    `;
  }

  private renderNumber(
    place: string,
    label: string,
    role: Role,
    value: bigint,
    put: (event: CustomEvent<Quantity>) => void,
  ) {
    const { minimum = 1n, maximum = 1n } = parameterWith(role, this.bounds) ?? {};
    return html`<quantity-field
      inline label=${label} .unit=${place === 'window' ? 'nanoseconds' : 'requests'} .value=${value} .minimum=${minimum}
      .maximum=${maximum}
      .fault=${this.faultOf(place)} @quantity=${put}
    ></quantity-field>`;
  }

  private renderTraffic(scenario: Scenario) {
    const fault = this.scriptFault;
    const shown = this.draft ?? scriptOf(scenario, this.sender);
    const fix = this.mistake?.fix;
    return html`
      <label class="sends">
        <span class="quiet">${(this.group ?? scenario).clients === 1 ? 'Sends' : 'Together they send'}</span>
        <textarea
          id="script" aria-label="Sends: traffic of ${this.sender ?? OTHERS}" class="code"
          rows=${shown.length > 60 ? 3 : 2} spellcheck="false" autocapitalize="off" autocomplete="off"
          .value=${live(shown)}
          aria-invalid=${fault !== ''} aria-describedby="script-fault" @input=${this.onType}
          @blur=${() => void this.read(true)}
        ></textarea>
      </label>
      <p id="script-fault" class="fault" role="status" ?hidden=${fault === ''}>${fault}</p>
      ${
        fix === undefined
          ? nothing
          : html`<button class="offer" @click=${() => this.take(fix)}>Use <code>${fix}</code></button>`
      }
      <details class="shapes" @toggle=${() => import('./script-help.ts').catch(() => undefined)}>
        <summary class="quiet">All traffic patterns</summary>
        <script-help nameless
          @insert=${({ detail }: CustomEvent<string>) =>
            this.take(`${shown}${shown.trim() === '' ? '' : '; '}${detail}`)}></script-help>
      </details>
    `;
  }

  private get sender(): Sender {
    return this.group?.name;
  }

  private faultOf(place: string): string {
    return this.faultAt === place ? this.fault : '';
  }

  private get nameFault(): string {
    const { name, bounds, scenario, sender } = this;
    if (name === undefined || name === '' || name === sender) return this.faultOf('name');
    if (!isName(name, bounds?.longest_name ?? 0)) return nameRule(bounds?.longest_name ?? 0);
    const isTaken = scenario?.groups.some((group) => group.name === name.toLowerCase() && group.name !== sender);
    return isTaken === true ? 'Another group has this name.' : this.faultOf('name');
  }

  private get scriptFault(): string {
    const { draft, mistake } = this;
    if (draft === undefined) return '';
    if (draft.trim() === '')
      return 'Enter when requests arrive, such as “10@0s”. To send nothing, remove these clients.';
    if (mistake === undefined) return this.trafficFault;
    if (mistake.position === undefined) return sentence(mistake);
    const lowered = sentence(mistake).replace(/^[A-Z]/, (first) => first.toLowerCase());
    return `At character ${count(mistake.position + 1)}: ${lowered}`;
  }

  private onName(): void {
    const { name, scenario, sender } = this;
    if (scenario === undefined || name === undefined) return;
    if (name === '' || name.toLowerCase() === sender) this.name = undefined;
    else if (this.nameFault === '')
      this.send(fieldsRenamed(scenario, sender, name.toLowerCase()), 'name', true, name.toLowerCase());
  }

  private onType(event: Event): void {
    this.draft = (event.target as HTMLTextAreaElement).value;
    void this.read(false);
  }

  private take(script: string): void {
    this.draft = script;
    void this.read(true);
  }

  /** The core reads the script by itself, so that positions and fixes are of what is in the box. */
  private async read(isSettled: boolean): Promise<void> {
    const { draft, engine, scenario } = this;
    const number = (this.asked += 1);
    if (draft === undefined || draft.trim() === '' || engine === undefined || scenario === undefined) return;
    try {
      const link = await engine.ask('linkWith', 'v=1', 'traffic', draft);
      if (number !== this.asked || this.scenario === undefined) return;
      const script = trafficIn(link);
      this.mistake = this.strangersFault(script);
      if (this.mistake === undefined)
        this.send(fieldsWithScript(this.scenario, this.sender, script), 'script', isSettled);
    } catch (error) {
      if (number === this.asked && isFault(error)) this.mistake = error;
    }
  }

  /** The traffic of another group has its own box, and would disappear from this one. */
  private strangersFault(script: string): Pick<Fault, 'message' | 'fix'> | undefined {
    const stranger = strangerIn(script, this.sender);
    return (
      stranger && {
        message: `this box is only for the traffic of ${this.sender ?? OTHERS}: leave out “by ${stranger.name}”`,
        fix: stranger.without,
      }
    );
  }

  /** Sends the group's part of the field `groups`, after a change. */
  private change(changed: Partial<GroupParts>, place: string, isSettled: boolean): void {
    const { scenario, group } = this;
    if (scenario === undefined) return;
    if (group !== undefined)
      return this.send([['groups', groupsWith(scenario, group.name, changed)]], place, isSettled);
    const { clients, zipf } = { ...partsOf({ ...scenario, name: '', limit: undefined, burst: undefined }), ...changed };
    this.send([['clients', groupText({ name: '', clients, zipf, limit: '', burst: '' })]], place, isSettled);
  }

  private send(fields: Fields, place: string, isSettled = true, name?: string): void {
    const detail: SenderChange = { fields, sender: this.sender, place, name, isSettled };
    this.dispatchEvent(new CustomEvent<SenderChange>('sender-change', { detail }));
  }

  static override styles = [shared, column, sentenceStyles, senderCardStyles];
}

/** The traffic in a link, in the one form that the language prints. */
function trafficIn(link: string): string {
  const field = (textOfLink(link) ?? '').split('&').find((part) => part.startsWith('traffic='));
  return field?.slice('traffic='.length) ?? '';
}

declare global {
  interface HTMLElementTagNameMap {
    'sender-card': SenderCard;
  }
}
