import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, NOW, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { dayOf } from '../../../platform/db/day.ts';
import { createPartitions } from '../../../platform/db/partitions.ts';

let fixture: ReportFixture;
let [truck, bus, foreign, mate] = [0, 0, 0, 0];
const HOUR_S = 3_600;
/** position.quality: drift. */
const DRIFT = 256;
/** INDUSTRY */
const [FREIGHT, BUS] = [5, 6];
const MARCH = { timeRange: '2026-03-01 00:00:00,2026-03-18 11:00:00' };

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  truck = await addVehicle(server, { plate: '粤B10001', departmentId: east, driver: '王芳' });
  bus = await addVehicle(server, { plate: '粤B10002', departmentId: east });
  foreign = await addVehicle(server, { plate: '川A90001', departmentId: west });
  mate = await server.account('mate', east);
  await server.db.run(
    sql`update vehicle set created_at = ${at(shanghai('2026-01-01 08:00'))}, owner_phone = '13812345678', owner_name = '张三'`,
  );
  await server.db.run(
    sql`update vehicle set industry = case when id = ${bus} then ${BUS}::smallint else ${FREIGHT}::smallint end`,
  );
  const days = [shanghai('2026-03-08 12:00'), shanghai('2026-03-12 12:00')];
  await createPartitions(server.db, 400).ensure(days.map(dayOf));
  for (const id of [truck, bus, foreign]) {
    await stay(id, '2026-02-20 08:00', '2026-02-27 10:00');
    // less than a day offline; then two overlapping sessions, the earlier one lasts longer; then 4 days offline
    await stay(id, '2026-03-07 08:00', '2026-03-07 18:00');
    await stay(id, '2026-03-08 09:00', '2026-03-08 12:00');
    await stay(id, '2026-03-08 11:00', '2026-03-08 11:30');
    await stay(id, '2026-03-12 12:00', '2026-03-12 20:00');
  }
  await point(truck, '2026-03-08 11:59', 114.25, 0);
  await point(truck, '2026-03-08 12:00', 10, 0, DRIFT);
  await point(truck, '2026-03-12 19:58', 113.5, 42);
});
afterAll(() => fixture.server.stop());

const stay = (vehicleId: number, from: string, to: string) =>
  fixture.server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport)
    values (${vehicleId}, ${at(shanghai(from))}, ${at(shanghai(to))}, ${at(shanghai(to) + 60_000)}, 'idle', 'tcp')`);
const point = (vehicleId: number, when: string, lng: number, speedKmh: number, quality = 0) =>
  fixture.server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    values (${vehicleId}, ${at(shanghai(when))}, ${at(shanghai(when))}, ${lng}, 22.5, 10, ${speedKmh}, 90, 0, 3, false, ${quality})`);
type Note = {
  kind: 1 | 2 | 3;
  reason?: number;
  text?: string;
  expected?: string;
  since?: string;
  from?: string;
  to?: string;
  by?: number;
};
const note = (vehicleId: number, when: string, { kind, reason = 0, text = '', ...more }: Note) =>
  fixture.server.db.run(sql`
    insert into offline_note (vehicle_id, offline_since, kind, reason, expected_on, way, result, text, account_id, noted_at, valid_from, valid_to)
    values (${vehicleId}, ${at(more.since ? shanghai(more.since) : null)}, ${kind}, ${reason}, ${more.expected ?? null},
      ${kind === 2 ? 1 : null}, ${kind === 2 ? 2 : null}, ${text}, ${more.by ?? fixture.clerk}, ${at(shanghai(when))}, ${more.from ?? null}, ${more.to ?? null})`);
const forget = () => fixture.server.db.run('delete from offline_note');

describe('408005, offline trucks', () => {
  const columns = [
    'ledgerNo',
    'carNo',
    'lastOnline',
    'offlineSec',
    'offlineReason',
    'visitWay',
    'visitText',
    'visitResult',
    'visitUser',
  ];
  const nothing = [0, null, null, null, null];

  it('lists each offline period that overlaps the range, for general freight only', async () => {
    const before = shanghai('2026-02-27 10:00');
    const [first, last] = [shanghai('2026-03-08 12:00'), shanghai('2026-03-12 20:00')];
    expect(await fixture.cells(408005, MARCH, columns)).toEqual([
      [3, '粤B10001', last, (NOW - last) / 1000, ...nothing],
      [2, '粤B10001', first, 4 * 24 * HOUR_S, ...nothing],
      [1, '粤B10001', before, (7 * 24 + 22) * HOUR_S, ...nothing],
    ]);
    const one = { ...MARCH, timeRange: '2026-03-09 00:00:00,2026-03-10 00:00:00' };
    expect(await fixture.cells(408005, one, columns)).toEqual([[1, '粤B10001', first, 4 * 24 * HOUR_S, ...nothing]]);
    expect(await fixture.cells(408005, { ...one, offlineHours: '97' }, columns)).toEqual([]);
    expect(await fixture.cells(408005, { ...MARCH, offlineHours: '15' }, ['lastOnline'])).toHaveLength(4);
    await inEveryOrder(fixture, 408005, MARCH);
  });

  it('shows the last position, the handling during the period, and the filed stop', async () => {
    await note(truck, '2026-03-09 10:00', { kind: 1, reason: 3, text: '终端坏' });
    await note(truck, '2026-03-10 10:00', { kind: 2, text: '约好周四' });
    await note(truck, '2026-03-12 12:30', { kind: 2, text: '在线时的' });
    await note(truck, '2026-02-01 10:00', { kind: 3, reason: 1, from: '2026-03-18', to: '2026-03-19' });
    await note(foreign, '2026-03-09 10:00', { kind: 1, reason: 4, text: '别家' });
    const more = [...columns.slice(2), 'lastPos'];
    const [now, then] = await fixture.cells(408005, MARCH, more);
    expect(now!.slice(2)).toEqual([1, null, null, null, null, expect.any(String)]);
    expect(then!.slice(2, 7)).toEqual([3, 1, '约好周四', 2, 'clerk']);
    expect(then!.at(-1)).not.toBeNull();
    expect(now!.at(-1)).not.toEqual(then!.at(-1));
    expect((await fixture.chart(408005, MARCH)).values.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(3);
    const [row] = (await fixture.page(408005, MARCH)).list;
    expect(fixture.drill(408005, MARCH, row!, 'lastOnline')).toEqual({
      401003: { carIds: String(truck), timeRange: '2026-03-12 00:00:00,2026-03-12 23:59:59' },
    });
    await forget();
  });
});

describe('409010, visits to owners', () => {
  it('lists visits in the range with their results', async () => {
    const range = { staticDate: '2026-03-01,2026-03-18' };
    await note(truck, '2026-03-10 10:00', {
      kind: 2,
      text: '约好周四',
      since: '2026-03-08 12:00',
      expected: '2026-03-12',
      reason: 2,
    });
    await note(bus, '2026-03-11 10:00', { kind: 2, text: '再打', by: mate });
    await note(bus, '2026-02-28 23:59', { kind: 2, text: '上月' });
    await note(bus, '2026-03-11 11:00', { kind: 1, text: '备注' });
    await note(foreign, '2026-03-11 11:00', { kind: 2, text: '别家' });
    const columns = [
      'ledgerNo',
      'carNo',
      'ownerMobile',
      'lastOnline',
      'offlineDays',
      'visitWay',
      'visitUser',
      'offlineReason',
      'visitText',
    ];
    expect(await fixture.cells(409010, range, [...columns, 'expectOnline'])).toEqual([
      [2, '粤B10002', '138****5678', null, null, 1, 'mate', 0, '再打', null],
      [1, '粤B10001', '138****5678', shanghai('2026-03-08 12:00'), 1, 1, 'clerk', 2, '约好周四', '2026-03-12'],
    ]);
    expect(await fixture.cells(409010, { ...range, userIds: String(mate) }, ['carNo'])).toEqual([['粤B10002']]);
    expect(await fixture.cells(409010, { ...range, visitResult: '2' }, ['carNo'])).toHaveLength(2);
    expect(await fixture.cells(409010, { ...range, visitResult: '1' }, ['carNo'])).toEqual([]);
    expect(await fixture.chart(409010, range)).toEqual({ x: ['2'], values: [2] });
    await inEveryOrder(fixture, 409010, range);
    await forget();
  });
});

describe('offline notes in the lists of vehicles', () => {
  it('401004 shows the newest notes of each vehicle, for the current offline period only', async () => {
    await note(truck, '2026-03-09 10:00', { kind: 1, reason: 3, text: '上次的' });
    await note(truck, '2026-03-13 10:00', { kind: 1, reason: 4, text: '欠费', expected: '2026-03-25' });
    await note(truck, '2026-03-14 10:00', { kind: 2, text: '已缴费' });
    const columns = ['carNo', 'offlineReason', 'expectOnline', 'noteTime', 'remark'];
    expect(await fixture.cells(401004, {}, columns)).toEqual([
      ['粤B10001', 4, '2026-03-25', shanghai('2026-03-14 10:00'), '已缴费'],
      ['粤B10002', 0, null, null, null],
    ]);
    expect(await fixture.cells(401004, { offlineReasons: '4,5' }, ['carNo'])).toEqual([['粤B10001']]);
    expect(await fixture.cells(401004, { offlineReasons: '0' }, ['carNo'])).toEqual([['粤B10002']]);
    const [row] = (await fixture.page(401004)).list;
    expect(fixture.drill(401004, {}, row!, 'noteTime')).toEqual({
      409010: { carIds: String(truck), staticDate: '2026-03-12,2026-03-18' },
    });
  });

  it('401004 omits vehicles with a filed stop unless they are requested', async () => {
    await note(bus, '2026-03-01 10:00', { kind: 3, reason: 1, text: '淡季', from: '2026-03-18', to: '2026-03-18' });
    expect(await fixture.cells(401004, {}, ['carNo'])).toEqual([['粤B10001']]);
    expect(await fixture.cells(401004, { withExempt: '1' }, ['carNo', 'offlineReason', 'remark'])).toContainEqual([
      '粤B10002',
      1,
      '淡季',
    ]);
    await fixture.server.db.run('update offline_note set valid_to = valid_from - 1 where kind = 3');
    expect(await fixture.cells(401004, {}, ['carNo', 'offlineReason'])).toContainEqual(['粤B10002', 0]);
  });

  it('401005 shows notes since the requested days', async () => {
    const days = { staticDate: '2026-03-13,2026-03-17' };
    expect(await fixture.cells(401005, days, ['carNo', 'offlineReason', 'remark'])).toEqual(
      expect.arrayContaining([
        ['粤B10001', 4, '已缴费'],
        ['粤B10002', 0, null],
      ]),
    );
    // the note of the 14th still says why it was silent on a later day
    const later = { staticDate: '2026-03-16,2026-03-16' };
    expect(await fixture.cells(401005, later, ['carNo', 'offlineReason', 'remark'])).toContainEqual(['粤B10001', 4, '已缴费']);
    await forget();
  });
});

describe('spot checks', () => {
  const RANGE = { timeRange: '2026-03-12 00:00:00,2026-03-18 11:00:00' };
  const check = (vehicleId: number, when: string, result: number, by: number, department = fixture.east) =>
    fixture.server.db.run(sql`
      insert into spot_check (vehicle_id, department_id, account_id, at, kind, result, note)
      values (${vehicleId}, ${department}, ${by}, ${at(shanghai(when))}, 1, ${result}, '看过')`);
  beforeAll(async () => {
    await check(truck, '2026-03-12 20:00', 1, fixture.clerk);
    await check(truck, '2026-03-12 21:00', 2, fixture.clerk);
    await check(bus, '2026-03-12 22:00', 4, mate);
    await check(truck, '2026-03-16 08:00', 2, mate);
    await check(foreign, '2026-03-12 22:00', 4, mate, fixture.west);
    for (const [id, points] of [
      [truck, 5],
      [bus, 0],
      [foreign, 9],
    ] as const)
      await fixture.server.db.run(sql`insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid)
        values (${id}, '2026-03-12', ${id === foreign ? fixture.west : fixture.east}, 10, ${points})`);
  });

  it('408006 shows each with the vehicle position at that time, and its speed if that position is recent', async () => {
    const columns = ['ledgerNo', 'spotTime', 'carNo', 'driverName', 'spotKind', 'speed', 'spotResult', 'remark', 'userName'];
    const time = (text: string) => shanghai(`2026-03-${text}`);
    expect(await fixture.cells(408006, RANGE, columns)).toEqual([
      [4, time('16 08:00'), '粤B10001', '王芳', 1, null, 2, '看过', 'mate'],
      [3, time('12 22:00'), '粤B10002', null, 1, null, 4, '看过', 'mate'],
      [2, time('12 21:00'), '粤B10001', '王芳', 1, null, 2, '看过', 'clerk'],
      [1, time('12 20:00'), '粤B10001', '王芳', 1, 42, 1, '看过', 'clerk'],
    ]);
    const places = await fixture.cells(408006, RANGE, ['position']);
    expect(places.map(([place]) => place === null)).toEqual([true, true, false, false]);
    expect(await fixture.cells(408006, { ...RANGE, spotResult: '2' }, ['ledgerNo'])).toHaveLength(2);
    expect(await fixture.cells(408006, { ...RANGE, userIds: String(mate), carIds: String(bus) }, ['carNo'])).toEqual([
      ['粤B10002'],
    ]);
    const { x, values } = await fixture.chart(408006, RANGE);
    expect(Object.fromEntries(x.map((key, i) => [key, values[i]]))).toEqual({ 1: 1, 2: 2, 4: 1 });
    const [row] = (await fixture.page(408006, RANGE)).list;
    expect(fixture.drill(408006, RANGE, row!, 'spotTime')).toEqual({
      401010: { carId: String(truck), timeRange: '2026-03-16 07:55:00,2026-03-16 08:05:00' },
    });
    await inEveryOrder(fixture, 408006, RANGE);
  });

  it('418003 counts them with the number of online vehicles, or by user', async () => {
    const days = { staticDate: '2026-03-12,2026-03-16' };
    const columns = ['statDate', 'deptName', 'userName', 'onlineCount', 'spotCars', 'spotCount', 'spotRate', 'spotBad'];
    expect(await fixture.cells(418003, days, columns)).toEqual([
      ['2026-03-16', '华东', null, 0, 1, 1, null, 1],
      ['2026-03-12', '华东', null, 1, 2, 3, 200, 2],
    ]);
    const users = { ...days, groupBy: 'user' };
    expect(await fixture.cells(418003, users, columns)).toEqual([
      ['2026-03-16', '华东', 'mate', null, 1, 1, null, 1],
      ['2026-03-12', '华东', 'clerk', null, 1, 2, null, 1],
      ['2026-03-12', '华东', 'mate', null, 1, 1, null, 1],
    ]);
    const { list, sums } = await fixture.page(418003, users);
    expect(sums).toEqual({ spotCount: 4, spotBad: 3, patrolCount: 0, patrolOk: 0, patrolRate: null });
    expect(fixture.drill(418003, users, list[0]!, 'spotCount')).toEqual({
      408006: { deptId: String(fixture.east), userIds: String(mate), timeRange: '2026-03-16 00:00:00,2026-03-16 23:59:59' },
    });
    const [row] = (await fixture.page(418003, { ...days, userIds: String(mate) })).list;
    expect(fixture.drill(418003, { ...days, userIds: String(mate) }, row!, 'spotCount')[408006]).toMatchObject({
      userIds: String(mate),
      deptOnly: '1',
    });
    expect(await fixture.chart(418003, days)).toEqual({ x: ['华东'], values: [4] });
    for (const conditions of [days, users]) await inEveryOrder(fixture, 418003, conditions);
  });

  it('418003 counts patrols of a video rotation, and links to them', async () => {
    const view = (vehicleId: number, when: string, by: number, seconds: number, { isPatrol = true, played = true } = {}) =>
      fixture.server.db.run(sql`
        insert into video_view (vehicle_id, account_id, account_name, channel, stream_type, data_type, peer_ip, started_at, played_at, ended_at, patrol)
        values (${vehicleId}, ${by}, 'x', 1, 1, 0, '10.0.0.9', ${at(shanghai(when))}, ${at(played ? shanghai(when) : null)},
          ${at(shanghai(when) + seconds * 1000)}, ${isPatrol})`);
    await view(truck, '2026-03-12 10:00', mate, 30);
    await view(bus, '2026-03-12 10:00', mate, 10, { played: false });
    await view(bus, '2026-03-12 10:01', mate, 9);
    await view(bus, '2026-03-12 10:02', mate, 60, { isPatrol: false });
    await view(truck, '2026-03-13 10:00', fixture.clerk, 30);
    await view(foreign, '2026-03-12 10:00', mate, 30);
    const days = { staticDate: '2026-03-12,2026-03-16' };
    const columns = ['statDate', 'spotCount', 'patrolCount', 'patrolOk', 'patrolRate'];
    expect(await fixture.cells(418003, days, columns)).toEqual([
      ['2026-03-16', 1, 0, 0, null],
      ['2026-03-13', 0, 1, 1, 100],
      ['2026-03-12', 3, 2, 1, 50],
    ]);
    const users = { ...days, groupBy: 'user' };
    expect(await fixture.cells(418003, users, ['statDate', 'userName', 'spotCount', 'patrolCount'])).toEqual([
      ['2026-03-16', 'mate', 1, 0],
      ['2026-03-13', 'clerk', 0, 1],
      ['2026-03-12', 'clerk', 2, 0],
      ['2026-03-12', 'mate', 1, 2],
    ]);
    const { list, sums } = await fixture.page(418003, users);
    expect(sums).toMatchObject({ patrolCount: 3, patrolOk: 2, patrolRate: 66.67 });
    const { [405020]: target } = fixture.drill(418003, users, list[3]!, 'patrolCount');
    expect(await fixture.cells(405020, target!, ['carNo', 'viewSec'])).toHaveLength(2);
  });
});
