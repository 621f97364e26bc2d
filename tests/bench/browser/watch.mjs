// Observes the built page from inside it. A picture is drawn just after `<lane-figure>` has fired `picture`, and is on
// the screen when the next frame has been painted. Times are in milliseconds.

// Calls `report` with the limit of each picture once it is drawn. The microtask is needed because the event comes just
// before the drawing.
export function onDrawn(figure, report) {
  const listen = () => queueMicrotask(() => report(figure.result.scenario?.limit.amount));
  figure.addEventListener('picture', listen);
  return () => figure.removeEventListener('picture', listen);
}

export const drawn = (figure) =>
  new Promise((done) => {
    const stop = onDrawn(figure, () => {
      stop();
      done(performance.now());
    });
  });

export const frame = () => new Promise((begin) => requestAnimationFrame(begin));

// A message that is posted in an animation frame callback arrives after that frame has been painted.
export async function painted() {
  await frame();
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage(0);
  });
  return performance.now();
}

// The times between frames while nothing else runs.
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

// The durations of noticeable tasks on the main thread: browsers report only those over 50 ms.
export function watchTasks() {
  const lengths = [];
  const take = (list) => list.getEntries().forEach(({ duration }) => lengths.push(duration));
  const observer = new PerformanceObserver(take);
  observer.observe({ type: 'longtask' });
  return () => {
    take({ getEntries: () => observer.takeRecords() });
    observer.disconnect();
    return lengths;
  };
}

// Records how long key events wait for their listener, and the times between frames, until it is stopped.
export function watchAnswers() {
  const answers = { delays: [], gaps: [] };
  const hear = ({ timeStamp }) => answers.delays.push(performance.now() - timeStamp);
  addEventListener('keydown', hear, { capture: true });
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
    removeEventListener('keydown', hear, { capture: true });
    return answers;
  };
}
