/**
 * `<key-help>`: a dialog that lists the keys of the figure.
 *
 * @element key-help
 * @method open()
 * @csspart dialog
 */
import { LitElement, css, html } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { dialogStyles } from '../styles/dialogs.styles.ts';
import { HELP } from './keys.ts';
import { shared } from '../styles/styles.ts';

@customElement('key-help')
export class KeyHelp extends LitElement {
  @query('dialog') private dialog!: HTMLDialogElement;

  open(): void {
    if (!this.dialog.open) this.dialog.showModal();
    // The focus is on the button at its end.
    this.dialog.scrollTop = 0;
  }

  protected override render() {
    return html`
      <dialog part="dialog" aria-labelledby="title">
        <h2 id="title">Keys</h2>
        <p class="quiet">They work while the figure has focus.</p>
        <dl>
          ${HELP.map(([keys, does]) => html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd>`)}
        </dl>
        <p class="quiet">
          A finger pans sideways, two fingers zoom, a tap explains a request. On the lane of requests a click or a tap
          adds
          one. A mark that is dragged moves; Shift + drag, or a drag after a long press, moves all of its burst. A drag
          that
          begins away from any mark paints many, more at once the further up it goes. Alt + click removes a request, and
          Shift + Alt + click all of its burst.
        </p>
        <form method="dialog"><button autofocus>Close</button></form>
      </dialog>
    `;
  }

  static override styles = [
    shared,
    dialogStyles,
    css`
      dialog {
        max-width: min(34rem, calc(100vw - 2rem));
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.5rem 1.25rem;
        margin: 1rem 0;
      }
      kbd {
        padding: 0.1rem 0.4rem;
        border: 1px solid var(--line);
        border-bottom-width: 2px;
        border-radius: 0.3rem;
        font: 0.8125rem var(--sans);
        white-space: nowrap;
      }
      @media (max-width: 30rem) {
        dl {
          grid-template-columns: 1fr;
          gap: 0.1rem;
        }
        dd {
          margin-bottom: 0.6rem;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'key-help': KeyHelp;
  }
}
