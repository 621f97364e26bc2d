// A small log with known numbers, and the log page with it.

import { put } from './reading.mjs';

export const BUSIEST = '203.0.113.7';
export const NAME = 'customers-of-acme.log';

const two = (number) => String(number).padStart(2, '0');
const row = (client, minute, second) =>
  `${client} - - [03/Mar/2026:10:${two(minute)}:${two(second)} +0000] "GET /of/acme HTTP/1.1" 200 612 "-" "curl/8.5.0"`;

// One client with 110 requests within a minute, and twenty with one request in each of five minutes. One line is cut.
export function log() {
  const busy = Array.from({ length: 110 }, (_, at) => row(BUSIEST, 2, Math.floor(at / 2)));
  const quiet = Array.from({ length: 100 }, (_, at) => row(`198.51.100.${at % 20}`, Math.floor(at / 20), at % 20));
  return [...quiet, ...busy]
    .sort((one, other) => one.slice(one.indexOf('[')).localeCompare(other.slice(other.indexOf('['))))
    .concat(`${BUSIEST} - - [03/Mar`)
    .join('\n');
}

export const says = (page, text) => page.locator('log-page .finding').filter({ hasText: text }).waitFor();

// Gives a page a log, and waits until it says what the usual limit would do.
export async function read(page, buffer = Buffer.from(log()), name = NAME) {
  await page.getByText('Supported formats').waitFor();
  await page.locator('log-start input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
  await says(page, '60 per minute with a burst of 20 would limit 1 of 21 clients and deny');
  return page;
}

// Waits for the scenarios of the busiest clients, which are requested last.
export const whole = async (page) => {
  await page.locator('busiest-table a').first().waitFor();
  return page;
};

// Firefox fires a change event only while its window is in front, and several are open here.
export const settle = async (field, text) => {
  await put(field, text);
  await field.dispatchEvent('change');
};

// The class of the innermost element that has the focus.
export const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.getAttribute('class')?.trim() ?? element.localName;
  });
