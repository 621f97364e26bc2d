/** Addresses of scripts, for pages whose policy requires trusted types (`web/hosting/headers.mjs`). */

interface Policy {
  createScriptURL(address: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

let policy: Policy | undefined;
let isMade = false;

/**
 * Returns an address as what starts a worker: only one of the page's own origin, or of a blob that the page has made. A
 * string in type, because not all browsers have the other one.
 */
export function scriptAddress(address: string): string {
  if (!isMade) {
    isMade = true;
    policy = made();
  }
  return (policy?.createScriptURL(address) as string | undefined) ?? address;
}

/** Another site's policy may not allow ours. Then its browser decides about the text. */
function made(): Policy | undefined {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  try {
    return trustedTypes?.createPolicy('ratelab', { createScriptURL: ownAddress });
  } catch {
    return undefined;
  }
}

function ownAddress(address: string): string {
  if (new URL(address, document.baseURI).origin !== origin) throw new TypeError(`${address} is of another origin.`);
  return address;
}
