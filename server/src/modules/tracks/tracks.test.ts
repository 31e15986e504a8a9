import type { Track } from '@fleetwarden/contract/tracks/schemas';
import { unpackTrack } from '@fleetwarden/contract/tracks/track-columns';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAlarm } from '../../../test/support/alarms.ts';
import { tableFiles } from '../../../test/support/files/workbooks.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { DRIVEN_DEGREES } from '../../../test/support/tracks.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';

/** Rows of ALARM_TYPES. */
const [PLATFORM_OVERSPEED, LANE_DEPARTURE, CARD_IN] = [100, 70, 52];
const SHANGHAI_MS = 8 * HOUR_MS;
/** Midnight in Shanghai, some days ago. */
const START = Math.floor((Date.now() + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS - 3 * DAY_MS;

let server: TestServer;
let car: number;
let root: number;
let boss: string;
let northern: string;
let blind: string;

beforeAll(async () => {
  server = await startTestServer();
  server.jobs.start();
  root = await server.department('Head office');
  const north = await server.department('North', root);
  const south = await server.department('South', root);
  car = await addVehicle(server, { plate: '粤B<1&2>', departmentId: south });
  await server.account('boss', root, ['2', '20105', '20109']);
  await server.account('northern', north, ['2', '20105', '20109']);
  await server.account('blind', root, ['2']);
  boss = await server.signIn('boss');
  northern = await server.signIn('northern');
  blind = await server.signIn('blind');
  await createPartitions(server.db, 400).ensure([0, 1, 2].map((day) => Math.floor((START + day * DAY_MS) / DAY_MS)));
  await drive(START + 8 * HOUR_MS, 360);
});
const tables = tableFiles();
afterAll(async () => {
  await tables.remove();
  await server.stop();
});

/** An hour's drive and more, ten seconds a point. */
async function drive(from: number, points: number, vehicleId = car): Promise<void> {
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, odometer_km, backfill, quality)
    select ${vehicleId}::integer, ${at(from)}::timestamptz + n * interval '10 s', now(), 113 + n * ${DRIVEN_DEGREES}::float8, 23, 10, 60, 90,
      case when n = 100 then 2 else 0 end, 3, 1000 + n * 0.1667, false, 0
    from generate_series(0, ${points - 1}::integer) n`);
}

const ask = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, 'accept-language': 'zh-CN' })).body;
const range = { start: START, end: START + DAY_MS };

describe('track/listTrack', () => {
  it('returns an empty track for times at the end of the calendar', async () => {
    const end = 8_640_000_000_000_000;
    for (const start of [end - HOUR_MS, Date.UTC(9_999, 11, 31), Date.UTC(12_000, 0)])
      expect((await ask(boss, 'track/listTrack', { targId: `${car}`, start, end: start + HOUR_MS })).data).toMatchObject({
        stored: 0,
      });
  });

  it('returns the points of the range in order, with the trip and the alarm', async () => {
    const { code, data } = await ask(boss, 'track/listTrack', { targId: String(car), ...range });
    expect(code).toBe('0');
    const track = data as Track;
    const points = unpackTrack(track.points);
    expect(points.at).toHaveLength(360);
    expect([points.at[0], points.lng[0], points.speedKmh[0], points.heading[0]]).toEqual([START + 8 * HOUR_MS, 113, 60, 90]);
    expect(points.odometerKm[359]).toBeCloseTo(1059.8, 1);
    expect(track.trips).toHaveLength(1);
    expect(track.trips[0]!.km).toBeGreaterThan(55);
    expect(track.alarms.map(({ bit }) => bit)).toEqual([1]);
    expect(track.stored).toBe(360);
  });

  it('also returns alarms of rules and cameras within the range, in the classes that the user may see', async () => {
    const startAt = START + 8 * HOUR_MS + 60_000;
    for (const typeId of [PLATFORM_OVERSPEED, LANE_DEPARTURE, CARD_IN])
      await addAlarm(server.db, { vehicleId: car, startAt, typeId });
    await addAlarm(server.db, { vehicleId: car, startAt: START + 2 * DAY_MS, typeId: PLATFORM_OVERSPEED });
    // stored from the same bit of the reports, which the track has already
    await addAlarm(server.db, { vehicleId: car, startAt, typeId: 1 });
    const typesFor = async (rights: readonly string[]) => {
      const name = `sees${rights.length}${rights.at(-1)}`;
      await server.account(name, root, ['2', '20105', '20109', ...rights]);
      const { data } = await ask(await server.signIn(name), 'track/listTrack', { targId: String(car), ...range });
      return (data as Track).alarms.map(({ bit }) => bit);
    };
    expect(await typesFor([])).toEqual([1]);
    expect(await typesFor(['20501'])).toEqual([PLATFORM_OVERSPEED, 1]);
    expect((await typesFor(['20501', '17030101'])).sort()).toEqual([1, PLATFORM_OVERSPEED, LANE_DEPARTURE].sort());
    await server.db.run('delete from alarm');
  });

  it('includes the start of the range, and excludes its end', async () => {
    const cut = { start: START + 8 * HOUR_MS, end: START + 8 * HOUR_MS + 20_000 };
    const { data } = await ask(boss, 'track/listTrack', { targId: String(car), ...cut });
    expect(data.stored).toBe(2);
  });

  it('needs vehicles within the scope, and the permission to play tracks', async () => {
    expect((await ask(northern, 'track/listTrack', { targId: String(car), ...range })).code).toBe('4004');
    expect((await ask(boss, 'track/listTrack', { targId: '999999', ...range })).code).toBe('4004');
    expect((await ask(blind, 'track/listTrack', { targId: String(car), ...range })).code).toBe('4003');
  });

  it('refuses a range that ends before it begins or is too long, with a message', async () => {
    const back = await ask(boss, 'track/listTrack', { targId: String(car), start: range.end, end: range.start });
    expect(back.data.fields).toEqual([{ path: 'end', message: '结束不能早于开始' }]);
    const long = await ask(boss, 'track/listTrack', { targId: String(car), start: START, end: START + 31 * DAY_MS });
    expect(long.data.fields).toEqual([{ path: 'end', message: '一次最多查询 30 天' }]);
    const whole = await ask(boss, 'track/listTrack', { targId: String(car), start: START, end: START + 30 * DAY_MS });
    expect(whole.code).toBe('0');
  });

  it('returns all points, or one per 10, 30 or 60 s', async () => {
    const codes = [undefined, 0, 10, 30, 60, 5, 61].map(async (interval) => {
      return (await ask(boss, 'track/listTrack', { targId: String(car), ...range, interval })).code;
    });
    expect(await Promise.all(codes)).toEqual(['0', '0', '0', '0', '0', '4001', '4001']);
  });
});

describe('track/listTrackDay', () => {
  it('lists the business days that have positions', async () => {
    const day = new Date(START + SHANGHAI_MS).toISOString().slice(0, 10);
    const { data } = await ask(boss, 'track/listTrackDay', { targId: String(car), month: day.slice(0, 7) });
    expect(data.list).toEqual([{ day, km: 0 }]);
    expect((await ask(northern, 'track/listTrackDay', { targId: String(car), month: day.slice(0, 7) })).code).toBe('4004');
  });

  it('lists the days in the time zone of the reader, if given', async () => {
    // eight in the morning in Shanghai is the evening before in Lima
    const day = new Date(START + 8 * HOUR_MS - 5 * HOUR_MS).toISOString().slice(0, 10);
    const wish = { targId: String(car), month: day.slice(0, 7) };
    const { data } = await ask(boss, 'track/listTrackDay', { ...wish, timeZone: 'america/LIMA' });
    expect(data.list.map((each: { day: string }) => each.day)).toEqual([day]);
    expect((await ask(boss, 'track/listTrackDay', { ...wish, timeZone: 'Mars/Olympus' })).code).toBe('4001');
  });

  it('splits a trip at midnight, in the time zone of the business or of the reader', async () => {
    const nightly = await addVehicle(server, { plate: '粤B00024', departmentId: root });
    const days = [START, START + DAY_MS].map((time) => new Date(time + SHANGHAI_MS).toISOString().slice(0, 10));
    for (const [i, day] of days.entries())
      await server.db.run(sql`
        insert into vehicle_day (vehicle_id, day, department_id, gnss_km) values (${nightly}, ${day}, ${root}, ${10 + i})`);
    // at midnight in Shanghai and in Lima
    for (const [midnight, km] of [
      [START + DAY_MS, 21],
      [START + 13 * HOUR_MS, 40],
    ] as const) {
      await drive(midnight - 10 * MINUTE_MS, 240, nightly);
      await server.db.run(sql`
        insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
        values (${nightly}, ${at(midnight - 10 * MINUTE_MS)}, ${at(midnight + 30 * MINUTE_MS)}, 113, 23, 114, 23, ${km}, 60, 240)`);
    }
    const list = async (timeZone?: string) => {
      // a month may end between the days
      const months = [
        ...new Set([START - DAY_MS, START + DAY_MS].map((time) => new Date(time + SHANGHAI_MS).toISOString().slice(0, 7))),
      ];
      const wish = { targId: String(nightly), ...(timeZone ? { timeZone } : {}) };
      const replies = await Promise.all(months.map((month) => ask(boss, 'track/listTrackDay', { ...wish, month })));
      return replies.flatMap(({ data }) => data.list);
    };
    expect(await list()).toEqual([
      { day: days[0], km: 10 },
      { day: days[1], km: 11 },
    ]);
    const before = new Date(START - 5 * HOUR_MS).toISOString().slice(0, 10);
    const behind = new Date(START + 13 * HOUR_MS - 5 * HOUR_MS).toISOString().slice(0, 10);
    expect(await list('America/Lima')).toEqual([
      { day: before, km: 10 },
      { day: behind, km: 51 },
    ]);
  });
});

describe('track/exportTrack', () => {
  let kilometres: string[] = [];
  const exported = async (format: string): Promise<string> => {
    const { data } = await ask(boss, 'track/exportTrack', { targId: String(car), ...range, format });
    const done = await vi.waitFor(async () => {
      const task = await ask(boss, 'task/getTask', { id: data.taskId });
      expect(task.data.state).toBe('done');
      return task.data;
    });
    expect(done.result).toEqual({ rows: 360 });
    const { data: file } = await ask(boss, 'task/getTaskFile', { id: data.taskId });
    return (await server.http.app.inject({ url: file.url })).payload;
  };

  it('writes a table with headings in the language of the caller', async () => {
    const lines = (await exported('csv')).trim().split('\r\n');
    kilometres = lines;
    expect(lines).toHaveLength(361);
    expect(lines[0]).toContain('时间,经度,纬度,速度 (km/h)');
    expect(lines[101]).toContain('超速报警');
  });

  it('writes speeds and distances in the units of the caller', async () => {
    await ask(boss, 'setting/saveUserSetting', { ui: { units: 'imperial' } });
    const lines = (await exported('csv')).trim().split('\r\n');
    expect(lines[0]).toContain('时间,经度,纬度,速度 (英里/时)');
    const metric = Number(kilometres[1]!.split(',')[3]);
    expect(Number(lines[1]!.split(',')[3])).toBe(Math.round((metric / 1.609344) * 10) / 10);
    await ask(boss, 'setting/saveUserSetting', { ui: { units: 'metric' } });
  });

  it('writes GPX and KML for other maps, with escaped names', async () => {
    const gpx = await exported('gpx');
    expect(gpx.match(/<trkpt /g)).toHaveLength(360);
    expect(gpx).toContain('<name>粤B&lt;1&amp;2&gt;</name>');
    expect(gpx).toContain(`<time>${new Date(START + 8 * HOUR_MS).toISOString()}</time>`);
    const kml = await exported('kml');
    expect(kml.match(/<when>/g)).toHaveLength(360);
    expect(kml).toContain('<gx:coord>113.000000 23.000000 10</gx:coord>');
  });

  it('needs vehicles within the scope', async () => {
    expect((await ask(northern, 'track/exportTrack', { targId: String(car), ...range, format: 'gpx' })).code).toBe('4004');
  });
});
