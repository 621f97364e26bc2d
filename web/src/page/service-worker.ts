// Keeps the site at hand: after one visit it opens without a network, and at once.
//
// A build is kept whole or not at all: every file is checked before any is used, and a page is only
// ever given files of the build that it is of. That is so because names are hashed: a page that was
// opened before a new build came asks for names that the new one does not have, and is given
// them from the old one, which stays as long as such a page may be open.

/** What `plugins/offline.mjs` puts here: a name for the build, and its files with their hashes. */
declare const __BUILD__: { id: string; files: [path: string, integrity: string][] };

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LongEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** What a service worker is to this file; the types of pages and those of workers exclude each other. */
interface Scope {
  registration: { scope: string };
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<{ url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  oninstall: (event: LongEvent) => void;
  onactivate: (event: LongEvent) => void;
  onfetch: (event: FetchEvent) => void;
}

const scope = globalThis as unknown as Scope;
/** Where the site is. */
const home = scope.registration.scope;
/** Several copies of the site on one host have their caches in one place. */
const family = `ratelab ${home} `;
const current = family + __BUILD__.id;
const paths = new Set(__BUILD__.files.map(([path]) => path));

const PAGE = './';
const HASHED = './assets/';

scope.oninstall = (event) => event.waitUntil(install());
scope.onactivate = (event) => event.waitUntil(activate());

scope.onfetch = (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  const isVisit = request.mode === 'navigate' && isPage(request.url);
  if (isVisit) event.waitUntil(forgetOldBuilds());
  event.respondWith(answer(request, isVisit ? PAGE : request));
};

/** Ready for the next visit, also if pages of an older build are open now. */
async function install(): Promise<void> {
  const cache = await caches.open(current);
  await Promise.all(__BUILD__.files.map(async ([path, integrity]) => cache.put(path, await bring(path, integrity))));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  await scope.clients.claim();
  await forgetOldBuilds();
}

async function bring(path: string, integrity: string): Promise<Response> {
  if (path === PAGE) return bringPage();
  if (!path.startsWith(HASHED)) return fetched(path, { integrity, cache: 'no-cache' });
  return (await caches.match(path, { ignoreVary: true })) ?? fetched(path, { integrity });
}

/**
 * A host may add to the page, so that its bytes cannot be relied on. It is of this build if it
 * names no file of another, as it may while a build is being put in the place of the last.
 */
async function bringPage(): Promise<Response> {
  const page = await fetched(PAGE, { cache: 'no-cache' });
  const named = (await page.clone().text()).match(/\.\/assets\/[\w.-]+/g) ?? [];
  if (named.length === 0 || named.some((name) => !paths.has(name))) throw new Error('The page is of another build.');
  return page;
}

async function fetched(path: string, how: RequestInit): Promise<Response> {
  const response = await fetch(path, how);
  if (!response.ok) throw new Error(`${path} is not there.`);
  return response;
}

function isPage(url: string): boolean {
  const { origin, pathname } = new URL(url);
  return [home, `${home}index.html`].includes(origin + pathname);
}

async function answer(request: Request, kept: Request | string): Promise<Response> {
  const cache = await caches.open(current);
  const find = (where: Cache | CacheStorage) => where.match(kept, { ignoreVary: true });
  return (await find(cache)) ?? (await find(caches)) ?? fetch(request);
}

/** Unless a page is open that may be of one of them. */
async function forgetOldBuilds(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ url }) => url.startsWith(home))) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== current);
  await Promise.all(old.map((name) => caches.delete(name)));
}
