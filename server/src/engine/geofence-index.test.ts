import { type AreaGeometry, areaTest, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { LngLat } from '@fleetwarden/domain/coordinates';
import { METRES_A_DEGREE } from '@fleetwarden/domain/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checks, area as ruleArea } from '../../test/support/engine/rules.ts';
import { MORNING, report, SECOND, SHANGHAI } from '../../test/support/engine/track.ts';
import { defaultTiming } from './alarms/timing.ts';
import { bySlot, createGeofenceIndex, EDGE_M, type GeofenceIndex } from './geofence-index.ts';
import type { JudgedLocation } from './judged-location.ts';
import { createGeofenceRules } from './rules/geofence-rules.ts';
import { createRisks } from './rules/risks.ts';
import { createRoadSpots } from './rules/road-warning.ts';
import { createRoads } from './rules/roads.ts';
import { compileVehicle } from './rules/vehicle-rules.ts';
import { onLocation } from './vehicle.ts';
import { emptyState } from './vehicle-state.ts';
import { createGeofenceSnapshot } from './visits/geofence-snapshot.ts';

const [LNG, LAT] = [113.6654, 34.7579];
/** Places within some kilometres of one another, on a grid of some ten metres: corners and edges are met, too. */
const place = fc
  .tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -200, max: 200 }))
  .map(([x, y]): LngLat => [LNG + x * 1e-4, LAT + y * 1e-4]);
const shape: fc.Arbitrary<AreaGeometry> = fc.oneof(
  fc.tuple(place, place).map(([a, b]): AreaGeometry => {
    const [west, south] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
    return { shape: SHAPE.rectangle, west, south, east: Math.max(a[0], b[0]) + 1e-4, north: Math.max(a[1], b[1]) + 1e-4 };
  }),
  fc
    .tuple(place, fc.integer({ min: 20, max: 50_000 }))
    .map(([[lng, lat], radius]): AreaGeometry => ({ shape: SHAPE.circle, lng, lat, radius })),
  fc.array(place, { minLength: 3, maxLength: 8 }).map((points): AreaGeometry => ({ shape: SHAPE.polygon, points })),
  fc.array(place, { minLength: 2, maxLength: 5 }).map(
    (points): AreaGeometry => ({
      shape: SHAPE.route,
      points,
      segments: points.slice(1).map(() => ({ width: 120, maxSpeed: 50, overDuration: 5 })),
    }),
  ),
);
/** Some lie where others lie. */
const shapes = fc
  .tuple(fc.array(shape, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(11), { maxLength: 4 }))
  .map(([list, again]) => [...list, ...again.map((i) => structuredClone(list[i % list.length]!))]);

describe('a geofence index', () => {
  it('finds the geofences at a position, with the same result as each shape, regardless of earlier queries', () => {
    fc.assert(
      fc.property(shapes, fc.array(place, { minLength: 1, maxLength: 20 }), (list, places) => {
        const index = createGeofenceIndex(list);
        for (const [lng, lat] of [...places, ...places.toReversed()]) {
          const near = index.near(lng, lat);
          for (const geo of list) {
            const isInside = areaTest(geo)(lng, lat);
            const slot = index.slotOf(geo);
            // once from the test, once from what is known of it
            expect([index.isInside(slot, lng, lat), index.isInside(slot, lng, lat)]).toEqual([isInside, isInside]);
            // and of a place outside the cache
            expect(index.isInside(slot, lng + 1e-3, lat)).toBe(areaTest(geo)(lng + 1e-3, lat));
            if (isInside) expect(near).toContain(slot);
          }
        }
      }),
    );
  });

  it('includes geofences slightly beyond an edge, and none that are far away', () => {
    const square: AreaGeometry = { shape: SHAPE.rectangle, west: LNG, south: LAT, east: LNG + 0.01, north: LAT + 0.01 };
    const index = createGeofenceIndex([square]);
    const beyond = (metres: number) => index.near(LNG + 0.005, LAT + 0.01 + metres / METRES_A_DEGREE);
    expect(beyond(EDGE_M - 1)).toEqual([0]);
    expect(beyond(EDGE_M + 1)).toEqual([]);
  });

  it('has one slot for equal shapes, and throws for an unknown shape', () => {
    const circle = (radius: number): AreaGeometry => ({ shape: SHAPE.circle, lng: LNG, lat: LAT, radius });
    const index = createGeofenceIndex([circle(100), circle(200), circle(100)]);
    expect([circle(100), circle(200)].map(index.slotOf)).toEqual([0, 1]);
    expect(index.near(LNG, LAT)).toEqual([0, 1]);
    expect(() => index.slotOf(circle(300))).toThrow(RangeError);
    expect(bySlot(['a', 'c', 'b'], (name) => (name === 'c' ? 2 : 0))).toEqual([['a', 'b'], undefined, ['c']]);
  });
});

/** All events of a drive through rule and visit areas, in a canonical order. */
function told(list: readonly AreaGeometry[], reports: readonly JudgedLocation[], index?: GeofenceIndex): string[] {
  const judged = list.map((geo, i) => ruleArea(geo, { id: i + 1, stayMinutes: 1, maxSpeed: 70, overDuration: 10 }));
  const visited = list.map((geo, i) => ({
    id: 100 + i,
    geo,
    departmentId: 1 + (i % 2),
    vehicles: new Set<number>(),
    from: null,
    until: null,
  }));
  const rules = compileVehicle(
    { id: 7, vehicleClass: 2, industry: 5, knows: () => true, papersUntil: null, serviceUntil: null },
    [],
    {
      areas: createGeofenceRules(judged, index),
      risks: createRisks([]),
      roads: createRoads([]),
      spots: createRoadSpots([]),
      checks: checks(),
      timeZone: SHANGHAI.timeZone,
    },
  );
  const options = {
    ...SHANGHAI,
    alarms: { itemsOf: () => [], timingOf: defaultTiming, rulesOf: () => rules },
    visits: createGeofenceSnapshot(visited, (_, departmentId) => departmentId === 1, undefined, index),
  };
  const state = emptyState();
  const events: unknown[] = reports.flatMap((one) => onLocation(state, one, options).events);
  events.push(...Object.entries(state.rules?.areas ?? {}), ...(state.visits?.open ?? []));
  return events.map((one) => JSON.stringify(one)).toSorted();
}

it('one shared index for rules and visits gives the same events as separate ones', () => {
  const step = fc.record({
    seconds: fc.constantFrom(5, 20, 40, 400),
    to: fc.option(place, { freq: 3, nil: undefined }),
    kmh: fc.constantFrom(0, 40, 90),
    late: fc.constantFrom(0, 0, 0, 0, 100),
  });
  fc.assert(
    fc.property(shapes, fc.array(step, { minLength: 2, maxLength: 40 }), (list, drive) => {
      let [at, lng, lat] = [MORNING, LNG, LAT];
      const reports = drive.map(({ seconds, to, kmh, late }) => {
        at += seconds * SECOND;
        if (to !== undefined) [lng, lat] = to;
        return report({ deviceAt: at - late * SECOND, receivedAt: at + SECOND, lng, lat, speedKmh: kmh, backfill: late > 0 });
      });
      expect(told(list, reports, createGeofenceIndex(list))).toEqual(told(list, reports));
    }),
    { numRuns: 300 },
  );
});
