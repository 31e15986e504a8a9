/** What the keyless map draws over its own boundaries: a raster or vector source of the platform's. */
export type MapSource = {
  /** `boundaries`: nothing but them. */
  readonly kind: 'boundaries' | 'xyz' | 'wmts' | 'pmtiles';
  /** Template of the tiles' addresses, or where the archive lies. */
  readonly url: string;
  /** Template of photographs from above, XYZ or WMTS; '' where there are none. */
  readonly satelliteUrl: string;
  readonly attribution: string;
};

export const NO_SOURCE: MapSource = { kind: 'boundaries', url: '', satelliteUrl: '', attribution: '' };

/** The names OGC 07-057r7 gives a tile's place, and those map libraries give it. */
const WMTS_PLACES: readonly (readonly [RegExp, string])[] = [
  [/\{tilematrix\}/gi, '{z}'],
  [/\{tilerow\}/gi, '{y}'],
  [/\{tilecol\}/gi, '{x}'],
];
/** What a GetTile asks for, where the address names it not (OGC 07-057r7, table 29). */
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
 * The template of a WMTS as one of XYZ: with places in its path or query it is taken as it is, else as the address of the service,
 * to which the query of a GetTile is added. Its tile matrix set must be Web Mercator's, matrices named by their zoom.
 */
export function wmtsTemplate(url: string): string {
  const named = WMTS_PLACES.reduce((text, [place, name]) => text.replace(place, name), url);
  if (/\{[xyz]\}/.test(named)) return named;
  const [base = '', query = ''] = named.split('?');
  const given = new Set(query.split('&').map((part) => part.split('=')[0]!.toUpperCase()));
  const added = GET_TILE.filter(([name]) => !given.has(name)).map(([name, value]) => `${name}=${value}`);
  return `${base}?${[query, ...added].filter(Boolean).join('&')}`;
}

/** A source's addresses of tiles, those of several hosts ({s} or {a-c}) spread out, as the map library takes them. */
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
