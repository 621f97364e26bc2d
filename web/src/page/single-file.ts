/** Where the single file begins, on the page and once more in its worker: both have this one script. */
import './page.css';

if ('document' in globalThis) void import('./rate-lab-page.ts');
else void import('../engine/worker.ts');
