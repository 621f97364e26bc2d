/**
 * `<script-help>`: every shape of traffic, with an example that inserts itself. The core has the table.
 *
 * @element script-help
 * @attr nameless - for the script of one group, which names no sender
 * @fires insert - with an example
 */
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shapes } from 'virtual:core-facts/shapes';
import { shared } from '../styles/styles.ts';

@customElement('script-help')
export class ScriptHelp extends LitElement {
  @property({ type: Boolean }) nameless = false;

  protected override render() {
    return html`
      <ul>
        ${shapes
          .filter(({ example }) => !this.nameless || !example.includes(' by '))
          .map(
            ({ says, example }) => html`
            <li>
              <span class="quiet">${says}</span>
              <button class="code" title="Add to the script" @click=${() => this.insert(example)}>${example}</button>
            </li>
          `,
          )}
      </ul>
    `;
  }

  private insert(example: string): void {
    this.dispatchEvent(new CustomEvent<string>('insert', { detail: example }));
  }

  static override styles = [
    shared,
    css`
      ul {
        display: grid;
        gap: 0.5rem;
        margin-block: 0.25rem 0.6rem;
      }
      li {
        display: grid;
        gap: 0.1rem;
      }
      button {
        justify-self: start;
        text-align: left;
        overflow-wrap: anywhere;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'script-help': ScriptHelp;
  }
}
