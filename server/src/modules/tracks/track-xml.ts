import { TRACK_GAP_MS } from '@fleetwarden/contract/tracks/track-rules';
import { segmentsOf } from './track.ts';
import type { Writing } from './writing.ts';

type Source = Pick<Writing, 'vehicle' | 'stored' | 'chunks' | 'getText' | 'language'>;

/** GPX 1.1: one track, a segment for each stretch without a gap. Speeds are metres a second there, in an extension of Garmin's. */
export function* gpx({ vehicle, stored, chunks }: Source): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Fleetwarden" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n';
  yield `<trk><name>${escaped(vehicle.plate)}</name>\n<trkseg>\n`;
  let before = Number.NaN;
  for (const chunk of chunks) {
    let text = '';
    for (const place of chunk) {
      const at = stored.at[place]!;
      if (at - before > TRACK_GAP_MS) text += '</trkseg>\n<trkseg>\n';
      before = at;
      const { lng, lat, altitudeM, speedKmh, heading } = stored;
      text +=
        `<trkpt lat="${degree(lat[place]!)}" lon="${degree(lng[place]!)}"><ele>${Math.round(altitudeM[place]!)}</ele>` +
        `<time>${new Date(at).toISOString()}</time><extensions><gpxtpx:TrackPointExtension>` +
        `<gpxtpx:speed>${(speedKmh[place]! / 3.6).toFixed(2)}</gpxtpx:speed><gpxtpx:course>${heading[place]!}</gpxtpx:course>` +
        '</gpxtpx:TrackPointExtension></extensions></trkpt>\n';
    }
    yield text;
  }
  yield '</trkseg>\n</trk>\n</gpx>\n';
}

/** KML 2.2: the track with its times (gx:Track), and a placemark for each stop. */
export function* kml({ vehicle, stored, chunks, getText, language }: Source): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n';
  yield `<Document><name>${escaped(vehicle.plate)}</name>\n`;
  // aabbggrr
  yield '<Style id="track"><LineStyle><color>ff2d2de5</color><width>3</width></LineStyle></Style>\n';
  yield `<Placemark><name>${escaped(vehicle.plate)}</name><styleUrl>#track</styleUrl><gx:MultiTrack>\n<gx:Track>\n`;
  let before = Number.NaN;
  for (const chunk of chunks) {
    let text = '';
    for (const place of chunk) {
      const at = stored.at[place]!;
      if (at - before > TRACK_GAP_MS) text += '</gx:Track>\n<gx:Track>\n';
      before = at;
      text +=
        `<when>${new Date(at).toISOString()}</when>` +
        `<gx:coord>${degree(stored.lng[place]!)} ${degree(stored.lat[place]!)} ${Math.round(stored.altitudeM[place]!)}</gx:coord>\n`;
    }
    yield text;
  }
  yield '</gx:Track>\n</gx:MultiTrack></Placemark>\n';
  const name = escaped(getText(language, 'track.stop'));
  for (const { startAt, endAt, lng, lat } of segmentsOf(stored).stops)
    yield `<Placemark><name>${name}</name><TimeSpan><begin>${new Date(startAt).toISOString()}</begin><end>${new Date(endAt).toISOString()}</end></TimeSpan><Point><coordinates>${degree(lng)},${degree(lat)}</coordinates></Point></Placemark>\n`;
  yield '</Document>\n</kml>\n';
}

const degree = (value: number): string => value.toFixed(6);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
