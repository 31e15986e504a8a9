import type { ReportRow } from '@fleetwarden/contract/reports/schemas';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { dayOf } from '../../../platform/db/day.ts';
import { createPartitions } from '../../../platform/db/partitions.ts';
import { rebuildRollups } from '../rollups/index.ts';

const RANGE = { staticDate: '2026-03-11,2026-03-17' };
const TIMES = { timeRange: '2026-03-13 00:00:00,2026-03-17 23:59:59' };
const DSM = ALARM_TYPES.find(({ key }) => key === 'dsmPhone')!.id;
let fixture: ReportFixture;
let [anna, bert, zoe] = [0, 0, 0];
let [one, two, strange] = [0, 0, 0];

/** A clock time of March 2026. */
const march = (text: string): number => shanghai(`2026-03-${text}`);

async function driver(name: string, department: number, certNo: string): Promise<number> {
  const row = await fixture.server.db.first<{ id: number }>(sql`
    insert into driver (department_id, name, qual_no, phone, qual_to) values (${department}, ${name}, ${certNo}, '13800138000', '2030-01-01') returning id`);
  return row!.id;
}
async function car(plate: string, department: number, driverId: number | null): Promise<number> {
  const row = await fixture.server.db.first<{ id: number }>(sql`
    insert into vehicle (plate, department_id, driver_id, plate_colour) values (${plate}, ${department}, ${driverId}::integer, 2) returning id`);
  return row!.id;
}
const trip = (vehicleId: number, from: string, until: string, km: number) =>
  fixture.server.db.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    values (${vehicleId}, ${at(march(from))}, ${at(march(until))}, 113, 23, 113.5, 23.5, ${km}, 80, 10)`);
const card = (vehicleId: number, text: string, action: 1 | 2, driverId: number | null = null, result: number | null = null) =>
  fixture.server.db.run(sql`
    insert into driver_card (vehicle_id, at, received_at, action, read_result, driver_id, name, cert_no, issuer, cert_expiry)
    select ${vehicleId}::integer, ${at(march(text))}, now(), ${action}, ${result}::smallint, r.id, r.name, r.qual_no,
      case when r.id is not null then '运管局' end, case when r.id is not null then date '2029-09-09' end
    from (select) one left join driver r on r.id = ${driverId}::integer`);
/** `value` over 100, for speeds. */
const alarm = (vehicleId: number, text: string, typeId: number, value: number | null = null) =>
  fixture.server.db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
      last_lat, start_kmh, max_kmh, value, limit_value, times)
    values (gen_random_uuid(), ${vehicleId}, ${typeId}, 0, 2, ${at(march(text))}, ${at(march(text) + 60_000)}, ${at(march(text) + 60_000)},
      ${at(march(text))}, 113, 23, 113, 23, 60, 60, ${value}::real, ${value === null ? null : 100}::real, 1)`);

beforeAll(async () => {
  fixture = await startReports();
  const { east, west, server } = fixture;
  anna = await driver('安娜', east, 'Q00000001');
  bert = await driver('伯特', east, 'Q00000002');
  zoe = await driver('佐伊', west, 'Q00000003');
  one = await car('粤B10001', east, anna);
  two = await car('粤B10002', east, null);
  strange = await car('粤B10003', west, zoe);
  // Anna, whose vehicle it is: nine hours with a rest
  await trip(one, '13 05:30', '13 10:00', 200);
  await trip(one, '13 11:00', '13 15:30', 200);
  // Bert, by his card, without one
  await card(one, '16 07:55', 1, bert, 0);
  await trip(one, '16 08:00', '16 10:00', 100);
  await trip(one, '16 10:10', '16 13:00', 150);
  await card(one, '16 13:05', 2);
  await trip(one, '16 20:00', '16 23:00', 90);
  await card(one, '17 07:00', 1, null, 3);
  // an unknown driver, and Bert, who never signs out
  await card(two, '15 06:00', 2);
  await trip(two, '15 10:00', '15 11:00', 40);
  await card(two, '17 08:58', 1, bert, 0);
  await trip(two, '17 09:00', '17 10:00', 60);
  await trip(strange, '16 10:00', '16 12:00', 300);
  await card(strange, '16 09:00', 1, zoe, 0);
  await alarm(one, '13 09:45', 104, 250);
  await alarm(one, '16 09:00', 1, 105);
  await alarm(one, '16 12:30', 104, 260);
  await alarm(one, '16 21:00', 100, 130);
  await alarm(two, '15 10:30', 1, 160);
  await alarm(two, '17 09:30', DSM);
  await alarm(strange, '16 11:00', 1, 120);
  await createPartitions(server.db, 400).ensure([dayOf(march('16 00:00')), dayOf(march('15 00:00'))]);
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    values (${one}, ${at(march('16 07:50'))}, ${at(march('16 07:50'))}, 113.25, 23.125, 0, 0, 0, 0, 3, false, 0)`);
  await rebuildRollups(server.db, { from: '2026-03-10', to: '2026-03-18', timeZone: 'Asia/Shanghai' });
});
afterAll(() => fixture.server.stop());

const rowOf = async (reportId: number, conditions: Record<string, string>, name: string): Promise<ReportRow> =>
  (await fixture.page(reportId, conditions)).list.find(({ cells }) => cells['driverName'] === name)!;

describe('alarms by driver', () => {
  const columns = [
    'driverName',
    'driverCert',
    'driverKm',
    'driverSec',
    'alarmCount',
    'overCount',
    'fatigueCount',
    'dsmCount',
    'alarmPer100',
  ];

  it('include drivers on duty and unidentified drivers, but no foreign drivers', async () => {
    const { list, sums } = await fixture.page(404004, RANGE);
    expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
      ['伯特', 'Q00000002', 310, 21_000, 3, 1, 1, 1, 0.97],
      ['安娜', 'Q00000001', 490, 43_200, 2, 1, 1, 0, 0.41],
      ['未识别驾驶员', null, 40, 3_600, 1, 1, 0, 0, 2.5],
    ]);
    expect(list.map(({ cells }) => cells['deptName'])).toEqual(['华东', '华东', null]);
    expect(sums).toMatchObject({ driverKm: 840, driverSec: 67_800, alarmCount: 6, overCount: 3, alarmPer100: 0.71 });
    expect(await fixture.cells(404004, { ...RANGE, driverIds: String(anna) }, ['alarmCount'])).toEqual([[2]]);
    expect(await fixture.cells(404004, { ...RANGE, driverIds: String(zoe) }, ['alarmCount'])).toEqual([]);
    expect(await fixture.cells(404004, { ...RANGE, alarmTypes: '104' }, ['driverName', 'alarmCount'])).toEqual([
      ['安娜', 1],
      ['伯特', 1],
    ]);
    expect((await fixture.chart(404004, RANGE)).x).toEqual(['伯特', '安娜', '未识别驾驶员']);
    expect((await fixture.page(404004, RANGE, 'en')).list[2]!.cells['driverName']).toBe('Driver not identified');
    await inEveryOrder(fixture, 404004, RANGE);
  });

  it('have a column for each type, with a link to its alarms', async () => {
    const { list, sums } = await fixture.page(404004, RANGE);
    const kinds = ['t1', `t${DSM}`, 't100', 't104'];
    expect(list.map(({ cells }) => kinds.map((key) => cells[key]))).toEqual([
      [1, 1, 0, 1],
      [0, 0, 1, 1],
      [1, 0, 0, 0],
    ]);
    expect(kinds.map((key) => (sums as Record<string, number>)[key])).toEqual([2, 1, 1, 2]);
    for (const { ids, cells } of list)
      for (const key of kinds) {
        const { data } = await fixture.call('getReportRedirectorTabs', {
          reportId: 404004,
          conditions: RANGE,
          colEName: key,
          ids,
        });
        const [target] = (data as { list: { reportId: number; conditions: Record<string, string> }[] }).list;
        expect(target!.reportId).toBe(404001);
        expect(await fixture.cells(404001, target!.conditions, ['driverName'])).toHaveLength(Number(cells[key]));
      }
    const chosen = await fixture.page(404004, { ...RANGE, alarmTypes: '104,100' });
    expect(Object.keys(chosen.list[0]!.cells).filter((key) => /^t\d/.test(key))).toEqual(['t100', 't104']);
    await inEveryOrder(fixture, 404004, { ...RANGE, alarmTypes: '104,100' });
  });

  it('link from each count to exactly those alarms', async () => {
    for (const { ids, cells } of (await fixture.page(404004, RANGE)).list)
      for (const column of ['alarmCount', 'overCount', 'fatigueCount']) {
        if (cells[column] === 0) continue;
        const target = fixture.drill(404004, RANGE, { ids, cells } as ReportRow, column)[404001]!;
        const found = await fixture.cells(404001, target, ['driverName', 'startTime']);
        expect(found).toHaveLength(Number(cells[column]));
        expect(new Set(found.map(([name]) => name))).toEqual(
          new Set([cells['driverName'] === '未识别驾驶员' ? null : cells['driverName']]),
        );
      }
  });

  it('are ranked, and graded by how far the speed exceeded the limit', async () => {
    const ranks = await fixture.cells(404005, { ...RANGE, groupBy: 'driver' }, [
      'rankNo',
      'carNo',
      'driverName',
      'alarmCount',
      'mileage',
      'alarmPer100',
    ]);
    expect(ranks).toEqual([
      [1, null, '伯特', 3, 310, 0.97],
      [2, null, '安娜', 2, 490, 0.41],
      [3, null, '未识别驾驶员', 1, 40, 2.5],
    ]);
    const conditions = { ...RANGE, groupBy: 'driver' };
    const graded = await fixture.page(404010, conditions);
    expect(
      graded.list.map(({ cells }) =>
        ['driverName', 'overCount', 'grade1', 'grade3', 'grade4', 'maxSpeed', 'overCars'].map((key) => cells[key]),
      ),
    ).toEqual(
      expect.arrayContaining([
        ['伯特', 1, 1, 0, 0, 105, null],
        ['安娜', 1, 0, 1, 0, 130, null],
        ['未识别驾驶员', 1, 0, 0, 1, 160, null],
      ]),
    );
    expect(graded.list).toHaveLength(3);
    for (const row of graded.list)
      expect((await fixture.page(404009, fixture.drill(404010, conditions, row, 'overCount')[404009])).list).toHaveLength(1);
    // by vehicle each alarm counts once, for any driver
    expect(
      await fixture.cells(404010, { ...RANGE, groupBy: 'car' }, ['carNo', 'overCount', 'grade1', 'grade3', 'driverName']),
    ).toEqual([
      ['粤B10001', 2, 1, 1, null],
      ['粤B10002', 1, 0, 0, null],
    ]);
    expect(await fixture.cells(404010, { ...RANGE, groupBy: 'dept' }, ['deptName', 'overCount', 'overCars'])).toEqual([
      ['华东', 3, 2],
    ]);
    expect((await fixture.chart(404010, conditions)).x.toSorted()).toEqual(['伯特', '安娜', '未识别驾驶员'].toSorted());
    for (const groupBy of ['driver', 'car', 'dept'])
      for (const report of [404005, 404010, 404012]) await inEveryOrder(fixture, report, { ...RANGE, groupBy });
  });

  it('of fatigue are shown with the driving times', async () => {
    const columns = ['driverName', 'driveSec', 'fatigueCount', 'fatigueSec', 'longestSec', 'over8Days'];
    const conditions = { ...RANGE, groupBy: 'driver' };
    expect(await fixture.cells(404012, conditions, columns)).toEqual(
      expect.arrayContaining([
        ['安娜', 43_200, 1, 60, 16_200, 1],
        ['伯特', 21_000, 1, 60, 17_400, 0],
      ]),
    );
    expect(
      await fixture.cells(404012, { ...RANGE, groupBy: 'dept', driverIds: String(anna) }, [
        'driveSec',
        'fatigueCount',
        'over8Days',
      ]),
    ).toEqual([[43_200, 1, 1]]);
    const long = await fixture.server.db.query<{ plate: string; days: number }>(`
      select v.plate, count(k.day)::integer as days from vehicle v left join (
        select vehicle_id, day from driver_day where driver_id <> 0 group by vehicle_id, driver_id, day having sum(drive_s) > 28800) k
        on k.vehicle_id = v.id group by v.plate`);
    const byCar = (await fixture.cells(404012, { ...RANGE, groupBy: 'car' }, ['carNo', 'over8Days'])) as [string, number][];
    expect(byCar.some(([, days]) => days > 0)).toBe(true);
    for (const [plate, days] of byCar) expect({ plate, days }).toEqual(long.find((one) => one.plate === plate));
    const row = await rowOf(404012, conditions, '伯特');
    const target = fixture.drill(404012, conditions, row, 'fatigueCount')[404011]!;
    const detail = ['driverName', 'driveStart', 'contSec', 'restSec'];
    expect(await fixture.cells(404011, target, detail)).toEqual([['伯特', march('16 08:00'), 260 * 60, null]]);
    expect(await fixture.cells(404011, { ...TIMES, driverIds: String(anna) }, detail)).toEqual([
      ['安娜', march('13 05:30'), 250 * 60, 3_600],
    ]);
    // all that the driver drove in the 24 hours up to the end of the alarm
    const [[continuous, day]] = (await fixture.cells(404011, target, ['contSec', 'dayDriveSec'])) as [[number, number]];
    expect(day).toBeGreaterThan(0);
    expect(day).toBeLessThanOrEqual(86_400);
    expect(continuous).toBe(260 * 60);
    const [alarmRow] = (await fixture.page(404011, target)).list;
    const trips = fixture.drill(404011, target, alarmRow!, 'driveStart')[405001]!;
    expect(await fixture.cells(405001, trips, ['driverName', 'tripKm'])).toEqual([
      ['伯特', 100],
      ['伯特', 150],
    ]);
  });
});

describe('driver card events', () => {
  it('are sign-ins with their matching sign-out, and unmatched events', async () => {
    const columns = [
      'carNo',
      'driverName',
      'driverCert',
      'issuer',
      'certExpiry',
      'cardAction',
      'startTime',
      'endTime',
      'dutySec',
      'dutySource',
      'cardResult',
    ];
    const { list, sums } = await fixture.page(405009, TIMES);
    expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
      ['粤B10002', '伯特', 'Q00000002', '运管局', '2029-09-09', 1, march('17 08:58'), null, 86_400, 1, 0],
      ['粤B10001', null, null, null, null, 1, march('17 07:00'), null, null, 1, 3],
      ['粤B10001', '伯特', 'Q00000002', '运管局', '2029-09-09', 1, march('16 07:55'), march('16 13:05'), 18_600, 1, 0],
      ['粤B10002', null, null, null, null, 2, march('15 06:00'), null, null, 1, null],
    ]);
    expect(sums).toEqual({ dutySec: 105_000 });
    // the place of the vehicle
    expect(list.map(({ cells }) => cells['startPos'] !== null)).toEqual([false, false, true, false]);
    expect(await fixture.cells(405009, { ...TIMES, cardResult: '3' }, ['startTime'])).toEqual([[march('17 07:00')]]);
    expect(await fixture.cells(405009, { ...TIMES, driverIds: String(bert), carIds: String(one) }, ['startTime'])).toEqual([
      [march('16 07:55')],
    ]);
    expect(await fixture.cells(405009, { ...TIMES, driverIds: String(zoe) }, ['startTime'])).toEqual([]);
    const target = fixture.drill(405009, TIMES, list[2]!, 'startTime')[405010]!;
    expect(await fixture.cells(405010, target, ['statDate', 'driverName'])).toEqual([['2026-03-16', '伯特']]);
    await inEveryOrder(fixture, 405009, TIMES);
  });
});

describe('driving hours', () => {
  it('are reported by day, with sign-in time and weekly total', async () => {
    const columns = [
      'statDate',
      'driverName',
      'carCount',
      'dutySec',
      'driverSec',
      'driverNight',
      'longestSec',
      'driverKm',
      'week44',
      'fatigueCount',
    ];
    const { list, sums } = await fixture.page(405010, RANGE);
    const rows = [
      ['2026-03-17', '伯特', 1, 15 * 3600 + 120, 3_600, 0, 3_600, 60, 21_000, 0],
      ['2026-03-16', '安娜', 1, 0, 10_800, 3_600, 10_800, 90, 43_200, 0],
      ['2026-03-16', '伯特', 1, 18_600, 17_400, 0, 17_400, 250, 17_400, 1],
      ['2026-03-13', '安娜', 1, 0, 32_400, 1_800, 16_200, 400, 32_400, 1],
    ];
    expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual(rows);
    expect(sums).toEqual({
      dutySec: 72_720,
      driverSec: 64_200,
      driverNight: 5_400,
      driverKm: 800,
      fatigueCount: 2,
      longestSec: 17_400,
    });
    // the week reaches back beyond the range, and who was only signed in has a day
    expect(
      await fixture.cells(405010, { staticDate: '2026-03-17,2026-03-18' }, [
        'statDate',
        'driverName',
        'dutySec',
        'driverSec',
        'week44',
      ]),
    ).toEqual([
      ['2026-03-18', '伯特', 8 * 3600 + 58 * 60, 0, 21_000],
      ['2026-03-17', '伯特', 54_120, 3_600, 21_000],
    ]);
    expect(await fixture.cells(405010, { ...RANGE, driverIds: String(zoe) }, ['statDate'])).toEqual([]);
    const target = fixture.drill(405010, RANGE, list[2]!, 'fatigueCount')[404011]!;
    expect(await fixture.cells(404011, target, ['startTime'])).toEqual([[march('16 12:30')]]);
    await inEveryOrder(fixture, 405010, RANGE);
  });

  it('form the daily record with driving data and alarms', async () => {
    const columns = [
      'statDate',
      'driverName',
      'carNo',
      'dutyStart',
      'dutyEnd',
      'driverSec',
      'driverKm',
      'longestSec',
      'overCount',
      'fatigueCount',
      'dsmCount',
    ];
    expect(await fixture.cells(408010, RANGE, columns)).toEqual([
      ['2026-03-17', '伯特', '粤B10002', march('17 08:58'), null, 3_600, 60, 3_600, 0, 0, 1],
      ['2026-03-16', '安娜', '粤B10001', null, null, 10_800, 90, 10_800, 1, 0, 0],
      ['2026-03-16', '伯特', '粤B10001', march('16 07:55'), march('16 13:05'), 17_400, 250, 17_400, 1, 1, 0],
      ['2026-03-13', '安娜', '粤B10001', null, null, 32_400, 400, 16_200, 0, 1, 0],
    ]);
    const row = (await fixture.page(408010, RANGE)).list[2]!;
    expect(await fixture.cells(404009, fixture.drill(408010, RANGE, row, 'overCount')[404009]!, ['startTime'])).toEqual([
      [march('16 09:00')],
    ]);
    expect(await fixture.cells(405010, fixture.drill(408010, RANGE, row, 'driverSec')[405010]!, ['driverSec'])).toEqual([
      [17_400],
    ]);
    await inEveryOrder(fixture, 408010, RANGE);
  });

  it('of the last thirty closed days are shown in the list of drivers', async () => {
    const columns = ['driverName', 'driverKm', 'driverSec', 'overCount', 'fatigueCount', 'dsmCount'];
    const { list } = await fixture.page(401017, {});
    expect(list.map(({ cells }) => columns.map((key) => cells[key]))).toEqual([
      ['伯特', 310, 21_000, 1, 1, 1],
      ['安娜', 490, 43_200, 1, 1, 0],
    ]);
    const target = fixture.drill(401017, {}, list[0]!, 'overCount')[404004]!;
    expect(await fixture.cells(404004, target, ['driverName', 'alarmCount'])).toEqual([['伯特', 1]]);
  });
});

it('drivers can be selected only from the user’s own companies', async () => {
  const { data } = await fixture.call('getReportPullDownVal', { kind: 'driver' });
  expect((data as { list: { label: string }[] }).list.map(({ label }) => label).toSorted()).toEqual(['伯特', '安娜'].toSorted());
});

it('trips have the driver of that time', async () => {
  const { east } = fixture;
  const conditions = { deptId: String(east), staticDate: '2026-03-11,2026-03-17', driverIds: String(bert) };
  expect(await fixture.cells(405001, conditions, ['carNo', 'driverName', 'tripKm'])).toEqual([
    ['粤B10001', '伯特', 100],
    ['粤B10001', '伯特', 150],
    ['粤B10002', '伯特', 60],
  ]);
});
