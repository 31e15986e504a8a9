import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { admit, emptyDrift, type TrackPoint } from '../../../engine/drift.ts';
import { fillDriftPoints, registerDriftBackfill } from '../../../ingest/drift-backfill.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import { createLog } from '../../../platform/observe/log.ts';

let server: TestReports;
let [before, day] = ['', ''];
let [own, branch, foreign] = [0, 0, 0];
const t = (clock: string) => timeOf(day, clock);
const ms = (clock: string) => t(clock).getTime();
const onDay = () => ({ timeRange: `${day} 00:00:00,${day} 23:59:59` });

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  [before, day] = [dayBefore(server.clock.now, 2), dayBefore(server.clock.now, 1)];
  await server.partitions(before);
  await server.partitions(day);
}, 120_000);
afterAll(() => server.stop());

describe('gaps', () => {
  const gap = (vehicle: number, from: string, to: string, km: number, kind: number, cause = 2) =>
    server.add('position_gap', {
      vehicle_id: vehicle,
      from_at: t(from),
      to_at: t(to),
      from_lng: 113.1,
      from_lat: 23.1,
      to_lng: 113.2,
      to_lat: 23.2,
      gap_s: (ms(to) - ms(from)) / 1000,
      distance_km: km,
      odo_diff_km: km + 0.5,
      kind,
      cause,
    });
  beforeAll(async () => {
    await gap(own, '08:00:00', '08:10:00', 3, 3);
    await gap(own, '09:00:00', '09:02:00', 2.5, 2, 1);
    await gap(own, '10:00:00', '12:00:00', 60, 7, 3);
    await gap(branch, '10:00:00', '10:20:00', 0, 1);
    await gap(branch, '13:00:00', '15:00:00', 50, 4);
    await gap(foreign, '08:00:00', '12:00:00', 99, 7);
  });

  it('are interruptions and missing sections, longest distance first', async () => {
    const { list, sums } = await server.ask(406001, onDay());
    expect(
      list.map(({ cells }) => [cells['carNo'], cells['gapSec'], cells['gapKm'], cells['gapSpeed'], cells['gapKind']]),
    ).toEqual([
      ['粤B10001', 7200, 60, 30, 3],
      ['粤B10001', 600, 3, 18, 2],
      ['粤B10002', 1200, 0, 0, 2],
    ]);
    expect(list[0]!.cells).toMatchObject({
      startTime: ms('10:00:00'),
      endTime: ms('12:00:00'),
      gapOdoKm: 60.5,
      deptName: '集团',
    });
    expect(list[0]!.ids['about']).toBe(`${day} 09:55:00,${day} 10:05:00`);
    expect(sums).toEqual({ gapSec: 9000, gapKm: 63 });
    const km = async (conditions: Record<string, string>) =>
      (await server.ask(406001, { ...onDay(), ...conditions })).list.map(({ cells }) => cells['gapKm']);
    expect(await km({ durationMin: '0' })).toEqual([60, 3, 2.5, 0]);
    expect(await km({ gapKm: '3' })).toEqual([60, 3]);
    expect(await km({ carIds: String(branch) })).toEqual([0]);
  });
  it('include movements while the vehicle was offline', async () => {
    const { list, sums } = await server.ask(406003, onDay());
    expect(list.map(({ cells }) => [cells['carNo'], cells['gapKm']])).toEqual([
      ['粤B10001', 60],
      ['粤B10002', 50],
    ]);
    expect(sums).toEqual({ gapKm: 110 });
    expect(await server.follow(406003, list[0]!, 'startTime', onDay())).toEqual({
      401003: { carIds: String(own), timeRange: `${day} 09:55:00,${day} 10:05:00` },
    });
  });
});

describe('unqualified positions', () => {
  it('show all their faults, including positions outside all partitions', async () => {
    for (const vehicle of [own, foreign]) {
      await server.add('position', position(vehicle, t('05:00:00')));
      await server.add('position', position(vehicle, t('05:01:00'), { quality: 1 | 4, speed_kmh: 222 }));
      await server.add('position', position(vehicle, t('05:02:00'), { quality: 128 }));
      await server.add('position', position(vehicle, t('05:03:00'), { quality: 16 | 128 }));
      await server.add(
        'position_odd',
        position(vehicle, timeOf('2000-01-01', '00:00:00'), { received_at: t('05:04:00'), quality: 2 }),
      );
      await server.add('vehicle_day', {
        vehicle_id: vehicle,
        day,
        department_id: 0,
        point_total: 4,
        point_valid: 2,
        err_coord: 1,
        err_speed: 1,
        err_altitude: 1,
        err_time: 1,
      });
    }
    const { list } = await server.ask(406004, onDay());
    expect(list.map(({ cells }) => [cells['terminalNo'], cells['recvTime'], cells['qualityText']])).toEqual([
      ['13800000001', ms('05:03:00'), '海拔'],
      ['13800000001', ms('05:01:00'), '经纬度, 速度'],
      ['13800000001', ms('05:04:00'), '时间'],
    ]);
    expect(list[1]!.cells).toMatchObject({ gpsTime: ms('05:01:00'), speed: 222, heading: 90, altitude: 21, lng: 113.2644 });
    const found = async (errKinds: string) => (await server.ask(406004, { ...onDay(), errKinds })).total;
    expect([await found('4'), await found('2,16'), await found('64')]).toEqual([1, 2, 0]);
    expect((await server.ask(406004, { timeRange: `${day} 05:02:00,${day} 05:03:30` })).total).toBe(1);
    expect((await server.draw(406004, onDay())).series[0]!.values).toEqual([1, 1, 1]);
    // of a clock that is a day ahead
    const tomorrow = dayBefore(server.clock.now, 0);
    await server.partitions(tomorrow);
    await server.add('position', position(own, timeOf(tomorrow, '06:00:00'), { received_at: t('06:00:00'), quality: 2 }));
    const onTime = async (date: string) =>
      (await server.ask(406004, { timeRange: `${date} 00:00:00,${date} 23:59:59`, errKinds: '2' })).list;
    expect((await onTime(day)).map(({ cells }) => [cells['gpsTime'], cells['recvTime']])).toEqual([
      [timeOf(tomorrow, '06:00:00').getTime(), ms('06:00:00')],
      [timeOf('2000-01-01', '00:00:00').getTime(), ms('05:04:00')],
    ]);
    await server.add('vehicle_day', {
      vehicle_id: own,
      day: tomorrow,
      department_id: 0,
      point_total: 2,
      point_valid: 1,
      err_time: 1,
    });
    expect(await onTime(tomorrow)).toEqual([]);
    // of a day whose figures are not saved yet
    await server.partitions(before);
    await server.add('position', position(own, timeOf(before, '07:00:00'), { quality: 8 }));
    expect((await server.ask(406004, { timeRange: `${before} 00:00:00,${before} 23:59:59` })).total).toBe(1);
  });
});

/** Numbers in [0, 1), the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** A drive over midnight with fixes thrown about, alone, together and for good. */
function wildTrack(seed: number, from: number): TrackPoint[] {
  const random = randomOf(seed);
  const track: TrackPoint[] = [];
  let [at, lng, lat, wild] = [from, 113, 23, 0];
  let [offLng, offLat] = [0, 0];
  for (let i = 0; i < 240; i++) {
    at += Math.ceil(5 + random() * 55) * 1000;
    lng += (random() - 0.5) * 0.004;
    lat += (random() - 0.5) * 0.004;
    if (wild === 0 && random() < 0.08) wild = Math.ceil(random() * 8);
    else if (wild > 0) wild--;
    // some stay together at the wrong place, some jump again, some are just beyond the limit
    if (wild > 0 && (offLng === 0 || random() < 0.5))
      [offLng, offLat] = [random() * (random() < 0.3 ? 0.02 : 0.5), random() * 0.02];
    if (wild === 0) [offLng, offLat] = [0, 0];
    track.push({ at, lng: lng + offLng, lat: lat + offLat, speedKmh: 40, accOn: true });
  }
  return track;
}

/** The points that the engine's filter drops, with the last accepted point. */
function dropped(track: readonly TrackPoint[]): { point: TrackPoint; last: TrackPoint; km: number }[] {
  const state = emptyDrift();
  const believed = new Set<TrackPoint>([track[0]!]);
  for (const point of track) admit(state, point, null, (_, __, to) => void believed.add(to));
  const held = new Set(state.held);
  const wild = track.filter((point) => !believed.has(point) && !held.has(point));
  return wild.map((point) => ({ point, last: track.findLast((each) => each.at < point.at && believed.has(each))!, km: 0 }));
}

describe('drift', () => {
  it('consists of the points that the engine dropped, on any track and across midnight', async () => {
    const expected: unknown[] = [];
    for (const [i, vehicle] of [own, branch, foreign].entries()) {
      const track = wildTrack(i + 1, timeOf(before, '23:00:00').getTime());
      for (const { at, lng, lat } of track) await server.add('position', position(vehicle, new Date(at), { lng, lat }));
      // no place that counts: no fix, a wrong clock, nowhere
      await server.add('position', position(vehicle, new Date(track[5]!.at + 500), { lng: 80, quality: 128 }));
      await server.add('position', position(vehicle, new Date(track[9]!.at + 500), { lng: 0, lat: 0 }));
      const wild = dropped(track);
      if (vehicle !== foreign)
        expected.push(...wild.map(({ point, last }) => [String(vehicle), point.at, Math.round((point.at - last.at) / 1000)]));
    }
    // as an upgrade leaves days with drift
    await server.db.run(
      'insert into drift_point_due (vehicle_id, day) select v, d from unnest($1::int[]) v, unnest($2::date[]) d',
      [
        [own, branch, foreign],
        [before, day],
      ],
    );
    const backfill = { db: server.db, log: createLog('silent'), timeZone: 'Asia/Shanghai' };
    expect(await fillDriftPoints(backfill, new AbortController().signal)).toBe(6);
    // the schedule ends with the first run that finds nothing left
    let isScheduled = false;
    const { signal } = new AbortController();
    const runs: (() => Promise<void>)[] = [];
    const schedule: Jobs['schedule'] = (job, _pattern, payload) => {
      isScheduled = true;
      runs.push(() => job.run(payload, { signal, attempt: 1 }));
      return () => {
        isScheduled = false;
      };
    };
    registerDriftBackfill({ register: () => undefined, schedule }, backfill);
    expect(isScheduled).toBe(true);
    await runs[0]!();
    expect(isScheduled).toBe(false);
    const { list } = await server.ask(406002, { timeRange: `${before} 00:00:00,${day} 23:59:59` });
    const found = list.map(({ ids, cells }) => [ids['carId'], cells['gpsTime'], cells['gapSec']]);
    const byTime = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
    expect(expected.length).toBeGreaterThan(20);
    expect(found.sort(byTime)).toEqual(expected.sort(byTime));
    for (const { cells } of list) expect(cells['gapKm']).toBeGreaterThan(0);
    const second = await server.ask(406002, onDay());
    expect(second.list.map(({ cells }) => cells['gpsTime']).every((at) => dayBefore(at, 0) === day)).toBe(true);
    expect(second.total).toBe(expected.filter((row) => dayBefore((row as [string, number])[1], 0) === day).length);
  });
});
