/** Where the page begins: its elements make themselves known by being imported. */
import './rate-lab-page.ts';
import { keepForOffline } from './offline.ts';

// This element comes with what is loaded later: the first result is complete, and nothing competes with it.
void customElements.whenDefined('key-help').then(keepForOffline);
