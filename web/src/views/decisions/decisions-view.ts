/**
 * `<decisions-view>`: the results of a run in tables: a summary, all measures, and the visible decisions.
 *
 * @element decisions-view
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop picture - what is in view; without one there is the summary alone
 * @fires point - with a lane and a request, when a reader asks for its card
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, Picture, Result, Scenario } from '../../engine/index.ts';
import { column } from '../../styles/styles.ts';
import './decision-table.ts';
import './run-summary.ts';

@customElement('decisions-view')
export class DecisionsView extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) picture: Picture | undefined;

  protected override render() {
    const { result, scenario, bounds, picture } = this;
    return html`
      <run-summary .result=${result} .scenario=${scenario} .bounds=${bounds}></run-summary>
      ${picture === undefined
        ? nothing
        : html`
            <measure-table .result=${result} .scenario=${scenario} .bounds=${bounds}></measure-table>
            <decision-table .result=${result} .picture=${picture}></decision-table>
          `}
    `;
  }

  static override styles = [
    column,
    css`
      :host {
        gap: 1rem;
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'decisions-view': DecisionsView;
  }
}
