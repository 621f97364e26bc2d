/**
 * Groups of clients as text: what a card changes becomes new values of the fields `groups`, `traffic` and `clients`.
 */
import type { Fields, Group, Pattern, Scenario } from '../engine/index.ts';
import { give } from './patterns.ts';
import { count, exact } from '../words/index.ts';

/** The parts of a group as the language writes them; empty for omitted parts. */
export interface GroupParts {
  name: string;
  clients: string;
  /** The exponent of shares that are not equal. */
  zipf: string;
  limit: string;
  burst: string;
}

/** The name of the clients without a group. */
export type Sender = string | undefined;

export function partsOf({ name, clients, zipf, limit, burst }: Group): GroupParts {
  return {
    name,
    clients: clients === 1 ? '' : `${clients}`,
    zipf: zipf === undefined ? '' : `${zipf / 100}`,
    limit: limit === undefined ? '' : `${limit.amount}/${limit.period}ns`,
    burst: burst === undefined ? '' : `${burst}`,
  };
}

export function groupText({ name, clients, zipf, limit, burst }: GroupParts): string {
  const many = zipf === '' ? clients : `${clients === '' ? '1' : clients} zipf ${zipf}`;
  return [name, many, limit && `limit ${limit}`, burst && `burst ${burst}`].filter((part) => part !== '').join(' ');
}

/** The field `groups` after a change to one of them. It lists all groups, including those named only in the traffic. */
export function groupsWith({ groups }: Scenario, name: string, changed: Partial<GroupParts> = {}): string {
  return listOf(
    groups.map((group) => (group.name === name ? groupText({ ...partsOf(group), ...changed }) : group.text)),
  );
}

function listOf(texts: string[]): string {
  return texts.join(', ');
}

/** The initial limit of a group: that of the scenario, so that nothing changes yet. */
export function ownLimit({ limit, burst }: Scenario): Pick<GroupParts, 'limit' | 'burst'> {
  return { limit: `${limit.amount}/${limit.period}ns`, burst: burst === undefined ? '' : `${burst}` };
}

/** The traffic of a group, as a separate script. */
export function scriptOf(scenario: Scenario, sender: Sender): string {
  return scenario.traffic
    .filter(({ by }) => by === sender)
    .map(nameless)
    .join('; ');
}

function nameless(pattern: Pattern): string {
  return give(pattern, undefined);
}

/** Matches the sender at the end of a part of a script, as the language prints it. */
const BY = / by ([a-z_]+)$/;

function named(text: string, sender: Sender): string {
  return `${text.replace(BY, '')}${sender === undefined ? '' : ` by ${sender}`}`;
}

/**
 * A group that the script of another names, in the one form that the language prints, and the script without any names.
 */
export function strangerIn(script: string, sender: Sender): { name: string; without: string } | undefined {
  const parts = script.split('; ');
  const name = parts.map((part) => BY.exec(part)?.[1]).find((by) => by !== undefined && by !== sender);
  return name === undefined ? undefined : { name, without: parts.map((part) => named(part, undefined)).join('; ') };
}

/**
 * The fields after a change to what one group sends. The script is in the one form that the language prints. Its parts
 * replace the previous ones in position, because requests at one instant arrive in the order of the script.
 */
export function fieldsWithScript(scenario: Scenario, sender: Sender, script: string): Fields {
  const parts = script.split('; ').map((part) => named(part, sender));
  const texts: string[] = [];
  const last = scenario.traffic.map(({ by }) => by).lastIndexOf(sender);
  scenario.traffic.forEach(({ by, text }, at) => {
    if (by !== sender) texts.push(text);
    else texts.push(...parts.splice(0, at === last ? parts.length : 1));
  });
  const traffic = [...texts, ...parts].join('; ');
  const groups = listOf(scenario.groups.map(({ text }) => text));
  // A group named only in the traffic would disappear with its last part.
  return [
    ['groups', groups],
    ['traffic', traffic],
  ];
}

/** Clears `groups` first: the old groups would not match the new names in the traffic. */
function fields(traffic: string[], groups: string[]): Fields {
  return [
    ['groups', ''],
    ['traffic', traffic.join('; ')],
    ['groups', listOf(groups)],
  ];
}

/**
 * The fields after a group has another name. Clients of no group become a group by it, the last one, where their card
 * is.
 */
export function fieldsRenamed(scenario: Scenario, sender: Sender, name: string): Fields {
  const { traffic, groups, clients, zipf } = scenario;
  const texts = traffic.map((pattern) => (pattern.by === sender ? named(nameless(pattern), name) : pattern.text));
  if (sender !== undefined) return fields(texts, [groupsWith(scenario, sender, { name })]);
  const last = groupText(partsOf({ name, text: '', clients, zipf, limit: undefined, burst: undefined }));
  return [...fields(texts, [...groups.map(({ text }) => text), last]), ['clients', '']];
}

/** The fields without a group and its traffic. The traffic of the last group is kept for the other clients. */
export function fieldsWithout(scenario: Scenario, sender: Sender): Fields {
  const { traffic } = scenario;
  const groups = scenario.groups.filter(({ name }) => name !== sender);
  const kept = traffic.filter(({ by }) => by !== sender).map(({ text }) => text);
  const rest = fields(
    kept,
    groups.map(({ text }) => text),
  );
  if (kept.length > 0) return sender === undefined ? [...rest, ['clients', '']] : rest;
  const group = scenario.groups.find(({ name }) => name === sender);
  const clients = group === undefined ? '' : groupText({ ...partsOf(group), name: '', limit: '', burst: '' });
  return [
    ...fields(
      traffic.map(nameless),
      groups.map(({ text }) => text),
    ),
    ['clients', clients],
  ];
}

/** The names of new groups, in this order, and whether each has ten times the limit. */
const IDEAS = [
  { name: 'cron', isLarge: false },
  { name: 'app', isLarge: false },
  { name: 'free', isLarge: false },
  { name: 'pro', isLarge: true },
  { name: 'partner', isLarge: true },
  { name: 'batch', isLarge: false },
];

/** The most requests that a new group sends at once, and that a limit can allow. */
const MOST_AT_ONCE = 10_000;
const MOST_ALLOWED = 2 ** 32 - 1;

/** The fields with one more group, whose traffic is more than the limit of most, so that there is something to see. */
export function fieldsWithNew(scenario: Scenario): { name: string; fields: Fields } {
  const { groups, traffic, limit } = scenario;
  const isFree = (name: string) => groups.every((group) => group.name !== name);
  const idea = IDEAS.find(({ name }) => isFree(name)) ?? { name: unusedName(isFree), isLarge: false };
  const tier = idea.isLarge ? `${Math.min(limit.amount * 10, MOST_ALLOWED)}/${limit.period}ns` : '';
  const group = groupText({ name: idea.name, clients: '', zipf: '', limit: tier, burst: '' });
  const { number, unit } = exact(limit.period);
  const sends = `burst ${Math.min(2 * limit.amount, MOST_AT_ONCE)} every ${number}${unit} x3 by ${idea.name}`;
  const all = listOf([...groups.map(({ text }) => text), group]);
  return {
    name: idea.name,
    fields: [
      ['groups', all],
      ['traffic', [...traffic.map(({ text }) => text), sends].join('; ')],
    ],
  };
}

/** Names have letters only: `group_a`, `group_b` and so on. */
function unusedName(isFree: (name: string) => boolean): string {
  for (let number = 0; ; number += 1) {
    const name = `group_${number.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 26)))}`;
    if (isFree(name)) return name;
  }
}

/** Whether a text can be a name; the core would read other characters as what follows the name. */
export function isName(text: string, longest: number): boolean {
  return /^[a-z_]+$/i.test(text) && text.length <= longest;
}

/** The message at the field. */
export function nameRule(longest: number): string {
  return `A name may contain only the letters a to z and _, and at most ${count(longest)} characters.`;
}
