/** The facts about a decision, besides its rule: a list of sentences. */
import { html } from 'lit';
import type { Card } from '../engine/index.ts';
import { count, counted, duration, instant } from '../words/index.ts';

export function factsOf(card: Card): unknown[] {
  const facts = [server(card), layers(card), passes(card), budget(card), countedIn(card), sender(card)];
  return facts.filter((fact) => fact !== '');
}

function passes({ outcome, started, would_pass, time }: Card): string {
  if (outcome === 'delayed' && started !== undefined) {
    return `Admitted; it starts at ${instant(started)}, ${duration(started - time)} later.`;
  }
  if (outcome !== 'denied') return '';
  if (would_pass === undefined) return 'It would never pass.';
  return `It would pass at ${instant(would_pass)}, ${duration(would_pass - time)} later.`;
}

/** Where the deciding server does not know everything, this is what it knows. */
function budget({ before, after, limit, remaining, reset_after, known_to_server: known, tier }: Card) {
  const isBack = reset_after === undefined || reset_after === 0n;
  const now = before === after ? '' : `, now ${count(after)}`;
  const back = html`; the whole <defined-term term="budget">budget</defined-term> is back in
    ${duration(reset_after ?? 0n)}`;
  const used = `${known === undefined ? 'Used' : 'Used, by its own count,'} ${count(before)} of ${count(limit)}${now}.`;
  return html`${used} ${count(remaining)} more would
    pass${isBack ? '' : back}.${tier === undefined ? '' : ` The limit that applies to it is ${tier}.`}`;
}

function countedIn({ counted: requests, counted_with }: Card): string {
  const whose = counted_with === undefined ? '' : `, of ${counted_with} together`;
  return requests.length === 0
    ? ''
    : `Counted against the limit: ${counted(requests.length, 'request')} (${ranges(requests)})${whose}.`;
}

function sender({ sender: who, cost }: Card): string {
  const parts = [who === undefined ? '' : `Sent by ${who}.`, cost === 1 ? '' : `It costs ${count(cost)}.`];
  return parts.filter((part) => part !== '').join(' ');
}

/** The text about what a server had seen names the server. */
function server({ server: index, servers, known_to_server: known }: Card): string {
  return known ?? (index === undefined ? '' : `Decided by server ${count(index + 1)} of ${count(servers)}.`);
}

/** `It passed cdn, gateway. Refused by app. Not consulted: db.` */
function layers({ layers: all }: Card): string {
  const names = (title: string, layers: Card['layers']) =>
    layers.length === 0 ? [] : [`${title} ${layers.map(({ name }) => name).join(', ')}.`];
  return [
    ...names(
      'Passed',
      all.filter(({ asked, admitted }) => asked && admitted),
    ),
    ...names(
      'Refused by',
      all.filter(({ asked, admitted }) => asked && !admitted),
    ),
    ...names(
      'Not consulted:',
      all.filter(({ asked }) => !asked),
    ),
  ].join(' ');
}

/** `1 to 10 and 14`: request numbers for people, from one. */
function ranges(requests: Uint32Array): string {
  const found: [from: number, to: number][] = [];
  for (const request of [...requests].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && request === last[1] + 1) last[1] = request;
    else found.push([request, request]);
  }
  const most = 4;
  const print = ([from, to]: [number, number]) =>
    from === to ? count(from + 1) : `${count(from + 1)} to ${count(to + 1)}`;
  const listed = found.slice(-most).map(print);
  return (found.length > most ? '… ' : '') + listed.join(', ');
}
