/**
 * `<sender-controls>`: who sends the traffic: how many clients, and groups of them with traffic and a limit of their
 * own. Folded while there are no groups.
 *
 * @element sender-controls
 * @prop scenario
 * @prop bounds
 * @prop faults
 * @prop engine
 * @fires amend - for the fields `groups`, `traffic`, `clients` and `lanes`
 * @csspart group
 * @csspart add
 * @csspart key - what the limits apply to
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Bounds, Engine, Fault, Group, Scenario } from '../engine/index.ts';
import { fieldsWithNew } from './groups.ts';
import type { Sender } from './groups.ts';
import { folded } from './folded.styles.ts';
import { keysOf, lanesCounting } from './lane-text.ts';
import type { SenderChange } from './sender-card.ts';
import './sender-card.ts';
import { sentenceStyles } from './sentence.styles.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { counted, fieldSentence, sentence } from '../words/index.ts';
import { KEYS, sendersInShort } from '../words/topology.ts';

@customElement('sender-controls')
export class SenderControls extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  @property({ attribute: false }) engine: Engine | undefined;
  @state() private isOpen = false;
  /** The field that the user changed last: a fault is shown there. */
  @state() private changed: { sender: Sender; place: string } | undefined;
  @state() private announced = '';
  private hadGroups = false;
  /** A card of each sender, which stays the same under another name: it keeps what is typed in it, and the focus. */
  private cards = new Map<Sender, symbol>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    const hasGroups = (this.scenario?.groups.length ?? 0) > 0;
    if (changed.has('scenario') && hasGroups && !this.hadGroups) this.isOpen = true;
    this.hadGroups = hasGroups;
    if (changed.has('scenario'))
      this.cards = new Map(this.senders.map((group) => [group?.name, this.cardOf(group?.name)]));
  }

  /** Every sender has a card. The last one is for clients without a group. */
  private get senders(): (Group | undefined)[] {
    const { groups = [], others = false } = this.scenario ?? {};
    return others && groups.length > 0 ? [...groups, undefined] : groups;
  }

  protected override render() {
    const { scenario, bounds } = this;
    if (scenario === undefined || bounds === undefined) return nothing;
    return html`
      <details ?open=${this.isOpen}
        @toggle=${(event: Event) => (this.isOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>
          <h3>Senders</h3>
          <span class="short">${sendersInShort(scenario)}${
            this.hadGroups ? nothing : html` <span class="quiet">add groups, such as a cron job</span>`
          }</span>
        </summary>
        <div class="inside">
          ${scenario.groups.length === 0 ? this.renderAlone(scenario) : this.renderGroups()}
          ${this.renderAdd(scenario, bounds)} ${this.renderKey(scenario)}
        </div>
      </details>
      <p class="visually-hidden" role="status">${this.announced}</p>
    `;
  }

  private renderAlone({ clients }: Scenario) {
    return html`
      <div>${this.renderCard(undefined, true)}</div>
      <p class="quiet">
        ${clients === 1 ? html`One <defined-term term="client">client</defined-term> has its own budget.` : nothing}
        A <defined-term term="group">group</defined-term> of clients, such as your app or your cron job, has its own
        traffic.
      </p>
    `;
  }

  private renderGroups() {
    return repeat(
      this.senders,
      (group) => this.cardOf(group?.name),
      (group) => html`<div part="group">${this.renderCard(group)}</div>`,
    );
  }

  private cardOf(sender: Sender): symbol {
    return this.cards.get(sender) ?? Symbol();
  }

  private renderCard(group: Group | undefined, isAlone = false) {
    const isChanged = this.changed !== undefined && this.changed.sender === group?.name;
    const traffic = this.faults.get(keyOfScript(group?.name));
    return html`
      <sender-card
        ?alone=${isAlone} .scenario=${this.scenario} .bounds=${this.bounds} .group=${group} .engine=${this.engine}
        .fault=${isChanged ? this.fault : ''} .faultAt=${isChanged ? (this.changed?.place ?? '') : ''}
        .trafficFault=${traffic ? sentence(traffic) : ''}
        @sender-change=${({ detail }: CustomEvent<SenderChange>) => this.change(detail)}
      ></sender-card>
    `;
  }

  private renderAdd(scenario: Scenario, { most_groups }: Bounds) {
    const fault = this.changed === undefined ? this.fault : '';
    return html`
      <button part="add" ?disabled=${scenario.groups.length >= most_groups} @click=${() => this.add(scenario)}>Add a
        client group</button>
      <p class="fault" role="status" ?hidden=${fault === ''}>${fault}</p>
    `;
  }

  /** Sets the key of all limiters at once. Hidden for a single client, where the key makes no difference. */
  private renderKey(scenario: Scenario) {
    const keys = keysOf(scenario);
    const isAlone = scenario.groups.length === 0;
    if ((isAlone && scenario.clients === 1) || keys.length === 0) return nothing;
    const chosen = keys.length === 1 ? keys[0] : undefined;
    const offered = Object.entries(KEYS).filter(([key]) => !isAlone || key !== 'group' || key === chosen);
    return html`
      <p class="sentence" part="key">
        Limits <defined-term term="key">apply to</defined-term>
        <span class="end"><select aria-label="Limits apply to"
          @change=${(event: Event) => this.count(scenario, (event.target as HTMLSelectElement).value)}>
          ${chosen === undefined ? html`<option disabled .selected=${live(true)}>differs by limiter</option>` : nothing}
          ${offered.map(
            ([key, title]) => html`<option value=${key} .selected=${live(key === chosen)}>${title}</option>`,
          )}
        </select>.</span>
      </p>
      ${this.renderKeyNote(scenario, chosen)}
    `;
  }

  private renderKeyNote({ groups, lanes }: Scenario, chosen: string | undefined) {
    const isIdle =
      chosen === 'everybody' && groups.some(({ limit, burst }) => limit !== undefined || burst !== undefined);
    const isApart = lanes.some(({ members }) => members.length > 0);
    if (!isIdle && !isApart) return nothing;
    return html`<p class="quiet">${isIdle ? 'The limits of groups then do not apply.' : ''}
      ${isApart ? 'Layers and all-of limiters keep their own keys.' : ''}</p>`;
  }

  private get fault(): string {
    const fault = this.faults.get('groups');
    return fault === undefined ? '' : fieldSentence(fault);
  }

  private change({ fields, sender, place, name, isSettled }: SenderChange): void {
    if (place === 'script') return amend(this, keyOfScript(sender), fields, isSettled);
    this.changed = { sender, place };
    if (name !== undefined) this.cards.set(name, this.cardOf(sender));
    if (place === 'name') this.emit(new Map(fields).get('groups') ?? '');
    amend(this, 'groups', fields, isSettled);
  }

  private add(scenario: Scenario): void {
    const { name, fields } = fieldsWithNew(scenario);
    this.changed = undefined;
    this.announced = `Group ${name} added.`;
    amend(this, 'groups', fields);
  }

  private count(scenario: Scenario, key: string): void {
    this.changed = undefined;
    amend(this, 'groups', [['lanes', lanesCounting(scenario, this.bounds, key)]]);
  }

  private emit(groups: string): void {
    const number = groups === '' ? 0 : groups.split(',').length;
    this.announced =
      number === 0
        ? 'There are no groups now.'
        : `There ${number === 1 ? 'is' : 'are'} ${counted(number, 'group')} now.`;
  }

  static override styles = [
    shared,
    column,
    folded,
    sentenceStyles,
    css`
      .inside > button {
        justify-self: start;
      }
    `,
  ];
}

/** Faults of what a group sends are not those of the script above. */
function keyOfScript(sender: Sender): string {
  return `traffic by ${sender ?? ''}`;
}

declare global {
  interface HTMLElementTagNameMap {
    'sender-controls': SenderControls;
  }
}
