import type { AreaGeometry } from '@fleetwarden/domain/area-geometry';
import { describe, expect, it } from 'vitest';
import { storedTrack } from '../../../test/support/tracks.ts';
import { crossingsOf } from './crossings.ts';
import type { JudgedArea } from './store.ts';

const START = Date.UTC(2026, 10, 1, 0);
const STEP = 10_000;
/** A degree by a degree: inside from 113 to 114. */
const BOX: AreaGeometry = { shape: 1, west: 113, south: 22, east: 114, north: 24 };
const area = (more: Partial<JudgedArea> = {}): JudgedArea => ({
  id: 7,
  name: '货场',
  use_for: 4,
  geo: BOX,
  stay_minutes: null,
  ...more,
});
/** A point each ten seconds, inside (1) or outside (0). */
const ways = (sides: string, areas = [area()]) => {
  const points = [...sides].map((side, i) => ({
    at: START + i * STEP,
    lng: side === '1' ? 113.5 + i * 0.001 : 112,
    speedKmh: 30 + i,
  }));
  return crossingsOf(storedTrack(points), Int32Array.from(points.keys()), areas);
};
const spans = (sides: string) =>
  ways(sides).map(({ start, end, entered, left }) => [(start - START) / STEP, (end - START) / STEP, entered, left]);

describe('the passages of a track through an area', () => {
  it('extend from the first point inside to the last', () => {
    expect(spans('0011100')).toEqual([[2, 4, true, true]]);
    expect(spans('00110011100')).toEqual([
      [2, 3, true, true],
      [6, 8, true, true],
    ]);
    expect(spans('00000')).toEqual([]);
    expect(spans('')).toEqual([]);
  });

  it('show if their begin or end is unknown', () => {
    expect(spans('11100')).toEqual([[0, 2, false, true]]);
    expect(spans('00111')).toEqual([[2, 4, true, false]]);
    expect(spans('111')).toEqual([[0, 2, false, false]]);
    expect(spans('001110')).toEqual([[2, 4, true, false]]);
  });

  it('ignore a single point across the border, in either direction', () => {
    expect(spans('0001000')).toEqual([]);
    expect(spans('0111011100')).toEqual([[1, 7, true, true]]);
  });

  it('show distance and speed, and whether the stay was too long', () => {
    const [way] = ways('0011111110', [area({ stay_minutes: 1 })]);
    expect(way).toMatchObject({ areaId: '7', areaName: '货场', useFor: 4, sp: 38, x: 113.502, y: 23, tooLong: false });
    expect(way!.km).toBeCloseTo(6 * 0.1023, 1);
    expect(ways('00111111111100', [area({ stay_minutes: 1 })])[0]).toMatchObject({ tooLong: true });
    expect(ways('00111111111100', [area({ stay_minutes: 0 })])[0]).toMatchObject({ tooLong: false });
  });

  it('of several areas are sorted by time', () => {
    const both = ways('00111100', [area({ id: 9, geo: { ...BOX, west: 113.5031 } }), area()]);
    expect(both.map(({ areaId }) => areaId)).toEqual(['7', '9']);
  });
});
