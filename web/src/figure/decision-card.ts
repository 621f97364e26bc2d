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
import type { Cards, LaneCard } from './cards.ts';
import { cardStyles } from './decision-card.styles.ts';
import { amend } from './model.ts';
import { shared } from '../styles/styles.ts';
import type { TermName } from '../words/glossary.ts';
import { count, counted, duration, instant, requestName } from '../words/index.ts';

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

/** `1 to 10 and 14`: request numbers for people, from one. */
function ranges(requests: Uint32Array): string {
  const found: [from: number, to: number][] = [];
  for (const request of [...requests].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && request === last[1] + 1) last[1] = request;
    else found.push([request, request]);
  }
  const most = 4;
  const print = ([from, to]: [number, number]) =>
    from === to ? count(from + 1) : `${count(from + 1)} to ${count(to + 1)}`;
  const listed = found.slice(-most).map(print);
  return (found.length > most ? '… ' : '') + listed.join(', ');
}

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
          ${this.renderWalk(this.cards)} ${this.renderFacts(chosen.card)}
          ${this.fixed ? nothing : html`<button class="plain remove" @click=${() => this.removeRequest(chosen.card)}>Remove it from the traffic</button>`}
        </div>
        ${others.length > 0 ? this.renderOthers(others) : nothing}
        <pre part="response" aria-label="The response">HTTP/1.1 ${chosen.card.status} ${REASONS[chosen.card.status] ?? ''}
${chosen.card.headers.map(([name, value], index) => html`${index > 0 ? '\n' : ''}${header(name)}: ${value}`)}</pre>
        <button class="plain cross" aria-label="Close the card" title="Close (Esc)" @click=${this.onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" /></svg>
        </button>
      </article>
    `;
  }

  /** Where a card was opened from a column of many requests, it goes through those of one outcome. */
  private renderWalk({ column, chosen: { card } }: Cards) {
    if (column === undefined || column.of < 2) return nothing;
    const { n, of } = column;
    return html`
      <p class="walk">
        <button class="plain" aria-label="The ${card.outcome} request before it in this column" ?disabled=${n === 0} @click=${() => this.walk(n - 1)}>‹</button>
        <span>${count(n + 1)} of ${count(of)} ${card.outcome} in this column</span>
        <button class="plain" aria-label="The next ${card.outcome} request in this column" ?disabled=${n + 1 === of} @click=${() => this.walk(n + 1)}>›</button>
      </p>
    `;
  }

  private async walk(n: number): Promise<void> {
    const detail = await this.cards?.walk(n).catch(() => undefined);
    if (detail !== undefined) this.dispatchEvent(new CustomEvent('point', { detail }));
  }

  private renderFacts(card: Card) {
    const facts: unknown[] = [this.passes(card), this.budget(card), this.countedIn(card), this.sender(card)];
    return html`<ul>${facts.filter((fact) => fact !== '').map((fact) => html`<li>${fact}</li>`)}</ul>`;
  }

  private passes({ outcome, started, would_pass, time }: Card): string {
    if (outcome === 'delayed' && started !== undefined) {
      return `Admitted; it starts at ${instant(started)}, ${duration(started - time)} later.`;
    }
    if (outcome !== 'denied') return '';
    if (would_pass === undefined) return 'It would never pass.';
    return `It would pass at ${instant(would_pass)}, ${duration(would_pass - time)} later.`;
  }

  private budget({ before, after, limit, remaining, reset_after }: Card) {
    const isBack = reset_after === undefined || reset_after === 0n;
    const now = before === after ? '' : `, now ${count(after)}`;
    const back = html`; the whole <defined-term term="budget">budget</defined-term> is back in ${duration(reset_after ?? 0n)}`;
    return html`Used ${count(before)} of ${count(limit)}${now}. ${count(remaining)} more would pass${isBack ? '' : back}.`;
  }

  private countedIn({ counted: requests }: Card): string {
    if (requests.length === 0) return '';
    return `Counted against it: ${counted(requests.length, 'request')} (${ranges(requests)}).`;
  }

  private sender({ client, cost }: Card): string {
    const parts = [
      client > 0 ? `Sent by client ${count(client + 1)}.` : '',
      cost === 1 ? '' : `It costs ${count(cost)}.`,
    ];
    return parts.filter((part) => part !== '').join(' ');
  }

  private renderOthers(others: LaneCard[]) {
    return html`
      <div part="others" class="others">
        <h3>The same request elsewhere</h3>
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
