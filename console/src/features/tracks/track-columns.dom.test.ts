import i18next from 'i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { setUnitSystem } from '../../api/units.ts';
import { loadTrack } from './loaded-track.ts';
import { testTrack } from './testing.ts';
import { pointColumns, tripColumns } from './track-columns.tsx';

beforeEach(() => startTexts('en'));
afterEach(() => setUnitSystem('metric'));

const trip = { start: 0, end: 3_600_000, km: 80, sp: 100, startX: 100, startY: 23, endX: 101, endY: 23 };
const track = loadTrack(testTrack([{ at: 0, speedKmh: 80, odometerKm: 160.9344 }], { trips: [trip] }));

function cells(columns: typeof pointColumns | typeof tripColumns, ...keys: string[]) {
  const all = columns(track, { t: i18next.t, i18n: i18next, language: 'en', map: null });
  return keys.map((wanted) => all.find(({ key }) => key === wanted)!).map(({ title, cell }) => [title, cell(0)]);
}

it('lists points and trips of a playback in the user’s units', () => {
  expect(cells(pointColumns, 'speed', 'recorder')).toEqual([
    ['Speed (km/h)', '80.0'],
    ['Recorder speed (km/h)', ''],
  ]);
  setUnitSystem('imperial');
  expect(cells(pointColumns, 'speed', 'odometer')).toEqual([
    ['Speed (mph)', '49.7'],
    ['Mileage (mi)', '100.0'],
  ]);
  expect(cells(tripColumns, 'km', 'average', 'most')).toEqual([
    ['Mileage (mi)', '49.7'],
    ['Average speed (mph)', '49.7'],
    ['Top speed (mph)', '62.1'],
  ]);
});
