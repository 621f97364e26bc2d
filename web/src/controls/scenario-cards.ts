/**
 * `<scenario-cards>`: links to the built-in scenarios. Each link replaces the whole scenario.
 *
 * @element scenario-cards
 * @attr layout - `row` for titles in a row that scrolls, `cards` for titles with what to look at
 * @prop bounds
 * @prop text - of the scenario that is shown
 * @csspart list
 * @csspart card
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, BuiltIn } from '../engine/index.ts';
import { shared } from '../styles/styles.ts';

@customElement('scenario-cards')
export class ScenarioCards extends LitElement {
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property() text = '';
  @property({ reflect: true }) layout: 'row' | 'cards' = 'row';

  /** Scrolls the row to the current scenario. `scrollIntoView` could scroll the page as well. */
  protected override updated(): void {
    const current = this.renderRoot.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    const list = current?.parentElement;
    if (this.layout !== 'row' || !current || !list) return;
    const [left, right] = [current.offsetLeft - list.offsetLeft, current.offsetLeft - list.offsetLeft + current.offsetWidth];
    if (left < list.scrollLeft || right > list.scrollLeft + list.clientWidth) list.scrollLeft = left - list.clientWidth / 4;
  }

  protected override render() {
    if (this.bounds === undefined) return html`<div class="waiting"></div>`;
    return html`
      <nav aria-label=${this.layout === 'row' ? 'Scenarios' : 'Scenarios and what to look at'}>
        <ul part="list">
          ${this.bounds.scenarios.map((scenario) => this.renderCard(scenario))}
        </ul>
      </nav>
    `;
  }

  private renderCard({ name, title, look_at, text }: BuiltIn) {
    const isShown = text === this.text;
    return html`
      <li>
        <a part="card" href="#${name}" aria-current=${isShown ? 'true' : nothing} title=${this.layout === 'row' ? look_at : nothing}>
          <span class="title">${title}</span>
          ${this.layout === 'cards' ? html`<span class="look">${look_at}</span>` : nothing}
        </a>
      </li>
    `;
  }

  static override styles = [
    shared,
    css`
      .waiting {
        min-height: var(--target);
      }
      a {
        color: inherit;
        text-decoration: none;
      }
      :host([layout='row']) ul {
        display: flex;
        gap: 0.4rem;
        overflow-x: auto;
        scrollbar-width: none;
        padding: 3px;
        margin: -3px;
      }
      :host([layout='row']) a {
        display: flex;
        align-items: center;
        min-height: var(--target);
        padding: 0 0.75rem;
        border: 1px solid var(--line);
        border-radius: 0.4rem;
        white-space: nowrap;
      }
      :host([layout='row']) a[aria-current] {
        color: var(--paper);
        background: var(--ink);
        border-color: var(--ink);
      }
      @media (hover: hover) {
        a:hover {
          border-color: var(--edge) !important;
        }
      }
      @media (min-width: 62rem) {
        :host([layout='row']) ul {
          flex-wrap: wrap;
        }
      }
      :host([layout='cards']) ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
        gap: 0 2rem;
      }
      :host([layout='cards']) a {
        display: block;
        height: 100%;
        padding: 0.75rem 0;
        border-top: 1px solid var(--line);
      }
      .look {
        display: block;
        color: var(--muted);
        font-size: var(--small);
      }
      :host([layout='cards']) .title {
        font-weight: 600;
      }
      :host([layout='cards']) a[aria-current] .title::after {
        content: ' (shown)';
        font-weight: 400;
        color: var(--muted);
      }
      @media (forced-colors: active) {
        a[aria-current] {
          outline: 3px solid Highlight;
        }
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'scenario-cards': ScenarioCards;
  }
}
