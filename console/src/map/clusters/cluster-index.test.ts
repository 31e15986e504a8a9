import { type Camera, mercatorX, mercatorY, screenX, screenY, worldSizeAt } from '@fleetwarden/domain/mercator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClusterSource } from './cell-count.ts';
import { ringRadius } from './cluster.ts';
import { CLUSTER_ZOOM, ClusterIndex } from './cluster-index.ts';

const cameraAt = (lng: number, lat: number, zoom: number): Camera => ({
  x: mercatorX(lng),
  y: mercatorY(lat),
  worldSize: worldSizeAt(zoom),
  width: 1_440,
  height: 900,
  pixelRatio: 1,
});
type Vehicle = { lng: number; lat: number; status?: number; followed?: boolean };
const sourceOf = (vehicles: readonly Vehicle[]): ClusterSource => ({
  size: vehicles.length,
  worldX: Float64Array.from(vehicles, ({ lng }) => mercatorX(lng)),
  worldY: Float64Array.from(vehicles, ({ lat }) => mercatorY(lat)),
  status: Uint8Array.from(vehicles, ({ status = 2 }) => status),
  followed: Uint8Array.from(vehicles, ({ followed = true }) => (followed ? 1 : 0)),
});
/** `count` deterministic vehicles around a position. */
const clump = (lng: number, lat: number, count: number, spread = 0.2): Vehicle[] =>
  Array.from({ length: count }, (_, i) => ({
    lng: lng + spread * Math.sqrt(i / count) * Math.cos(i * 2.4),
    lat: lat + spread * Math.sqrt(i / count) * Math.sin(i * 2.4),
    status: i % 7,
  }));
const country = cameraAt(108, 35, 4);
const fleet = [...clump(116.4, 39.9, 70), ...clump(121.5, 31.2, 40), ...clump(104, 30.7, 30), { lng: 87.6, lat: 43.8 }];

describe('ClusterIndex', () => {
  it('makes one cluster of nearby vehicles, counts their states, and leaves an isolated vehicle alone', () => {
    const index = new ClusterIndex();
    index.update(country, sourceOf(fleet), []);
    const rings = index.rings().sort((a, b) => b.count - a.count);
    expect(rings.map(({ count }) => count)).toEqual([70, 40, 30]);
    expect([...rings[0]!.byStatus]).toEqual([10, 10, 10, 10, 10, 10, 10]);
    expect(rings[0]!.x).toBeCloseTo(mercatorX(116.4), 3);
    expect(index.hides(0)).toBe(true);
    expect(index.hides(140)).toBe(false);
    expect(index.members(rings[2]!)).toEqual(Array.from({ length: 30 }, (_, i) => 110 + i));
  });

  it('is inactive from the zoom where vehicles are distinguishable, and while few are in view', () => {
    const index = new ClusterIndex();
    index.update(cameraAt(116.4, 39.9, CLUSTER_ZOOM), sourceOf(fleet), []);
    expect([index.active, index.rings().length, index.hides(0)]).toEqual([false, 0, false]);
    index.update(cameraAt(87.6, 43.8, 6), sourceOf(fleet), []);
    expect(index.active).toBe(false);
  });

  it('at street zoom clusters from more than 500 vehicles until fewer than 400', () => {
    const index = new ClusterIndex();
    const street = cameraAt(116.4, 39.9, 12);
    const active = [499, 501, 401, 399].map((count) => {
      index.update(street, sourceOf(clump(116.4, 39.9, count, 0.05)), []);
      return index.active;
    });
    expect(active).toEqual([false, true, true, false]);
    expect(index.hides(0)).toBe(false);
  });

  it('does not toggle while the number in view fluctuates', () => {
    const index = new ClusterIndex();
    const active = [50, 61, 50, 41, 39, 50].map((count) => {
      index.update(country, sourceOf(clump(116, 39, count)), []);
      return index.active;
    });
    expect(active).toEqual([false, true, true, true, false, false]);
  });

  it('clusters no unfollowed vehicles, no vehicles without a position, and no selected ones', () => {
    const index = new ClusterIndex();
    const vehicles: Vehicle[] = clump(116.4, 39.9, 100);
    vehicles[3]!.followed = false;
    vehicles[4]!.lat = Number.NaN;
    index.update(country, sourceOf(vehicles), [5]);
    expect(index.rings().map(({ count }) => count)).toEqual([97]);
    expect([3, 4, 5, 6].map((row) => index.hides(row))).toEqual([false, false, false, true]);
  });

  it('does not change its clusters while vehicles move and the view is panned', () => {
    const index = new ClusterIndex();
    const vehicles = fleet.map((vehicle) => ({ ...vehicle }));
    index.update(country, sourceOf(vehicles), []);
    const seeds = index.rings().map(({ seedX }) => seedX);
    for (let second = 0; second < 60; second++) {
      vehicles.forEach((vehicle, i) => {
        vehicle.lng += 0.003 * Math.cos(i + second / 9);
        vehicle.lat += 0.003 * Math.sin(i + second / 9);
      });
      index.update(cameraAt(108 + second / 10, 35, 4 + second / 300), sourceOf(vehicles), []);
    }
    expect(index.rings().map(({ seedX }) => seedX)).toEqual(seeds);
    expect(index.outgrown(cameraAt(114, 35, 4.2))).toBe(false);
    expect(index.outgrown(cameraAt(114, 35, 4.5))).toBe(true);
  });

  it('selects new seeds when the fleet changes', () => {
    const index = new ClusterIndex();
    index.update(country, sourceOf(clump(116, 39, 100)), []);
    index.update(country, sourceOf([...clump(116, 39, 100), ...clump(100, 30, 400)]), []);
    expect(
      index
        .rings()
        .map(({ count }) => count)
        .sort(),
    ).toEqual([100, 400]);
  });

  it('selects clusters whose rings do not overlap', () => {
    const index = new ClusterIndex();
    const spread = Array.from(
      { length: 1_500 },
      (_, i): Vehicle => ({ lng: 80 + ((i * 37) % 500) / 10, lat: 20 + ((i * 91) % 300) / 10 }),
    );
    for (const zoom of [2, 3, 4, 5, 6]) {
      const camera = cameraAt(108, 35, zoom);
      index.update(camera, sourceOf(spread), []);
      const rings = index.rings();
      for (const a of rings) {
        for (const b of rings) {
          if (a === b) continue;
          const apart = Math.hypot(screenX(camera, a.x) - screenX(camera, b.x), screenY(camera, a.y) - screenY(camera, b.y));
          expect(apart).toBeGreaterThan(ringRadius(a.count) + ringRadius(b.count));
        }
      }
    }
  });

  it('finds the ring under a point, and none next to it', () => {
    const index = new ClusterIndex();
    index.update(country, sourceOf(fleet), []);
    const ring = index.rings()[0]!;
    const [x, y] = [screenX(country, ring.x), screenY(country, ring.y)];
    expect(index.at(country, { x: x + 5, y })).toBe(ring);
    expect(index.at(country, { x: x + ringRadius(ring.count) + 2, y })).toBeNull();
  });

  it('counts every vehicle in view once, in a ring or alone, for any movement of vehicles and view', () => {
    const vehicle = fc.record({
      lng: fc.double({ min: 75, max: 134, noNaN: true }),
      lat: fc.double({ min: 18, max: 53, noNaN: true }),
      status: fc.integer({ min: 0, max: 6 }),
    });
    const view = fc.record({
      lng: fc.double({ min: 80, max: 130, noNaN: true }),
      lat: fc.double({ min: 20, max: 50, noNaN: true }),
      zoom: fc.double({ min: 3, max: 12, noNaN: true }),
    });
    const step = fc.record({ view, moved: fc.array(fc.tuple(fc.nat(119), vehicle), { maxLength: 30 }) });
    fc.assert(
      fc.property(fc.array(vehicle, { minLength: 120, maxLength: 120 }), fc.array(step, { maxLength: 8 }), (start, steps) => {
        const index = new ClusterIndex();
        const vehicles = [...start];
        for (const { view, moved } of steps) {
          for (const [row, next] of moved) vehicles[row] = next;
          const source = sourceOf(vehicles);
          const camera = cameraAt(view.lng, view.lat, view.zoom);
          index.update(camera, source, []);
          expect(index.outgrown(camera)).toBe(false);
          const seen = new Set<number>();
          for (const ring of index.rings()) {
            const rows = index.members(ring);
            expect(rows.length).toBe(ring.count);
            const byStatus = new Array(7).fill(0);
            for (const row of rows) {
              expect([index.hides(row), seen.has(row)]).toEqual([true, false]);
              seen.add(row);
              byStatus[vehicles[row]!.status]++;
            }
            expect([...ring.byStatus]).toEqual(byStatus);
            expect(ring.x).toBeCloseTo(rows.reduce((sum, row) => sum + source.worldX[row]!, 0) / rows.length, 9);
          }
          for (let row = 0; row < vehicles.length; row++) expect(index.hides(row)).toBe(seen.has(row));
        }
      }),
      { numRuns: 60 },
    );
  });
});
