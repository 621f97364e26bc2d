/** Where the page begins: its elements make themselves known by being imported. */
import './elements/rate-lab-page.ts';
