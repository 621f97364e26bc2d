// The messages between a page and the frame with a figure. They have their own form, and not that of
// `engine/transport`, for three reasons: every script can post to a window, so a message has a type with the name of
// the element; pages that embed `embed.html` without our script read `rate-lab:size`, so it cannot change; and what
// comes from another site is checked here, while a worker is of the same build and is believed.

import type { RunSummary, TextFile } from './types.ts';

/** The page's questions to the frame. */
export interface FrameQuestions extends Record<TextFile, () => string> {
  run(): RunSummary;
}

/** A message from the frame to the page around it. */
export type FrameMessage =
  | { type: 'rate-lab:size'; height: number }
  | { type: 'rate-lab:ready' }
  | { type: 'rate-lab:change'; scenario: string }
  | { type: 'rate-lab:run'; summary: RunSummary }
  | { type: 'rate-lab:answer'; id: number; answer?: unknown; error?: string };

/** A message from the page to the frame. The answer has the same id. */
export interface FrameQuestion {
  type: 'rate-lab:ask';
  id: number;
  question: keyof FrameQuestions;
}

/** Returns the message of a frame in what was posted; undefined if it is none. */
export function messageIn(posted: unknown): FrameMessage | undefined {
  const [type, id] = [field(posted, 'type'), field(posted, 'id')];
  switch (type) {
    case 'rate-lab:size': {
      const height = field(posted, 'height');
      return typeof height === 'number' && Number.isFinite(height) ? { type, height } : undefined;
    }
    case 'rate-lab:ready':
      return { type };
    case 'rate-lab:change': {
      const scenario = field(posted, 'scenario');
      return typeof scenario === 'string' ? { type, scenario } : undefined;
    }
    case 'rate-lab:run': {
      const summary = field(posted, 'summary');
      return isSummary(summary) ? { type, summary } : undefined;
    }
    case 'rate-lab:answer': {
      const error = field(posted, 'error');
      if (typeof id !== 'number') return undefined;
      return error === undefined ? { type, id, answer: field(posted, 'answer') } : { type, id, error: String(error) };
    }
  }
  return undefined;
}

export function isSummary(answer: unknown): answer is RunSummary {
  return (
    typeof field(answer, 'scenario') === 'string' &&
    typeof field(field(answer, 'finding'), 'headline') === 'string' &&
    Array.isArray(field(answer, 'lanes'))
  );
}

/** An own field of anything. */
function field(posted: unknown, name: string): unknown {
  return isRecord(posted) && Object.hasOwn(posted, name) ? posted[name] : undefined;
}

function isRecord(posted: unknown): posted is Readonly<Record<string, unknown>> {
  return typeof posted === 'object' && posted !== null;
}
