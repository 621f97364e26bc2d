/** The clients: the templates of the folder next to this file, filled with the numbers of a scenario. */
import goText from './clients/go.go?raw';
import nodeText from './clients/node.mjs?raw';
import pythonText from './clients/python.py?raw';
import cliText from './clients/redis-cli.sh?raw';
import rustTemplate from './clients/rust.rs?raw';
import type { Deployment, InRedis } from '../../engine/index.ts';
import { EXAMPLES } from './keys.ts';
import type { Keys, Kind, Piece } from './keys.ts';
import { rustText } from './rust-text.ts';

/** A piece of code. The scenario's own numbers stand out. */
export interface Code {
  text: string;
  isOwn?: boolean;
}

export interface Client {
  name: string;
  title: string;
  /** The name of the file it goes to. */
  file: string;
  /** Whether it talks to Redis. */
  isOfRedis: boolean;
  template: string;
  fill(asked: Asked): Record<string, string>;
}

export interface Asked {
  deployment: Deployment;
  keys: Keys;
  /** Where the server is: a host and a port. */
  host?: string;
}

const HOST = '127.0.0.1:6379';
/** The default prefix of keys. */
const STORE = 'rl';

/** How a language writes texts and names of keys. */
interface Language {
  quote: (text: string) => string;
  key: (name: Piece[]) => string;
  parameters: (kinds: Kind[]) => string;
  between: string;
}

const double = (text: string) => `"${text}"`;
const single = (text: string) => `'${text}'`;
const isNumber = (text: string) => /^\d+$/.test(text);
const variable = (piece: Exclude<Piece, string>) => piece.kind;
const listed = (kinds: Kind[]) => kinds.join(', ');

const PYTHON: Language = {
  quote: (text) => (isNumber(text) ? text : double(text)),
  key: (name) =>
    `f"${name
      .map((piece) => (typeof piece === 'string' ? piece.replace(/[{}]/g, '$&$&') : `{${variable(piece)}}`))
      .join('')}"`,
  parameters: listed,
  between: ', ',
};

const NODE: Language = {
  quote: single,
  key: (name) => `\`${name.map((piece) => (typeof piece === 'string' ? piece : `\${${variable(piece)}}`)).join('')}\``,
  parameters: listed,
  between: ', ',
};

const GO: Language = {
  quote: (text) => (isNumber(text) ? text : double(text)),
  key: (name) => name.map((piece) => (typeof piece === 'string' ? double(piece) : variable(piece))).join(' + '),
  parameters: listed,
  between: ', ',
};

/** The arguments of a function have positions; the cost is the last. */
const SHELL: Language = {
  quote: (text) => text,
  key: (name) => double(name.map((piece) => (typeof piece === 'string' ? piece : `$${variable(piece)}`)).join('')),
  parameters: (kinds) =>
    [...kinds.map((kind, at) => `${kind}=$${at + 1}`), `cost=\${${kinds.length + 1}:-1}`].join(' '),
  between: ' ',
};

function redisValues(
  { deployment: { redis }, keys, host = HOST }: Asked,
  { quote, key, parameters, between }: Language,
): Record<string, string> {
  const { script = '', digest = '', arguments: numbers = [] } = redis ?? ({} as Partial<InRedis>);
  return {
    SCRIPT: script,
    DIGEST: digest,
    ADDRESS: `redis://${host}`,
    HOST: host,
    ARGUMENTS: numbers.map(quote).join(between),
    KEYS: keys.names.map((name) => key(name)).join(between),
    KEY_COUNT: String(keys.names.length),
    PARAMETERS: parameters(keys.kinds),
    NAMES: keys.kinds.join(' ').toUpperCase(),
    TAG: keys.kinds[0] ?? '',
    EXAMPLE: keys.kinds.map((kind) => (quote === SHELL.quote ? EXAMPLES[kind] : quote(EXAMPLES[kind]))).join(between),
  };
}

function rustValues({ deployment, keys }: Asked, clients: string, crates: string): Record<string, string> {
  const { expression, uses } = rustText(deployment);
  return {
    USES: [...uses, 'Outcome'].sort().join(', '),
    POLICY: expression.replaceAll('\n', '\n    '),
    CLIENTS: clients,
    CRATES: crates,
    CHECK: checkedIn(keys),
  };
}

/** A part for each limiter where they count different things, and an empty one for the tag itself. */
function checkedIn({ kinds: [tag = 'client'], parts }: Keys): string {
  if (parts.every((part) => part === undefined)) return `clients.check("${EXAMPLES[tag]}")`;
  const listed = parts.map((part) => `b"${part === undefined ? '' : EXAMPLES[part]}"`).join(', ');
  return `clients.check_parts("${EXAMPLES[tag]}", &[${listed}], 1)`;
}

const inRedis = (host = HOST) =>
  `ratelab_redis::Store::new(
        ratelab_redis::redis::Client::open("redis://${host}")?,
        policy,
        ratelab_redis::OnFailure::InProcess, // or Open, or Closed
    )?
    .named("${STORE}")`;

/** In the order of the tabs. */
export const CLIENTS: readonly Client[] = [
  {
    name: 'redis-cli',
    title: 'redis-cli',
    file: 'check.sh',
    isOfRedis: true,
    template: cliText,
    fill: (asked) => redisValues(asked, SHELL),
  },
  {
    name: 'python',
    title: 'Python',
    file: 'check.py',
    isOfRedis: true,
    template: pythonText,
    fill: (asked) => redisValues(asked, PYTHON),
  },
  {
    name: 'node',
    title: 'Node',
    file: 'check.mjs',
    isOfRedis: true,
    template: nodeText,
    fill: (asked) => redisValues(asked, NODE),
  },
  {
    name: 'go',
    title: 'Go',
    file: 'main.go',
    isOfRedis: true,
    template: goText,
    fill: (asked) => redisValues(asked, GO),
  },
  {
    name: 'rust',
    title: 'Rust',
    file: 'main.rs',
    isOfRedis: true,
    template: rustTemplate,
    fill: (asked) => rustValues(asked, inRedis(asked.host), 'ratelab-limiter ratelab-redis'),
  },
  {
    name: 'in-process',
    title: 'Rust, in process',
    file: 'main.rs',
    isOfRedis: false,
    template: rustTemplate,
    fill: (asked) => rustValues(asked, 'ratelab_store::InProcess::new(policy)', 'ratelab-limiter ratelab-store'),
  },
];

const PLACEHOLDER = /__([A-Z_]+)__/;
/** The placeholders that contain the scenario's numbers. */
const OWN = ['ARGUMENTS', 'POLICY'];

/** A client with a scenario's numbers in it. */
export function filled({ template, fill }: Client, asked: Asked): Code[] {
  const values = fill(asked);
  const pieces = template.split(PLACEHOLDER).map((text, at): Code => {
    if (at % 2 === 0) return { text };
    const value = values[text];
    if (value === undefined) throw new Error(`the placeholder __${text}__ has no value`);
    return OWN.includes(text) ? { text: value, isOwn: true } : { text: value };
  });
  return pieces.reduce(joined, []);
}

/** Unmarked text is one piece, so that a comment is not split. */
function joined(code: Code[], next: Code): Code[] {
  const last = code.at(-1);
  return last === undefined || last.isOwn !== next.isOwn
    ? [...code, next]
    : [...code.slice(0, -1), { ...last, text: last.text + next.text }];
}

export function textOf(code: readonly Code[]): string {
  return code.map(({ text }) => text).join('');
}
