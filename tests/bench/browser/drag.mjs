// Drags a limit slider there and back, one step for each frame: browsers dispatch pointer moves once per frame.

import { emptyFrames, frame, onDrawn, painted, watchTasks } from './watch.mjs';

const EVENTS = 200;
const REACH = 20;

export async function drag(figure, slider) {
  const empty = await emptyFrames(60);
  const endTasks = watchTasks();
  const asked = [];
  const shown = [];
  const stop = onDrawn(figure, async (amount) => shown.push({ amount, at: await painted() }));
  for (const step of steps(Number(slider.value))) {
    await frame();
    asked.push(ask(slider, step));
  }
  const ended = performance.now();
  while (shown.at(-1)?.amount !== asked.at(-1).amount) await frame();
  stop();
  const times = asked.map((event, index) => answered(asked, shown, index) - event.at);
  const during = shown.filter(({ at }) => at <= ended);
  return { empty, times, frames: asked.length, pictures: new Set(during.map(({ at }) => at)).size, tasks: endTasks() };
}

// Positions up and down around the current one, one step at a time.
function steps(middle) {
  const around = (index) => Math.abs(((index + REACH) % (4 * REACH)) - 2 * REACH) - REACH;
  return Array.from({ length: EVENTS }, (_, index) => middle - around(index + 1));
}

// Moves the slider, and returns which limit it asked for, and when.
function ask(slider, step) {
  let amount;
  const hear = ({ detail }) => (amount = Number.parseInt(detail.value, 10));
  addEventListener('amend', hear);
  slider.value = step;
  const at = performance.now();
  slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  removeEventListener('amend', hear);
  return { amount, at };
}

// Returns when the first picture was shown that is for this event or a later one.
function answered(asked, shown, index) {
  const isAsNew = ({ amount, at }) => {
    const newest = asked.findLastIndex((event) => event.amount === amount && event.at < at);
    return newest >= index;
  };
  return shown.find((picture) => picture.at > asked[index].at && isAsNew(picture)).at;
}
