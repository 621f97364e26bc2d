/** Parts of the log page that need no state. */
import { html } from 'lit';
import { LIMITERS } from 'virtual:core-facts/limiters';
import { spoken } from '../words/names.ts';
import { percent } from '../words/numbers.ts';
import { playgroundLink, scenarioOf } from './address.ts';
import { progressWords } from './findings.ts';
import { isSameLimit } from './lookup.ts';
import type { LogState } from './state.ts';

export const PRIVACY = html`
  <footer part="foot">
    <p class="quiet">Everything is computed in your browser. Nothing from your log is sent or stored. The link you
      copy contains only settings. “open”, “Use this limit in the playground” and “Take it to production” open the
      playground with the times of one client’s requests in the address, without identifying the client.</p>
  </footer>
`;

export function progressBar(state: LogState, onCancel: () => void) {
  const progress = state.progress ?? { bytes: 0, total: 0, rows: 0 };
  const share = progress.total > 0 ? Math.min(1, progress.bytes / progress.total) : 0;
  return html`
    <div class="progress">
      <p tabindex="-1">Reading ${state.name}: ${progressWords(progress)}</p>
      ${
        share < 1
          ? html`<progress max="1" .value=${share}
            aria-label="Reading"></progress><span>${percent(Math.floor(share * 100))}</span>`
          : html`<progress aria-label="Reading"></progress><span></span>`
      }
      <button @click=${onCancel}>Cancel</button>
    </div>
  `;
}

/** For a log without a parsed line: the cause, and what to do about it. */
export function noLineParsed(state: LogState, onClear: () => void) {
  const {
    formats,
    inForce: { format, pattern },
  } = state;
  const isFree = pattern === '' && (format === '' || format === 'auto');
  const title = formats.find(({ name }) => name === format)?.title ?? format;
  const by = pattern !== '' ? `with the pattern “${pattern}”` : `as ${title}`;
  return html`
    <div class="strange">
      <p class="result finding"
        tabindex="-1">${
          isFree
            ? 'No line could be parsed: this is not one of the formats that are detected automatically.'
            : `No line could be parsed ${by}.`
        }</p>
      ${
        isFree
          ? html`<p>Paste the <code>log_format</code> or <code>LogFormat</code> line of your server into “Pattern”
            below, or name the fields.</p>`
          : html`<p>Clear it to detect the format automatically. <button @click=${onClear}>Clear it and
            read again</button></p>`
      }
    </div>
  `;
}

/** The links to the playground: with the busiest part of the table's first client, or without traffic of the log. */
export function playgroundLinks(state: LogState) {
  const { scenarios, limit, busiest } = state;
  const isNew = isSameLimit(scenarios?.limit, limit);
  const known = isNew ? (scenarios?.answer ?? new Map<number, string>()) : new Map<number, string>();
  const [first] = busiest?.answer ?? [];
  const brought = known.get(first?.client ?? -1);
  const opened = brought ?? state.plainScenario;
  return {
    whom: brought === undefined ? undefined : first?.name,
    links: new Map([...known].map(([client, text]) => [client, playgroundLink(text)])),
    toPlayground: playgroundLink(opened),
    toProduction: playgroundLink(scenarioOf(opened, state.algorithm), 'production'),
  };
}

/** A limiter within a sentence, without its article. */
export function limiterName(algorithm: string): string {
  return spoken(LIMITERS[algorithm]).replace(/^the /, '');
}
