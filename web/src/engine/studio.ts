// The newest finished run once more, in the module that answers what few readers ask. Only the first such question
// loads that module.

import type { Addresses } from './addresses.ts';
import type { Studio, StudioRun } from './modules.ts';
import { load, release } from './modules.ts';
import { inSlices } from './slices.ts';
import { Superseded } from './types.ts';
import type { Begun } from './work.ts';
import { decide } from './work.ts';

export class StudioRuns {
  private newest: { held: Begun; run: Promise<StudioRun> } | undefined;

  constructor(private readonly addresses: Addresses) {}

  module(): Promise<Studio> {
    return load('studio', this.addresses);
  }

  /** The same run as the one that is held. */
  async repeat(held: Begun): Promise<StudioRun> {
    if (this.newest?.held !== held) {
      this.dispose();
      this.newest = { held, run: this.run(held) };
    }
    const { newest } = this;
    try {
      return await newest.run;
    } catch (error) {
      // A module that could not be loaded is tried again with the next question.
      if (this.newest === newest) this.newest = undefined;
      throw error;
    }
  }

  dispose(): void {
    this.newest?.run.then(release, () => undefined);
    this.newest = undefined;
  }

  private async run(held: Begun): Promise<StudioRun> {
    const { Run } = await this.module();
    const run = new Run(held.text);
    const check = (): void => {
      if (this.newest?.held !== held) throw new Superseded();
    };
    try {
      await inSlices(decide({ run }), check);
    } catch (error) {
      release(run);
      throw error;
    }
    return run;
  }
}
