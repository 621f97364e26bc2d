/** What the opening picture does without. It is loaded when the first complete result is there. */
import '../views/envelope-view.ts';
import '../views/memory-view.ts';
import '../views/view-tabs.ts';
import './decision-card.ts';
import './export-menu.ts';
import './key-help.ts';
import './measure-table.ts';
import './live-player.ts';
import './painter.ts';
import './steering.ts';
