import type { MapRecord } from '@fleetwarden/contract/live/live';
import { mercatorX, mercatorY } from '@fleetwarden/domain/mercator';
import { describe, expect, it } from 'vitest';
import { listTransferables, VehiclePacker } from './vehicle-batch.ts';
import { VehicleStore } from './vehicle-store.ts';

const position = (tid: string, r: number, more: Partial<MapRecord> = {}): MapRecord => ({
  tid,
  cid: tid,
  cno: `京A${tid}`,
  x: 116.4,
  y: 39.9,
  d: 90,
  status: '2',
  color: 2,
  sp: 61.3,
  type: 2,
  vmt: 20,
  t: r,
  r,
  st: r,
  s: 3,
  a: 0,
  km: 12.5,
  stale: 0,
  ...more,
});
const listed = (tid: string) => ({ ...position(tid, 1), deptId: 'd', drv: '', phone: '', followed: true });

describe('VehiclePacker', () => {
  it('uses the same slot for a vehicle in every batch and sends its ID once', () => {
    const packer = new VehiclePacker();
    const first = packer.packInit([listed('a'), listed('b')]);
    expect([first.firstNewSlot, first.newIds]).toEqual([0, ['a', 'b']]);
    const second = packer.packGps({ data: [position('b', 2), position('c', 2)], states: [['a', '0', 2]] });
    expect([second.firstNewSlot, second.newIds]).toEqual([2, ['c']]);
    expect([[...second.columns.slot], [...second.states.slot]]).toEqual([[1, 2], [0]]);
  });

  it('projects positions, and NaN for a vehicle that was never seen', () => {
    const { columns } = new VehiclePacker().packGps({ data: [position('a', 1), position('b', 1, { x: null, y: null })] });
    expect([columns.worldX[0], columns.worldY[0]]).toEqual([mercatorX(116.4), mercatorY(39.9)]);
    expect([columns.worldX[1], columns.lng[1]]).toEqual([Number.NaN, Number.NaN]);
  });

  it('removes or corrects impossible values: positions off the earth, 0/0, headings beyond the circle, negative speeds', () => {
    const { columns } = new VehiclePacker().packGps({
      data: [
        position('a', 1, { x: 0, y: 0 }),
        position('b', 1, { x: 181, y: 39 }),
        position('c', 1, { x: 116, y: Number.NaN }),
        position('d', 1, { d: 450, sp: -3 }),
        position('e', 1, { d: -90, sp: 90_000 }),
        position('f', 1, { x: 0, y: 51.5, d: Number.NaN }),
      ],
    });
    expect([...columns.lng].map(Number.isNaN)).toEqual([true, true, true, false, false, false]);
    expect([...columns.heading].slice(3)).toEqual([90, 270, 0]);
    expect([columns.speed10[3], columns.speed10[4]]).toEqual([0, 65_535]);
  });

  it('packs the clusters of the server: centres on the map, vehicles by status, and vehicle IDs if they are few', () => {
    const { cells } = new VehiclePacker().packGps({ data: [], cells: [[116.4, 39.9, [1, 0, 2, 0, 0, 0, 0], ['a', 'b', 'c']]] });
    expect(cells).toMatchObject({ count: 1, tids: [['a', 'b', 'c']] });
    expect([...cells!.fields]).toEqual([mercatorX(116.4), mercatorY(39.9), 1, 0, 2, 0, 0, 0, 0]);
    expect(new VehiclePacker().packGps({ data: [], cells: null }).cells).toBeNull();
    expect(new VehiclePacker().packGps({ data: [] }).cells).toBeUndefined();
  });

  it('puts the columns of a batch into one buffer', () => {
    const batch = new VehiclePacker().packGps({ data: [position('a', 1)] });
    expect(listTransferables(batch)).toHaveLength(2);
    expect(batch.columns.lng.buffer).toBe(batch.columns.slot.buffer);
  });

  it('writes into a returned buffer, without values of the previous batch', () => {
    const packer = new VehiclePacker();
    const store = new VehicleStore();
    const feed = store.feed();
    feed.applyInit(packer.packInit([listed('a'), listed('b'), listed('c')]), true);
    feed.endInit();
    const used = packer.packGps({ data: ['a', 'b', 'c'].map((tid) => position(tid, 5, { x: 117, stale: 1, a: 7 })) });
    expect(feed.applyGps(used)).toBe(false);
    const { buffer } = used.columns.slot;
    packer.recycle(buffer as ArrayBuffer);
    const next = packer.packGps({ data: [position('c', 6, { x: null, y: null, t: null }), position('a', 6)] });
    expect(next.columns.slot.buffer).toBe(buffer);
    expect(next.columns.slot).toHaveLength(2);
    feed.applyGps(next);
    const [a, b, c] = ['a', 'b', 'c'].map((tid) => store.rowOf(tid)) as [number, number, number];
    expect([store.x(a), store.alarmBits(a), store.stale(a)]).toEqual([116.4, 0, false]);
    expect([store.x(b), store.alarmBits(b)]).toEqual([117, 7]);
    expect([store.x(c), store.time(c)]).toEqual([Number.NaN, Number.NaN]);
    expect(packer.packGps({ data: [position('a', 7)] }).columns.slot.buffer).not.toBe(buffer);
  });

  it('cannot reuse the buffer of updates that arrived before their list, because it is still needed', () => {
    const packer = new VehiclePacker();
    const store = new VehicleStore();
    const feed = store.feed();
    expect(feed.applyGps(packer.packGps({ data: [position('a', 5, { x: 118 })] }))).toBe(true);
    feed.applyInit(packer.packInit([listed('a')]), true);
    feed.endInit();
    expect(store.x(store.rowOf('a'))).toBe(118);
  });
});
