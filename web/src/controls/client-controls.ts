/**
 * `<client-controls>`: when clients retry, and the random seed.
 *
 * @element client-controls
 * @prop scenario
 * @prop faults
 * @fires amend - for the fields `retry` and `seed`
 * @csspart retry
 * @csspart seed
 */
import { LitElement, css, html, noChange, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Fault, Scenario } from '../engine/index.ts';
import type { Quantity } from './quantity-field.ts';
import './quantity-field.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';
import { fieldSentence, sentence } from '../words/index.ts';

/** The kinds of retries: the title of each option, and the value that it writes into the field `retry`. */
const RETRIES = [
  { kind: 'never', title: 'never', text: 'never' },
  { kind: 'at_once', title: 'at once', text: 'at_once' },
  { kind: 'after', title: 'after a second', text: 'after 1s' },
  { kind: 'backoff', title: 'with backoff', text: 'backoff 1s' },
  { kind: 'jitter', title: 'with backoff and jitter', text: 'backoff 1s jitter' },
  { kind: 'told', title: 'after Retry-After', text: 'told' },
];

const attempt = html`<defined-term term="attempt">attempt</defined-term>`;
const backoff = html`<defined-term term="backoff">backoff</defined-term>`;

/** The glossary's explanation of each kind of retry. */
const HINTS: Record<string, TemplateResult> = {
  at_once: html`Another ${attempt} follows each denial immediately.`,
  after: html`Another ${attempt} follows each denial after the same wait.`,
  backoff: html`Another ${attempt} follows each denial, with ${backoff}.`,
  jitter: html`Another ${attempt} follows each denial, with ${backoff} and <defined-term
  term="jitter">jitter</defined-term>.`,
  told: html`Another ${attempt} follows each denial after <defined-term term="retry-after">Retry-After</defined-term>.`,
};

/** A seed is an unsigned 64-bit number. */
const GREATEST_SEED = 2n ** 64n - 1n;

@customElement('client-controls')
export class ClientControls extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) faults: ReadonlyMap<string, Fault> = new Map();

  protected override render() {
    const { scenario } = this;
    if (scenario === undefined) return nothing;
    return html`
      <h3><defined-term term="retry">Retries</defined-term></h3>
      ${this.renderRetry(scenario)}
      ${scenario.random ? this.renderSeed(scenario) : nothing}
    `;
  }

  private renderSeed({ seed }: Scenario) {
    const fault = this.faults.get('seed');
    return html`
      <quantity-field
        part="seed" label="Random seed" term="seed" .value=${seed} .minimum=${0n} .maximum=${GREATEST_SEED}
        .hint=${'The same seed always gives the same traffic.'}
        .fault=${fault === undefined ? '' : fieldSentence(fault)}
        @quantity=${({ detail }: CustomEvent<Quantity>) => amend(this, 'seed', detail.text, detail.isSettled)}
      ></quantity-field>
    `;
  }

  private renderRetry({ retry }: Scenario) {
    const kind = retry.kind === 'backoff' && retry.jitter ? 'jitter' : retry.kind;
    const choose = (event: Event) => {
      const chosen = RETRIES[(event.target as HTMLSelectElement).selectedIndex];
      amend(this, 'retry', chosen?.text ?? '');
    };
    const fault = this.faults.get('retry');
    return html`
      <label part="retry">
        <span>Denied clients retry</span>
        <select @change=${choose}>
          ${RETRIES.map((one) => html`<option .selected=${live(one.kind === kind)}>${one.title}</option>`)}
        </select>
      </label>
      ${
        retry.kind === 'never'
          ? nothing
          : html`<p class="quiet">${HINTS[kind]}</p>${this.renderRetryText(retry.text, fault)}`
      }
    `;
  }

  private renderRetryText(text: string, fault: Fault | undefined) {
    const fix = fault?.fix;
    return html`
      <label>
        <span class="visually-hidden">Retry policy as text</span>
        <input
          class="code" type="text" spellcheck="false" autocomplete="off"
          .value=${fault === undefined ? live(text) : noChange} aria-invalid=${fault !== undefined}
          aria-describedby="retry-fault"
          @change=${(event: Event) => amend(this, 'retry', (event.target as HTMLInputElement).value)}
        />
      </label>
      <p id="retry-fault" class="fault" role="status" ?hidden=${fault === undefined}>${fault ? sentence(fault) : ''}</p>
      ${
        fix === undefined
          ? nothing
          : html`<button class="offer" @click=${() => amend(this, 'retry', fix)}>Use <code>${fix}</code></button>`
      }
    `;
  }

  static override styles = [
    shared,
    column,
    css`
      label {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.15rem;
      }
      .offer {
        justify-self: start;
      }
      label input,
      select {
        width: 100%;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'client-controls': ClientControls;
  }
}
