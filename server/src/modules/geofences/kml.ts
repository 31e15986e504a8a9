import { SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { readAttribute, XmlError, XmlScanner } from '../../platform/files/xlsx/xml-scanner.ts';
import { closedRing, propertiesOf, type WrittenArea } from './geojson.ts';
import { colourIn, type FileGeometry, type FileShape, nameIn, shapeOf } from './shape-file.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
const coordinatesOf = (points: readonly LngLat[]): string => points.map(([lng, lat]) => `${lng},${lat}`).join(' ');

/** RRGGBB as KML has colours: aabbggrr. */
const kmlColour = (color: string, alpha: string): string => alpha + color.slice(4) + color.slice(2, 4) + color.slice(0, 2);

/** KML 2.2 of geofences, one placemark at a time; further values are extended data. */
export function* writeKml(areas: Iterable<WrittenArea>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document>\n';
  for (const area of areas) {
    const { geo, areaName, color } = area;
    const data = Object.entries(propertiesOf(area))
      .filter(([name]) => name !== 'name')
      .map(([name, value]) => {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        return `<Data name="${name}"><value>${escaped(text)}</value></Data>`;
      });
    const style =
      color === null
        ? ''
        : `<Style><LineStyle><color>${kmlColour(color, 'ff')}</color><width>2</width></LineStyle>` +
          `<PolyStyle><color>${kmlColour(color, '40')}</color></PolyStyle></Style>`;
    const geometry =
      geo.shape === SHAPE.route
        ? `<LineString><tessellate>1</tessellate><coordinates>${coordinatesOf(geo.points)}</coordinates></LineString>`
        : `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinatesOf(closedRing(geo))}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
    yield `<Placemark><name>${escaped(areaName)}</name>${style}<ExtendedData>${data.join('')}</ExtendedData>${geometry}</Placemark>\n`;
  }
  yield '</Document>\n</kml>\n';
}

/** A text that is no KML. */
export class NoKml extends Error {}

type Placemark = {
  name: string;
  colour: string;
  readonly said: Record<string, string>;
  readonly geometries: FileGeometry[];
};

/** 'lng,lat,alt lng,lat,alt' as places; invalid numbers become NaN. */
const pointsIn = (text: string): LngLat[] =>
  text
    .trim()
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => {
      const [lng = '', lat = ''] = each.split(',');
      return [lng === '' ? Number.NaN : Number(lng), lat === '' ? Number.NaN : Number(lat)];
    });

/** Every shape of a file. Throws NoKml. */
export function readKml(text: string): FileShape[] {
  const reader = createReader();
  const scanner = new XmlScanner(reader.events);
  try {
    scanner.write(text);
    scanner.end();
  } catch (error) {
    if (error instanceof XmlError) throw new NoKml();
    throw error;
  }
  if (!reader.isKml()) throw new NoKml();
  return reader.placemarks.flatMap(({ name, colour, said, geometries }) =>
    geometries.map(
      (geometry): FileShape => ({
        name: nameIn(name),
        color: colourIn(said['color']) || colour,
        read: shapeOf(geometry, said),
      }),
    ),
  );
}

function createReader() {
  const placemarks: Placemark[] = [];
  const path: string[] = [];
  let text = '';
  let placemark: Placemark | null = null;
  let dataName = '';
  let polygon: { points: LngLat[]; holes: boolean } | null = null;
  let isKml = false;

  const above = (steps: number) => path.at(-1 - steps);
  /** Handles the text of a closed element. */
  const take = (name: string, into: Placemark) => {
    if (name === 'name' && above(0) === 'Placemark') into.name = text.trim();
    else if (name === 'value' && above(0) === 'Data') into.said[dataName] = text.trim();
    else if (name === 'SimpleData') into.said[dataName] = text.trim();
    else if (name === 'color' && above(0) === 'LineStyle') into.colour = fromKmlColour(text);
    else if (name === 'coordinates') takePlaces(into);
    else if (name === 'Polygon' && polygon) {
      into.geometries.push({ kind: 'ring', ...polygon });
      polygon = null;
    }
  };
  const takePlaces = (into: Placemark) => {
    const points = pointsIn(text);
    if (polygon) {
      if (above(1) === 'innerBoundaryIs') polygon.holes = true;
      else polygon.points = points;
    } else if (above(0) === 'Point') into.geometries.push({ kind: 'point', at: points[0] ?? [Number.NaN, Number.NaN] });
    else if (above(0) === 'LineString') into.geometries.push({ kind: 'line', points });
    else if (above(0) === 'LinearRing') into.geometries.push({ kind: 'ring', points, holes: false });
  };

  return {
    placemarks,
    isKml: () => isKml,
    events: {
      open: (name: string, attributes: string) => {
        if (path.length === 0) isKml = name === 'kml';
        path.push(name);
        text = '';
        if (name === 'Placemark') {
          placemark = { name: '', colour: '', said: {}, geometries: [] };
          placemarks.push(placemark);
        } else if (name === 'Data' || name === 'SimpleData') dataName = readAttribute(attributes, 'name') ?? '';
        else if (name === 'Polygon') polygon = { points: [], holes: false };
      },
      text: (piece: string) => {
        text += piece;
      },
      close: (name: string) => {
        path.pop();
        if (placemark) take(name, placemark);
        if (name === 'Placemark') placemark = null;
        text = '';
      },
    },
  };
}

/** aabbggrr as RRGGBB; '' for what is no colour. */
function fromKmlColour(text: string): string {
  const [, blue, green, red] = /^[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text.trim()) ?? [];
  return red ? `${red}${green}${blue}`.toUpperCase() : '';
}
