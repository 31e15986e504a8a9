import type { InitRecord, MapRecord } from '@fleetwarden/contract/live/live';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VehicleStore } from './vehicle-store.ts';

const position = (tid: string, r: number, more: Partial<MapRecord> = {}): MapRecord => ({
  tid,
  cid: `c${tid}`,
  cno: `京A${tid}`,
  x: 116.4,
  y: 39.9,
  d: 90,
  status: '2',
  color: 2,
  sp: 61.3,
  type: 2,
  vmt: 20,
  t: r - 1_000,
  r,
  st: r - 5_000,
  s: 3,
  a: 0,
  km: 12.5,
  stale: 0,
  ...more,
});
const listed = (tid: string, r: number, more: Partial<InitRecord> = {}): InitRecord => ({
  ...position(tid, r),
  deptId: 'd1',
  drv: '张三',
  phone: '13800000000',
  followed: true,
  ...more,
});
const storeOf = (...records: InitRecord[]) => {
  const store = new VehicleStore();
  store.applyInit(records);
  store.endInit();
  return store;
};

describe('VehicleStore', () => {
  it('returns the values of the record of a listed vehicle', () => {
    const store = storeOf(listed('7', 10_000, { a: 0x8000_0001, alarmStrs: ['超速'] }));
    const row = store.rowOf('7');
    expect(store.size).toBe(1);
    expect(store.idOf(row)).toBe('7');
    expect([store.plate(row), store.deptId(row), store.driver(row), store.phone(row)]).toEqual([
      '京A7',
      'd1',
      '张三',
      '13800000000',
    ]);
    expect([store.x(row), store.y(row), store.heading(row), store.speed(row)]).toEqual([116.4, 39.9, 90, 61.3]);
    expect([store.time(row), store.receivedAt(row), store.statusSince(row)]).toEqual([9_000, 10_000, 5_000]);
    expect([store.statusBits(row), store.alarmBits(row), store.dayKm(row)]).toEqual([3, 0x8000_0001, 12.5]);
    expect([store.status(row), store.colour(row), store.iconSet(row)]).toEqual([2, 2, 2]);
    expect([store.stale(row), store.followed(row)]).toEqual([false, true]);
    expect(store.alarmTexts(row)).toEqual(['超速']);
    expect(store.rowOf('8')).toBe(-1);
  });

  it('stores a vehicle that was never seen without a position', () => {
    const store = storeOf(listed('7', 0, { x: null, y: null, t: null, status: '0' }));
    expect([store.x(0), store.y(0), store.time(0)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('does not let an older record override a newer one, whatever its source', () => {
    const store = storeOf(listed('7', 10_000));
    store.applyGps({ data: [position('7', 20_000, { x: 117 })] });
    store.applyGps({ data: [position('7', 15_000, { x: 118 })] });
    store.applyInit([listed('7', 12_000, { x: 119, cno: '京B7' })]);
    store.endInit();
    expect(store.x(0)).toBe(117);
    expect(store.plate(0)).toBe('京B7');
  });

  it('uses the later status if a status changed without a record', () => {
    const store = storeOf(listed('7', 10_000));
    store.applyGps({ data: [], states: [['7', '0', 400_000]] });
    store.applyInit([listed('7', 10_000)]);
    store.endInit();
    expect(store.status(0)).toBe(0);
    store.applyGps({ data: [], states: [['7', '2', 300_000]] });
    expect(store.status(0)).toBe(0);
    store.applyGps({ data: [position('7', 500_000, { st: 500_000 })] });
    expect(store.status(0)).toBe(2);
    expect([store.countOf(0), store.countOf(2)]).toEqual([0, 1]);
  });

  it('removes the vehicles that are missing in a new list, once the list is complete', () => {
    const store = storeOf(listed('1', 1), listed('2', 1), listed('3', 1));
    const numbering = store.numberingVersion;
    store.applyInit([listed('3', 2)], true);
    expect(store.size).toBe(3);
    store.applyInit([listed('4', 2)], false);
    store.endInit();
    expect(store.size).toBe(2);
    expect([store.rowOf('1'), store.rowOf('2')]).toEqual([-1, -1]);
    expect([store.plate(store.rowOf('3')), store.plate(store.rowOf('4'))]).toEqual(['京A3', '京A4']);
    expect(store.numberingVersion).toBeGreaterThan(numbering);
    store.applyGps({ data: [position('3', 9, { x: 100 }), position('1', 9)] });
    expect(store.x(store.rowOf('3'))).toBe(100);
    store.endInit();
    expect(store.size).toBe(0);
  });

  it('applies an update that arrived before the list contained its vehicle', () => {
    const store = new VehicleStore();
    store.applyGps({ data: [position('7', 20_000, { x: 117 })], states: [['7', '4', 30_000]] });
    store.applyInit([listed('7', 10_000)]);
    store.endInit();
    expect([store.x(0), store.status(0)]).toEqual([117, 4]);
  });

  it('returns to each consumer the rows that changed since its last read', () => {
    const store = storeOf(listed('1', 1), listed('2', 1));
    const [all, statuses] = [store.changes(), store.statusChanges()];
    const rowsOf = (reader: typeof all) => {
      const rows: number[] = [];
      return [reader.read((row) => rows.push(row)), rows];
    };
    expect(rowsOf(all)).toEqual(['all', []]);
    expect(rowsOf(statuses)).toEqual(['all', []]);
    store.applyGps({ data: [position('2', 5)] });
    expect(rowsOf(all)).toEqual(['rows', [1]]);
    expect(rowsOf(statuses)).toEqual(['rows', []]);
    store.applyGps({ data: [position('1', 6, { status: '3', st: 6 })] });
    expect(rowsOf(statuses)).toEqual(['rows', [0]]);
    store.setFollowed([1], false);
    expect(rowsOf(all)).toEqual(['rows', [0, 1]]);
    expect(rowsOf(all)).toEqual(['rows', []]);
    expect(store.followed(1)).toBe(false);
  });

  it('calls listeners once for the changes of a frame', async () => {
    const store = new VehicleStore();
    const listener = vi.fn();
    const off = store.subscribe(listener);
    store.applyInit([listed('1', 1)]);
    store.endInit();
    store.applyGps({ data: [position('1', 2)] });
    expect(listener).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    off();
    store.applyGps({ data: [position('1', 3)] });
    await new Promise(requestAnimationFrame);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  describe('with a refresh interval', () => {
    beforeEach(() => {
      vi.useFakeTimers();
      return () => vi.useRealTimers();
    });
    const heard = (everyMs: number | null) => {
      const store = storeOf(listed('1', 1));
      const listener = vi.fn();
      store.subscribe(listener);
      store.setPace(everyMs);
      vi.advanceTimersByTime(2_000);
      listener.mockClear();
      return { store, listener };
    };

    it('notifies of updates once per interval, and of user actions immediately', () => {
      const { store, listener } = heard(10_000);
      for (let r = 2; r < 6; r++) store.applyGps({ data: [position('1', r)] });
      vi.advanceTimersByTime(9_000);
      expect(listener).not.toHaveBeenCalled();
      store.setFollowed([0], false);
      vi.advanceTimersByTime(500);
      expect(listener).toHaveBeenCalledTimes(1);
      vi.advanceTimersByTime(2_000);
      expect(listener).toHaveBeenCalledTimes(2);
      vi.advanceTimersByTime(60_000);
      expect(listener).toHaveBeenCalledTimes(2);
    });

    it('of null notifies of updates only on request', () => {
      const { store, listener } = heard(null);
      store.applyGps({ data: [position('1', 2)] });
      vi.advanceTimersByTime(600_000);
      expect(listener).not.toHaveBeenCalled();
      store.refresh();
      vi.advanceTimersByTime(500);
      expect(listener).toHaveBeenCalledTimes(1);
    });
  });

  it('distinguishes vehicles that were never seen and vehicles that are suspended', () => {
    const store = storeOf(
      listed('1', 0, { status: '0', st: 0 }),
      listed('2', 10_000, { status: '0' }),
      listed('3', 10_000, { run: 2 }),
    );
    const of = (told: (row: number) => boolean) => ['1', '2', '3'].filter((id) => told(store.rowOf(id)));
    expect(of((row) => store.neverSeen(row))).toEqual(['1']);
    expect(of((row) => store.suspended(row))).toEqual(['3']);
    // first seen in a status change without a record
    store.applyGps({ data: [], states: [['1', '0', 11_000]] });
    expect(of((row) => store.neverSeen(row))).toEqual([]);
  });

  it('grows beyond its initial capacity without losing values', () => {
    const store = storeOf(...Array.from({ length: 5_000 }, (_, i) => listed(String(i), i, { x: i / 100 })));
    for (const i of [0, 1023, 1024, 4_999]) expect(store.x(store.rowOf(String(i)))).toBe(i / 100);
    expect(store.countOf(2)).toBe(5_000);
  });

  it('matches a plain map of records, for any input in any order', () => {
    const tid = fc.integer({ min: 0, max: 12 }).map(String);
    const record = fc.record({
      tid,
      r: fc.integer({ min: 1, max: 60 }),
      x: fc.integer({ min: 70, max: 130 }),
      status: fc.integer({ min: 0, max: 6 }).map(String),
    });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('gps' as const), records: fc.array(record, { maxLength: 8 }) }),
      fc.record({
        kind: fc.constant('init' as const),
        records: fc.uniqueArray(record, { maxLength: 8, selector: (r) => r.tid }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const store = storeOf();
        const model = new Map<string, { r: number; x: number; status: string }>();
        const apply = (r: { tid: string; r: number; x: number; status: string }) => {
          const held = model.get(r.tid);
          if (!held || r.r >= held.r) model.set(r.tid, r);
        };
        for (const { kind, records } of steps) {
          if (kind === 'gps') {
            store.applyGps({ data: records.map((r) => position(r.tid, r.r, { x: r.x, status: r.status, st: r.r })) });
            for (const r of records) if (model.has(r.tid)) apply(r);
          } else {
            store.applyInit(records.map((r) => listed(r.tid, r.r, { x: r.x, status: r.status, st: r.r })));
            store.endInit();
            for (const r of records) apply(r);
            for (const id of [...model.keys()]) if (!records.some((r) => r.tid === id)) model.delete(id);
          }
        }
        expect(store.size).toBe(model.size);
        const counts = new Array(7).fill(0);
        for (const [id, r] of model) {
          const row = store.rowOf(id);
          expect([store.idOf(row), store.x(row), store.receivedAt(row), String(store.status(row))]).toEqual([
            id,
            r.x,
            r.r,
            r.status,
          ]);
          counts[Number(r.status)]++;
        }
        expect(Array.from({ length: 7 }, (_, i) => store.countOf(i))).toEqual(counts);
      }),
    );
  });
});

describe('a store with a map view', () => {
  const west = { bounds: [100, 30, 110, 50] as [number, number, number, number] };
  const east = { bounds: [110, 30, 120, 50] as [number, number, number, number] };
  const xOf = (store: VehicleStore, tid: string) => store.x(store.rowOf(tid));

  it('shows another view with known positions, and removes unreported ones once the view is complete', () => {
    const store = storeOf(listed('1', 1_000, { x: 105 }), listed('2', 1_000), listed('3', 1_000));
    store.look({ ...west, n: 1 });
    store.look({ ...east, n: 2 });
    expect([xOf(store, '2'), xOf(store, '3')]).toEqual([116.4, 116.4]);
    const changes = store.changes();
    changes.collect();
    store.applyGps({ data: [position('2', 2_000, { x: 117 })], view: 1 });
    expect(xOf(store, '3')).toBe(116.4);
    store.applyGps({ data: [], view: 2 });
    expect([xOf(store, '1'), xOf(store, '2'), xOf(store, '3')]).toEqual([105, 117, Number.NaN]);
    expect([...changes.collect()!].map((row) => store.idOf(row)).sort()).toEqual(['2', '3']);
  });

  it('retains vehicles that the view names by ID, and vehicles in the overlap of the views', () => {
    const store = storeOf(listed('1', 1_000), listed('2', 1_000, { x: 112 }), listed('3', 1_000));
    store.look({ bounds: [100, 30, 113, 50], tids: ['1'], n: 1 });
    store.look({ ...east, n: 2 });
    store.applyGps({ data: [], view: 2 });
    expect([xOf(store, '1'), xOf(store, '2'), xOf(store, '3')]).toEqual([116.4, 112, Number.NaN]);
  });

  it('does not remove vehicles that a later list contains, nor rows whose numbers changed', () => {
    const store = storeOf(listed('1', 1_000), listed('2', 1_000));
    store.look({ ...west, n: 1 });
    store.look({ ...east, n: 2 });
    store.applyInit([listed('2', 3_000)]);
    store.endInit();
    store.applyGps({ data: [], view: 2 });
    expect([store.size, xOf(store, '2')]).toEqual([1, 116.4]);
  });

  it('removes vehicles that are missing when the server changes from clusters to single vehicles', () => {
    const store = storeOf(listed('1', 1_000), listed('2', 1_000));
    store.look({ ...east, n: 1 });
    store.applyGps({ data: [], cells: [[116, 39, [0, 0, 2, 0, 0, 0, 0], []]], view: 1 });
    expect(store.cells?.count).toBe(1);
    store.applyGps({ data: [position('1', 2_000)], cells: null });
    expect([store.cells, xOf(store, '1'), xOf(store, '2')]).toEqual([null, 116.4, Number.NaN]);
  });

  it('uses the clock of the server', () => {
    const store = storeOf(listed('1', 1_000));
    const before = Date.now();
    store.applyGps({ data: [], at: before + 60_000 });
    expect(store.serverNow()).toBeGreaterThanOrEqual(before + 60_000);
    expect(store.serverNow()).toBeLessThan(Date.now() + 70_000);
  });
});
