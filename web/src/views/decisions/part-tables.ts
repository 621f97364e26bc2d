/**
 * `<part-tables>`: the results of a run by who sent the requests, by the server that decided, and by layer. Shows
 * nothing for a scenario of one group, one server and no layers.
 *
 * @element part-tables
 * @prop result
 * @prop scenario
 * @prop bounds
 * @csspart table
 */
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Bounds, Parts, Result, Scenario } from '../../engine/index.ts';
import { column, shared } from '../../styles/styles.ts';
import { stackedStyles, tableStyles } from '../../styles/tables.styles.ts';
import type { TermName } from '../../words/glossary.ts';
import { atWorst, count, duration } from '../../words/index.ts';
import { alikeIn } from '../alike.ts';

interface Column<Part> {
  title: string;
  term?: TermName;
  print: (part: Part) => string;
}

type Group = Parts['groups'][number];
type Server = Parts['servers'][number];
type Layer = Parts['layers'][number];

const admitted = ({ counts }: Pick<Group, 'counts'>) => count(counts.allowed + counts.delayed);
const denied = ({ counts }: Pick<Group, 'counts'>) => count(counts.denied);

/** If clients retry, the requests sent differ from the attempts decided. */
function groupColumns(isRetried: boolean): Column<Group>[] {
  const attempts = ({ counts: { allowed, denied: refused, delayed } }: Group) => count(allowed + refused + delayed);
  return [
    { title: 'Clients', print: ({ clients }) => count(clients) },
    { title: 'Sent', term: 'request', print: ({ requests }) => count(requests) },
    ...(isRetried ? [{ title: 'Attempts', term: 'attempt', print: attempts } as const] : []),
    { title: 'Let through', term: 'allowed', print: admitted },
    { title: 'Denied', term: 'denied', print: denied },
    { title: 'Its limit', term: 'limit', print: ({ limit }) => `${count(limit.amount)} in ${duration(limit.period)}` },
    { title: 'Peak in that time', term: 'peak', print: ({ most }) => count(most.cost) },
    { title: 'Worst case', term: 'worst-case', print: ({ bound }) => atWorst(bound) },
  ];
}

const SERVERS: Column<Server>[] = [
  {
    title: 'Received',
    print: ({ counts: { allowed, denied: refused, delayed } }) => count(allowed + refused + delayed),
  },
  { title: 'Let through', term: 'allowed', print: admitted },
  { title: 'Denied', term: 'denied', print: denied },
];

const LAYERS: Column<Layer>[] = [
  { title: 'Received', print: ({ asked }) => count(asked) },
  { title: 'Passed on', print: ({ asked, refused }) => count(asked - refused) },
  { title: 'Refused', term: 'denied', print: ({ refused }) => count(refused) },
];

/** How far a clock is off: `, clock 0.6 s ahead`. */
function clock({ ahead }: Server): string {
  if (ahead === 0) return '';
  return `, clock ${duration(BigInt(Math.abs(ahead)))} ${ahead > 0 ? 'ahead' : 'behind'}`;
}

@customElement('part-tables')
export class PartTables extends LitElement {
  @property({ attribute: false }) result: Result | undefined;
  @property({ attribute: false }) scenario: Scenario | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;

  protected override render() {
    const { result, scenario } = this;
    if (result === undefined || scenario === undefined) return nothing;
    const [first] = result.lanes;
    const groups = (first?.parts?.groups.length ?? 0) > 1;
    const servers = scenario.servers.count > 1;
    const layers = result.lanes.some(({ parts }) => (parts?.layers.length ?? 0) > 0);
    return html`
      ${
        groups
          ? this.renderTable(
              'By group',
              'Group',
              groupColumns(!scenario.same_requests),
              ({ groups }) => groups,
              ({ name }) => name ?? 'everybody else',
            )
          : nothing
      }
      ${
        servers
          ? this.renderTable(
              'By server',
              'Server',
              SERVERS,
              ({ servers }) => servers,
              (server, at) => `server ${at + 1}${clock(server)}`,
            )
          : nothing
      }
      ${
        layers
          ? this.renderTable(
              'By layer',
              'Layer',
              LAYERS,
              ({ layers }) => layers,
              ({ name }) => name,
            )
          : nothing
      }
    `;
  }

  private renderTable<Part>(
    title: string,
    what: string,
    columns: Column<Part>[],
    select: (parts: Parts) => Part[],
    name: (part: Part, at: number) => string,
  ) {
    const rows = alikeIn(this.result!, this.scenario!, this.bounds).filter(
      ({ lane: { parts } }) => parts !== undefined && select(parts).length > 0,
    );
    const id = what.toLowerCase();
    return html`
      <section>
        <h3 id=${id}>${title}</h3>
        <div class="scroll" tabindex="0" role="region" aria-labelledby=${id}>
          <table part="table" role="table">
            <thead role="rowgroup">
              <tr role="row"><th role="columnheader"
                scope="col">${what}</th>${columns.map(
                  (one) =>
                    html`<th role="columnheader"
                      scope="col">${
                        one.term === undefined
                          ? one.title
                          : html`<defined-term term=${one.term}>${one.title}</defined-term>`
                      }</th>`,
                )}</tr>
            </thead>
            ${rows.map(
              ({ name: limiter, index, lane: { parts } }) => html`
              <tbody role="rowgroup">
                <tr role="row"><th role="rowheader" scope="rowgroup" colspan=${columns.length + 1}
                  class="limiter">${limiter} ${this.placeOf(index, limiter)}</th></tr>
                ${select(parts!).map(
                  (part, at) => html`
                  <tr role="row">
                    <th role="rowheader" scope="row">${name(part, at)}</th>
                    ${columns.map(
                      ({ title: heading, print }) =>
                        html`<td role="cell"><span class="title">${heading}</span> ${print(part)}</td>`,
                    )}
                  </tr>`,
                )}
              </tbody>`,
            )}
          </table>
        </div>
      </section>`;
  }

  /** Where the lane's state is stored and what it counts by, unless that is part of its name. */
  private placeOf(lane: number, name: string) {
    const place = this.scenario?.lanes[lane]?.topology ?? '';
    return name.includes(place) ? nothing : html`<span class="quiet">${place}</span>`;
  }

  static override styles = [
    shared,
    column,
    tableStyles,
    stackedStyles,
    css`
      :host {
        gap: 1.5rem;
      }
      .limiter {
        padding-block-start: 0.8rem;
        font-weight: 600;
        color: var(--ink);
      }
      tbody th[scope='row'] {
        padding-inline-start: 1rem;
        font-weight: 400;
      }
      @container (max-width: 43rem) {
        tbody th[scope='row'] {
          padding: 0;
          font-weight: 600;
        }
        tbody tr > .limiter {
          font-size: 1rem;
        }
      }
    `,
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'part-tables': PartTables;
  }
}
