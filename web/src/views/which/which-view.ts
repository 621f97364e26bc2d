/**
 * `<which-view>`: which limiter to choose. The requirements are sentences with fields; every limiter gets settings
 * that keep the same guarantee, runs on the scenario's traffic, and is judged by what it then costs.
 *
 * @element which-view
 * @prop engine
 * @prop result
 * @prop scenario
 * @prop bounds
 * @fires amend - for the field `needs`, and for all fields when a limiter is opened in the playground
 * @csspart needs
 * @csspart verdict
 * @csspart table
 * @csspart actions
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { copyText } from '../../controls/clipboard.ts';
import { isFault } from '../../engine/types.ts';
import type { Advice, Bounds, Engine, Result, Scenario, WorstScenario } from '../../engine/index.ts';
import '../../figure/defined-term.ts';
import { amend } from '../../figure/model.ts';
import { shared } from '../../styles/styles.ts';
import { stackedBelow, tableStyles } from '../../styles/tables.styles.ts';
import { brief, bytes, count, counted, duration, fieldSentence } from '../../words/index.ts';
import { share } from '../../words/shares.ts';
import { worstTraffic } from '../../words/worst.ts';
import { Visibility } from '../visibility.ts';
import { printValues, usualNeeds, valuesOf } from './needs.ts';
import './needs-sentence.ts';
import type { NeedsChange } from './needs-sentence.ts';
import { fieldsFrom, showFigure } from './opening.ts';
import { withFault, withoutFault } from './parts.ts';
import type { Faults } from './parts.ts';
import { STACKED_BELOW, whichStyles } from './which-view.styles.ts';

type Row = Advice['rows'][number];

/** Of the table: a reason spans all of them. */
const COLUMNS = 8;

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
  @property({ attribute: false }) bounds: Bounds | undefined;
  @state() private answered: Answered | undefined;
  /** Needs that the scenario does not have yet: while a slider moves, or until it has them. */
  @state() private draft: string | undefined;
  /** The faults of refused fields. */
  @state() private faults: Faults = new Map();
  @state() private announced = '';
  /** The rows whose reasons are shown, by their titles. */
  @state() private explained: ReadonlySet<string> = new Set();
  @query('.headline') private headline!: HTMLElement | null;
  private isAsking = false;
  private refused: string | undefined;
  /** Changes that wait for the answer to the one before, because each is made to what the core understood by then. */
  private readonly changes: NeedsChange[] = [];
  /** The change that the draft was made by. */
  private making: NeedsChange | undefined;
  /** Whether the draft is to become part of the scenario once it is answered. */
  private isSettled = false;
  /** Needs on their way into the scenario: as requested, and as the core writes them. */
  private readonly kept: { text: string; needs: string }[] = [];
  /** The message for when the scenario has changed, and the worst traffic that it then has. */
  private news = '';
  private worstOf = '';
  /** The worst traffic that is judged, if it was opened here. */
  @state() private judgedOn = '';
  private readonly visibility = new Visibility(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('scenario');
    if (before === undefined || before.text === this.scenario?.text) return;
    [this.announced, this.news, this.judgedOn, this.worstOf] = [this.news, '', this.worstOf, ''];
    if (before.needs.text === this.scenario?.needs.text) return;
    this.follow(this.scenario?.needs.text);
  }

  /** The scenario has other needs: ours arrive while newer ones may be on their way, or they were undone or opened. */
  private follow(needs: string | undefined): void {
    const arrived = this.kept.splice(0, 1 + this.kept.findIndex((kept) => kept.needs === needs)).at(-1);
    if (arrived === undefined) {
      // The faults belong to the previous scenario.
      [this.faults, this.making, this.isSettled] = [new Map(), undefined, false];
      this.kept.length = 0;
    }
    if (arrived === undefined || this.draft === arrived.text) this.draft = undefined;
  }

  protected override updated(): void {
    if (this.visibility.isVisible) void this.goOn();
  }

  protected override render() {
    const { answered, scenario } = this;
    if (answered === undefined || scenario === undefined) return nothing;
    const { advice } = answered;
    return html`
      <needs-sentence part="needs" .advice=${advice} .scenario=${scenario} .bounds=${this.bounds}
        .faults=${this.faults} @needs=${this.onNeeds}></needs-sentence>
      <div class=${this.faults.size === 0 ? '' : 'stale'}>
        <section part="verdict" aria-live="polite">
          ${
            this.judgedOn === ''
              ? nothing
              : html`<p class="quiet">Judged on ${this.judgedOn}, not on yours. Undo to go
                back.</p>`
          }
          <h3 class="headline" tabindex="-1">${advice.headline}</h3>
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
          <caption id="caption" class="quiet">${
            advice.needs.never === undefined
              ? `Each with the scenario’s limit, ${count(promise.amount)} in ${time}, on this traffic.`
              : `Each with the best settings found that let no client exceed ${count(promise.amount)} in any ` +
                `${time}, on this traffic.`
          }</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">Limiter</th>
              <th scope="col" role="columnheader">Worst case in ${time}</th>
              <th scope="col" role="columnheader">Burst</th>
              <th scope="col" role="columnheader">Longest wait</th>
              <th scope="col" role="columnheader">Memory, ${counted(clients, 'client')}</th>
              <th scope="col" role="columnheader">In the long run</th>
              <th scope="col" role="columnheader">Denied here</th>
              <th scope="col" role="columnheader" class="verdict">Verdict</th>
            </tr>
          </thead>
          <tbody role="rowgroup">${repeat(
            advice.rows,
            ({ title }) => title,
            (row, place) => this.renderRow(row, place, time),
          )}</tbody>
        </table>
      </div>
    `;
  }

  private renderRow(row: Row, place: number, time: string) {
    const isTaken = place === 0 && row.meets;
    const isExplained = this.explained.has(row.title);
    const clients = row.clients === 1 ? '1 client' : `${brief(row.clients)} clients`;
    const cell = (title: string, need: string | undefined, text: unknown) => {
      const judged = row.needs.find((one) => one.need === need);
      const kind = judged === undefined ? '' : judged.met ? 'met' : 'failed';
      return html`<td role="cell" class=${kind}><span
        class="title">${title}</span>${text}${
          judged === undefined
            ? nothing
            : html`<span class="visually-hidden">, ${judged.met ? 'met' : 'not met'}</span>`
        }</td>`;
    };
    return html`
      <tr role="row" class="${isTaken ? 'taken' : ''} ${isExplained ? 'explained' : ''}">
        <th scope="row" role="rowheader">${row.title}<span class="quiet settings">${row.settings}</span></th>
        ${cell(`Worst case in ${time}`, 'never', row.bound === undefined ? 'any number' : count(row.bound))}
        ${cell('Burst', 'burst', count(row.burst))}
        ${cell('Longest wait', 'delay', row.delay === 0n ? 'none' : duration(row.delay))}
        ${cell(`Memory, ${clients.replaceAll(' ', '\u00a0')}`, 'memory', bytes(row.memory))}
        ${cell('In the long run', undefined, `${count(row.lasting)} in ${time}`)}
        ${cell('Denied here', 'deny', share(row.denied, row.requests))}
        <td role="cell" class="verdict ${row.meets ? 'met' : 'failed'}">
        <span class="title">Verdict</span>${row.verdict}${this.renderLinks(row, isExplained)}</td>
      </tr>
      ${
        isExplained
          ? html`<tr role="row" class="why"><td role="cell" colspan=${COLUMNS} class="quiet">${row.sentence}</td></tr>`
          : nothing
      }
    `;
  }

  private renderLinks(row: Row, isExplained: boolean) {
    const { title } = row;
    return html`<span class="links">
      <button class="plain" aria-label="Open ${title} in the playground"
        @click=${() => this.open(row.scenario, title)}>open</button>
      <button class="plain" aria-label="Show the worst traffic for ${title}" @click=${() => this.openWorst(row)}>its
        worst traffic</button>
      <button class="plain" aria-label="Why: ${title}" aria-expanded=${isExplained}
        @click=${() => this.explain(title)}>why</button>
    </span>`;
  }

  /** If no limiter qualifies: the same needs, except those that the closest one fails. */
  private renderRelax({ nearest }: Advice) {
    const text = nearest?.needs;
    return text === undefined
      ? nothing
      : html`<button class="plain word" @click=${() => this.relax(text)}>Relax the requirements like this</button>`;
  }

  private renderRefused({ refused }: Advice) {
    return refused.length === 0
      ? nothing
      : html`<ul class="refused quiet">${refused.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`;
  }

  private renderActions(advice: Advice) {
    const { scenario } = advice;
    return html`<p class="actions" part="actions">
      ${
        scenario === undefined
          ? nothing
          : html`<button @click=${() => this.open(scenario, 'all of them, side by side')}>Open all of them in the
            playground</button>`
      }
      <button @click=${() => this.copy(advice.document, 'Text')}>Copy as text</button>
      <button @click=${() => this.copy(advice.markdown, 'Table')}>Copy as a table</button>
      <span class="quiet" role="status">${this.announced}</span>
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
    if (last !== undefined && !last.isSettled && last.key === detail.key) this.changes.pop();
    [this.announced, this.news] = ['', ''];
    // Set immediately, because a field without a fault discards its text when it loses the focus.
    if (detail.fault !== undefined) this.faults = withFault(this.faults, detail.key, detail.fault);
    this.changes.push(detail);
    this.requestUpdate();
  };

  /** Its button disappears with what it relaxes, and passes the focus to the new text. */
  private relax(text: string): void {
    [this.draft, this.isSettled, this.announced, this.news] = [text, true, '', ''];
    this.headline?.focus();
  }

  private explain(title: string): void {
    const explained = new Set(this.explained);
    if (!explained.delete(title)) explained.add(title);
    this.explained = explained;
  }

  /** Makes the next change if the one before is answered, and asks. */
  private async goOn(): Promise<void> {
    const { answered, wanted } = this;
    if (this.isAsking || this.result?.complete !== true) return;
    const isAnswered = answered?.text === wanted || this.refused === wanted;
    const change = isAnswered ? this.changes.shift() : undefined;
    if (answered !== undefined && change !== undefined) this.make(change, answered.advice);
    await this.ask();
    this.keep();
  }

  private make(change: NeedsChange, { needs }: Advice): void {
    if (change.fault !== undefined) return this.refuse(change, change.fault);
    this.making = change;
    [this.draft, this.isSettled] = [printValues({ ...valuesOf(needs), ...change.values(needs) }), change.isSettled];
  }

  /** Shown at its field. While a person types, the last valid value applies; then the scenario's needs again. */
  private refuse({ key, isSettled }: NeedsChange, sentence: string): void {
    this.faults = withFault(this.faults, key, sentence);
    [this.making, this.isSettled] = [undefined, false];
    if (isSettled) this.draft = this.kept.at(-1)?.text;
    else if (this.draft !== undefined) this.draft = this.answered?.text;
  }

  /** Settled needs become part of the scenario, and so of its link. */
  private keep(): void {
    const { answered, draft, making } = this;
    if (this.isAsking || draft === undefined || answered?.text !== draft) return;
    const { needs } = answered.advice;
    const isNewest = this.changes.every(({ key }) => key !== making?.key);
    if (making !== undefined && isNewest) this.faults = withoutFault(this.faults, making.key, needs);
    this.making = undefined;
    if (!this.isSettled) return;
    this.isSettled = false;
    if (needs.text === (this.kept.at(-1)?.needs ?? this.scenario?.needs.text)) return;
    this.kept.push({ text: draft, needs: needs.text });
    amend(this, 'needs', draft);
  }

  /** The figure changes above, out of sight: scrolls to it, and announces it. */
  private open(text: string, what: string, worstOf = ''): void {
    if (this.scenario === undefined) return;
    const fields = fieldsFrom(this.scenario.text, text);
    const isShown = showFigure(this);
    this.announced = isShown && fields.length === 0 ? `It is already open above: ${what}.` : '';
    if (fields.length === 0) return;
    this.news = isShown ? `Opened above: ${what}. Undo (Ctrl+Z) to go back.` : '';
    this.worstOf = worstOf;
    amend(this, 'which', fields);
  }

  private openWorst({ scenario, title }: Row): void {
    this.announced = '';
    const report = (worst: WorstScenario | undefined) => {
      if (worst === undefined) this.announced = `The worst traffic for ${title} is too large to show.`;
      else this.open(worst.text, worstTraffic(title, worst), worstTraffic(title, worst));
    };
    void this.engine?.ask('worstIn', scenario).then(report, () => undefined);
  }

  private async copy(text: string, what: string): Promise<void> {
    this.announced = (await copyText(text)) ? `${what} copied.` : 'This browser does not allow copying.';
  }

  /** One question at a time; what has changed meanwhile is asked next. */
  private async ask(): Promise<void> {
    const { engine, result, wanted } = this;
    const isOld = this.answered?.result !== result || this.answered?.text !== wanted;
    if (
      this.isAsking ||
      engine === undefined ||
      result?.complete !== true ||
      wanted === '' ||
      !isOld ||
      this.refused === wanted
    )
      return;
    this.isAsking = true;
    try {
      const advice = await engine.ask('advice', wanted);
      this.answered = { result, text: wanted, advice };
      this.refused = undefined;
    } catch (error) {
      const { making } = this;
      [this.refused, this.making, this.isSettled] = [wanted, undefined, false];
      if (isFault(error) && making !== undefined) this.refuse(making, fieldSentence(error));
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
