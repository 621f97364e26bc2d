/** All elements of the view. An embedded figure has the first alone, without what it does not show. */
import './decisions-view.ts';
import './measure-table.ts';
