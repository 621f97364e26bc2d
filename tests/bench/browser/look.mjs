// Zooms and pans in a run with the chart's keys: one step in and back, one step to the right and back.

import { drawn } from './watch.mjs';

const MOVES = {
  zoom: [{ key: '+' }, { key: '-' }],
  pan: [
    { key: 'ArrowRight', shiftKey: true },
    { key: 'ArrowLeft', shiftKey: true },
  ],
};

// The time from a key to its picture, in nanoseconds: the mean of the move and the move back.
export async function look(figure, kind) {
  const chart = figure.shadowRoot.querySelector('[part=chart]');
  let sum = 0;
  for (const keys of MOVES[kind]) {
    const start = performance.now();
    chart.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, composed: true, cancelable: true }));
    sum += (await drawn(figure)) - start;
  }
  return (sum / MOVES[kind].length) * 1e6;
}
