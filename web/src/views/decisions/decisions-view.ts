/**
 * `<decisions-view>`: the results of a run in tables: a summary, all measures, and the visible decisions.
 *
 * @element decisions-view
 * @prop result
 * @prop scenario
 * @prop bounds
 * @prop picture - what is in view; without one there is the summary alone
 * @prop past - an earlier result to compare with
 * @fires point - with a lane and a request, when a reader asks for its card
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, Picture, Result, Scenario } from '../../engine/index.ts';
import type { Before } from '../../figure/ghosts.ts';
import { column } from '../../styles/styles.ts';
import './decision-table.ts';
import './part-tables.ts';
import './run-summary.ts';

@customElement('decisions-view')
export class DecisionsView extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property({ attribute: false }) picture: Picture | undefined;
  @property({ attribute: false }) past: Before | undefined;

  protected override render() {
    const { result, scenario, bounds, picture, past } = this;
    return html`
      <run-summary .result=${result} .scenario=${scenario} .bounds=${bounds} .past=${past}></run-summary>
      <part-tables .result=${result} .scenario=${scenario} .bounds=${bounds}></part-tables>
      ${
        picture === undefined
          ? nothing
          : html`
            <measure-table .result=${result} .scenario=${scenario} .bounds=${bounds} .past=${past}></measure-table>
            <decision-table .result=${result} .scenario=${scenario} .bounds=${bounds} .picture=${picture}
              ?retried=${scenario?.same_requests === false}></decision-table>
          `
      }
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
