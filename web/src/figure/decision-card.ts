/**
 * `<decision-card>`: one decision and its reasons: the rule with the scenario's numbers, the requests counted, when
 * the request would pass, the response, and how the other limiters decided the same request.
 *
 * @element decision-card
 * @prop cards
 * @prop fixed - whether the traffic is read-only
 * @fires close
 * @fires point - with another request of the same column
 * @fires choose - with the index of another lane
 * @fires amend - for the field `traffic`
 * @csspart card
 * @csspart rule
 * @csspart others
 * @csspart response
 */
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Card } from '../engine/index.ts';
import { factsOf } from './card-facts.ts';
import type { Cards, LaneCard } from './cards.ts';
import { cardStyles } from './decision-card.styles.ts';
import { amend } from './model.ts';
import { shared } from '../styles/styles.ts';
import type { TermName } from '../words/glossary.ts';
import { count, instant, requestName } from '../words/index.ts';

const REASONS: Record<number, string> = { 200: 'OK', 429: 'Too Many Requests' };

/** Headers whose names are terms of the glossary. */
const HEADERS: { header: string; term: TermName }[] = [
  { header: 'Retry-After', term: 'retry-after' },
  { header: 'X-RateLimit-Limit', term: 'limit' },
  { header: 'X-RateLimit-Remaining', term: 'remaining' },
  { header: 'X-RateLimit-Reset', term: 'reset' },
];

function header(name: string) {
  const { term } = HEADERS.find(({ header }) => header === name) ?? {};
  return term === undefined ? name : html`<defined-term term=${term}>${name}</defined-term>`;
}

const statusOf = ({ status }: Card): string => `${status} ${REASONS[status] ?? ''}`;

@customElement('decision-card')
export class DecisionCard extends LitElement {
  @property({ attribute: false }) cards: Cards | undefined;
  @property({ type: Boolean }) fixed = false;

  protected override render() {
    if (this.cards === undefined) return nothing;
    const { chosen, others } = this.cards;
    return html`
      <article part="card" aria-labelledby="name">
        <div class="decision">
          <h2 id="name">
            <strong>${requestName(chosen.card)}</strong> at ${instant(chosen.card.time)}, ${chosen.title}
          </h2>
          <p part="rule" class="rule code ${chosen.card.outcome}">${chosen.card.rule}</p>
          ${this.renderWalk(this.cards)} <ul>${factsOf(chosen.card).map((fact) => html`<li>${fact}</li>`)}</ul>
          ${
            this.fixed
              ? nothing
              : html`<button class="plain remove" @click=${() => this.removeRequest(chosen.card)}>Remove it from the
                traffic</button>`
          }
        </div>
        ${others.length > 0 ? this.renderOthers(others) : nothing}
        <pre part="response" aria-label="The response">HTTP/1.1 ${statusOf(chosen.card)}
${chosen.card.headers.map(([name, value], index) => html`${index > 0 ? '\n' : ''}${header(name)}: ${value}`)}</pre>
        <button class="plain cross" aria-label="Close the card" title="Close (Esc)" @click=${this.onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
        </button>
      </article>
    `;
  }

  /** Where a card was opened from a column of many requests, it goes through those of one outcome. */
  private renderWalk({ column, chosen: { card } }: Cards) {
    if (column === undefined || column.total < 2) return nothing;
    const { n, total } = column;
    return html`
      <p class="walk">
        <button class="plain" aria-label="The previous ${card.outcome} request in this column" ?disabled=${n === 0}
          @click=${() => this.walk(n - 1)}>‹</button>
        <span>${count(n + 1)} of ${count(total)} ${card.outcome} in this column</span>
        <button class="plain" aria-label="The next ${card.outcome} request in this column" ?disabled=${n + 1 === total}
          @click=${() => this.walk(n + 1)}>›</button>
      </p>
    `;
  }

  private async walk(n: number): Promise<void> {
    const detail = await this.cards?.walk(n).catch(() => undefined);
    if (detail !== undefined) this.dispatchEvent(new CustomEvent('point', { detail }));
  }

  private renderOthers(others: LaneCard[]) {
    return html`
      <div part="others" class="others">
        <h3>The same request in the other lanes</h3>
        <ul>
          ${others.map(
            ({ lane, title, card }) => html`
              <li>
                <button class="plain" @click=${() => this.choose(lane)}>${title}</button>
                <span class="code ${card.outcome}">${card.rule}</span>
              </li>
            `,
          )}
        </ul>
      </div>
    `;
  }

  private removeRequest({ traffic_request }: Card): void {
    amend(this, 'traffic', { remove: traffic_request });
    this.onClose();
  }

  private choose(detail: number): void {
    this.dispatchEvent(new CustomEvent<number>('choose', { detail }));
  }

  private onClose(): void {
    this.dispatchEvent(new CustomEvent('close'));
  }

  static override styles = [shared, cardStyles];
}

declare global {
  interface HTMLElementTagNameMap {
    'decision-card': DecisionCard;
  }
}
