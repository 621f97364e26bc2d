/** What the opening picture does without. It is loaded when the first complete result is there. */
import { VIEWS } from '../views/index.ts';
import '../views/view-tabs.ts';
import '../figure/decision-card.ts';
import './export-menu.ts';
import '../figure/key-help.ts';
import '../figure/live-player.ts';
import '../figure/painter.ts';
import '../figure/interaction.ts';

// One that does not come is asked for again when it is chosen.
for (const { load } of VIEWS) load().catch(() => undefined);
