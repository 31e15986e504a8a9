import { lookup } from 'node:dns';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ADDRESS_URL_FIELDS } from '@fleetwarden/contract/settings/url-fields';
import { wgs84ToBd09, wgs84ToGcj02 } from '@fleetwarden/domain/coordinates';
import type { Language } from '@fleetwarden/locale/languages';
import { ADDRESS_MAX, ANSWER_BYTES, SERVICE_TIMEOUT_MS } from '../limits.ts';

/** Requests an address by URL template in a language; null if the service knows none. Throws on an unusable reply. */
export type AskService = (template: string, lng: number, lat: number, language: Language) => Promise<string | null>;

/** Paths of the address in replies: ours, Baidu's and Amap's, Tencent's, Nominatim's. */
const PLACES: readonly (readonly string[])[] = [
  ['data', 'addressInfo'],
  ['result', 'formatted_address'],
  ['regeocode', 'formatted_address'],
  ['result', 'address'],
  ['display_name'],
];

/** Fills a template: degrees in WGS-84, GCJ-02 and BD-09. */
export function addressUrl(template: string, lng: number, lat: number): string {
  const [gcjLng, gcjLat] = wgs84ToGcj02([lng, lat]);
  const [bdLng, bdLat] = wgs84ToBd09([lng, lat]);
  const values: Readonly<Record<(typeof ADDRESS_URL_FIELDS)[number], number>> = { lng, lat, gcjLng, gcjLat, bdLng, bdLat };
  return ADDRESS_URL_FIELDS.reduce((url, name) => url.replaceAll(`{${name}}`, values[name].toFixed(6)), template);
}

/** The address in a reply; null if there is none. */
export function addressIn(answer: unknown): string | null {
  for (const place of PLACES) {
    const found = place.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], answer);
    if (typeof found === 'string' && found.trim() !== '') return found.trim().slice(0, ADDRESS_MAX);
  }
  return null;
}

/**
 * Asks the configured host and no other: redirects are errors. `mayReach`: checks each IP address at the time of the connection,
 * so a name cannot lead to this machine or its network neighbours (SSRF).
 */
export const createAskService =
  (mayReach: (address: string) => boolean): AskService =>
  async (template, lng, lat, language) => {
    const url = new URL(addressUrl(template, lng, lat));
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw new Error(`address service at ${host} is not allowed`);
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      lookup: createGuardedLookup(mayReach),
      signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
      headers: { accept: 'application/json', 'accept-language': language },
      agent: false,
    });
    // it may also fail after the answer, when nothing else listens
    sent.on('error', () => undefined);
    sent.end();
    const [reply] = (await once(sent, 'response')) as [IncomingMessage];
    try {
      if (reply.statusCode !== 200) throw new Error(`address service answered ${reply.statusCode}`);
      return addressIn(JSON.parse(await readText(reply)));
    } finally {
      sent.destroy();
    }
  };

/** Resolves names to allowed addresses only. */
const createGuardedLookup =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (name, options, done) =>
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const allowed = found.filter(({ address }) => mayReach(address));
      if (allowed.length === 0) return done(new Error(`address service at ${name} is not allowed`), '');
      if (options.all) return done(null, allowed);
      done(null, allowed[0]!.address, allowed[0]!.family);
    });

/** The text of an answer, read no further than it may be long. */
async function readText(reply: IncomingMessage): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) throw new Error('address service answered too much');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
