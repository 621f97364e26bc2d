/** The drawing of each limiter, by its name; a new limiter is a row here. An all-of shows its members side by side. */
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { About, Anatomy, Mechanism } from '../../engine/index.ts';
import { drawMeter, drawQueue, drawTokens } from './buckets.ts';
import { drawSchedule } from './schedule.ts';
import { HEIGHT, label } from './stage.ts';
import type { Drawing, Scene } from './stage.ts';
import { drawCounter, drawLog, drawWindow } from './windows.ts';

const DRAWINGS: Record<string, (scene: Scene) => Drawing | undefined> = {
  fixed_window: ofKind('window', drawWindow),
  sliding_window_log: ofKind('log', drawLog),
  sliding_window_counter: ofKind('counter', drawCounter),
  token_bucket: ofKind('bucket', drawTokens),
  leaky_bucket_meter: ofKind('bucket', drawMeter),
  leaky_bucket_queue: ofKind('bucket', drawQueue),
  gcra: ofKind('bucket', drawSchedule),
};

/** Draws scenes whose mechanism is of this kind. */
function ofKind<Kind extends Mechanism['kind']>(
  kind: Kind,
  draw: (scene: Scene<Extract<Mechanism, { kind: Kind }>>) => Drawing,
): (scene: Scene) => Drawing | undefined {
  const isMine = (one: Mechanism): one is Extract<Mechanism, { kind: Kind }> => one.kind === kind;
  return (scene) => {
    const { now, before } = scene;
    return isMine(now) && isMine(before) ? draw({ ...scene, now, before }) : undefined;
  };
}

/** Narrower than this, the members of an all-of are below each other. */
const NARROWEST = 270;
const WIDEST = 560;

export function drawing(anatomy: Anatomy, { algorithm, pace = '' }: About, width: number): TemplateResult {
  const { now, before } = anatomy;
  if (now.kind !== 'members' || before.kind !== 'members')
    return picture({ anatomy, algorithm, now, before, pace, width: Math.min(width, WIDEST) }, anatomy.state);
  const perRow = Math.max(1, Math.min(now.members.length, Math.floor(width / NARROWEST)));
  return html`<ol class="members">
    ${now.members.map((member, index) => {
      const { title, outcome, pace = '' } = member;
      const decides = outcome === 'denied' && index === anatomy.member;
      const scene = {
        anatomy,
        algorithm: member.algorithm,
        now: member.mechanism,
        before: before.members[index]?.mechanism ?? member.mechanism,
        pace,
        width: Math.min(WIDEST, Math.floor((width - 12 * (perRow - 1)) / perRow) - 16),
      };
      const words = `${title}: ${outcome}${decides ? ', which decides' : ''}`;
      return html`<li class=${outcome} data-outcome=${outcome}><p>${words}</p>${picture(scene, words)}</li>`;
    })}
  </ol>`;
}

/** The numbers that were drawn are attributes, so that a test can compare them with the core's. */
function picture(scene: Scene, name: string): TemplateResult {
  const { algorithm, width } = scene;
  const drawn = Object.hasOwn(DRAWINGS, algorithm) ? DRAWINGS[algorithm](scene) : undefined;
  return html`<svg
    class="mechanism" role="img" aria-label=${name} viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT}
    data-algorithm=${algorithm} data-time=${String(scene.anatomy.time)}
    data-numbers=${JSON.stringify(plain(scene.now))}
  >${drawn ?? svg`${label(8, 40, name)}`}</svg>`;
}

function plain(mechanism: Mechanism): unknown {
  return Object.fromEntries(
    Object.entries(mechanism).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
    ]),
  );
}
