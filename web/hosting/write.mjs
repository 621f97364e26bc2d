// Writes the files for web servers in this folder: `node web/hosting/write.mjs`.

import { writeFileSync } from 'node:fs';

import { SERVERS } from './servers.mjs';

for (const [name, text] of Object.entries(SERVERS)) writeFileSync(new URL(name, import.meta.url), text());
