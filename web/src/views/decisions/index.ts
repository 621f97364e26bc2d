/** All elements of the view. The page imports the first itself, to show the summary with the first picture. */
import './decisions-view.ts';
import './measure-table.ts';
