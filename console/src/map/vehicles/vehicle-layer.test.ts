import type { InitRecord } from '@fleetwarden/contract/live/live';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { type Camera, mercatorX, mercatorY, worldSizeAt } from '@fleetwarden/domain/mercator';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { initRecord as record } from '../../live/testing-records.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import { palettes } from '../../ui/theme/theme.ts';
import { baiduMercator, gcjMercator, type Projection, webMercator } from '../projection.ts';
import { SINGLE_LIMITS } from './layer-clusters.ts';
import { pick } from './picking.ts';
import { VehicleLayer } from './vehicle-layer.ts';

const cameraAt = (lng: number, lat: number, zoom: number): Camera => ({
  x: mercatorX(lng),
  y: mercatorY(lat),
  worldSize: worldSizeAt(zoom),
  width: 1_000,
  height: 800,
  pixelRatio: 1,
});

let store: VehicleStore;
let layer: VehicleLayer;
const list = (...records: InitRecord[]) => {
  store.applyInit(records);
  store.endInit();
};
const order = () => {
  const ids: string[] = [];
  layer.each((row) => ids.push(store.idOf(row)) > 0);
  return ids;
};

beforeEach(() => {
  store = new VehicleStore();
  layer = new VehicleLayer(store, palettes.light);
});

describe('VehicleLayer', () => {
  it('draws followed vehicles that have a position, and no others', () => {
    list(record('1'), record('2', { followed: false }), record('3', { x: null, y: null }));
    layer.sync(cameraAt(116.4, 39.9, 10));
    expect(order()).toEqual(['1']);
    store.setFollowed([store.rowOf('2')], true);
    store.setFollowed([store.rowOf('1')], false);
    layer.sync(cameraAt(116.4, 39.9, 10));
    expect(order()).toEqual(['2']);
    expect(layer.drawn(store.rowOf('1'))).toBe(false);
  });

  it('draws the most urgent on top: selected, alarm, the rest, then offline and stale', () => {
    list(record('1', { status: '0' }), record('2', { status: '5' }), record('3'), record('4', { stale: 1 }), record('5'));
    layer.sync(cameraAt(116.4, 39.9, 10));
    layer.setSelected(new Set(['3']));
    expect(order().slice(0, 3)).toEqual(['3', '2', '5']);
    expect(order().slice(3).sort()).toEqual(['1', '4']);
    layer.setSelected(new Set());
    expect(order()[0]).toBe('2');
  });

  it('moves smoothly from the visible to the new position if near, and jumps if far or on request', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    store = new VehicleStore();
    layer = new VehicleLayer(store, palettes.light);
    list(record('1'));
    layer.sync(cameraAt(116.4, 39.9, 15));
    const row = store.rowOf('1');
    const [from, to] = [mercatorX(116.4), mercatorX(116.401)];
    vi.advanceTimersByTime(1_000);
    store.applyGps({ data: [record('1', { x: 116.401, r: 2 })] });
    layer.sync(cameraAt(116.4, 39.9, 15));
    expect(layer.x(row)).toBeCloseTo(from, 10);
    vi.advanceTimersByTime(500);
    expect(layer.gliding()).toBe(true);
    expect(layer.x(row)).toBeCloseTo((from + to) / 2, 10);
    vi.advanceTimersByTime(600);
    expect(layer.gliding()).toBe(false);
    expect(layer.x(row)).toBe(to);
    store.applyGps({ data: [record('1', { x: 117.5, r: 3 })] });
    layer.sync(cameraAt(116.4, 39.9, 15));
    expect(layer.x(row)).toBe(mercatorX(117.5));
    layer.setSmooth(false);
    store.applyGps({ data: [record('1', { x: 117.501, r: 4 })] });
    layer.sync(cameraAt(116.4, 39.9, 15));
    expect(layer.x(row)).toBe(mercatorX(117.501));
    vi.useRealTimers();
  });

  it('jumps to a fix 1,000 km away, and uses the later of two fixes of the same time', () => {
    list(record('1'));
    const camera = cameraAt(116.4, 39.9, 15);
    layer.sync(camera);
    const row = store.rowOf('1');
    store.applyGps({ data: [record('1', { x: 116.4, y: 30.9, r: 2 })] });
    layer.sync(camera);
    expect([layer.y(row), layer.gliding()]).toEqual([mercatorY(30.9), false]);
    store.applyGps({ data: [record('1', { x: 116.401, y: 30.9, t: 5, r: 3 })] });
    store.applyGps({ data: [record('1', { x: 116.402, y: 30.9, t: 5, r: 4 })] });
    layer.sync(camera);
    expect(layer.place(row)).toEqual([mercatorX(116.402), mercatorY(30.9)]);
    expect(Number.isFinite(layer.x(row))).toBe(true);
  });

  it('draws vehicles outside China at their positions, and none at 0/0 or off the earth', () => {
    const places = { berlin: [13.4, 52.5], sydney: [151.2, -33.9], none: [0, 0], off: [200, 95], greenwich: [0, 51.5] } as const;
    list(...Object.entries(places).map(([tid, [x, y]]) => record(tid, { x, y })));
    layer.sync(cameraAt(13.4, 52.5, 3));
    expect(order().sort()).toEqual(['berlin', 'greenwich', 'sydney']);
    expect(layer.place(store.rowOf('sydney'))).toEqual([mercatorX(151.2), mercatorY(-33.9)]);
    store.applyGps({ data: [record('berlin', { x: 0, y: 0, r: 2 })] });
    layer.sync(cameraAt(13.4, 52.5, 3));
    expect(order().sort()).toEqual(['greenwich', 'sydney']);
  });

  it('detects fixes that become old without updates, by the clock of the server', () => {
    vi.useFakeTimers({ now: 1_790_000_000_000 });
    store = new VehicleStore();
    layer = new VehicleLayer(store, palettes.light);
    // the local clock is an hour behind
    const at = Date.now() + HOUR_MS;
    list(record('1', { t: at, r: at }));
    store.applyGps({ data: [record('1', { t: at, r: at })], at });
    layer.sync(cameraAt(116.4, 39.9, 15));
    vi.advanceTimersByTime(299_000);
    expect(layer.age()).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect([layer.age(), layer.age()]).toEqual([true, false]);
    vi.useRealTimers();
  });

  it('blinks while an emergency is in view, unless blinking is turned off', () => {
    list(record('1', { status: '4' }), record('2', { status: '5', x: 100 }));
    const there = cameraAt(100, 39.9, 15);
    layer.sync(there);
    expect(layer.nextBlink(cameraAt(116.4, 39.9, 15))).toBeNull();
    const seconds = layer.nextBlink(there)!;
    expect(seconds > 0 && seconds <= 0.6).toBe(true);
    layer.setBlinking(false);
    expect(layer.nextBlink(there)).toBeNull();
  });

  it('draws server clusters as rings, and separately only almost isolated vehicles and the selected one', () => {
    list(record('1'), record('2', { x: 100 }), record('3', { x: 101 }), record('4', { x: 101 }));
    const camera = cameraAt(108, 39.9, 4);
    layer.sync(camera);
    expect(order().sort()).toEqual(['1', '2', '3', '4']);
    store.applyGps({
      data: [],
      cells: [
        [116.4, 39.9, [0, 0, 40, 0, 0, 1, 0], []],
        [100, 39.9, [0, 0, 1, 0, 0, 0, 0], ['2']],
      ],
    });
    layer.sync(camera);
    expect(order()).toEqual(['2']);
    expect(layer.clusters.rings().map(({ count, byStatus }) => [count, byStatus[2], byStatus[5]])).toEqual([[41, 40, 1]]);
    layer.setSelected(new Set(['4']));
    layer.sync(camera);
    expect(order()).toEqual(['4', '2']);
    layer.setSelected(new Set());
    store.applyGps({ data: [], cells: null });
    layer.sync(camera);
    expect(layer.clusters.rings()).toEqual([]);
    expect(order().sort()).toEqual(['1', '2', '3', '4']);
  });

  it('draws all vehicles separately when clustering is turned off', () => {
    list(...Array.from({ length: 80 }, (_, i) => record(String(i), { x: 116 + i / 1_000 })));
    const camera = cameraAt(116, 39.9, 4);
    layer.sync(camera);
    expect(layer.count).toBe(0);
    layer.setClustering(false);
    layer.sync(camera);
    expect([layer.count, layer.clusters.rings()]).toEqual([80, []]);
  });

  it('clusters more vehicles than a browser can draw, even with clustering off, and only in that view', () => {
    const fleet = SINGLE_LIMITS.on + 1;
    layer.setClustering(false);
    list(...Array.from({ length: fleet }, (_, i) => record(String(i), { x: 112 + i / 10_000 })));
    layer.setSelected(new Set(['7']));
    layer.sync(cameraAt(114.5, 39.9, 6));
    const count = () => layer.clusters.rings().reduce((sum, ring) => sum + ring.count, 0);
    expect([layer.count, count()]).toEqual([1, fleet - 1]);
    // nearer, fewer are in view
    layer.sync(cameraAt(112.1, 39.9, 11));
    expect([layer.count, count()]).toEqual([fleet, 0]);
    layer.sync(cameraAt(114.5, 39.9, 6));
    expect(count()).toBe(fleet - 1);
    store.applyGps({ data: Array.from({ length: 6_000 }, (_, i) => record(String(i), { x: 60, r: 2 })) });
    layer.sync(cameraAt(114.5, 39.9, 6));
    expect([layer.count, count()]).toEqual([fleet, 0]);
  });

  it.each<[string, Projection]>([
    ['Amap and Tencent', gcjMercator],
    ['Baidu', baiduMercator],
  ])('has the positions of the projection of %s, also after changes and back again', (_, projection) => {
    const where = (tid: string) => [layer.x(store.rowOf(tid)), layer.y(store.rowOf(tid))];
    // 0.1 m of a world of 40,000 km
    const near = ([x, y]: readonly number[]) => [expect.closeTo(x!, 8), expect.closeTo(y!, 8)];
    list(record('1'), record('2', { x: 113.26, y: 23.13 }), record('3', { x: null, y: null }));
    layer.sync(cameraAt(116.4, 39.9, 10));
    layer.setProjection(projection);
    layer.sync(cameraAt(116.4, 39.9, 10));
    expect(where('1')).toEqual(near(projection.toWorld(116.4, 39.9)));
    expect(where('2')).toEqual(near(projection.toWorld(113.26, 23.13)));
    expect(where('1')).not.toEqual([mercatorX(116.4), mercatorY(39.9)]);
    store.applyGps({ data: [record('2', { x: 113.5, y: 23.2, r: 2 })] });
    layer.sync(cameraAt(116.4, 39.9, 10));
    expect(where('2')).toEqual(near(projection.toWorld(113.5, 23.2)));
    list(record('2', { r: 3 }), ...Array.from({ length: 600 }, (_, i) => record(`n${i}`, { x: 100 + i / 100 })));
    layer.setSelected(new Set(['n5']));
    layer.sync(cameraAt(116.4, 39.9, 15));
    expect(where('n599')).toEqual(near(projection.toWorld(105.99, 39.9)));
    layer.setProjection(webMercator);
    layer.sync(cameraAt(116.4, 39.9, 15));
    expect(where('n599')).toEqual([mercatorX(105.99), mercatorY(39.9)]);
  });

  it('matches the store after any sequence of changes', () => {
    const change = fc.record({
      tid: fc.integer({ min: 0, max: 15 }).map(String),
      x: fc.option(fc.integer({ min: 80, max: 120 })),
      status: fc.integer({ min: 0, max: 6 }).map(String),
      kind: fc.constantFrom('gps', 'follow', 'unfollow', 'list', 'select'),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        store = new VehicleStore();
        layer = new VehicleLayer(store, palettes.light);
        list(...Array.from({ length: 12 }, (_, i) => record(String(i))));
        let r = 2;
        for (const { tid, x, status, kind } of changes) {
          const row = store.rowOf(tid);
          if (kind === 'gps') store.applyGps({ data: [record(tid, { x, y: x === null ? null : 30, status, r: ++r, st: r })] });
          else if (kind === 'select') layer.setSelected(new Set([tid]));
          else if (kind !== 'list') store.setFollowed([row], kind === 'follow');
          else list(...Array.from({ length: 12 }, (_, i) => record(String(i + Number(tid)), { r: ++r })));
          if (r % 2 === 0) layer.sync(cameraAt(116.4, 39.9, 10));
        }
        layer.sync(cameraAt(116.4, 39.9, 10));
        const expected = [];
        for (let row = 0; row < store.size; row++) {
          if (!store.followed(row) || Number.isNaN(store.x(row))) continue;
          expected.push(store.idOf(row));
          expect([layer.x(row), layer.y(row)]).toEqual([mercatorX(store.x(row)), mercatorY(store.y(row))]);
        }
        expect(order().sort()).toEqual(expected.sort());
        expect(layer.count).toBe(expected.length);
      }),
    );
  });
});

describe('pick', () => {
  it('hits a large marker by its rectangle, and returns the selected vehicle before nearer ones', () => {
    list(record('1'), record('2', { x: 116.4002 }));
    const camera = cameraAt(116.4, 39.9, 16);
    layer.setLayout(3);
    layer.sync(camera);
    const at = (x: number, y: number) => pick(layer, camera, { x, y }).map((row) => store.idOf(row));
    expect([at(449, 361), at(446, 400), at(450, 441)]).toEqual([['1'], [], []]);
    expect(at(500, 400)).toEqual(['1', '2']);
    layer.setSelected(new Set(['2']));
    expect(at(500, 400)).toEqual(['2', '1']);
    layer.setLayout('single');
    expect([at(477, 400), at(475, 400)]).toEqual([['1'], []]);
  });

  it('finds the markers under the pointer, nearest first, and none next to them', () => {
    list(record('1'), record('2', { x: 116.40002 }), record('3', { x: 116.41 }));
    layer.sync(cameraAt(116.4, 39.9, 16));
    const camera = cameraAt(116.4, 39.9, 16);
    const at = (x: number, y: number) => pick(layer, camera, { x, y }).map((row) => store.idOf(row));
    expect(at(500, 400)).toEqual(['1', '2']);
    expect(at(503, 400)).toEqual(['2', '1']);
    expect(at(500, 420)).toEqual([]);
  });
});
