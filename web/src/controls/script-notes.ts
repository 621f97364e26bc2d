/**
 * `<script-notes>`: the interpretation of a script, how it is written in the language, and what may have been
 * meant instead. The core answers everything.
 *
 * @element script-notes
 * @prop scenario
 * @prop typed - the script as typed; undefined if it is the scenario's own
 * @prop engine
 * @prop result - of the newest complete run
 * @fires amend - for the field `traffic`
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine, Result, Scenario } from '../engine/index.ts';
import { amend } from '../figure/model.ts';
import { column, shared } from '../styles/styles.ts';

@customElement('script-notes')
export class ScriptNotes extends LitElement {
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) typed: string | undefined;
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  /** The interpretation, and the traffic that it describes. */
  @state() private understood: { traffic: string; words: string } | undefined;
  /** The traffic of the last question. */
  private asked = '';

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('result') || changed.has('engine')) void this.ask();
  }

  protected override render() {
    const { scenario, understood } = this;
    if (scenario === undefined) return nothing;
    const words = understood !== undefined && understood.traffic === trafficOf(scenario) ? understood.words : '';
    return html`
      <p class="words" role="status">${words}</p>
      ${this.renderSuggestion(scenario)} ${this.renderForm(scenario)}
    `;
  }

  /**
   * Traffic that was typed in another form is shown in the form that links use. It is last, because it disappears when
   * the box loses the focus, and a button must not move between a press and its click.
   */
  private renderForm({ traffic }: Scenario) {
    const canonical = traffic.map(({ text }) => text).join('; ');
    const { typed } = this;
    if (typed === undefined || squeezed(typed) === squeezed(canonical)) return nothing;
    return html`<p class="quiet">Read as <code>${canonical}</code></p>`;
  }

  private renderSuggestion({ suggestion }: Scenario) {
    if (suggestion === undefined) return nothing;
    const { text, part, words } = suggestion;
    return html`
      <p class="suggestion">
        Did you mean
        <button @click=${() => amend(this, 'traffic', text)}><code>${part}</code></button>
        (${words})?
      </p>
    `;
  }

  /** Asks once for each traffic: while a limit is dragged, it stays the same. */
  private async ask(): Promise<void> {
    const { engine, result } = this;
    if (engine === undefined || result?.scenario === undefined) return;
    const traffic = trafficOf(result.scenario);
    if (traffic === this.asked) return;
    this.asked = traffic;
    try {
      const { words } = await engine.ask('understood');
      if (this.asked === traffic) this.understood = { traffic, words };
    } catch {
      // The next result asks again.
      this.asked = '';
    }
  }

  static override styles = [
    shared,
    column,
    css`
      p {
        font-size: var(--small);
        line-height: 1.45;
        overflow-wrap: anywhere;
      }
      .words:empty {
        display: none;
      }
      .suggestion button {
        min-height: var(--tight);
        padding: 0 0.35rem;
      }
      @media (pointer: coarse) {
        .suggestion button {
          min-height: var(--target);
        }
      }
    `,
  ];
}

/** The text that the notes depend on. */
function trafficOf({ traffic, seed }: Scenario): string {
  return `${traffic.map(({ text }) => text).join('; ')} ${seed}`;
}

function squeezed(text: string): string {
  return text.replace(/[\s;]+$/, '').replace(/\s/g, '');
}

declare global {
  interface HTMLElementTagNameMap {
    'script-notes': ScriptNotes;
  }
}
