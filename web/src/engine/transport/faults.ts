// Errors from another thread.

import type { Fault } from '../types.ts';

/** The answer is no longer needed: a newer question came, or the run was cancelled. */
export class Superseded extends Error {
  constructor() {
    super('Superseded by a newer request.');
    this.name = 'Superseded';
  }
}

/** A fault without its prototype, because an error loses its fields when it is posted to another thread. */
export type FaultFields = Omit<Fault, 'name' | 'stack' | 'cause'>;

export function toFault({ message, ...fields }: FaultFields): Fault {
  return Object.assign(new Error(message), { name: 'Fault' }, fields);
}
