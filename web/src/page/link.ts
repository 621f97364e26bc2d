/**
 * The fragment of the page's address: the link of the scenario, then the request whose card is open, then the view
 * below the picture unless it is the first one, separated by `~`. For example, the fragment
 * `#v=1&traffic=10@9.5s;+10@10.1s~2.11~envelope` opens the card of the eleventh request in the second lane.
 */
import type { Place } from '../figure/cards.ts';
import { VIEWS } from '../views/index.ts';

export interface Fragment {
  link: string;
  place?: Place;
  view?: string;
}

const OTHERS = VIEWS.slice(1).map(({ name }) => name);
const VIEW = new RegExp(`~(${OTHERS.join('|')})$`);
const PLACE = /~([1-9]\d{0,2})\.([1-9]\d{0,9})$/;
/** Milliseconds between two writes: browsers limit how often a page may change its address. */
const BETWEEN_WRITES = 250;

/** Reads the fragment of an address, with or without its `#`. */
export function readFragment(hash: string): Fragment {
  const whole = hash.replace(/^#/, '');
  const view = VIEW.exec(whole)?.[1];
  const fragment = whole.replace(VIEW, '');
  const found = PLACE.exec(fragment);
  if (found === null) return { link: fragment, view };
  const place = { lane: Number(found[1]) - 1, request: Number(found[2]) - 1 };
  return { link: fragment.slice(0, found.index), place, view };
}

export function printFragment({ link, place, view }: Fragment): string {
  const at = place === undefined ? '' : `~${place.lane + 1}.${place.request + 1}`;
  return `#${link}${at}${view !== undefined && OTHERS.includes(view) ? `~${view}` : ''}`;
}

/** Writes fragments to the address. Of several in quick succession, it writes the first and then the newest. */
export class AddressWriter {
  private waiting: string | undefined;
  private timer: number | undefined;

  write(fragment: Fragment): void {
    this.waiting = printFragment(fragment);
    if (this.timer === undefined) this.flush();
  }

  /** Drops a fragment that is not written yet, because the address has changed since. */
  forget(): void {
    this.waiting = undefined;
  }

  private readonly flush = (): void => {
    this.timer = undefined;
    if (this.waiting === undefined) return;
    if (this.waiting !== location.hash) history.replaceState(null, '', this.waiting);
    this.waiting = undefined;
    this.timer = window.setTimeout(this.flush, BETWEEN_WRITES);
  };
}
