// Sessions in a worker, one for each figure of the page.

import type { Addresses } from './addresses.ts';
import { PlaygroundSession } from './playground-session.ts';
import type { Events, Playground } from './playground.ts';
import { buffersOf } from './playground.ts';
import { serve } from './transport/session.ts';

serve<Playground, Events, Addresses>((post, addresses) => new PlaygroundSession(post, addresses), buffersOf);
