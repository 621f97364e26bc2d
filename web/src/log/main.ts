/** The entry of "Your log". Importing an element registers it; the module that reads logs is loaded by its worker. */
import { RemoteLogs } from '../engine/logs/remote-logs.ts';
import './log-page.ts';

const page = document.querySelector('log-page');
if (page !== null) page.engine = new RemoteLogs();
