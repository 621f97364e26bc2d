/** The table of `<peaks-chart>`: clients by rank, with their peaks and what the chosen limiter needs. */
import { html, nothing } from 'lit';
import { count } from '../words/numbers.ts';
import { ordinal } from '../words/shares.ts';
import type { Noun } from './findings.ts';
import { NONE_WOULD } from './types.ts';
import type { Peaks } from './types.ts';

interface Rows {
  peaks: Peaks;
  noun: Noun;
  period: string;
  least: Uint32Array | undefined;
  /** The limiter whose needs have their own column, if they differ from the peaks. */
  needs: string | undefined;
}

export function peaksTable({ peaks: { ranks, peaks }, noun, period, least, needs }: Rows) {
  const isOther = needs !== undefined;
  const caption = isOther ? 'Each column is in its own order.' : `${noun.many} by their busiest ${period}`;
  const needed = (rank: number) => html`<td>${neededWords(least?.[rank - 1] ?? 0)}</td>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Peaks as a table">
    <table>
      <caption class=${isOther ? 'quiet' : 'visually-hidden'}>${caption}</caption>
      <thead>
        <tr>
          <th scope="col">rank</th>
          <th scope="col">requests in the busiest ${period}</th>
          ${isOther ? html`<th scope="col">limit that ${needs} needs per ${period}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${Array.from(
          ranks,
          (rank, index) =>
            html`<tr><th scope="row">${ordinal(rank)}</th><td>${count(peaks[index])}</td>
              ${isOther ? needed(rank) : nothing}</tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function neededWords(least: number): string {
  return least === NONE_WOULD ? 'more than any limit' : count(least);
}
