/** The site for the time without a network: see `service-worker.ts`. */

/** Not for a page from disk, in a frame, or over a line that others can write to. */
export function keepForOffline(): void {
  const isSite = isSecureContext && location.protocol.startsWith('http') && window === window.top;
  if (!isSite || !('serviceWorker' in navigator)) return;
  // A browser that keeps nothing, as in a private window, shows the page as well.
  navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
}
