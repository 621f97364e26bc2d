/** What moves the cursor of the figure and points at its requests. The opening picture does without. */
export { Gestures } from '../plot/gestures.ts';
export { CursorFinder, nearest } from './cursor.ts';
export { commandOf } from './keys.ts';
export { Navigator } from './navigator.ts';
export { Pointing } from './pointing.ts';
