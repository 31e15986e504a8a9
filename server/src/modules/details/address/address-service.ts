import { ADDRESS_URL_FIELDS } from '@fleetwarden/contract/settings/url-fields';
import { wgs84ToBd09, wgs84ToGcj02 } from '@fleetwarden/domain/coordinates';
import { ADDRESS_MAX, ANSWER_BYTES, SERVICE_TIMEOUT_MS } from '../limits.ts';

/** Requests an address by URL template; null if the service knows none. Throws on an unusable reply. */
export type AskService = (template: string, lng: number, lat: number) => Promise<string | null>;

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

export const askService: AskService = async (template, lng, lat) => {
  const reply = await fetch(addressUrl(template, lng, lat), {
    signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
    // only the configured host is requested
    redirect: 'error',
    headers: { accept: 'application/json' },
  });
  if (!reply.ok) throw new Error(`address service answered ${reply.status}`);
  return addressIn(JSON.parse(await readText(reply)));
};

/** The text of an answer, read no further than it may be long. */
async function readText(reply: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES) throw new Error('address service answered too much');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
