// Errors on their way to another thread.

import type { Fault } from '../types.ts';

/** The answer is no longer needed: a newer question came, or the run was cancelled. */
export class Superseded extends Error {
  constructor() {
    super('Something newer was asked.');
    this.name = 'Superseded';
  }
}

/** A fault without its prototype, because an error loses its fields when it is posted to another thread. */
export type FaultFields = Omit<Fault, 'name' | 'stack' | 'cause'>;

const FIELDS = ['field', 'position', 'length', 'line', 'column', 'expected', 'example', 'fix'] as const;

export function toFields(error: unknown): FaultFields {
  const { message = String(error), code = 'defect', ...more } = error as Partial<Fault>;
  const known = FIELDS.filter((name) => name in more).map((name) => [name, more[name]]);
  return { message, code, ...Object.fromEntries(known) };
}

export function toFault({ message, ...fields }: FaultFields): Fault {
  return Object.assign(new Error(message), { name: 'Fault' }, fields);
}

/** Whether the core panicked, trapped or reported a defect, so that its state can no longer be trusted. */
export function isBroken(error: unknown): boolean {
  if (error instanceof WebAssembly.RuntimeError) return true;
  return error instanceof Error && 'code' in error && error.code === 'defect';
}
