// Caches the site: after one visit it opens without a network.
//
// A build is cached completely or not at all: every file is checked before any is used. A page gets only files of its
// own build, because file names contain hashes. A page that was opened before an update requests names that the new
// build does not have. It gets them from the cache of the old build, which is kept while such a page may be open.

/** Inserted by `plugins/offline.mjs`: the id of the build, and its files with their hashes. */
declare const __BUILD__: { id: string; files: [path: string, integrity: string][] };

interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LongEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

/** The global scope of a service worker. TypeScript's types for pages and workers cannot be loaded together. */
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

// Unchecked: the types that are loaded say that this is the scope of a page.
const scope = globalThis as unknown as Scope;
/** The address of the site. */
const home = scope.registration.scope;
/** The prefix of this site's caches: several copies of the site on one origin share the cache storage. */
const family = `ratelab ${home} `;
const current = family + __BUILD__.id;
const paths = new Set(__BUILD__.files.map(([path]) => path));

const HASHED = './assets/';

scope.oninstall = (event) => event.waitUntil(install());
scope.onactivate = (event) => event.waitUntil(activate());

scope.onfetch = (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  const page = request.mode === 'navigate' ? pageOf(request.url) : undefined;
  if (page !== undefined) event.waitUntil(forgetOldBuilds());
  event.respondWith(answer(request, page ?? request));
};

/** Activates at once, so that the next visit gets this build even if pages of an older build are open. */
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
  if (path.endsWith('/') || path.endsWith('.html')) return bringPage(path);
  if (!path.startsWith(HASHED)) return fetched(path, { integrity, cache: 'no-cache' });
  return (await caches.match(path, { ignoreVary: true })) ?? fetched(path, { integrity });
}

/**
 * The host may add to a page's HTML, so its hash cannot be checked. Instead, the page must name only files of this
 * build. While a new build is being uploaded, it may name files of another one.
 */
async function bringPage(path: string): Promise<Response> {
  const page = await fetched(path, { cache: 'no-cache' });
  const named = (await page.clone().text()).match(/\.\/assets\/[\w.-]+/g) ?? [];
  if (named.length === 0 || named.some((name) => !paths.has(name))) throw new Error('The page is from another build.');
  return page;
}

async function fetched(path: string, how: RequestInit): Promise<Response> {
  const response = await fetch(path, how);
  if (!response.ok) throw new Error(`${path} could not be fetched.`);
  return response;
}

/** The page of the site at an address, whatever its query. */
function pageOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const path = `./${(origin + pathname).slice(home.length)}`.replace(/^\.\/index\.html$/, './');
  return paths.has(path) ? path : undefined;
}

async function answer(request: Request, kept: Request | string): Promise<Response> {
  const cache = await caches.open(current);
  const find = (where: Cache | CacheStorage) => where.match(kept, { ignoreVary: true });
  return (await find(cache)) ?? (await find(caches)) ?? fetch(request);
}

/** Deletes the caches of old builds, unless a page is open that may need them. */
async function forgetOldBuilds(): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ url }) => url.startsWith(home))) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(family) && name !== current);
  await Promise.all(old.map((name) => caches.delete(name)));
}
