/** What a figure may have besides its picture. Each is loaded when there is a complete result to use it on. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Bounds, Engine, Fault, Result, Scenario } from '../engine/index.ts';
import type { Settings } from './types.ts';

export { Amendments } from '../figure/amend.ts';

interface Extra<Known> {
  bring(): Promise<unknown>;
  render(known: Known): TemplateResult;
}

export interface Shown {
  engine: Engine;
  result: Result;
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
}

export interface Changed {
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  faults: ReadonlyMap<string, Fault>;
}

/** What can stand in the place of the picture. */
export const VIEWS: Record<string, Extra<Shown> | undefined> = {
  decisions: {
    bring: () => import('../views/decisions/run-summary.ts'),
    render: ({ result, scenario, bounds }) => html`<run-summary .result=${result} .scenario=${scenario} .bounds=${bounds}></run-summary>`,
  },
  envelope: {
    bring: () => import('../views/envelope/envelope-view.ts'),
    render: ({ engine, result, scenario, bounds }) =>
      html`<envelope-view .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}></envelope-view>`,
  },
  memory: {
    bring: () => import('../views/memory/memory-view.ts'),
    render: ({ engine, result, scenario, bounds }) =>
      html`<memory-view .engine=${engine} .result=${result} .scenario=${scenario} .bounds=${bounds}></memory-view>`,
  },
};

const limit: Extra<Changed> = {
  bring: () => import('../controls/limit-controls.ts'),
  render: ({ scenario, bounds, faults }) => html`<limit-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></limit-controls>`,
};

const others: Extra<Changed>[] = [
  {
    bring: () => import('../controls/traffic-editor.ts'),
    render: ({ scenario, bounds, faults }) => html`<traffic-editor .scenario=${scenario} .bounds=${bounds} .faults=${faults}></traffic-editor>`,
  },
  {
    bring: () => import('../controls/client-controls.ts'),
    render: ({ scenario, bounds, faults }) => html`<client-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></client-controls>`,
  },
  {
    bring: () => import('../controls/lane-list.ts'),
    render: ({ scenario, bounds, faults }) => html`<lane-list .scenario=${scenario} .bounds=${bounds} .faults=${faults}></lane-list>`,
  },
];

export const CONTROLS: Record<string, Extra<Changed>[] | undefined> = { some: [limit], all: [limit, ...others] };

/** Everything that a figure with these settings has. */
export async function bring({ view = '', controls = '' }: Settings): Promise<void> {
  await Promise.all([...(CONTROLS[controls] ?? []), VIEWS[view]].map((extra) => extra?.bring()));
}

/** What reads the card of a request, and the element that shows it. */
export async function bringCards() {
  const [{ readCards }] = await Promise.all([import('../figure/cards.ts'), import('../figure/decision-card.ts')]);
  return readCards;
}

export async function bringHelp(parent: HTMLElement): Promise<void> {
  await import('../figure/key-help.ts');
  const help = parent.querySelector('key-help') ?? parent.appendChild(document.createElement('key-help'));
  await help.updateComplete;
  help.open();
}
