/** What the opening picture does without. It is loaded when the first complete result is there. */
import './decision-card.ts';
import './interval-table.ts';
import './key-help.ts';
