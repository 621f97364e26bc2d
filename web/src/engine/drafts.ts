// The newest scenario as the core parsed it, and the edits made to it. No text is parsed twice.

import type { Core, Draft } from './modules.ts';
import { release } from './modules.ts';
import type { Change, Stroke } from './types.ts';

export class Drafts {
  private newest: Draft | undefined;
  /** The scenario that strokes apply to until one of them is settled. */
  private canvas: Draft | undefined;

  /** Parses a text. Throws a fault if the text is invalid. */
  read(core: Core, text: string): Draft {
    return this.keep(new core.Draft(text), undefined);
  }

  /** Changes the newest scenario. If the change is invalid, throws a fault and changes nothing. */
  change(newest: Draft, { value, isSettled, key }: Change): Draft {
    const fields = typeof value === 'string' ? [[key, value] as const] : value;
    if (Array.isArray(fields)) return this.keep(withFields(newest, fields), undefined);
    const canvas = this.canvas ?? newest;
    return this.keep(painted(canvas, fields), isSettled ? undefined : canvas);
  }

  get current(): Draft | undefined {
    return this.newest;
  }

  dispose(): void {
    this.hold(undefined, undefined);
  }

  private keep(draft: Draft, canvas: Draft | undefined): Draft {
    this.hold(draft, canvas);
    return draft;
  }

  private hold(newest: Draft | undefined, canvas: Draft | undefined): void {
    const before = new Set([this.newest, this.canvas]);
    [this.newest, this.canvas] = [newest, canvas];
    for (const draft of before) if (draft !== newest && draft !== canvas) release(draft);
  }
}

/** Frees what is made on the way. */
function withFields(newest: Draft, fields: readonly (readonly [string, string])[]): Draft {
  return fields.reduce((draft, [key, value]) => {
    try {
      return draft.with(key, value);
    } finally {
      if (draft !== newest) release(draft);
    }
  }, newest);
}

function painted(canvas: Draft, stroke: Stroke): Draft {
  if ('add' in stroke) return canvas.addRequests(stroke.add);
  if ('move' in stroke) return canvas.moveRequest(stroke.move, stroke.to);
  if ('remove' in stroke) return canvas.removeRequest(stroke.remove);
  if ('moveAll' in stroke) return canvas.moveAll(stroke.moveAll.from, stroke.moveAll.to, stroke.to);
  return canvas.removeAll(stroke.removeAll.from, stroke.removeAll.to);
}
