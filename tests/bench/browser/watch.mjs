// What can be seen of the built page from inside it. A picture is drawn when `<lane-figure>` has told of it,
// and is on the screen when the frame after that has been painted. Times are in milliseconds.

// Calls `tell` with the limit of each picture when it is drawn: the event comes just before.
export function onDrawn(figure, tell) {
  const listen = () => queueMicrotask(() => tell(figure.result.scenario?.limit.amount));
  figure.addEventListener("picture", listen);
  return () => figure.removeEventListener("picture", listen);
}

export const drawn = (figure) =>
  new Promise((done) => {
    const stop = onDrawn(figure, () => (stop(), done(performance.now())));
  });

export const frame = () => new Promise((begin) => requestAnimationFrame(begin));

// A message to oneself out of a frame comes when that has been painted.
export async function painted() {
  await frame();
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => ((port1.onmessage = done), port2.postMessage(0)));
  return performance.now();
}

// From one frame to the next when nothing is done.
export async function emptyFrames(count) {
  const lengths = [];
  let last = await frame();
  while (lengths.length < count) {
    const now = await frame();
    lengths.push(now - last);
    last = now;
  }
  return lengths;
}

// Tasks of the main thread that a person could feel: those over 50 ms, which is all that a browser tells of.
export function watchTasks() {
  const lengths = [];
  const take = (list) => list.getEntries().forEach(({ duration }) => lengths.push(duration));
  const observer = new PerformanceObserver(take);
  observer.observe({ type: "longtask" });
  return () => {
    take({ getEntries: () => observer.takeRecords() });
    observer.disconnect();
    return lengths;
  };
}

// How long keys wait before the page hears of them, and how long frames are, until it is stopped.
export function watchAnswers() {
  const answers = { delays: [], gaps: [] };
  const hear = ({ timeStamp }) => answers.delays.push(performance.now() - timeStamp);
  addEventListener("keydown", hear, { capture: true });
  let last;
  let isOver = false;
  const tick = (now) => {
    if (last !== undefined) answers.gaps.push(now - last);
    last = now;
    if (!isOver) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  return () => {
    isOver = true;
    removeEventListener("keydown", hear, { capture: true });
    return answers;
  };
}
