/**
 * `<traffic-form>`: a form for each part of the traffic, which changes the script. A part for which there is no form
 * is shown as text.
 *
 * @element traffic-form
 * @prop scenario
 * @prop bounds
 * @prop fault
 * @fires amend - for the field `traffic`
 * @csspart pattern
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Fault, Pattern, Scenario } from '../engine/index.ts';
import { KINDS, give, kindOf, numbersOf, write } from './patterns.ts';
import type { PatternField, PatternKind } from './patterns.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { fieldSentence } from '../words/index.ts';
import { OTHERS } from '../words/topology.ts';

@customElement('traffic-form')
export class TrafficForm extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) fault: Fault | undefined;
  /** The field that the user changed last: a fault is shown there. Empty for the form as a whole. */
  @state() private changed = '';

  protected override render() {
    const { scenario } = this;
    if (scenario === undefined) return nothing;
    return html`
      <ol>
        ${scenario.traffic.map((pattern, index) => this.renderPattern(pattern, index, scenario.traffic.length))}
      </ol>
      <p class="fault" role="status" ?hidden=${this.faultAt('') === ''}>${this.faultAt('')}</p>
      <button @click=${() => this.send([...this.texts, '10@0s'], '')}>Add requests</button>
    `;
  }

  private renderPattern(pattern: Pattern, index: number, length: number) {
    const kind = kindOf(pattern);
    return html`
      <li part="pattern">
        <div class="head">
          ${kind === undefined ? html`<code>${pattern.text}</code>` : this.renderKinds(pattern, kind, index)}
          <button class="plain" ?disabled=${length === 1} aria-label="Remove part ${index + 1}"
            @click=${() => this.removePart(index)}>remove</button>
        </div>
        ${
          kind === undefined
            ? html`<p class="quiet">Edit this part in the script.</p>`
            : html`<div
              class="fields">${kind.fields.map((field) => this.renderField(pattern, kind, field, index))}</div>`
        }
        ${this.renderSender(pattern, index)}
      </li>
    `;
  }

  private renderKinds(pattern: Pattern, kind: PatternKind, index: number) {
    const choose = (event: Event) => {
      const chosen = KINDS[(event.target as HTMLSelectElement).selectedIndex];
      if (chosen !== undefined) this.put(index, write(pattern, chosen), '');
    };
    return html`
      <select aria-label="How the requests of part ${index + 1} arrive" @change=${choose}>
        ${KINDS.map((one) => html`<option .selected=${live(one === kind)}>${one.title}</option>`)}
      </select>
    `;
  }

  /** The group that sends a part, if there are groups. */
  private renderSender(pattern: Pattern, index: number) {
    const groups = this.scenario?.groups ?? [];
    if (groups.length === 0) return nothing;
    const choose = (event: Event) =>
      this.put(index, give(pattern, groups[(event.target as HTMLSelectElement).selectedIndex - 1]?.name), '');
    return html`
      <label class="by">
        <span class="quiet">sent by</span>
        <select aria-label="sent by, part ${index + 1}" @change=${choose}>
          <option .selected=${live(pattern.by === undefined)}>${OTHERS}</option>
          ${groups.map(({ name }) => html`<option .selected=${live(name === pattern.by)}>${name}</option>`)}
        </select>
      </label>
    `;
  }

  private renderField(pattern: Pattern, kind: PatternKind, { name, label, unit, term }: PatternField, index: number) {
    const place = `${index} ${name}`;
    const put = ({ detail }: CustomEvent<Quantity>) =>
      this.put(index, write(pattern, kind, { [name]: detail.text }), place, detail.isSettled);
    return html`
      <quantity-field
        label=${label} .term=${term} .unit=${unit} .value=${numbersOf(pattern)[name]}
        .minimum=${name === 'from' ? 0n : 1n} .maximum=${BigInt(this.bounds?.most_requests ?? 1)}
        .fault=${this.faultAt(place)} @quantity=${put}
      ></quantity-field>
    `;
  }

  private faultAt(place: string): string {
    return this.fault !== undefined && this.changed === place ? fieldSentence(this.fault) : '';
  }

  private put(index: number, text: string, place: string, isSettled = true): void {
    this.send(
      this.texts.map((other, at) => (at === index ? text : other)),
      place,
      isSettled,
    );
  }

  private removePart(index: number): void {
    this.send(
      this.texts.filter((_, at) => at !== index),
      '',
    );
  }

  private get texts(): string[] {
    return this.scenario?.traffic.map(({ text }) => text) ?? [];
  }

  private send(texts: string[], place: string, isSettled = true): void {
    this.changed = place;
    amend(this, 'traffic', texts.join('; '), isSettled);
  }

  static override styles = [
    shared,
    column,
    css`
      li {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.5rem;
        padding-bottom: 0.75rem;
        margin-bottom: 0.75rem;
        border-bottom: 1px solid var(--line);
      }
      .head {
        display: flex;
        align-items: center;
        gap: 0.4rem;
      }
      .head :first-child {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .head button {
        font-size: var(--small);
      }
      .by {
        display: grid;
        gap: 0.15rem;
      }
      .fields {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.4rem;
      }
      .fields quantity-field::part(label) {
        color: var(--muted);
        font-size: var(--small);
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'traffic-form': TrafficForm;
  }
}
