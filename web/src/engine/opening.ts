// The opening of a session: until the first picture is sent, nothing else is loaded or computed.

import { idle, pause } from './slices.ts';

/** Milliseconds to wait for a request for the first picture: after the run is done, and in total. */
const PICTURE_SOON = 300;
const PICTURE_EVER = 1_000;

export class Opening {
  /** Resolves when the first picture is sent, or when none was requested in time. Undefined before the first run. */
  over: Promise<void> | undefined;
  private readonly pictured: Promise<void>;
  private resolvePictured!: () => void;

  constructor() {
    this.pictured = new Promise((resolve) => (this.resolvePictured = resolve));
  }

  /** Begins with the first run, whose picture may be requested. Resolves as `over` does. */
  after(run: Promise<unknown>): Promise<void> {
    return (this.over ??= this.wait(run));
  }

  /** A picture is sent. */
  end(): void {
    this.resolvePictured();
  }

  private async wait(run: Promise<unknown>): Promise<void> {
    const soon = run.then(() => Promise.race([this.pictured, pause(PICTURE_SOON)]));
    await Promise.race([soon, pause(PICTURE_EVER)]);
    await idle();
  }
}
