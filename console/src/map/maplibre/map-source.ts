import type { MapSource } from '@fleetwarden/contract/settings/map-sources';

export type { MapSource };

export const NO_SOURCE: MapSource = { kind: 'boundaries', url: '', satelliteUrl: '', attribution: '' };

/** Placeholder names of OGC 07-057r7 and those of map libraries. */
const WMTS_PLACES: readonly (readonly [RegExp, string])[] = [
  [/\{tilematrix\}/gi, '{z}'],
  [/\{tilerow\}/gi, '{y}'],
  [/\{tilecol\}/gi, '{x}'],
];
/** Parameters of a GetTile request that the URL lacks (OGC 07-057r7, table 29). */
const GET_TILE: readonly (readonly [name: string, value: string])[] = [
  ['SERVICE', 'WMTS'],
  ['REQUEST', 'GetTile'],
  ['VERSION', '1.0.0'],
  ['STYLE', 'default'],
  ['FORMAT', 'image/png'],
  ['TILEMATRIX', '{z}'],
  ['TILEROW', '{y}'],
  ['TILECOL', '{x}'],
];

/**
 * Converts a WMTS template to XYZ. A URL without placeholders is the service address and gets a GetTile query. The tile matrix
 * set must be Web Mercator with matrices named by zoom.
 */
export function wmtsTemplate(url: string): string {
  const named = WMTS_PLACES.reduce((text, [place, name]) => text.replace(place, name), url);
  if (/\{[xyz]\}/.test(named)) return named;
  const [base = '', query = ''] = named.split('?');
  const given = new Set(query.split('&').map((part) => part.split('=')[0]!.toUpperCase()));
  const added = GET_TILE.filter(([name]) => !given.has(name)).map(([name, value]) => `${name}=${value}`);
  return `${base}?${[query, ...added].filter(Boolean).join('&')}`;
}

/** Expands host placeholders ({s} or {a-c}) into the list of URLs that the map library expects. */
export function tileUrls(url: string): string[] {
  const template = wmtsTemplate(url);
  const range = /\{(\w)-(\w)\}/.exec(template);
  const hosts = range ? charactersOf(range[1]!, range[2]!) : template.includes('{s}') ? ['a', 'b', 'c'] : [];
  if (hosts.length === 0) return [template];
  return hosts.map((host) => template.replace(range ? range[0] : '{s}', host));
}

function charactersOf(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, i) => String.fromCharCode(from + i));
}
