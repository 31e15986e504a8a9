import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { recountStatusChanges } from '../../../ingest/status-changes.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { createPartitions } from '../../../platform/db/partitions.ts';

const START = shanghai('2026-03-17 08:00');
const range = { timeRange: '2026-03-17 00:00:00,2026-03-17 23:59:59' };
const RETENTION_DAYS = 400;

/** Ten seconds apart: speed, status bits, quality. */
const POINTS = [
  ...[40, 40, 3, 0, 60].map((speed) => ({ speed, status: 3, quality: 0 })),
  { speed: 50, status: 3, quality: 1 | 4 },
  { speed: 0, status: 2, quality: 0 },
  { speed: 0, status: 2, quality: 512 },
  { speed: 0, status: 2 | (1 << 12), quality: 0 },
  { speed: 80, status: 3 | (1 << 12), quality: 0 },
] as const;

let fixture: ReportFixture;
let [car, other, foreign] = [0, 0, 0];

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  car = await addVehicle(server, { plate: '粤B10001', departmentId: east });
  other = await addVehicle(server, { plate: '粤B10002', departmentId: east });
  foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  const first = Math.floor(START / DAY_MS);
  await createPartitions(server.db, RETENTION_DAYS).ensure([-2, -1, 0, 1, 2].map((day) => first + day));
  for (const vehicleId of [car, foreign])
    for (const [index, point] of POINTS.entries()) await report(vehicleId, START + index * 10_000, point);
  // as it was the evening before
  await report(car, shanghai('2026-03-16 20:00'), { speed: 0, status: 3, quality: 0 });
  await report(other, shanghai('2026-03-17 09:00'), { speed: 0, status: 0, quality: 128 });
});
afterAll(() => fixture.server.stop());

const report = (
  vehicleId: number,
  time: number,
  { speed, status, quality }: { speed: number; status: number; quality: number },
) =>
  fixture.server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
      odometer_km, recorder_kmh, signal, satellites, backfill, quality)
    values (${vehicleId}, ${at(time)}, ${at(time + (speed === 60 ? 61_000 : 1_000))}, 113.5, 22.25, 12.4, ${speed}, 90,
      ${speed === 80 ? 2 : 0}, ${status}, 100.5, ${speed + 1}, 25, 11, false, ${quality})`);

describe('401010, a track point by point', () => {
  const asked = () => ({ ...range, carId: String(car) });

  it('lists qualified points in order, or all points on request', async () => {
    const { list, sums } = await fixture.page(401010, asked());
    expect(list.map(({ cells }) => cells['speed'])).toEqual([40, 40, 3, 0, 60, 0, 0, 0, 80]);
    expect(sums).toEqual({ speed: 80 });
    const all = await fixture.cells(401010, { ...asked(), onlyValid: '0' }, ['speed', 'qualityText']);
    expect(all).toHaveLength(POINTS.length);
    expect(all[5]).toEqual([50, '经纬度, 速度']);
    await inEveryOrder(fixture, 401010, asked());
  });

  it('can omit points at a stop, and slower points', async () => {
    expect(await fixture.cells(401010, { ...asked(), withStop: '0' }, ['speed'])).toEqual([[40], [40], [60], [80]]);
    expect(await fixture.cells(401010, { ...asked(), speedMin: '60' }, ['speed'])).toEqual([[60], [80]]);
  });

  it('shows all values of a point', async () => {
    const columns = [
      'gpsTime',
      'recSpeed',
      'altitude',
      'odometer',
      'accState',
      'fixState',
      'satCount',
      'signalLevel',
      'backfill',
      'statusText',
      'alarmText',
      'lng',
      'lat',
    ];
    const rows = await fixture.cells(401010, { ...asked(), speedMin: '60' }, columns);
    expect(rows).toEqual([
      [START + 40_000, 61, 12, 100.5, 1, 1, 11, 25, true, 'ACC开, 已定位', null, 113.5, 22.25],
      [START + 90_000, 81, 12, 100.5, 1, 1, 11, 25, false, 'ACC开, 已定位, 车门加锁', '超速报警', 113.5, 22.25],
    ]);
  });

  it('is drawn over time', async () => {
    const { x, values } = await fixture.chart(401010, asked());
    expect(values).toEqual([40, 40, 3, 0, 60, 0, 0, 0, 80]);
    expect(x.map(Number)).toEqual(x.map(Number).sort((a, b) => a - b));
  });

  it('needs one vehicle within the scope, and covers at most seven days', async () => {
    const code = async (conditions: object) => (await fixture.call('advanceSearchJson', { reportId: 401010, conditions })).code;
    const [none, strange] = [await code(range), await code({ ...range, carId: String(foreign) })];
    expect(none).not.toBe('0');
    expect(strange).toBe('4004');
    expect(await code({ carId: String(car), timeRange: '2026-03-10 00:00:00,2026-03-17 23:59:59' })).not.toBe('0');
  });
});

/** Stores the changes of a time: the others are compared when the report is read. */
async function storeChanges(from: number, until: number): Promise<void> {
  const { db } = fixture.server;
  await db.run('delete from status_change_range');
  await db.run('delete from status_change');
  await db.run(
    sql`insert into status_change_range (vehicle_id, from_at, until_at) select id, ${at(from)}, ${at(until)} from vehicle`,
  );
  const vehicles = await db.query<{ id: number }>('select id from vehicle');
  await db.transaction((tx) =>
    recountStatusChanges(
      tx,
      vehicles.map(({ id }) => id),
      START - 2 * DAY_MS,
      START + 2 * DAY_MS,
    ),
  );
}

const STORED = [
  { name: 'nothing', from: START, until: START },
  { name: 'the day before', from: START - 2 * DAY_MS, until: START - 1 },
  { name: 'some in the middle', from: START + 15_000, until: START + 75_000 },
  { name: 'the end', from: START + 60_000, until: START + 2 * DAY_MS },
  { name: 'all', from: START - 2 * DAY_MS, until: START + 2 * DAY_MS },
] as const;

describe.each(STORED)('700052, status over time, of which $name is stored', ({ from, until }) => {
  beforeAll(() => storeChanges(from, until));

  /** Points at which one of the bits is another than just before, counted the slow way. */
  const changes = (mask: number) =>
    POINTS.flatMap(({ status }, index) =>
      (status & mask) === ((POINTS[index - 1]?.status ?? 3) & mask) ? [] : [START + index * 10_000],
    );
  const times = async (conditions: object) =>
    (await fixture.cells(700052, { ...range, carIds: String(car), ...conditions }, ['gpsTime'])).flat();

  it('shows changes of a watched bit, compared with the state before the range', async () => {
    expect(await times({ statusBits: '0' })).toEqual(changes(1).reverse());
    expect(await times({ statusBits: '12,8-9' })).toEqual(changes(1 << 12).reverse());
    expect(await times({})).toEqual(changes(0xff_ffff).reverse());
    expect(changes(1)).toHaveLength(2);
  });

  it('begins with the first known point of a vehicle', async () => {
    expect(await fixture.cells(700052, { ...range, statusBits: '1' }, ['carNo', 'statusText'])).toEqual([
      ['粤B10002', 'ACC关, 未定位'],
    ]);
  });
});

describe('700052, point by point', () => {
  it('lists every point on request, for vehicles within the scope', async () => {
    const { list } = await fixture.page(700052, { ...range, onlyChange: '0' });
    expect(list).toHaveLength(POINTS.length + 1);
    const { carId, timeRange } = fixture.drill(700052, range, list.at(-1)!, 'gpsTime')[401010]!;
    expect(carId).toBe(String(car));
    const [from, to] = timeRange!.split(',').map(shanghai) as [number, number];
    const at = list.at(-1)!.cells['gpsTime'] as number;
    expect([at - from, to - at]).toEqual([5 * 60_000, 5 * 60_000]);
    for (const onlyChange of ['0', '1']) await inEveryOrder(fixture, 700052, { ...range, onlyChange });
    const strange = await fixture.call('advanceSearchJson', {
      reportId: 700052,
      conditions: { ...range, carIds: String(foreign) },
    });
    expect(strange.code).toBe('4004');
  });
});
