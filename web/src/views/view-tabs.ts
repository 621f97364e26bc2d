/**
 * `<view-tabs>`: a row of tabs, and below it the chosen view.
 *
 * @element view-tabs
 * @prop views - each with a `name` and a `title`
 * @prop chosen - a name; by default the first
 * @fires view - with the name of the view that a reader asks for
 * @slot NAME - one for each view, by its name
 * @slot beside - after the tabs, in their row
 * @csspart tabs
 * @csspart tab
 * @csspart panel
 */
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../styles/styles.ts';
import type { View } from './index.ts';

@customElement('view-tabs')
export class ViewTabs extends LitElement {
  @property({ attribute: false }) views: readonly View[] = [];
  @property() chosen = '';

  protected override render() {
    return html`
      <h2 class="visually-hidden">In detail</h2>
      <div class="bar">
      <div class="tabs" part="tabs" role="tablist" aria-label="Views" @keydown=${this.onKey}>
        ${this.views.map(
          ({ name, title }, index) => html`
            <button
              part="tab" role="tab" id="tab-${name}" aria-controls="panel-${name}" aria-selected=${index === this.at}
              tabindex=${index === this.at ? 0 : -1} @click=${() => this.choose(index)}
            >${title}</button>
          `,
        )}
      </div>
      <slot name="beside"></slot>
      </div>
      ${this.views.map(
        ({ name }, index) => html`
          <div part="panel" role="tabpanel" id="panel-${name}" aria-labelledby="tab-${name}"
            ?hidden=${index !== this.at}>
            <slot name=${name}></slot>
          </div>
        `,
      )}
    `;
  }

  private get at(): number {
    return Math.max(
      0,
      this.views.findIndex(({ name }) => name === this.chosen),
    );
  }

  private choose(index: number): void {
    this.dispatchEvent(new CustomEvent<string>('view', { detail: this.views[index]?.name }));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const last = this.views.length - 1;
    const targets: Record<string, number> = {
      ArrowLeft: this.at === 0 ? last : this.at - 1,
      ArrowRight: this.at === last ? 0 : this.at + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.choose(target);
    this.shadowRoot?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };

  static override styles = [
    shared,
    css`
      .bar,
      .tabs {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 0.9rem;
      }
      .bar {
        margin-bottom: 1.25rem;
        border-bottom: 1px solid var(--line);
      }
      ::slotted([slot='beside']) {
        margin-inline-start: auto;
        line-height: 1.2;
      }
      button {
        /* Tabs and legend have one line between the picture and the numbers, or two low ones. */
        min-height: max(1.5rem, var(--tight));
        margin-bottom: -1px;
        padding: 0;
        border: 0 solid transparent;
        border-bottom-width: 2px;
        border-radius: 0;
        background: none;
        font: 400 0.9375rem/1.4 var(--serif);
        color: var(--muted);
      }
      button[aria-selected='true'],
      button[aria-selected='true']:hover {
        color: var(--ink);
        border-color: var(--ink);
      }
      @media (hover: hover) {
        button:hover:not([aria-selected='true']) {
          color: var(--ink);
          border-color: var(--line);
        }
      }
      @media (forced-colors: active) {
        button[aria-selected='true'] {
          border-bottom-color: Highlight;
        }
      }
      @media print {
        .tabs {
          display: none;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'view-tabs': ViewTabs;
  }
}
