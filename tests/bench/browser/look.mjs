// Looking around in a run: a step closer, one to the right, and both back, by the chart's keys.

import { drawn } from "./watch.mjs";

const MOVES = {
  zoom: [{ key: "+" }, { key: "-" }],
  pan: [{ key: "ArrowRight", shiftKey: true }, { key: "ArrowLeft", shiftKey: true }],
};

// How long a move takes until its picture is drawn, in nanoseconds: the mean of there and back.
export async function look(figure, kind) {
  const chart = figure.shadowRoot.querySelector("[part=chart]");
  let sum = 0;
  for (const keys of MOVES[kind]) {
    const start = performance.now();
    chart.dispatchEvent(new KeyboardEvent("keydown", { ...keys, bubbles: true, composed: true, cancelable: true }));
    sum += (await drawn(figure)) - start;
  }
  return (sum / MOVES[kind].length) * 1e6;
}
