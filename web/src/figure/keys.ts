/** The keys of the figure, in one table for both the figure and its help. */

export type Command =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'panLeft'
  | 'panRight'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'open'
  | 'close'
  | 'next'
  | 'previous'
  | 'add'
  | 'remove'
  | 'earlier'
  | 'later'
  | 'removeAll'
  | 'earlierAll'
  | 'laterAll'
  | 'play'
  | 'goOn'
  | 'send'
  | 'explain'
  | 'pin'
  | 'swap'
  | 'help';

interface Key {
  keys: string[];
  shift?: boolean;
  command: Command;
}

const KEYS: Key[] = [
  { keys: ['ArrowLeft'], shift: false, command: 'left' },
  { keys: ['ArrowRight'], shift: false, command: 'right' },
  { keys: ['ArrowLeft'], shift: true, command: 'panLeft' },
  { keys: ['ArrowRight'], shift: true, command: 'panRight' },
  { keys: ['ArrowUp'], command: 'up' },
  { keys: ['ArrowDown'], command: 'down' },
  { keys: ['+', '='], command: 'zoomIn' },
  { keys: ['-', '_'], command: 'zoomOut' },
  { keys: ['0'], command: 'fit' },
  { keys: ['Enter', ' '], command: 'open' },
  { keys: ['Escape'], command: 'close' },
  { keys: ['n'], command: 'next' },
  { keys: ['p'], command: 'previous' },
  { keys: ['a'], command: 'add' },
  { keys: ['Delete', 'Backspace'], shift: false, command: 'remove' },
  { keys: ['Delete', 'Backspace'], shift: true, command: 'removeAll' },
  { keys: [','], command: 'earlier' },
  { keys: ['.'], command: 'later' },
  // On most keyboards these are Shift with the two above; on others they are separate keys.
  { keys: ['<'], command: 'earlierAll' },
  { keys: ['>'], command: 'laterAll' },
  { keys: ['k'], command: 'play' },
  { keys: ['l'], command: 'goOn' },
  { keys: ['s'], command: 'send' },
  { keys: ['i'], command: 'explain' },
  { keys: ['c'], command: 'pin' },
  { keys: ['x'], command: 'swap' },
  { keys: ['?'], command: 'help' },
];

/** The help, most useful keys first. */
export const HELP: [keys: string[], does: string][] = [
  [['←', '→'], 'previous request, next request'],
  [['↑', '↓'], 'lane above, lane below'],
  [['Enter'], 'open the request’s card'],
  [['Esc'], 'close the card'],
  [['i'], 'explain the lane: limiter, budget, window and peak, in turn'],
  [['n', 'p'], 'next and previous request that two limiters decide differently'],
  [['a'], 'add a request at the cursor'],
  [['Delete'], 'remove the request at the cursor'],
  [[',', '.'], 'move the request at the cursor earlier, later'],
  [['<', '>'], 'the same for all requests at that instant'],
  [['Shift + Delete'], 'remove all requests at that instant'],
  [['k'], 'play, pause'],
  [['l'], 'play on to the next request'],
  [['s'], 'send a request at the playhead, or after the last one in view'],
  [['c'], 'pin this result and compare it with the next; press again to unpin'],
  [['x'], 'swap the pinned result and this one'],
  [['Shift + ←', 'Shift + →'], 'pan to earlier, later times'],
  [['+', '−'], 'zoom in, zoom out'],
  [['0'], 'zoom to fit'],
  [['?'], 'show this list'],
];

/** The command of a key. Keys of the browser have none, and Tab always leaves the figure. */
export function commandOf(event: KeyboardEvent): Command | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const fits = ({ keys, shift }: Key) => keys.includes(event.key) && (shift ?? event.shiftKey) === event.shiftKey;
  return KEYS.find(fits)?.command;
}
