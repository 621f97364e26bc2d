/**
 * The optional parts of an embedded figure: views, controls, cards and help. A figure loads this file after its first
 * complete result, so that the first picture does not wait for it.
 */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Bounds, Fault, Scenario } from '../engine/index.ts';
import { VIEWS } from '../views/index.ts';
import type { View } from '../views/index.ts';
import type { Settings } from './types.ts';

export { ViewElements } from '../views/index.ts';
export { readMoment } from '../views/moment.ts';

interface Control {
  bring(): Promise<unknown>;
  render(known: Changed): TemplateResult;
}

export interface Changed {
  scenario: Scenario | undefined;
  bounds: Bounds | undefined;
  faults: ReadonlyMap<string, Fault>;
}

const limit: Control = {
  bring: () => import('../controls/limit-controls.ts'),
  render: ({ scenario, bounds, faults }) =>
    html`<limit-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></limit-controls>`,
};

const others: Control[] = [
  {
    bring: () => import('../controls/traffic-editor.ts'),
    render: ({ scenario, bounds, faults }) =>
      html`<traffic-editor .scenario=${scenario} .bounds=${bounds} .faults=${faults}></traffic-editor>`,
  },
  {
    bring: () => import('../controls/client-controls.ts'),
    render: ({ scenario, bounds, faults }) =>
      html`<client-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></client-controls>`,
  },
  {
    bring: () => import('../controls/lane-list.ts'),
    render: ({ scenario, bounds, faults }) =>
      html`<lane-list .scenario=${scenario} .bounds=${bounds} .faults=${faults}></lane-list>`,
  },
];

export const CONTROLS: Record<string, Control[] | undefined> = { some: [limit], all: [limit, ...others] };

/** Loads the view and the controls that the settings name. */
export async function bring({ view, controls = '' }: Settings): Promise<void> {
  await Promise.all([
    import('../figure/defined-term.ts'),
    viewNamed(view)?.load(),
    ...(CONTROLS[controls] ?? []).map((control) => control.bring()),
  ]);
}

export function viewNamed(wanted: string | undefined): View | undefined {
  return VIEWS.find(({ name }) => name === wanted);
}

/** Loads the function that reads cards, and the element that shows them. */
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
