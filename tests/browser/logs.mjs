// A small log, whose numbers are known.

export const LOUD = "203.0.113.7";

const two = (number) => String(number).padStart(2, "0");
const row = (client, minute, second) => `${client} - - [03/Mar/2026:10:${two(minute)}:${two(second)} +0000] "GET /of/acme HTTP/1.1" 200 612 "-" "curl/8.5.0"`;

// One client with 110 requests within a minute, and twenty with one request in each of five minutes. One line is cut.
export function log() {
  const loud = Array.from({ length: 110 }, (_, at) => row(LOUD, 2, Math.floor(at / 2)));
  const quiet = Array.from({ length: 100 }, (_, at) => row(`198.51.100.${at % 20}`, Math.floor(at / 20), at % 20));
  return [...quiet, ...loud].sort((one, other) => one.slice(one.indexOf("[")).localeCompare(other.slice(other.indexOf("[")))).concat(`${LOUD} - - [03/Mar`).join("\n");
}
