/** Registers the service worker, which makes the site available offline: see `service-worker.ts`. */
import { scriptAddress } from '../engine/script-address.ts';

/** Not for a page that was opened from disk, is in a frame, or came over an insecure connection. */
export function keepForOffline(): void {
  const isSite = isSecureContext && location.protocol.startsWith('http') && window === window.top;
  if (!isSite || !('serviceWorker' in navigator)) return;
  // Fails if the browser stores nothing, as in some private windows. The page works without it.
  navigator.serviceWorker.register(scriptAddress('./service-worker.js')).catch(() => undefined);
}
