import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drive, driving, idling, type Leg, parked, SHANGHAI, toReport } from '../../../../test/support/engine/track.ts';
import {
  alarm,
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { takeSilentSegments } from '../../../engine/silence.ts';
import { onLocation } from '../../../engine/vehicle.ts';
import { emptyState } from '../../../engine/vehicle-state.ts';
import { json, sql } from '../../../platform/db/database.ts';

let server: TestReports;
let day = '';
let [own, branch, foreign] = [0, 0, 0];
const t = (clock: string) => timeOf(day, clock);
const ms = (clock: string) => t(clock).getTime();
const onDay = () => ({ staticDate: `${day},${day}` });
const place = { start_lng: 113.1, start_lat: 23.1, end_lng: 113.2, end_lat: 23.2 };

const trip = (vehicle: number, from: string, to: string, km: number) =>
  server.add('trip', {
    vehicle_id: vehicle,
    start_at: t(from),
    end_at: t(to),
    ...place,
    distance_km: km,
    max_speed_kmh: 80,
    points: 9,
  });
const stop = (vehicle: number, from: string, to: string, accOnS: number) =>
  server.add('stop', { vehicle_id: vehicle, start_at: t(from), end_at: t(to), lng: 113.3, lat: 23.3, acc_on_s: accOnS });
const ignition = (vehicle: number, from: string, to: string, on: boolean, km: number) =>
  server.add('acc_segment', {
    vehicle_id: vehicle,
    start_at: t(from),
    end_at: t(to),
    acc_on: on,
    ...place,
    distance_km: km,
    continued: false,
  });

let areas = 0;

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  day = dayBefore(server.clock.now, 1);
  await server.partitions(day);
  await trip(own, '08:00:00', '09:00:00', 40);
  await trip(own, '10:00:00', '10:10:00', 5);
  await trip(branch, '08:00:00', '08:30:00', 20);
  await trip(foreign, '08:00:00', '08:30:00', 99);
  for (const [clock, odometer] of [
    ['07:59:00', 90],
    ['08:00:00', 100],
    ['08:30:00', null],
    ['08:59:00', 141.5],
    ['09:01:00', 150],
    // the limit was changed during the second trip
    ['10:00:00', 150],
    ['10:05:00', 7],
  ] as const)
    await server.add('position', position(own, t(clock), { odometer_km: odometer }));
  await server.add('alarm', alarm(own, t('08:20:00'), 1));
  await server.add('alarm', alarm(own, t('08:25:00'), 1, { brief: true }));
  await server.add('alarm', alarm(own, t('08:20:00'), 4));
  await server.add('alarm', alarm(own, t('09:30:00'), 1));
  for (const vehicle of [own, foreign]) {
    await stop(vehicle, '12:00:00', '12:30:00', 1200);
    await stop(vehicle, '13:00:00', '15:00:00', 60);
    await stop(vehicle, '16:00:00', '16:02:00', 0);
    await ignition(vehicle, '08:00:00', '10:10:00', true, 45);
    await ignition(vehicle, '10:10:00', '12:00:00', false, 0);
  }
  const figures = {
    day,
    gnss_km: 45,
    drive_s: 4200,
    idle_s: 1260,
    acc_on_s: 8400,
    acc_on_count: 2,
    trip_count: 2,
    max_speed: 80,
  };
  await server.add('vehicle_day', {
    vehicle_id: own,
    department_id: server.company,
    ...figures,
    night_drive_s: 30,
    ban_drive_s: 20,
    ban_km: 1.5,
  });
  await server.add('vehicle_day', { vehicle_id: foreign, department_id: server.foreign, ...figures });
  await server.add('online_day', {
    vehicle_id: own,
    day,
    department_id: server.company,
    online_s: 9000,
    login_count: 1,
    logout_count: 1,
    first_online_at: t('07:59:00'),
    last_online_at: t('16:00:00'),
  });
}, 120_000);
afterAll(() => server.stop());

describe('trips', () => {
  it('are listed by vehicle and time, each with its odometer distance and overspeed count', async () => {
    const { list, sums, total } = await server.ask(405001, onDay());
    expect(list.map(({ cells }) => [cells['carNo'], cells['startTime']])).toEqual([
      ['粤B10001', ms('08:00:00')],
      ['粤B10001', ms('10:00:00')],
      ['粤B10002', ms('08:00:00')],
    ]);
    expect(list[0]!.cells).toMatchObject({
      deptName: '集团',
      driverName: '李强',
      endTime: ms('09:00:00'),
      duration: 3600,
      tripKm: 40,
      odoMileage: 41.5,
      avgSpeed: 40,
      maxSpeed: 80,
      overCount: 1,
    });
    expect(list[0]!.ids).toMatchObject({ carId: String(own), about: `${day} 07:55:00,${day} 09:05:00` });
    expect(list[1]!.cells).toMatchObject({ odoMileage: null, avgSpeed: 30, overCount: 0 });
    expect([total, sums]).toEqual([3, { duration: 6000, tripKm: 65, odoMileage: 41.5, overCount: 1, maxSpeed: 80 }]);
  });
  it('are filtered by distance, vehicles and drivers', async () => {
    const count = async (conditions: Record<string, string>) => (await server.ask(405001, { ...onDay(), ...conditions })).total;
    const drivers = await server.db.query<{ id: number }>('select id from driver');
    expect(await count({ tripKmRange: '10,' })).toBe(2);
    expect(await count({ tripKmRange: ',10' })).toBe(1);
    expect(await count({ carIds: String(branch) })).toBe(1);
    expect(await count({ driverIds: String(drivers[0]!.id) })).toBe(2);
    expect(await count({ staticDate: [2, 2].map((days) => dayBefore(server.clock.now, days)).join() })).toBe(0);
  });
  it('are summarized by day, with the first start and the last end, and each day links to its trips', async () => {
    const { list, sums } = await server.ask(405002, onDay());
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        statDate: day,
        carNo: '粤B10001',
        tripCount: 2,
        mileage: 45,
        driveSec: 4200,
        avgSpeed: 38.6,
        nightSec: 30,
        banSec: 20,
        banKm: 1.5,
        maxSpeed: 80,
        startTime: ms('08:00:00'),
        endTime: ms('10:10:00'),
      }),
    ]);
    expect(sums).toMatchObject({ tripCount: 2, mileage: 45, maxSpeed: 80 });
    const there = (await server.follow(405002, list[0]!, 'tripCount', { ...onDay(), deptId: String(server.company) }))[405001]!;
    expect((await server.ask(405001, there)).total).toBe(2);
    expect(await server.draw(405002, onDay())).toMatchObject({ x: ['粤B10001'], series: [{ values: [45] }] });
  });
});

describe('stops', () => {
  it('are listed from the minimum duration on, as idling if the engine ran for at least half of the stop', async () => {
    const { list, sums } = await server.ask(405003, onDay());
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({ startTime: ms('12:00:00'), stopSec: 1800, stopKind: 1, idleSec: 1200, lng: 113.3, lat: 23.3 }),
      expect.objectContaining({ startTime: ms('13:00:00'), stopSec: 7200, stopKind: 2, idleSec: 60 }),
    ]);
    expect(sums).toEqual({ stopSec: 9000, idleSec: 1260 });
    expect((await server.ask(405003, { ...onDay(), durationMin: '0' })).total).toBe(3);
  });
  it('name the geofences they lie in, if visible to the caller, and can be filtered by them', async () => {
    const area = async (name: string, departmentId: number) => {
      const geo = json({ shape: 4, center: [113.3, 23.3], radiusM: 500 });
      return (await server.add('area_outline', { area_id: ++areas, department_id: departmentId, name, use_for: 1, geo }))!;
    };
    const visit = (place: number, from: string, to: string, vehicle = own) =>
      server.add('area_visit', {
        vehicle_id: vehicle,
        place_id: place,
        enter_at: t(from),
        leave_at: t(to),
        distance_km: 0,
        max_speed: 0,
        continued: false,
        ended: true,
      });
    const [yard, depot, secret] = [
      await area('货场', server.company),
      await area('堆场', server.branch),
      await area('别家场', server.foreign),
    ];
    for (const place of [yard, depot, secret]) await visit(place, '11:55:00', '12:40:00');
    // left before the stop, entered after its start
    await visit(yard, '12:41:00', '12:59:59');
    await visit(depot, '13:00:01', '15:00:00');
    await visit(yard, '13:00:00', '15:00:00', branch);
    const named = async (conditions: Record<string, string> = {}) =>
      (await server.ask(405003, { ...onDay(), ...conditions })).list.map(({ cells }) => [
        cells['startTime'],
        cells['areaName']?.split(', ').toSorted() ?? null,
      ]);
    expect(await named()).toEqual([
      [ms('12:00:00'), ['堆场', '货场']],
      [ms('13:00:00'), null],
    ]);
    const [first] = await server.db.query<{ of: number }>(sql`select area_id as of from area_outline where id = ${yard}`);
    expect(await named({ areaIds: String(first!.of) })).toEqual([[ms('12:00:00'), ['货场']]]);
    const [last] = await server.db.query<{ of: number }>(sql`select area_id as of from area_outline where id = ${secret}`);
    expect(await named({ areaIds: String(last!.of) })).toEqual([]);
  });
  it('are summarized by vehicle, and each summary links to its stops', async () => {
    const { list, sums } = await server.ask(405004, onDay());
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        statPeriod: `${day}~${day}`,
        stopCount: 2,
        stopSec: 9000,
        maxStop: 7200,
        idleSec: 1260,
        parkSec: 7740,
      }),
    ]);
    expect(sums).toEqual({ stopCount: 2, stopSec: 9000, maxStop: 7200, idleSec: 1260, parkSec: 7740 });
    const there = (await server.follow(405004, list[0]!, 'stopCount', { ...onDay(), durationMin: '0' }))[405003]!;
    expect((await server.ask(405003, there)).total).toBe(3);
    expect((await server.draw(405004, onDay())).series).toEqual([{ colEName: 'stopSec', values: [9000] }]);
  });
  it('with the engine on are listed as idling, longest first', async () => {
    const { list, sums } = await server.ask(405007, onDay());
    expect(list.map(({ cells }) => [cells['carNo'], cells['idleSec']])).toEqual([['粤B10001', 1200]]);
    expect(sums).toEqual({ idleSec: 1200 });
    const summed = await server.ask(405008, onDay());
    expect(summed.list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({ carNo: '粤B10001', accOnSec: 8400, idleSec: 1260, idleRate: 15 }),
    ]);
    expect(summed.sums).toEqual({ accOnSec: 8400, idleSec: 1260, idleRate: 15 });
    const there = (await server.follow(405008, summed.list[0]!, 'idleSec', onDay()))[405007]!;
    // the sum has no threshold
    expect((await server.ask(405007, there)).sums).toEqual({ idleSec: 1260 });
  });
});

describe('ignition', () => {
  it('is listed by period and state (on or off), and filtered by state and duration', async () => {
    const { list, sums } = await server.ask(405005, onDay());
    expect(list.map(({ cells }) => [cells['accState'], cells['startTime'], cells['duration'], cells['tripKm']])).toEqual([
      [1, ms('08:00:00'), 7800, 45],
      [0, ms('10:10:00'), 6600, 0],
    ]);
    expect(sums).toEqual({ duration: 14_400, tripKm: 45 });
    expect((await server.ask(405005, { ...onDay(), accState: '0' })).list.map(({ cells }) => cells['duration'])).toEqual([6600]);
    expect((await server.ask(405005, { ...onDay(), durationMin: '120' })).list.map(({ cells }) => cells['duration'])).toEqual([
      7800,
    ]);
  });
  it('is summarized by day with the first and last time online, and each day links to its periods', async () => {
    const { list } = await server.ask(405006, onDay());
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        statDate: day,
        accOnTimes: 2,
        accOnSec: 8400,
        driveSec: 4200,
        idleSec: 1260,
        idleRate: 15,
        firstOnline: ms('07:59:00'),
        lastOnline: ms('16:00:00'),
      }),
    ]);
    const there = (await server.follow(405006, list[0]!, 'accOnTimes', onDay()))[405005]!;
    expect((await server.ask(405005, there)).list.map(({ cells }) => cells['accState'])).toEqual([1]);
  });
});

describe('terminal media, video usage and repairs', () => {
  const shot = (vehicle: number, no: number, values: object = {}) =>
    server.add('media', {
      vehicle_id: vehicle,
      media_no: no,
      kind: 0,
      event: 1,
      channel: 2,
      at: t('08:00:00'),
      received_at: t('08:00:05'),
      lng: 113.1,
      lat: 23.1,
      extension: 'jpg',
      bytes: 1_572_864,
      digest: Buffer.from([no]),
      file: `${no}-of-${vehicle}`,
      ...values,
    });
  const repair = (vehicle: number, values: object) =>
    server.add('repair', {
      vehicle_id: vehicle,
      kind: 1,
      fault: 1,
      description: '换天线',
      source: 1,
      state: 5,
      end_at: t('11:00:00'),
      cost: 120.5,
      ...values,
    });

  it('media are listed with links to the files', async () => {
    await shot(own, 1);
    await shot(own, 2, { kind: 2, event: 0, lng: null, lat: null, at: t('09:00:00') });
    await shot(foreign, 3);
    const asked = { timeRange: `${day} 00:00:00,${day} 23:59:59` };
    const { list, sums } = await server.ask(405019, asked);
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({ mediaKind: 2, mediaEvent: 0, position: null, gpsTime: ms('09:00:00') }),
      expect.objectContaining({ mediaKind: 0, mediaEvent: 1, channelNo: 2, fileSize: 1.5, gpsTime: ms('08:00:00') }),
    ]);
    expect(list[0]!.cells['evidUrl']).toMatch(/^\/.*2-of-/);
    expect(sums).toEqual({ fileSize: 3 });
    expect((await server.ask(405019, { ...asked, mediaKinds: '0,1' })).total).toBe(1);
    expect((await server.ask(405019, { ...asked, mediaEvents: '0' })).total).toBe(1);
    await shot(own, 4, { channel: 3, at: t('10:00:00') });
    expect((await server.ask(405019, { ...asked, channels: '3,7' })).list.map(({ cells }) => cells['channelNo'])).toEqual([3]);
    await expect(server.ask(405019, { ...asked, channels: '3,x' })).rejects.toThrow('channels');
    await server.db.run(sql`delete from media where media_no = 4`);
    expect(await server.draw(405019, asked)).toMatchObject({ x: ['0', '2'], series: [{ values: [1, 1] }] });
  });
  it('views of live video, talks and recordings show the user, the duration and the result', async () => {
    const view = (vehicle: number, kind: string, from: string, values: object = {}) =>
      server.add('video_view', {
        vehicle_id: vehicle,
        account_id: server.boss,
        account_name: 'boss',
        channel: 1,
        stream_type: 0,
        data_type: 0,
        peer_ip: '127.0.0.1',
        kind,
        started_at: t(from),
        ended_at: t('12:00:00'),
        played_at: t('11:59:00'),
        bytes: 3_145_728,
        ...values,
      });
    await view(own, 'live', '11:58:00');
    await view(own, 'live', '11:59:00', { data_type: 3, reason: 'noStream' });
    await view(branch, 'talk', '11:59:30', {
      played_at: null,
      reason: 'refused',
      bytes: 0,
      account_id: null,
      account_name: 'gone',
    });
    await view(branch, 'replay', '11:59:40', { played_at: null, reason: 'noAnswer', bytes: 0 });
    await view(branch, 'download', '11:59:45', { played_at: null, bytes: 0 });
    await view(own, 'record', '11:59:50', { ended_at: null, played_at: null, bytes: 0 });
    await view(foreign, 'live', '11:59:00');
    const asked = { timeRange: `${day} 00:00:00,${day} 23:59:59` };
    const { list, sums } = await server.ask(405020, asked);
    expect(list.map(({ cells: c }) => [c['viewKind'], c['userName'], c['viewSec'], c['flowMb'], c['viewResult']])).toEqual([
      [7, 'boss', null, 0, null],
      [5, 'boss', 15, 0, 3],
      [2, 'boss', 20, 0, 2],
      [3, 'gone', 30, 0, 4],
      [4, 'boss', 60, 3, 5],
      [1, 'boss', 120, 3, 1],
    ]);
    expect(sums).toEqual({ viewSec: 245, flowMb: 6 });
    expect((await server.ask(405020, { ...asked, viewKinds: '1,4' })).total).toBe(2);
    expect((await server.ask(405020, { ...asked, userIds: String(server.boss) })).total).toBe(5);
    expect(await server.draw(405020, asked)).toMatchObject({ series: [{ values: [6, 0] }] });
  });
  it('repairs are listed if finished, with their cost', async () => {
    await repair(own, {});
    const due = { odometer_km: 50_000.5, next_km: 60_000, next_on: dayBefore(server.clock.now, -3), remark: '换机油' };
    await repair(own, { kind: 6, cost: 800, ...due });
    await repair(own, { state: 3, end_at: null });
    await repair(own, { state: 6 });
    await repair(foreign, {});
    const { list, sums } = await server.ask(405021, onDay());
    expect(list.map(({ cells }) => [cells['mtTime'], cells['mtKind'], cells['mtItems'], cells['mtCost']])).toEqual([
      [day, 3, '换天线', 120.5],
      [day, 2, '换天线', 800],
    ]);
    expect(sums).toEqual({ mtCost: 920.5 });
    expect(list[1]!.cells).toMatchObject({
      mtKm: 50_000.5,
      nextKm: 60_000,
      nextDate: due.next_on,
      leftDays: 3,
      remark: '换机油',
    });
    expect((await server.ask(405021, { ...onDay(), mtKinds: '2' })).total).toBe(1);
    expect(list[0]!.cells).toMatchObject({ mtKm: null, nextKm: null, nextDate: null, leftDays: null, remark: null });
    expect((await server.ask(405021, { ...onDay(), mtKinds: '1' })).total).toBe(0);
    expect(await server.draw(405021, onDay())).toMatchObject({ x: ['2', '3'], series: [{ values: [800, 120.5] }] });
  });
});

describe('a trip, stop or ignition period that has not ended', () => {
  const asked = () => ({ staticDate: `${dayBefore(server.clock.now, 1)},${dayBefore(server.clock.now, 0)}` });
  /** Saves the engine state of a vehicle after these legs, which end `agoMs` before now. */
  const drives = async (vehicle: number, legs: readonly Leg[], agoMs = 30_000, silentMs?: number) => {
    const lastAt = Math.floor((server.clock.now - agoMs) / 60_000) * 60_000;
    const seconds = legs.reduce((sum, leg) => sum + leg.seconds, 0);
    const state = emptyState();
    for (const point of drive(legs, lastAt - seconds * 1000))
      onLocation(state, toReport(point, { vehicleId: vehicle }), SHANGHAI);
    if (silentMs !== undefined) takeSilentSegments(state, lastAt + silentMs);
    await server.db.run(sql`
      insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        status, status_since, engine)
      values (${vehicle}, now(), now(), 113.4, 23.4, 0, 0, 0, 0, 3, 2, now(), ${json(state)})
      on conflict (vehicle_id) do update set engine = excluded.engine`);
    return lastAt - seconds * 1000;
  };
  const openRows = async (report: number) =>
    (await server.ask(report, asked())).list.map(({ cells }) => cells).filter(({ endTime }) => endTime === null);

  it('is listed without an end time, with its duration up to now', async () => {
    const startAt = await drives(own, [driving(20)]);
    await drives(foreign, [driving(20)]);
    const minute = Math.floor(server.clock.now / 60_000) * 60_000;
    expect(await openRows(405001)).toMatchObject([
      { carNo: '粤B10001', startTime: startAt, endPos: null, duration: Math.round((minute - startAt) / 1000) },
    ]);
    expect(await openRows(405005)).toMatchObject([{ carNo: '粤B10001', accState: 1, startTime: startAt }]);
    expect(await openRows(405003)).toEqual([]);
    const parkedAt = await drives(own, [idling(10), parked(600)]);
    expect(await openRows(405003)).toMatchObject([{ startTime: parkedAt, idleSec: 600, stopKind: 2, lng: 113.4 }]);
    expect(await openRows(405007)).toMatchObject([{ startTime: parkedAt, idleSec: 600 }]);
    expect(await openRows(405001)).toEqual([]);
  });

  it('ends after silence, but parking continues', async () => {
    await drives(own, [driving(20)], 30_000, 660_000);
    expect(await openRows(405001)).toEqual([]);
    expect(await openRows(405005)).toEqual([]);
    await drives(own, [driving(20), parked(2)], 660_000, 660_000);
    expect(await openRows(405003)).toHaveLength(1);
  });
});
