/**
 * `<lane-options>`: the options of one limiter, one for each of its rows in the bounds table. An option that the
 * limiter does not set has the value that all limiters share, or its default.
 *
 * @element lane-options
 * @prop lane
 * @prop parameters - its rows of the bounds table
 * @prop fault - a sentence
 * @prop faultAt - the row to show it at; of an all-of, the text
 * @fires lane-text - with the lane's new part of the field `lanes`, the row and whether it is settled
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Lane, Parameter, Setting } from '../engine/index.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { column, shared } from '../styles/styles.ts';
import { label } from '../words/index.ts';

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
  @property({ attribute: false }) parameters: Parameter[] = [];
  @property() fault = '';
  @property() faultAt = '';
  /** What the user typed for an all-of limiter, until the lane changes. */
  @state() private draft: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lane')) this.draft = undefined;
  }

  protected override render() {
    const { lane } = this;
    if (lane === undefined) return nothing;
    if (lane.members.length > 0) return this.renderMembers(lane);
    return this.parameters.map((parameter) => this.renderRow(lane, parameter));
  }

  /**
   * An all-of limiter admits a request only if all its members do. It is edited as text, because each member has its
   * own options.
   */
  private renderMembers(lane: Lane) {
    const fault = this.faultAt === 'members' ? this.fault : '';
    return html`
      <label>
        <span><defined-term term="all-of">Limiters that must all agree</defined-term></span>
        <textarea
          class="code" rows="3" spellcheck="false" .value=${live(this.draft ?? lane.text)}
          aria-invalid=${fault !== ''} aria-describedby="fault"
          @input=${(event: Event) => (this.draft = (event.target as HTMLTextAreaElement).value)}
          @change=${() => this.send((this.draft ?? lane.text).replaceAll('\n', ' '), 'members', true)}
        ></textarea>
      </label>
      <p id="fault" class="fault" role="status" ?hidden=${fault === ''}>${fault}</p>
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
          ${parameter.words.map((word) => html`<option value=${word} .selected=${live(word === value)}>${word.replaceAll('_', ' ')}</option>`)}
        </select>
      </label>
      <p class="quiet">${label(parameter.phrase)}.</p>
    `;
  }

  private renderNumber(parameter: Parameter, setting: Setting | undefined) {
    const value = setting?.value === undefined ? undefined : BigInt(setting.value);
    return html`
      <quantity-field
        label=${label(parameter.name)} .term=${termOf(parameter)} .unit=${parameter.unit === 'nanoseconds' ? 'nanoseconds' : 'requests'}
        .value=${value} .minimum=${parameter.minimum} .maximum=${parameter.maximum}
        .placeholder=${value === undefined ? 'none' : ''} .hint=${`${label(parameter.phrase)}.`}
        .fault=${this.faultAt === parameter.name ? this.fault : ''}
        @quantity=${({ detail }: CustomEvent<Quantity>) => this.set(parameter, detail.text, detail.isSettled)}
      ></quantity-field>
    `;
  }

  /** Sends the lane's text with one option changed. An empty value resets the option. */
  private set(parameter: Parameter, value: string, isSettled: boolean): void {
    const { lane } = this;
    if (lane === undefined) return;
    const isTime = (name: string) => this.parameters.find((row) => row.name === name)?.unit === 'nanoseconds';
    const kept = lane.settings.filter(({ name, own }) => own && name !== parameter.name);
    const options = kept.map(({ name, value }) => `${name}=${value}${isTime(name) ? 'ns' : ''}`);
    if (value !== '') options.push(`${parameter.name}=${value}`);
    this.send([lane.algorithm, ...options].join(' '), parameter.name, isSettled);
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
