/**
 * `<lane-list>`: the limiters of the scenario, their order and their options. The same limiter may appear twice.
 *
 * @element lane-list
 * @prop scenario
 * @prop bounds
 * @prop faults
 * @fires amend - for the field `lanes`
 * @csspart lane
 * @csspart add
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Bounds, Choices, Fault, Lane, Scenario } from '../engine/index.ts';
import { laneListStyles } from './lane-list.styles.ts';
import type { LaneText } from './lane-options.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { fieldSentence, own, sentence } from '../words/index.ts';

@customElement('lane-list')
export class LaneList extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();
  /** The option that the user changed last: a fault is shown there. */
  @state() private changed: { lane: number; row: string } | undefined;
  @state() private announced = '';
  @query('.add select') private choice!: HTMLSelectElement;

  protected override render() {
    const { scenario, bounds } = this;
    if (scenario === undefined || bounds === undefined) return nothing;
    const isFull = scenario.lanes.length >= bounds.most_lanes;
    return html`
      <h3>Limiters</h3>
      <!-- Above the list, which grows: a second click must not hit another button. -->
      <div class="add" part="add">
        <select aria-label="A limiter to add">
          ${titles(bounds.limiters.filter((limiter) => !isOfSeveral(limiter)))}
          <optgroup label="Combinations">${titles(bounds.limiters.filter(isOfSeveral))}</optgroup>
        </select>
        <button ?disabled=${isFull} @click=${() => this.add(bounds, scenario)}>Add</button>
      </div>
      <p class="fault" role="status" ?hidden=${this.ownFault === ''}>${this.ownFault}</p>
      <ol>
        ${scenario.lanes.map((lane, index) => this.renderLane(lane, index, scenario.lanes.length))}
      </ol>
      <p class="visually-hidden" role="status">${this.announced}</p>
    `;
  }

  private renderLane(lane: Lane, index: number, length: number) {
    const parameters = this.bounds?.limiters.find(({ algorithm }) => algorithm === lane.algorithm)?.parameters ?? [];
    const mine = own(lane, parameters);
    const isChanged = this.changed?.lane === index;
    return html`
      <li part="lane">
        <details>
          <summary>
            <span class="title">${lane.title}</span>
            <span class="more"><span class="visually-hidden">options</span></span>
            ${mine === '' ? nothing : html`<span class="mine quiet">${mine}</span>`}
          </summary>
          <div class="inside">
            <lane-options
              .lane=${lane} .bounds=${this.bounds} .fault=${isChanged ? this.faultOf(lane) : ''}
              .faultAt=${isChanged ? (this.changed?.row ?? '') : ''}
              @lane-text=${({ detail }: CustomEvent<LaneText>) => this.change(index, detail)}
            ></lane-options>
            ${isChanged && lane.members.length > 0 ? this.renderFix() : nothing}
            <div class="order">
              <button ?disabled=${index === 0} @click=${() => this.move(index, -1)}>Move up</button>
              <button ?disabled=${index === length - 1} @click=${() => this.move(index, 1)}>Move down</button>
            </div>
          </div>
        </details>
        <button class="plain only" ?hidden=${length === 1} aria-label="Keep only ${lane.title}"
          title="Remove all others" @click=${() => this.keep(index)}>only</button>
        <button class="plain cross" ?disabled=${length === 1} aria-label="Remove ${lane.title}" title="Remove"
          @click=${() => this.removeLane(index)}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
        </button>
      </li>
    `;
  }

  /** The message for an all-of limiter, which is edited as text, includes an example. */
  private faultOf(lane: Lane): string {
    const fault = this.faults.get('lanes');
    return fault !== undefined && lane.members.length > 0 ? sentence(fault) : this.fault;
  }

  private renderFix() {
    const fix = this.faults.get('lanes')?.fix;
    if (fix === undefined) return nothing;
    return html`<button @click=${() => amend(this, 'lanes', fix)}>Use <code>${fix}</code></button>`;
  }

  private get fault(): string {
    const fault = this.faults.get('lanes');
    return fault === undefined ? '' : fieldSentence(fault);
  }

  /** A fault that belongs to no option, for example after a limiter was added or moved. */
  private get ownFault(): string {
    return this.changed === undefined ? this.fault : '';
  }

  private change(index: number, { text, row, isSettled }: LaneText): void {
    this.changed = { lane: index, row };
    this.send(
      this.texts.map((other, at) => (at === index ? text : other)),
      isSettled,
    );
  }

  private move(index: number, by: number): void {
    const texts = this.texts;
    const [text] = texts.splice(index, 1);
    if (text === undefined) return;
    texts.splice(index + by, 0, text);
    this.announced = `${this.scenario?.lanes[index]?.title ?? ''} is now number ${index + by + 1}.`;
    this.changed = undefined;
    this.send(texts);
  }

  private removeLane(index: number): void {
    this.announced = `${this.scenario?.lanes[index]?.title ?? ''} removed.`;
    this.changed = undefined;
    this.send(this.texts.filter((_, other) => other !== index));
  }

  private keep(index: number): void {
    this.announced = `${this.scenario?.lanes[index]?.title ?? ''} is the only limiter now.`;
    this.changed = undefined;
    this.send(this.texts.filter((_, other) => other === index));
  }

  private add(bounds: Bounds, { lanes }: Scenario): void {
    const chosen = bounds.limiters.find(({ algorithm }) => algorithm === this.choice.value);
    if (chosen === undefined) return;
    const text = isOfSeveral(chosen) ? ofSeveral(chosen.algorithm, lanes) : chosen.algorithm;
    this.announced = `${chosen.title} added.`;
    this.changed = undefined;
    this.send([...this.texts, text]);
  }

  private get texts(): string[] {
    return this.scenario?.lanes.map(({ text }) => text) ?? [];
  }

  private send(texts: string[], isSettled = true): void {
    amend(this, 'lanes', texts.join(', '), isSettled);
  }

  static override styles = [shared, column, laneListStyles];
}

function titles(limiters: Choices[]) {
  return limiters.map(({ algorithm, title }) => html`<option value=${algorithm}>${title}</option>`);
}

function isOfSeveral({ parameters }: Choices): boolean {
  return parameters.some(({ unit }) => unit === 'limiters');
}

/**
 * A limiter of several needs members: the first two limiters of the scenario that have none themselves. The outer of
 * two layers counts all clients together, as at a gateway.
 */
function ofSeveral(algorithm: string, lanes: Lane[]): string {
  const plain = lanes
    .filter(({ members }) => members.length === 0)
    .map(({ text }) => text.replace(/ (key|state)=.*/, ''));
  const [outer = 'fixed_window', inner = 'token_bucket'] = plain;
  return algorithm === 'layers'
    ? `layers(gateway: ${outer} key=everybody then app: ${inner})`
    : `${algorithm}(${outer} + ${inner})`;
}

declare global {
  interface HTMLElementTagNameMap {
    'lane-list': LaneList;
  }
}
