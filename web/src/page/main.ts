/** The entry of the page. Importing an element registers it. */
import './rate-lab-page.ts';
import { keepForOffline } from './offline.ts';

// `later.ts` defines `key-help` after the first complete result. Caching the site earlier would slow down that result.
void customElements.whenDefined('key-help').then(keepForOffline);
