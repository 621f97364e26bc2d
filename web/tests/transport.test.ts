// Questions and answers between two threads: which answer belongs to which question, and what an error becomes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isFault, Superseded } from '../src/engine/types.ts';
import { toFault } from '../src/engine/transport/faults.ts';
import type { EventOf, Question, Reply } from '../src/engine/transport/messages.ts';
import { Remote } from '../src/engine/transport/remote.ts';
import type { Rows } from '../src/engine/transport/session.ts';
import { emitTo, settle } from '../src/engine/transport/session.ts';

interface Questions {
  double(number: number): number;
  name(): string;
}
interface Events {
  progress(share: number): void;
}

const ROWS: Rows<Questions, { name: string }> = {
  double: async (_, number) => 2 * number,
  name: ({ name }) => {
    if (name === 'old') throw new Superseded();
    throw Object.assign(new Error(`no ${name}`), { code: 'no_name', field: 'name' });
  },
};

async function replyTo(question: Question<Questions>, name = ''): Promise<Reply<Questions, Events>[]> {
  const replies: Reply<Questions, Events>[] = [];
  await settle<Questions, Events, { name: string }, keyof Questions>(
    ROWS,
    { name },
    question,
    (reply) => void replies.push(reply),
  );
  return replies;
}

test('answers find their questions in any order', async () => {
  const remote = new Remote<Questions>(() => undefined);
  const [first, second] = [remote.ask('double', 1), remote.ask('double', 2)];
  for (const question of remote.open.reverse()) {
    for (const reply of await replyTo(question)) if (reply.kind === 'answer') remote.answer(reply);
  }
  assert.deepEqual(await Promise.all([first, second]), [2, 4]);
  assert.deepEqual(remote.open, []);
});

test('a question that failed is closed, and a late answer to it is ignored', async () => {
  const remote = new Remote<Questions>(() => undefined);
  const asked = remote.ask('double', 1);
  const [{ id }] = remote.open;
  remote.fail(id, new Superseded());
  remote.answer({ kind: 'answer', id, name: 'double', answer: 2 });
  await assert.rejects(asked, Superseded);
});

test('an error arrives with its code and its field, and one that was superseded is no failure', async () => {
  const [failed] = await replyTo({ id: 7, name: 'name', asked: [] }, 'new');
  assert.ok(failed.kind === 'failed' && failed.id === 7);
  const fault = toFault(failed.fault);
  assert.ok(isFault(fault));
  assert.deepEqual([fault.message, fault.code, fault.field], ['no new', 'no_name', 'name']);
  assert.deepEqual(await replyTo({ id: 8, name: 'name', asked: [] }, 'old'), [{ kind: 'superseded', id: 8 }]);
});

test('an event has its name and its details', () => {
  const events: EventOf<Events>[] = [];
  emitTo<Events>((event) => void events.push(event))('progress', 0.5);
  assert.deepEqual(events, [{ kind: 'event', name: 'progress', details: [0.5] }]);
});
