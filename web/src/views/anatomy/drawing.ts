/** The drawing of each limiter, by its name; a new limiter is a row here. An all-of shows its members side by side. */
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { About, Anatomy, Mechanism } from '../../engine/index.ts';
import { drawMeter, drawQueue, drawTokens } from './buckets.ts';
import { drawSchedule } from './schedule.ts';
import { HEIGHT, label } from './stage.ts';
import type { Drawing, Scene } from './stage.ts';
import { drawCounter, drawLog, drawWindow } from './windows.ts';

const DRAWINGS: Record<string, (scene: Scene<never>) => Drawing> = {
  fixed_window: drawWindow,
  sliding_window_log: drawLog,
  sliding_window_counter: drawCounter,
  token_bucket: drawTokens,
  leaky_bucket_meter: drawMeter,
  leaky_bucket_queue: drawQueue,
  gcra: drawSchedule,
};

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
  const draw = DRAWINGS[scene.algorithm];
  const { width } = scene;
  return html`<svg
    class="mechanism" role="img" aria-label=${name} viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT}
    data-algorithm=${scene.algorithm} data-time=${String(scene.anatomy.time)}
    data-numbers=${JSON.stringify(plain(scene.now))}
  >${draw === undefined ? svg`${label(8, 40, name)}` : draw(scene as Scene<never>)}</svg>`;
}

function plain(mechanism: Mechanism): unknown {
  return Object.fromEntries(
    Object.entries(mechanism).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value,
    ]),
  );
}
