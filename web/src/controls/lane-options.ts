/**
 * `<lane-options>`: the options of one limiter, one for each of its rows in the bounds table. An option that the
 * limiter does not set has the value that all limiters share, or its default.
 *
 * @element lane-options
 * @prop lane
 * @prop bounds
 * @attr member - it is one of several limiters of a lane, which have one state
 * @prop fault - a sentence
 * @prop faultAt - the row to show it at; of an all-of, the text
 * @fires lane-text - with the lane's new part of the field `lanes`, the row and whether it is settled
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Lane, Parameter, Setting } from '../engine/index.ts';
import './lane-members.ts';
import { groupedText, laneText, parametersOf } from './lane-text.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import type { StoreText } from './store-choice.ts';
import './store-choice.ts';
import { column, shared } from '../styles/styles.ts';
import { label } from '../words/index.ts';
import { KEYS, storeInShort } from '../words/topology.ts';

export interface LaneText {
  text: string;
  row: string;
  isSettled: boolean;
}

/** Every parameter has a term of its name in the glossary. */
function termOf({ name }: Parameter): string {
  return name.replaceAll('_', '-');
}

@customElement('lane-options')
export class LaneOptions extends LitElement {
  @property({ attribute: false }) lane: Lane | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ type: Boolean }) member = false;
  @property() fault = '';
  @property() faultAt = '';
  /** The typed text of an all-of limiter, until the lane changes. */
  @state() private draft: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lane')) this.draft = undefined;
  }

  protected override render() {
    const { lane } = this;
    if (lane === undefined) return nothing;
    if (lane.members.length > 0) return html`${this.renderState(lane)} ${this.renderMembers(lane)}`;
    const rows = parametersOf(this.bounds, lane.algorithm).map((parameter) => this.renderRow(lane, parameter));
    // Common options come first: a person would not look for them below the limiter's own.
    return html`${this.renderKey(lane)} ${this.member ? nothing : this.renderState(lane)} ${rows}`;
  }

  private renderKey(lane: Lane) {
    const choose = (event: Event) =>
      this.send(laneText(lane, this.bounds, { key: (event.target as HTMLSelectElement).value }), 'key', true);
    return html`
      <label>
        <span><defined-term term="key">Applies to</defined-term></span>
        <select @change=${choose}>
          ${Object.entries(KEYS).map(
            ([key, title]) => html`<option value=${key} .selected=${live(key === lane.key)}>${title}</option>`,
          )}
        </select>
      </label>
      ${this.faultAt === 'key' ? html`<p class="fault" role="status">${this.fault}</p>` : nothing}
    `;
  }

  private renderState(lane: Lane) {
    const put = ({ detail: { text, isSettled } }: CustomEvent<StoreText>) => {
      const members = lane.members.map((member) => member.text);
      this.send(
        members.length > 0 ? groupedText(lane, members, text) : laneText(lane, this.bounds, { state: text }),
        'state',
        isSettled,
      );
    };
    return html`
      <details class="state">
        <summary>State location: <span
          class="quiet">${lane.store === undefined ? 'same as the servers' : storeInShort(lane.store)}</span></summary>
        <store-choice optional .store=${lane.store} .fault=${this.faultAt === 'state' ? this.fault : ''}
          @store=${put}>State location</store-choice>
      </details>
    `;
  }

  /**
   * An all-of limiter admits a request only if all its members do; layers are asked one after the other. Both are a
   * list of limiters, and a text.
   */
  private renderMembers(lane: Lane) {
    const fault = this.faultAt === 'members' ? this.fault : '';
    const isLayers = lane.algorithm === 'layers';
    return html`
      <lane-members .lane=${lane} .bounds=${this.bounds} .fault=${this.faultAt.startsWith('member ') ? this.fault : ''}
        .faultAt=${this.faultAt}></lane-members>
      <label>
        <span>${
          isLayers
            ? html`<defined-term term="layer">Layers as text</defined-term>`
            : html`<defined-term term="all-of">Limiters that must all agree</defined-term>`
        }</span>
        <textarea
          class="code" rows="3" spellcheck="false" .value=${live(this.draft ?? lane.text)}
          aria-invalid=${fault !== ''} aria-describedby="fault"
          @input=${(event: Event) => (this.draft = (event.target as HTMLTextAreaElement).value)}
          @change=${() => this.send((this.draft ?? lane.text).replaceAll('\n', ' '), 'members', true)}
        ></textarea>
      </label>
      <p id="fault" class="fault" role="status" ?hidden=${fault === ''}>${fault}</p>
      ${
        isLayers
          ? html`<p class="quiet">Outermost first. Not <defined-term term="all-or-none">all or
            none</defined-term>.</p>`
          : nothing
      }
    `;
  }

  private renderRow(lane: Lane, parameter: Parameter) {
    const setting = lane.settings.find(({ name }) => name === parameter.name);
    return html`
      <div class="row">
        ${parameter.unit === 'word' ? this.renderWord(parameter, setting) : this.renderNumber(parameter, setting)}
        ${setting?.own === true ? this.renderReset(parameter) : nothing}
      </div>
    `;
  }

  private renderReset(parameter: Parameter) {
    const name = `${label(parameter.name)}: reset to default`;
    return html`
      <button class="plain" aria-label=${name} @click=${() => this.set(parameter, '', true)}>reset</button>
    `;
  }

  private renderWord(parameter: Parameter, setting: Setting | undefined) {
    const value = setting?.value ?? parameter.preset;
    return html`
      <label>
        <span><defined-term term=${termOf(parameter)}>${label(parameter.name)}</defined-term></span>
        <select @change=${(event: Event) => this.set(parameter, (event.target as HTMLSelectElement).value, true)}>
          ${parameter.words.map(
            (word) =>
              html`<option value=${word} .selected=${live(word === value)}>${word.replaceAll('_', ' ')}</option>`,
          )}
        </select>
      </label>
      <p class="quiet">${label(parameter.phrase)}.</p>
    `;
  }

  private renderNumber(parameter: Parameter, setting: Setting | undefined) {
    const value = setting?.value === undefined ? undefined : BigInt(setting.value);
    return html`
      <quantity-field
        label=${label(parameter.name)} .term=${termOf(parameter)}
        .unit=${parameter.unit === 'nanoseconds' ? 'nanoseconds' : 'requests'}
        .value=${value} .minimum=${parameter.minimum} .maximum=${parameter.maximum}
        .placeholder=${value === undefined ? 'none' : ''} .hint=${`${label(parameter.phrase)}.`}
        .fault=${this.faultAt === parameter.name ? this.fault : ''}
        @quantity=${({ detail }: CustomEvent<Quantity>) => this.set(parameter, detail.text, detail.isSettled)}
      ></quantity-field>
    `;
  }

  /** Sends the lane's text with one option changed. An empty value resets the option. */
  private set(parameter: Parameter, value: string, isSettled: boolean): void {
    if (this.lane !== undefined)
      this.send(laneText(this.lane, this.bounds, { options: { [parameter.name]: value } }), parameter.name, isSettled);
  }

  private send(text: string, row: string, isSettled: boolean): void {
    const detail: LaneText = { text, row, isSettled };
    this.dispatchEvent(new CustomEvent<LaneText>('lane-text', { detail }));
  }

  static override styles = [
    shared,
    column,
    css`
      label {
        display: grid;
        gap: 0.15rem;
      }
      select,
      textarea {
        width: 100%;
      }
      textarea {
        resize: vertical;
      }
      .state summary {
        padding-block: calc((var(--target) - 1.25rem) / 2);
        cursor: pointer;
      }
      button.plain {
        min-height: var(--tight);
        padding: 0;
        font-size: var(--small);
        text-decoration: underline;
        text-underline-offset: 0.15em;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'lane-options': LaneOptions;
  }
}
