/** What the opening picture does without. It is loaded when the first complete result is there. */
import '../views/envelope/envelope-view.ts';
import '../views/memory/memory-view.ts';
import '../views/view-tabs.ts';
import '../figure/decision-card.ts';
import './export-menu.ts';
import '../figure/key-help.ts';
import '../views/decisions/measure-table.ts';
import '../figure/live-player.ts';
import '../figure/painter.ts';
import '../figure/steering.ts';
