/**
 * The fragment of the page's address: the link of the scenario, then the request whose card is open, then the lane and
 * the instant of an anatomy, then the view below the picture unless it is the first one, then `was` and the link of the
 * pinned scenario, separated by `~`. For example,
 * the fragment `#v=1&traffic=10@9.5s;+10@10.1s~2.11~envelope` opens the card of the eleventh request in the second
 * lane, and `#edge-burst~4@10.1s~anatomy` the anatomy of the fourth lane at 10.1 s. `#v=1&limit=20/10s~was~edge-burst`
 * compares a limit with that of the edge burst.
 */
import type { LaneRequest } from '../figure/cards.ts';
import { VIEWS } from '../views/index.ts';
import type { Moment } from '../views/index.ts';
import { MOMENT, printMoment, readMoment } from '../views/moment.ts';

export interface Fragment {
  link: string;
  selected?: LaneRequest;
  at?: Moment;
  view?: string;
  /** The link of the pinned scenario. */
  was?: string | undefined;
}

const OTHERS = VIEWS.slice(1).map(({ name }) => name);
const VIEW = new RegExp(`~(${OTHERS.join('|')})$`);
const WAS = /~was~(.*)/s;
const PLACE = /~([1-9]\d{0,2})\.([1-9]\d{0,9})$/;
const AT = new RegExp(`~${MOMENT}$`);
/** Milliseconds between two writes: browsers limit how often a page may change its address. */
const BETWEEN_WRITES = 250;

/** Reads the fragment of an address, with or without its `#`. */
export function readFragment(hash: string): Fragment {
  const [whole, was] = hash.replace(/^#/, '').split(WAS) as [string, string | undefined];
  const view = VIEW.exec(whole)?.[1];
  const placed = whole.replace(VIEW, '');
  const at = readMoment(AT.exec(placed)?.[0].slice(1));
  const fragment = placed.replace(AT, '');
  const found = PLACE.exec(fragment);
  if (found === null) return { link: fragment, at, view, was };
  const selected = { lane: Number(found[1]) - 1, request: Number(found[2]) - 1 };
  return { link: fragment.slice(0, found.index), selected, at, view, was };
}

export function printFragment({ link, selected, at, view, was }: Fragment): string {
  const request = selected === undefined ? '' : `~${selected.lane + 1}.${selected.request + 1}`;
  const moment = at === undefined ? '' : `~${printMoment(at)}`;
  return `#${link}${request}${moment}${
    view !== undefined && OTHERS.includes(view) ? `~${view}` : ''
  }${was === undefined ? '' : `~was~${was}`}`;
}

/** Writes fragments to the address. Of several in quick succession, it writes the first and then the newest. */
export class AddressWriter {
  private waiting: string | undefined;
  private timer: number | undefined;
  /** The address as last written or read. If it differs, the person has changed it, and it is about to be read. */
  private known = location.hash;

  write(fragment: Fragment): void {
    this.waiting = printFragment(fragment);
    if (this.timer === undefined) this.flush();
  }

  /** Drops a fragment that is not written yet, because the address has changed since. */
  forget(): void {
    this.waiting = undefined;
    this.known = location.hash;
  }

  private readonly flush = (): void => {
    this.timer = undefined;
    if (this.waiting === undefined) return;
    if (this.known === location.hash) {
      history.replaceState(null, '', this.waiting);
      this.known = location.hash;
    }
    this.waiting = undefined;
    this.timer = window.setTimeout(this.flush, BETWEEN_WRITES);
  };
}
