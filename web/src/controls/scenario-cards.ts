/**
 * `<scenario-cards>`: links to the built-in scenarios, as questions. A few are visible; a menu has all of them, with
 * what to look at. Each link replaces the whole scenario.
 *
 * @element scenario-cards
 * @prop bounds
 * @prop text - of the scenario that is shown
 * @csspart list
 * @csspart card
 * @csspart menu
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, BuiltIn } from '../engine/index.ts';
import { scenarioStyles } from './scenario-cards.styles.ts';
import { shared } from '../styles/styles.ts';

/** How many are in sight without the menu. */
const IN_SIGHT = 4;

@customElement('scenario-cards')
export class ScenarioCards extends LitElement {
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property() text = '';

  protected override render() {
    const { scenarios = [] } = this.bounds ?? {};
    return html`
      <nav aria-label="Scenarios">
        <ul part="list" class="chips">
          ${this.chips.map((scenario) => html`<li>${this.renderLink(scenario)}</li>`)}
          <li class="more"><button popovertarget="all" class="all">All ${scenarios.length}</button></li>
        </ul>
        <ul part="menu" id="all" popover aria-label="All scenarios and what to look at" @click=${this.close}>
          ${scenarios.map((scenario) => html`<li>${this.renderLink(scenario, true)}</li>`)}
        </ul>
      </nav>
    `;
  }

  /** The first few, and the one that is shown. */
  private get chips(): BuiltIn[] {
    const { scenarios = [] } = this.bounds ?? {};
    const shown = scenarios.find(({ text }) => text === this.text);
    const first = scenarios.slice(0, IN_SIGHT);
    return shown === undefined || first.includes(shown) ? first : [...first.slice(0, -1), shown];
  }

  private renderLink({ name, title, look_at, text }: BuiltIn, isFull = false) {
    return html`
      <a part="card" href="#${name}" aria-current=${text === this.text ? 'true' : nothing}
        title=${isFull ? nothing : look_at}>
        <span class="title">${title}</span>
        ${isFull ? html`<span class="look">${look_at}</span>` : nothing}
      </a>
    `;
  }

  private close(): void {
    this.renderRoot.querySelector<HTMLElement>('#all')?.hidePopover?.();
  }

  static override styles = [shared, scenarioStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'scenario-cards': ScenarioCards;
  }
}
