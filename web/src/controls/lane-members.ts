/**
 * `<lane-members>`: the limiters of an all-of, or the layers of a lane from the outside in: which limiter, its name,
 * its options, and their order.
 *
 * @element lane-members
 * @prop lane
 * @prop bounds
 * @prop fault - a sentence
 * @prop faultAt - the member and its row to show it at, as in `member 0 limit`
 * @fires lane-text - with the lane's new part of the field `lanes`, the member and row, and whether it is settled
 * @csspart member
 */
import { LitElement, css, html, nothing } from 'lit';
import type { PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Bounds, Choices, Lane } from '../engine/index.ts';
import { isName, nameRule } from './groups.ts';
import type { LaneText } from './lane-options.ts';
import { groupedText, laneText, parametersOf } from './lane-text.ts';
import { column, shared } from '../styles/styles.ts';
import { count, own } from '../words/index.ts';
import { KEYS } from '../words/topology.ts';

@customElement('lane-members')
export class LaneMembers extends LitElement {
  @property({ attribute: false }) lane: Lane | undefined;
  @property({ attribute: false }) bounds: Bounds | undefined;
  @property() fault = '';
  @property() faultAt = '';
  /** An invalid name as typed, and the index of its member. */
  @state() private wrong: { member: number; name: string } | undefined;
  @state() private announced = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('lane')) this.wrong = undefined;
  }

  protected override render() {
    const { lane } = this;
    if (lane === undefined) return nothing;
    return html`
      <ol>${lane.members.map((member, at) => this.renderMember(lane, member, at))}</ol>
      <p class="fault" role="status" ?hidden=${this.faultOf('list') === ''}>${this.faultOf('list')}</p>
      <button @click=${() => this.add(lane)}>Add a ${this.what}</button>
      <p class="visually-hidden" role="status">${this.announced}</p>
    `;
  }

  private renderMember(lane: Lane, member: Lane, at: number) {
    const put = ({ detail }: CustomEvent<LaneText>) =>
      this.put(lane, at, detail.text, `${at} ${detail.row}`, detail.isSettled);
    const [length, title] = [lane.members.length, nameOf(member)];
    // The lane decides where the state is stored, not its members.
    const options = own({ ...member, topology: undefined }, parametersOf(this.bounds, member.algorithm));
    const mine = [member.key === 'client' ? '' : `for ${KEYS[member.key]}`, options];
    return html`
      <li part="member">
        <details>
          <summary>
            <span>${count(at + 1)}. ${title}</span>
            <span class="quiet">${[...(member.name === undefined ? [] : [member.title]), ...mine]
              .filter((part) => part !== '')
              .join(', ')}</span>
          </summary>
          <div class="inside">
            ${this.isLayers ? this.renderName(lane, member, at) : nothing} ${this.renderLimiter(lane, member, at)}
            <lane-options
              member .lane=${member} .bounds=${this.bounds} .fault=${this.fault} .faultAt=${this.rowOf(at)}
              @lane-text=${put}
            ></lane-options>
            <div class="order">
              <button ?disabled=${at === 0}
                @click=${() => this.move(lane, at, -1)}>${this.isLayers ? 'Further out' : 'Move up'}</button>
              <button ?disabled=${at === length - 1}
                @click=${() => this.move(lane, at, 1)}>${this.isLayers ? 'Further in' : 'Move down'}</button>
            </div>
            <button ?disabled=${length === 1} @click=${() => this.drop(lane, at)}>Remove ${title}</button>
          </div>
        </details>
      </li>
    `;
  }

  private renderName(lane: Lane, member: Lane, at: number) {
    const wrong = this.wrong?.member === at ? this.wrong.name : undefined;
    const longest = this.bounds?.longest_name ?? 0;
    const fault = wrong === undefined ? this.faultOf(`${at} name`) : nameRule(longest);
    const put = (event: Event) => {
      const name = (event.target as HTMLInputElement).value.trim();
      if (name !== '' && !isName(name, longest)) this.wrong = { member: at, name };
      else this.put(lane, at, laneText(member, this.bounds, { name: name.toLowerCase() }), `${at} name`);
    };
    return html`
      <label>
        <span><defined-term term="layer">Name of the layer</defined-term></span>
        <input
          type="text" spellcheck="false" autocapitalize="off" autocomplete="off" maxlength=${longest} placeholder="none"
          .value=${live(wrong ?? member.name ?? '')} aria-invalid=${fault !== ''} aria-describedby="name-fault-${at}"
          @change=${put}
        />
      </label>
      <p id="name-fault-${at}" class="fault" role="status" ?hidden=${fault === ''}>${fault}</p>
    `;
  }

  private renderLimiter(lane: Lane, member: Lane, at: number) {
    const choose = (event: Event) =>
      this.put(
        lane,
        at,
        laneText(member, this.bounds, { algorithm: (event.target as HTMLSelectElement).value }),
        'list',
      );
    return html`
      <label>
        <span>Limiter</span>
        <select @change=${choose}>
          ${this.choices.map(
            ({ algorithm, title }) =>
              html`<option value=${algorithm} .selected=${live(algorithm === member.algorithm)}>${title}</option>`,
          )}
        </select>
      </label>
    `;
  }

  /** The limiters that can be a member: those that have none themselves. */
  private get choices(): Choices[] {
    return this.bounds?.limiters.filter(({ parameters }) => parameters.every(({ unit }) => unit !== 'limiters')) ?? [];
  }

  private get isLayers(): boolean {
    return this.lane?.algorithm === 'layers';
  }

  private get what(): string {
    return this.isLayers ? 'layer' : 'limiter';
  }

  private rowOf(at: number): string {
    const [, member, row = ''] = this.faultAt.split(' ');
    return member === `${at}` ? row : '';
  }

  private faultOf(place: string): string {
    return this.faultAt === `member ${place}` ? this.fault : '';
  }

  private put(lane: Lane, at: number, text: string, row: string, isSettled = true): void {
    this.send(
      lane,
      lane.members.map((other, index) => (index === at ? text : other.text)),
      row,
      isSettled,
    );
  }

  private move(lane: Lane, at: number, by: number): void {
    const texts = lane.members.map(({ text }) => text);
    texts.splice(at + by, 0, ...texts.splice(at, 1));
    this.announced = `${nameOf(lane.members[at])} is now number ${count(at + by + 1)}.`;
    this.send(lane, texts, 'list');
  }

  private drop(lane: Lane, at: number): void {
    this.announced = `${nameOf(lane.members[at])} removed.`;
    this.send(
      lane,
      lane.members.flatMap(({ text }, index) => (index === at ? [] : [text])),
      'list',
    );
  }

  private add(lane: Lane): void {
    this.announced = `Added a ${this.what}.`;
    this.send(lane, [...lane.members.map(({ text }) => text), 'token_bucket'], 'list');
  }

  private send(lane: Lane, members: string[], row: string, isSettled = true): void {
    const detail: LaneText = { text: groupedText(lane, members), row: `member ${row}`, isSettled };
    this.dispatchEvent(new CustomEvent<LaneText>('lane-text', { detail, bubbles: true, composed: true }));
  }

  static override styles = [
    shared,
    column,
    css`
      li {
        border-bottom: 1px solid var(--line);
      }
      summary {
        padding-block: calc((var(--target) - 1.25rem) / 2);
        overflow-wrap: anywhere;
        cursor: pointer;
      }
      .inside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.6rem;
        padding: 0.25rem 0 0.75rem;
      }
      label {
        display: grid;
        gap: 0.15rem;
      }
      label input,
      select {
        width: 100%;
      }
      .order {
        display: flex;
        gap: 0.4rem;
      }
      .order button {
        flex: 1;
      }
    `,
  ];
}

/** Its own name, or that of its limiter. */
function nameOf(member: Lane | undefined): string {
  return member?.name ?? member?.title ?? '';
}

declare global {
  interface HTMLElementTagNameMap {
    'lane-members': LaneMembers;
  }
}
