// The newest scenario of a session: its text, and how the core parsed it. Loads the modules of the core that this
// needs.

import type { Addresses } from './addresses.ts';
import { Drafts } from './drafts.ts';
import type { Core, Draft, Modules } from './modules.ts';
import { load } from './modules.ts';
import type { Opening } from './opening.ts';
import type { Events } from './playground.ts';
import { yieldToEvents } from './slices.ts';
import type { Emit } from './transport/session.ts';
import type { Change, Scenario } from './types.ts';
import { Superseded } from './types.ts';

/** A scenario as the whole module parsed it. */
export interface Read {
  draft: Draft;
  scenario: Scenario;
}

/** A text to run. */
export interface Wanted {
  text: string;
  /** Parses the text with the whole module. Throws a fault if the text is invalid. */
  read(): Read | Promise<Read>;
}

export class Scenarios {
  private readonly drafts = new Drafts();
  /** The newest order while only the small module has its text. The small module cannot describe a scenario. */
  private unparsed: { order: number; text: string } | undefined;
  private core: Core | undefined;

  constructor(
    private readonly emit: Emit<Events>,
    private readonly addresses: Addresses,
    private readonly opening: Opening,
  ) {
    // The small module is always needed. Whatever needs it reports the failure.
    load('first', addresses).catch(() => undefined);
  }

  /** The small module, or undefined once the whole module is loaded. */
  first(): Promise<Modules['first']> | undefined {
    return this.core ? undefined : load('first', this.addresses);
  }

  /** The whole module, loaded after the first picture. */
  async whole(): Promise<Core> {
    if (!this.core) {
      await yieldToEvents();
      await this.opening.over;
    }
    return this.loadWhole();
  }

  /**
   * Parses nothing before the whole module is loaded: the small one may be able to run the text. Known by the text as
   * it was given, so that it is not run again if it is ordered again when the whole module is there.
   */
  open(order: number, text: string): Wanted {
    if (this.core === undefined) {
      this.unparsed = { order, text };
      return { text, read: () => this.newest() };
    }
    const read = this.parse(this.core, text);
    this.unparsed = undefined;
    return { ...this.accept(order, read), text };
  }

  /** Throws a fault if the change is invalid. The newest scenario stays then. */
  async change(order: number, change: Change): Promise<Wanted> {
    await this.whole();
    const { draft: newest } = await this.newest();
    return this.accept(order, described(this.drafts.change(newest, change)));
  }

  /** The newest scenario in the whole module. Parses and reports it if only the small module has run it. */
  async newest(): Promise<Read> {
    const core = await this.loadWhole();
    const { unparsed } = this;
    this.unparsed = undefined;
    if (unparsed !== undefined) return this.accept(unparsed.order, this.parse(core, unparsed.text)).read();
    const draft = this.drafts.current;
    if (draft === undefined) throw new Superseded();
    return described(draft);
  }

  dispose(): void {
    this.drafts.dispose();
  }

  private accept(order: number, read: Read): Wanted & { read: () => Read } {
    this.emit('scenario', order, read.scenario);
    return { text: read.scenario.text, read: () => read };
  }

  private parse(core: Core, text: string): Read {
    return described(this.drafts.read(core, text));
  }

  private async loadWhole(): Promise<Core> {
    return (this.core = await load('figure', this.addresses));
  }
}

function described(draft: Draft): Read {
  return { draft, scenario: draft.describe() };
}
