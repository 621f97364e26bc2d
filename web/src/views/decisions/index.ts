/** All of the view. The page has the first of these at once, with its first picture. */
import './decisions-view.ts';
import './measure-table.ts';
