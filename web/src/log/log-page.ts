/**
 * `<log-page>`: the log page. It holds the state, passes it to its parts, and accepts files that are dropped
 * anywhere. The content of the tag is shown until the scripts have run.
 *
 * @element log-page
 * @prop engine - reads logs and answers questions about them
 * @csspart head
 * @csspart main
 * @csspart foot
 */
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { FIELDS, LIMITERS, WINDOWS } from 'virtual:core-facts/limiters';
import { MOST_MARGIN } from 'virtual:core-facts/log';
import { copyText } from '../controls/clipboard.ts';
import { navigationStyles, announcedStyles } from '../styles/navigation.styles.ts';
import { shared } from '../styles/styles.ts';
import { daySpan, periodName } from '../words/dates.ts';
import { spoken } from '../words/names.ts';
import { count } from '../words/numbers.ts';
import { countRange } from '../words/shares.ts';
import { DropTarget } from './drop.ts';
import './effects-table.ts';
import './fact-line.ts';
import { answeredWords, endOf, headline, limitWords, nounOf, proposedFor, setWords } from './findings.ts';
import type { Noun } from './findings.ts';
import './frontier-chart.ts';
import './inference-list.ts';
import './limit-sentence.ts';
import { PRIVACY, limiterName, noLineParsed, playgroundLinks, progressBar } from './log-page.parts.ts';
import { logStyles } from './log-page.styles.ts';
import './log-start.ts';
import { isSameLimit } from './lookup.ts';
import './busiest-table.ts';
import './peaks-chart.ts';
import './period-table.ts';
import './reading-form.ts';
import { LogState } from './state.ts';
import './time-chart.ts';
import type { Marked } from './time-chart.ts';
import type { Inference, Limit, LogEngine, Overview, Reading, Source, Tolerance, TimeRange } from './types.ts';

const NAMES = Object.keys(LIMITERS);
const NOTE = 4_000;

@customElement('log-page')
export class LogPage extends LitElement {
  @property({ attribute: false }) engine!: LogEngine;
  /** Whether the reading form is open. */
  @state() private isReading = false;
  /** Whether another log is being chosen, while this one stays. */
  @state() private isChoosing = false;
  @state() private announced = '';
  /** The link for the user to copy, if the browser does not let the page copy it. */
  @state() private byHand = '';
  private readonly state = new LogState(this, () => this.engine, {
    algorithms: NAMES,
    mostMargin: MOST_MARGIN,
  });
  private readonly drop = new DropTarget(this, (source) => this.read(source));
  /** The element to focus as soon as it exists: the focused one was removed. */
  private next: '.result' | 'log-start' | undefined;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('engine')) this.state.begin();
    this.passFocus();
  }

  /** While a log is read, focuses the progress text, unless the focus is elsewhere. */
  private passFocus(): void {
    if (this.next === undefined) return;
    const { progress, overview } = this.state;
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    const focused = this.shadowRoot?.activeElement ?? null;
    const waiting = find('.progress p');
    const isOnItsWay = this.next === '.result' && progress !== undefined;
    if (isOnItsWay && ((overview?.requests ?? 0) === 0 || focused?.matches('.progress button') === true)) {
      if (focused === null) waiting?.focus();
      return;
    }
    const target = find(this.next) ?? find('log-start');
    this.next = undefined;
    if (focused === null || focused === waiting) target?.focus();
  }

  protected override render() {
    const { overview, progress } = this.state;
    const isStart = this.isChoosing || (overview === undefined && progress === undefined);
    return html`
      ${this.renderHead()} ${this.renderNotice()}
      <main part="main">
        ${progress === undefined ? nothing : progressBar(this.state, this.onCancel)}
        ${isStart ? this.renderStart() : overview === undefined ? nothing : this.renderLog(overview)}
      </main>
      ${PRIVACY}
      ${
        this.drop.isOver
          ? html`<div class="over" aria-hidden="true"><p>Drop it here: it is read in your browser, and nothing leaves
            this page.</p></div>`
          : nothing
      }
    `;
  }

  private renderHead() {
    return html`
      <header part="head">
        <div class="brand">
          <h1>Ratelab</h1>
          <nav aria-label="Pages">
            <a href="./">Playground</a>
            <a href="./log.html" aria-current="page">Your log</a>
            <a href="./glossary.html">Glossary</a>
          </nav>
        </div>
        <div class="share">
          <button title="Settings only, nothing from the log" @click=${this.copy}>Copy link</button>
          ${
            this.byHand === ''
              ? nothing
              : html`<input class="code" readonly aria-label="The link" .value=${this.byHand}
                @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />`
          }
          <p class="announced quiet" role="status">${this.announced}</p>
        </div>
      </header>
    `;
  }

  private renderNotice() {
    const { notice } = this.state;
    return html`
      <div class="notice" role="alert" ?hidden=${notice === undefined}>
        <p>${notice}</p>
        <button class="plain" @click=${() => this.state.dismiss()}>Dismiss</button>
      </div>
    `;
  }

  private renderStart() {
    const { formats, stated, name } = this.state;
    const sets =
      stated === undefined ? '' : setWords(stated, stated.algorithm === undefined ? '' : limiterName(stated.algorithm));
    return html`
      <log-start
        .formats=${formats} .sets=${sets} .earlier=${this.isChoosing ? name : ''}
        @source=${({ detail }: CustomEvent<Source>) => this.read(detail)} @back=${() => this.leave(false, '.result')}
      ></log-start>
      ${this.isChoosing ? nothing : this.renderReading('')}
    `;
  }

  private renderReading(found: string) {
    const { reading, inForce, formats, faults, overview } = this.state;
    return html`<reading-form
      ?bare=${overview !== undefined} ?strange=${overview?.requests === 0} .reading=${reading} .formats=${formats}
      found=${found} .faults=${faults} .limited=${overview?.limited ?? 0}
      .answered=${answeredWords(overview === undefined ? reading.limited : inForce.limited)}
      @reading=${({ detail }: CustomEvent<Partial<Reading>>) => this.state.readAs(detail)}
    ></reading-form>`;
  }

  private renderLog(overview: Overview) {
    const { state } = this;
    const { inForce } = state;
    const noun = nounOf(inForce.key);
    const isStrange = overview.requests === 0;
    const isOpen = this.isReading || state.faults.size > 0 || isStrange;
    return html`
      <div class="top">
        ${isStrange ? html`${noLineParsed(this.state, this.onClear)} ${this.renderReading('')}` : nothing}
        <fact-line
          ?busy=${state.progress !== undefined} .key=${inForce.key} .name=${state.name} .overview=${overview}
          .noun=${noun} .answered=${answeredWords(inForce.limited)}
          ?open=${isOpen} @another=${() => this.leave(true, 'log-start')}
          @differently=${() => (this.isReading = !this.isReading)} @inference=${this.onInference}
        ></fact-line>
        ${isOpen && !isStrange ? this.renderReading(overview.format.title) : nothing}
        ${
          isStrange
            ? nothing
            : html`<div
              class=${state.isStale ? 'stale' : ''}>${this.renderFinding(
                overview,
                noun,
              )}</div>${this.renderSentence(noun)}`
        }
      </div>
      ${
        isStrange
          ? nothing
          : html`<div class="columns ${state.isStale ? 'stale' : ''}"
            aria-busy=${state.isStale}>${this.renderPeaks(overview, noun)} ${this.renderTables(overview, noun)}
            ${this.renderCharts(overview, noun)}</div>`
      }
    `;
  }

  private renderFinding(overview: Overview, noun: Noun) {
    const { state } = this;
    const limited = state.limitedOf(state.algorithm);
    const effect = state.effectOf(state.algorithm);
    const sentence =
      limited && headline(limitWords(state.limit, this.hasBurst), overview, noun, limited, effect?.denied);
    const isLimiting = limited !== undefined && limited.most > 0;
    const number = html`<em class=${isLimiting ? 'denied' : ''}>${sentence?.number}</em>`;
    // Always the same element, because it may have focus.
    return html`
      <h2 class="finding result ${sentence === undefined ? 'waiting' : ''}"
        tabindex="-1">${sentence === undefined ? 'Measuring…' : html`${sentence.before}${number}${sentence.after}`}</h2>
      <p class="visually-hidden"
        role="status">${
          sentence === undefined || effect === undefined ? '' : `${sentence.before}${sentence.number}${sentence.after}`
        }</p>
    `;
  }

  /** Whether the chosen limiter knows a burst. */
  private get hasBurst(): boolean {
    return !WINDOWS.includes(this.state.algorithm);
  }

  private renderSentence(noun: Noun) {
    const { state } = this;
    return html`<limit-sentence
      .limit=${state.limit} algorithm=${state.algorithm} .titles=${LIMITERS} .windows=${WINDOWS} .fields=${FIELDS}
      .tolerance=${state.tolerance} .margin=${state.margin} .mostMargin=${MOST_MARGIN} .noun=${noun}
      .why=${state.proposed?.why ?? ''} .whose=${this.whose(noun)} ?busy=${state.isProposing}
      @limit=${({ detail }: CustomEvent<Partial<Limit>>) => state.set(detail)} @algorithm=${this.onAlgorithm}
      @tolerance=${this.onTolerance}
      @margin=${({ detail }: CustomEvent<number>) => state.setMargin(detail)} @propose=${() => void state.propose()}
    ></limit-sentence>`;
  }

  /** The settings of the proposal, if they are not the current ones. */
  private whose(noun: Noun): string {
    const { proposed, tolerance, margin, algorithm } = this.state;
    if (proposed === undefined) return '';
    const [was, now] = [proposed, { tolerance, margin, algorithm }].map((wish) =>
      proposedFor(wish, limiterName(wish.algorithm), noun),
    );
    return was === now ? '' : was;
  }

  private renderPeaks(overview: Overview, noun: Noun) {
    const { state } = this;
    const { limit, peaks, thresholds, algorithm } = state;
    const limited = state.limitedOf(algorithm);
    const isOld =
      (peaks !== undefined && peaks.period !== limit.period) ||
      (thresholds !== undefined && (thresholds.period !== limit.period || thresholds.burst !== limit.burst));
    const needs = spoken(LIMITERS[algorithm]).replace(/^the /, 'a ');
    return html`
      <peaks-chart
        .peaks=${peaks?.answer} .least=${thresholds?.period === peaks?.period ? state.leastOf(algorithm) : undefined}
        .needs=${this.hasBurst ? `${needs} with a burst of ${count(limit.burst)}` : needs}
        .limit=${limit} .noun=${noun} ?old=${isOld}
        .limited=${
          limited === undefined ? '' : `limits ${countRange(limited)} of ${count(overview.clients)} ${noun.many}`
        }
        @amount=${({ detail }: CustomEvent<number>) => state.set({ amount: detail })}
        @period=${({ detail }: CustomEvent<bigint>) => state.setPeriod(detail)}
      ></peaks-chart>
    `;
  }

  private renderCharts(overview: Overview, noun: Noun) {
    const { state } = this;
    const { limit } = state;
    return html`
      <div class="charts">
        <time-chart
          .columns=${state.overTime?.answer} .axis=${state.overTime?.columns}
          .days=${daySpan(overview.from, endOf(overview))} .timeRanges=${state.timeRanges}
          ?old=${!state.isNew(state.overTime)}
          @time-range=${this.onTimeRange}
        ></time-chart>
        <frontier-chart
          .lines=${state.frontier?.answer} .titles=${LIMITERS} .windows=${WINDOWS} .limit=${limit}
          algorithm=${state.algorithm} .tolerance=${state.frontier?.tolerance ?? state.tolerance} .noun=${noun}
          ?old=${
            state.frontier !== undefined &&
            (state.frontier.period !== limit.period || state.frontier.tolerance !== state.tolerance)
          }
          @limit=${({ detail }: CustomEvent<Partial<Limit>>) => state.set(detail)}
        ><tolerance-choice past .tolerance=${state.tolerance} .noun=${noun}
          @tolerance=${this.onTolerance}></tolerance-choice></frontier-chart>
        <period-table
          .timeRanges=${state.timeRanges}
          .parts=${isSameLimit(state.parts?.limit, limit) ? state.parts?.answer : undefined} .from=${overview.from}
          .to=${overview.to}
          .titles=${LIMITERS} algorithm=${state.algorithm} .noun=${noun}
          @guess=${() => state.guessTimeRanges()}
          @time-ranges=${({ detail }: CustomEvent<[TimeRange, TimeRange] | null>) =>
            state.compareTimeRanges(detail ?? undefined)}
        ></period-table>
        ${
          state.inference.length === 0
            ? nothing
            : html`<inference-list .guesses=${state.inference} .limited=${overview.limited}
              .answered=${answeredWords(state.inForce.limited)} @try=${this.onTry}></inference-list>`
        }
      </div>
    `;
  }

  private renderTables(overview: Overview, noun: Noun) {
    const { state } = this;
    const rows = NAMES.map((algorithm) => ({
      algorithm,
      clients: state.limitedOf(algorithm),
      effect: state.effectOf(algorithm),
    }));
    const { links, whom, toPlayground, toProduction } = playgroundLinks(this.state);
    return html`
      <aside class="tables" aria-label="The numbers">
        <effects-table
          .rows=${rows} .requests=${overview.requests} .titles=${LIMITERS} .limit=${state.limit}
          algorithm=${state.algorithm} .noun=${noun} .slack=${overview.slack} .hasCosts=${overview.costs}
          @algorithm=${this.onAlgorithm}
        ></effects-table>
        <busiest-table
          .rows=${state.busiest?.answer ?? []} .links=${links} .period=${state.limit.period} .noun=${noun}
          ?old=${!state.isNew(state.busiest)}
          .clients=${overview.clients} .limited=${state.limitedOf(state.algorithm)} .shown=${state.rows}
          @more=${({ detail }: CustomEvent<number>) => state.showRows(detail)}
        ></busiest-table>
        <div class="onward">
          <a class="button" href=${toPlayground} target="_blank" rel="noopener">Use this limit in the playground</a>
          <a class="button" href=${toProduction} target="_blank" rel="noopener">Take it to production</a>
          ${
            whom === undefined
              ? nothing
              : html`<p class="quiet">Both open the busiest ${periodName(state.limit.period)} of <span
                class="whom">${whom}</span> and one on either side, as far as a link can hold it, not the whole
                log.</p>`
          }
        </div>
      </aside>
    `;
  }

  private readonly onAlgorithm = ({ detail }: CustomEvent<string>): void => this.state.choose(detail);
  private readonly onTolerance = ({ detail }: CustomEvent<Tolerance>): void => this.state.tolerate(detail);

  private readonly onTry = ({ detail: { limit, algorithm } }: CustomEvent<Inference>): void => {
    if (algorithm !== undefined && NAMES.includes(algorithm)) this.state.choose(algorithm);
    if (limit !== undefined) this.state.set(limit);
    this.renderRoot.querySelector<HTMLElement>('.result')?.focus();
  };

  private readonly onInference = (): void => this.renderRoot.querySelector<HTMLElement>('inference-list')?.focus();

  private readonly onCancel = (): void => {
    this.next = '.result';
    this.state.cancel();
  };

  private readonly onClear = (): void => {
    this.next = '.result';
    this.state.readAs({ format: 'auto', pattern: '' });
  };

  /** Opens or closes the choice of another log. */
  private leave(isChoosing: boolean, next: '.result' | 'log-start'): void {
    this.isChoosing = isChoosing;
    this.next = next;
  }

  private readonly onTimeRange = ({ detail: { timeRange, which } }: CustomEvent<Marked>): void => {
    this.state.guessTimeRanges();
    const both: [TimeRange, TimeRange] = [...(this.state.timeRanges ?? [timeRange, timeRange])];
    both[which] = timeRange;
    this.state.compareTimeRanges(both);
  };

  private read(source: Source): void {
    this.leave(false, '.result');
    this.state.open(source);
  }

  private readonly copy = async (): Promise<void> => {
    const link = new URL(this.state.link, location.href).href;
    const isCopied = await copyText(link);
    this.byHand = isCopied ? '' : link;
    this.announced = isCopied ? 'Link copied: settings only, nothing from the log.' : 'Copy the link from the field.';
    const { announced } = this;
    setTimeout(() => this.announced === announced && (this.announced = ''), NOTE);
  };

  static override styles = [shared, navigationStyles, announcedStyles, logStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'log-page': LogPage;
  }
}
