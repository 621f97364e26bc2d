/** What a figure may have besides its picture. Each is loaded when there is a complete result to use it on. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Bounds, Fault, Scenario } from '../engine/index.ts';
import { VIEWS } from '../views/index.ts';
import type { View } from '../views/index.ts';
import type { Settings } from './types.ts';

export { ViewElements } from '../views/index.ts';

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
  render: ({ scenario, bounds, faults }) => html`<limit-controls .scenario=${scenario} .bounds=${bounds} .faults=${faults}></limit-controls>`,
};

const others: Control[] = [
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

export const CONTROLS: Record<string, Control[] | undefined> = { some: [limit], all: [limit, ...others] };

/** What a figure with these settings has. */
export async function bring({ view, controls = '' }: Settings): Promise<void> {
  await Promise.all([viewNamed(view)?.load(), ...(CONTROLS[controls] ?? []).map((control) => control.bring())]);
}

export function viewNamed(wanted: string | undefined): View | undefined {
  return VIEWS.find(({ name }) => name === wanted);
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
