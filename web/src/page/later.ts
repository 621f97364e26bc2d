/** Everything that the first picture does not need. Loaded after the first complete result. */
import { VIEWS } from '../views/index.ts';
import '../views/view-tabs.ts';
import '../controls/lane-options.ts';
import '../controls/sender-controls.ts';
import '../controls/server-controls.ts';
import '../controls/traffic-form.ts';
import '../figure/decision-card.ts';
import '../figure/defined-term.ts';
import './export-menu.ts';
import '../figure/key-help.ts';
import '../figure/live-player.ts';
import '../figure/painter.ts';
import '../figure/figure-input.ts';

// A view that fails to load stays empty until the page is reloaded. The other views are not affected.
for (const { load, isRare } of VIEWS) if (isRare !== true) load().catch(() => undefined);
