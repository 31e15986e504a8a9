import { describe, expect, it } from 'vitest';
import { live } from '../../../test/support/test-fleet.ts';
import { FleetRegistry } from './fleet-registry.ts';
import { select } from './selection.ts';
import { cellsJson, ServerClustering } from './server-clustering.ts';

const SCOPE = new Set([1]);

/** A registry of vehicles 1, 2, ... at these places, all followed but `unfollowed`. */
function setUp(places: readonly (readonly [lng: number, lat: number, status?: 0 | 2 | 5])[], unfollowed: number[] = []) {
  const clock = { now: 1_000 };
  const registry = new FleetRegistry(() => clock.now);
  const row = (id: number) => ({
    id,
    department_id: 1,
    plate: `京A${id}`,
    plate_colour: 2,
    vehicle_type: 21,
    phone: null,
    terminal_no: null,
    driver_name: null,
    run_state: 1,
  });
  registry.load(
    [{ id: 1, parent_id: null, name: 'all' }],
    places.map((_, i) => row(i + 1)),
    places.map(([lng, lat, status = 2], i) => live(i + 1, { lng, lat, status })),
  );
  const rules = { vehicles: new Map(unfollowed.map((id) => [id, false])), departments: new Map([[1, true]]) };
  const selection = select(registry, { accountId: 1, departmentId: 1 }, SCOPE, rules);
  const clustering = new ServerClustering(registry, () => clock.now);
  const cells = (zoom: number) =>
    (JSON.parse(cellsJson([...clustering.cells(selection, zoom)])) as [number, number, number[], string[]][]).sort(
      (a, b) => a[0] - b[0] || a[1] - b[1],
    );
  return { clock, registry, selection, cells };
}

describe('ServerClustering', () => {
  it('counts vehicles by status at their position, and lists up to three by id', () => {
    const { cells, selection } = setUp([
      [100, 30],
      [100, 30, 5],
      [100, 30, 0],
      [120, 40],
      [120, 40],
      [120, 40],
      [120.0001, 40.0001],
    ]);
    expect(selection.followed).toBe(7);
    expect(cells(8)).toEqual([
      [100, 30, [1, 0, 1, 0, 0, 1, 0], ['1', '2', '3']],
      [120, 40, [0, 0, 4, 0, 0, 0, 0], []],
    ]);
  });

  it('merges nearby vehicles as the zoom decreases, and counts all of them at every zoom', () => {
    const { cells } = setUp(Array.from({ length: 60 }, (_, i) => [100 + i / 2, 20 + (i % 7)] as const));
    const counts = [11, 9, 6, 3, 0].map((zoom) => cells(zoom).length);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts[0]).toBe(60);
    for (const zoom of [11, 7.4, 3, 0, -5, 30])
      expect(cells(zoom).reduce((sum, [, , byStatus]) => sum + byStatus[2]!, 0)).toBe(60);
  });

  it('includes vehicles at the map limits, and none at 0/0, without a position, or not followed', () => {
    const { cells } = setUp(
      [
        [-180, -85],
        [180, 85],
        [0, 0],
        [Number.NaN, 1],
        [116, 39],
      ],
      [5],
    );
    expect(cells(11).map(([x, y]) => [x, y])).toEqual([
      [-180, -85],
      [180, 85],
    ]);
  });

  it('recounts after two seconds, not earlier', () => {
    const { clock, registry, cells } = setUp([[100, 30]]);
    expect(cells(11)[0]![0]).toBe(100);
    registry.update([live(1, { lng: 101, lat: 30 })]);
    clock.now += 1_999;
    expect(cells(11)[0]![0]).toBe(100);
    clock.now += 1;
    expect(cells(11)[0]![0]).toBe(101);
  });
});
