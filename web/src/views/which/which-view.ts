/**
 * `<which-view>`: which limiter to take. What is needed stands as sentences with fields; every limiter is given the
 * largest settings that keep the same guarantee, runs on the scenario's traffic, and is judged by what it then costs.
 *
 * @element which-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @fires amend - for the field `needs`, and for all fields when a limiter is opened in the playground
 * @csspart needs
 * @csspart verdict
 * @csspart table
 * @csspart actions
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { copyText } from '../../controls/clipboard.ts';
import { isFault } from '../../engine/types.ts';
import type { Advice, Engine, Result, Scenario } from '../../engine/index.ts';
import '../../figure/defined-term.ts';
import { amend } from '../../figure/model.ts';
import { shared } from '../../styles/styles.ts';
import { stackedBelow, tableStyles } from '../../styles/tables.styles.ts';
import { bytes, count, counted, duration, fieldSentence } from '../../words/index.ts';
import { share } from '../../words/shares.ts';
import { Visibility } from '../visibility.ts';
import { printValues, usualNeeds, valuesOf } from './needs.ts';
import './needs-sentence.ts';
import type { NeedsChange } from './needs-sentence.ts';
import { fieldsFrom } from './opening.ts';
import { STACKED_BELOW, whichStyles } from './which-view.styles.ts';

type Row = Advice['rows'][number];

/** An answer, and to what it was. */
interface Answered {
  result: Result;
  text: string;
  advice: Advice;
}

@customElement('which-view')
export class WhichView extends LitElement {
  @property({ attribute: false }) engine: Engine | undefined;
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @state() private answered: Answered | undefined;
  /** Needs that the scenario does not have yet: while a slider moves, or with a mistake in them. */
  @state() private draft: string | undefined;
  @state() private fault = '';
  @state() private said = '';
  private isAsking = false;
  private refused: string | undefined;
  /** Changes that wait for the answer to the one before, because each is made to what the core understood by then. */
  private readonly changes: NeedsChange[] = [];
  /** Whether the draft is to become part of the scenario once it is answered. */
  private isSettled = false;
  private readonly visibility = new Visibility(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('scenario');
    if (before !== undefined && before.needs.text !== this.scenario?.needs.text) this.draft = undefined;
  }

  protected override updated(): void {
    if (this.visibility.isVisible) void this.goOn();
  }

  protected override render() {
    const { answered, scenario } = this;
    if (answered === undefined || scenario === undefined) return nothing;
    const { advice } = answered;
    return html`
      <needs-sentence part="needs" .needs=${advice.needs} .scenario=${scenario} fault=${this.fault} @needs=${this.onNeeds}></needs-sentence>
      <div class=${this.fault === '' ? '' : 'stale'}>
        <section part="verdict" aria-live="polite">
          <h3 class="headline">${advice.headline}</h3>
          <p class="lead">${advice.reason} ${this.renderRelax(advice)}</p>
        </section>
        ${this.renderTable(advice)} ${this.renderRefused(advice)} ${this.renderActions(advice)}
      </div>
    `;
  }

  private renderTable(advice: Advice) {
    const first = advice.rows[0];
    if (first === undefined) return nothing;
    const { promise, clients } = first;
    const time = duration(promise.period);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-labelledby="caption">
        <table part="table" role="table">
          <caption id="caption" class="quiet">${advice.needs.never === undefined
            ? `Each with the limit of the scenario, ${count(promise.amount)} in ${time}, on this traffic.`
            : `Each with the largest settings that let no client have more than ${count(promise.amount)} in any ${time}, on this traffic.`}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">Limiter</th>
              <th scope="col" role="columnheader">At worst in ${time}</th>
              <th scope="col" role="columnheader">At once</th>
              <th scope="col" role="columnheader">Longest wait</th>
              <th scope="col" role="columnheader">Memory, ${counted(clients, 'client')}</th>
              <th scope="col" role="columnheader">In the long run</th>
              <th scope="col" role="columnheader">Denied here</th>
              <th scope="col" role="columnheader">Verdict</th>
            </tr>
          </thead>
          <tbody role="rowgroup">${advice.rows.map((row, place) => this.renderRow(row, place, time))}</tbody>
        </table>
      </div>
    `;
  }

  private renderRow(row: Row, place: number, time: string) {
    const isTaken = place === 0 && row.meets;
    const cell = (title: string, need: string | undefined, text: unknown) => {
      const judged = row.needs.find((one) => one.need === need);
      const kind = judged === undefined ? '' : judged.met ? 'met' : 'failed';
      return html`<td role="cell" class=${kind}><span class="title">${title}</span>${text}${judged === undefined ? nothing : html`<span class="visually-hidden">, ${judged.met ? 'as needed' : 'not as needed'}</span>`}</td>`;
    };
    return html`
      <tr role="row" class=${isTaken ? 'taken' : ''}>
        <th scope="row" role="rowheader">${row.title}<span class="quiet settings">${row.settings}</span></th>
        ${cell('At worst', 'never', row.bound === undefined ? 'any number' : count(row.bound))}
        ${cell('At once', 'burst', count(row.burst))}
        ${cell('Longest wait', 'delay', row.delay === 0n ? 'none' : duration(row.delay))}
        ${cell('Memory', 'memory', bytes(row.memory))}
        ${cell('In the long run', undefined, `${count(row.lasting)} in ${time}`)}
        ${cell('Denied here', 'deny', share(row.denied, row.requests))}
        <td role="cell" class="verdict ${row.meets ? 'met' : 'failed'}"><span class="title">Verdict</span>${row.verdict}
          <span class="links"><button class="plain" aria-label="Open ${row.title} in the playground" @click=${() => this.open(row.scenario)}>open</button>
          <button class="plain" aria-label="Show the worst traffic for ${row.title}" @click=${() => this.openWorst(row)}>its worst traffic</button></span>
          <details class="why quiet"><summary>why</summary>${row.sentence}</details></td>
      </tr>
    `;
  }

  /** Where none does all: the same needs, but for what the nearest fails. */
  private renderRelax({ nearest }: Advice) {
    const text = nearest?.needs;
    return text === undefined ? nothing : html`<button class="plain word" @click=${() => this.settle(text)}>Take it so</button>`;
  }

  private renderRefused({ refused }: Advice) {
    return refused.length === 0 ? nothing : html`<ul class="refused quiet">${refused.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`;
  }

  private renderActions(advice: Advice) {
    const { scenario } = advice;
    return html`<p class="actions" part="actions">
      ${scenario === undefined ? nothing : html`<button @click=${() => this.open(scenario)}>Open all of them in the playground</button>`}
      <button @click=${() => this.copy(advice.document, 'The text')}>Copy as text</button>
      <button @click=${() => this.copy(advice.markdown, 'The table')}>Copy as a table</button>
      <span class="quiet" role="status">${this.said}</span>
    </p>`;
  }

  /** The needs that count: a draft, those of the scenario, or else the usual ones. */
  private get wanted(): string {
    const { scenario, draft } = this;
    if (draft !== undefined || scenario === undefined) return draft ?? '';
    return scenario.needs.text === '' ? usualNeeds(scenario) : scenario.needs.text;
  }

  private readonly onNeeds = ({ detail }: CustomEvent<NeedsChange>): void => {
    // Of a slider that moves only the newest value counts.
    const last = this.changes.at(-1);
    if (last !== undefined && !last.isSettled && last.need === detail.need) this.changes.pop();
    this.changes.push(detail);
    this.requestUpdate();
  };

  private settle(text: string): void {
    [this.draft, this.isSettled] = [text, true];
  }

  /** Makes the next change if nothing is being asked, and asks. */
  private async goOn(): Promise<void> {
    const { answered } = this;
    if (this.isAsking || this.result?.complete !== true) return;
    const change = answered && this.changes.shift();
    if (answered !== undefined && change !== undefined) {
      const { needs } = answered.advice;
      [this.draft, this.isSettled] = [printValues({ ...valuesOf(needs), ...change.values(needs) }), change.isSettled];
    }
    await this.ask();
    this.keep();
  }

  /** What is settled is part of the scenario, and so of its link. A mistake is not, and is told at its field. */
  private keep(): void {
    const { answered, draft } = this;
    if (!this.isSettled || draft === undefined || answered?.text !== draft || this.fault !== '') return;
    this.isSettled = false;
    if (answered.advice.needs.text !== this.scenario?.needs.text) amend(this, 'needs', draft);
  }

  private open(scenario: string): void {
    if (this.scenario !== undefined) amend(this, 'which', fieldsFrom(this.scenario.text, scenario));
  }

  private openWorst({ scenario, title }: Row): void {
    const told = (worst: string | undefined) => (worst === undefined ? void (this.said = `The worst traffic for ${title} is too much to show.`) : this.open(worst));
    void this.engine?.ask('worstIn', scenario).then(told, () => undefined);
  }

  private async copy(text: string, what: string): Promise<void> {
    this.said = (await copyText(text)) ? `${what} is copied.` : 'This browser does not allow copying.';
  }

  /** One question at a time; what has changed meanwhile is asked next. */
  private async ask(): Promise<void> {
    const { engine, result, wanted } = this;
    const isOld = this.answered?.result !== result || this.answered?.text !== wanted;
    if (this.isAsking || engine === undefined || result?.complete !== true || wanted === '' || !isOld || this.refused === wanted) return;
    this.isAsking = true;
    try {
      const advice = await engine.ask('advice', wanted);
      this.answered = { result, text: wanted, advice };
      [this.fault, this.refused] = ['', undefined];
    } catch (error) {
      [this.refused, this.isSettled] = [wanted, false];
      if (isFault(error)) this.fault = fieldSentence(error);
    } finally {
      this.isAsking = false;
      this.requestUpdate();
    }
  }

  static override styles = [shared, tableStyles, stackedBelow(STACKED_BELOW), whichStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'which-view': WhichView;
  }
}
