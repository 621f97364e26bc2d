/** The entry of the single-file page and of its worker: both run this script. */
import './page.css';

if ('document' in globalThis) void import('./rate-lab-page.ts');
else void import('../engine/worker.ts');
