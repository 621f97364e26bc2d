// The headers in the languages of static hosts and web servers.

import { EVERYWHERE, FILES, OTHERS, headerPolicy } from './headers.mjs';

const MADE = '# Made by `node web/hosting/write.mjs` from `headers.mjs`.';

/** The addresses of a page: some hosts leave out the ending.
 *
 * @param {string} file
 */
function addressesOf(file) {
  const name = file.replace('.html', '');
  return name === 'index' ? ['/', '/index', '/index.html'] : [`/${name}`, `/${file}`];
}

/** The same as a regular expression, for a site in any folder.
 *
 * @param {string} file
 */
function patternOf(file) {
  const name = file.replace('.html', '');
  return name === 'index' ? String.raw`/(index(\.html)?)?$` : String.raw`/${name}(\.html)?$`;
}

/**
 * `_headers` of Netlify and Cloudflare Pages, for a site at the root. They add up the headers of all rules that apply,
 * so no address is in two rules with a policy.
 */
export function headersFile() {
  const rule = (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  const policy = (/** @type {string} */ text) => ({ 'Content-Security-Policy': text });
  const pages = FILES.flatMap((file) => addressesOf(file).map((path) => rule(path, policy(headerPolicy(file) ?? ''))));
  const others = [...addressesOf('ratelab.html'), '/examples/*'].map((path) => rule(path, policy(OTHERS)));
  return [rule('/*', EVERYWHERE), ...pages, ...others].join('\n').concat('\n');
}

/** For nginx: the policies are a map outside of the server, because a location with a header inherits no others. */
export function nginxFile() {
  const pages = FILES.map((file) => `    "~${patternOf(file)}" "${headerPolicy(file)}";`);
  const headers = Object.entries({ ...EVERYWHERE, 'Content-Security-Policy': '$ratelab_policy' });
  return `${[
    MADE,
    '# Include it in `http`, and serve `web/dist`. A location that has an `add_header` of its own needs these, too.',
    'map $uri $ratelab_policy {',
    ...pages,
    `    default "${OTHERS}";`,
    '}',
    'server {',
    '    listen 127.0.0.1:8080;',
    '    root /srv/ratelab;',
    ...headers.map(([name, value]) => `    add_header ${name} "${value}" always;`),
    '}',
  ].join('\n')}\n`;
}

export function caddyFile() {
  const pages = FILES.map((file) => `\t\t~${patternOf(file)} "${headerPolicy(file)}"`);
  const headers = Object.entries({ ...EVERYWHERE, 'Content-Security-Policy': '{ratelab_policy}' });
  return `${[
    MADE,
    'http://127.0.0.1:8080 {',
    '\troot * /srv/ratelab',
    '\tmap {path} {ratelab_policy} {',
    ...pages,
    `\t\tdefault "${OTHERS}"`,
    '\t}',
    '\theader {',
    ...headers.map(([name, value]) => `\t\t${name} "${value}"`),
    '\t}',
    '\tfile_server',
    '}',
  ].join('\n')}\n`;
}

/** The files in this folder. A test compares them. */
export const SERVERS = { 'nginx.conf': nginxFile, Caddyfile: caddyFile };
