import { type AreaGeometry, SHAPE } from '@fleetwarden/domain/area-geometry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alarm,
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { json, sql } from '../../../platform/db/database.ts';

let server: TestReports;
let [dayOne, dayTwo] = ['', ''];
let [own, branch, foreign] = [0, 0, 0];
const ZERO = '00:00:00';
const at = (day: string, clock: string) => timeOf(day, clock).getTime();

/** An area with its outline. */
type Entered = { readonly area: number; readonly place: number };
async function enterArea(name: string, departmentId: number, geo: AreaGeometry, useFor = 1): Promise<Entered> {
  const row = await server.db.first<Entered>(sql`
    with made as (
      insert into area (department_id, area_no, name, geo, use_for)
      values (${departmentId}, (select count(*) + 1 from area), ${name}, ${json(geo)}::jsonb, ${useFor}) returning id)
    select id as area from made`);
  return { area: row!.area, place: (await placesOf(row!.area)).at(-1)! };
}
const placesOf = async (area: number): Promise<number[]> =>
  (await server.db.query<{ id: number }>(sql`select id from area_outline where area_id = ${area} order by id`)).map(
    ({ id }) => id,
  );

type More = { readonly km?: number; readonly max?: number; readonly ends?: number };
/** A part of a visit, from a day's time to another's; `how`: complete, or continued from the day before or to the next. */
const visit = (
  vehicle: number,
  place: number,
  from: Date,
  to: Date,
  more: More = {},
  how: 'whole' | 'from' | 'to' | 'both' = 'whole',
) =>
  server.add('area_visit', {
    vehicle_id: vehicle,
    place_id: place,
    enter_at: from,
    leave_at: to,
    distance_km: more.km ?? 1,
    max_speed: more.max ?? 30,
    continued: how === 'from' || how === 'both',
    ended: how === 'whole' || how === 'from',
    ends: more.ends ?? 0,
  });

let depot: Entered;
let station: Entered;
let point: Entered;
let line: Entered;
let elsewhere: Entered;
const circle = (lng: number): AreaGeometry => ({ shape: SHAPE.circle, lng, lat: 23.1291, radius: 500 });

beforeAll(async () => {
  server = await startTestReports();
  [own, branch, foreign] = server.cars;
  [dayOne, dayTwo] = [dayBefore(server.clock.now, 2), dayBefore(server.clock.now, 1)];
  await server.partitions(dayTwo);
  depot = await enterArea('货场', server.company, circle(113.2644));
  station = await enterArea('车站', server.branch, { shape: SHAPE.rectangle, west: 113, south: 23, east: 113.1, north: 23.1 });
  point = await enterArea('途经点', server.company, circle(113.5), 4);
  const segments = [
    { width: 100, minSec: 600, maxSec: 1200 },
    { width: 100, maxSec: 1800 },
  ];
  line = await enterArea('干线', server.company, {
    shape: SHAPE.route,
    segments,
    points: [
      [113, 23.5],
      [113.1, 23.5],
      [113.2, 23.5],
    ],
  });
  elsewhere = await enterArea('别家货场', server.foreign, circle(113.2644));

  const two = (clock: string) => timeOf(dayTwo, clock);
  // over midnight, an hour and a half on either side
  await visit(own, depot.place, timeOf(dayOne, '22:30:00'), two(ZERO), { km: 2, max: 40 }, 'to');
  await visit(own, depot.place, two(ZERO), two('01:30:00'), { km: 3, max: 20 }, 'from');
  await visit(own, depot.place, two('08:00:00'), two('08:10:00'), { km: 1.5, max: 50 });
  await visit(branch, depot.place, two('09:00:00'), two('09:20:00'), { km: 2.5, max: 25 });
  await visit(branch, station.place, two('10:00:00'), two('12:00:00'), { km: 9, max: 60 }, 'to');
  for (const clock of ['07:00', '11:00', '15:00'])
    await visit(own, point.place, two(`${clock}:00`), two(`${clock}:30`), { km: 0.2 });
  await visit(branch, point.place, two('07:30:00'), two('07:31:00'));
  await visit(foreign, elsewhere.place, two('08:00:00'), two('09:00:00'));
  // a visit to a geofence of another company, which must stay invisible
  await visit(foreign, depot.place, two('08:00:00'), two('09:00:00'));
  // there in 40 minutes, back in an hour, which is ten minutes too long; and a partial trip
  await visit(own, line.place, two('12:00:00'), two('12:40:00'), { km: 20, ends: 3 });
  await visit(own, line.place, two('13:00:00'), two('14:00:00'), { km: 20, ends: 3 });
  await visit(own, line.place, two('16:00:00'), two('16:10:00'), { km: 8, ends: 2 });
  for (const [vehicle, clock] of [
    [own, '08:03:00'],
    [own, '08:06:30'],
    [foreign, '08:03:00'],
  ] as const)
    await server.add('stop', {
      vehicle_id: vehicle,
      start_at: two(clock),
      end_at: new Date(two(clock).getTime() + (clock === '08:03:00' ? 200_000 : 60_000)),
      lng: 113.2644,
      lat: 23.1291,
      acc_on_s: 0,
    });
  for (const [clock, seconds, source] of [
    ['12:10:00', 90, line.area],
    ['13:10:00', 30, line.area],
    ['13:30:00', 45, depot.area],
  ] as const)
    await server.add('alarm', alarm(own, two(clock), 114, { source, end_at: new Date(two(clock).getTime() + seconds * 1000) }));
});
afterAll(() => server.stop());

const onDayTwo = (...areas: readonly Entered[]) => ({
  timeRange: `${dayTwo} 00:00:00,${dayTwo} 23:59:59`,
  areaIds: areas.map(({ area }) => area).join(),
});
const ofDays = (from: string, to: string, ...areas: readonly Entered[]) => ({
  staticDate: `${from},${to}`,
  areaIds: areas.map(({ area }) => area).join(),
});

describe('areaInOut', () => {
  it('shows complete visits, also across midnight', async () => {
    const { list, sums } = await server.ask(405011, onDayTwo(depot));
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10002',
        deptName: '分公司',
        areaName: '货场',
        areaType: 1,
        enterTime: at(dayTwo, '09:00:00'),
        leaveTime: at(dayTwo, '09:20:00'),
        staySec: 1200,
        areaKm: 2.5,
        stopCount: 0,
        maxSpeed: 25,
      }),
      expect.objectContaining({
        carNo: '粤B10001',
        driverName: '李强',
        enterTime: at(dayTwo, '08:00:00'),
        staySec: 600,
        areaKm: 1.5,
        // one of a minute is none
        stopCount: 1,
        maxSpeed: 50,
      }),
      expect.objectContaining({
        enterTime: at(dayOne, '22:30:00'),
        leaveTime: at(dayTwo, '01:30:00'),
        staySec: 10_800,
        areaKm: 5,
        maxSpeed: 40,
      }),
    ]);
    expect(sums).toEqual({ staySec: 12_600, areaKm: 9, stopCount: 1, maxSpeed: 50 });
  });

  it('shows no end for vehicles still inside, and is filtered by vehicle, company and duration', async () => {
    const { list } = await server.ask(405011, onDayTwo(depot, station));
    expect(list[0]!.cells).toMatchObject({ areaName: '车站', areaType: 2, leaveTime: null, staySec: 7200 });
    const of = async (more: Record<string, string>) =>
      (await server.ask(405011, { ...onDayTwo(depot, station), ...more })).list.map(({ cells }) => cells['staySec']);
    expect(await of({ durationMin: '20' })).toEqual([7200, 1200, 10_800]);
    expect(await of({ carIds: String(own) })).toEqual([600, 10_800]);
    expect(await of({ deptId: String(server.branch) })).toEqual([7200, 1200]);
  });

  it('shows neither vehicles nor geofences outside the scope', async () => {
    expect((await server.ask(405011, onDayTwo(elsewhere))).list).toEqual([]);
    const { list } = await server.ask(405011, onDayTwo(depot, station, elsewhere));
    expect(new Set(list.map(({ cells }) => cells['areaName']))).toEqual(new Set(['货场', '车站']));
    expect(list.some(({ cells }) => cells['carNo'] === '粤B10003')).toBe(false);
    await expect(server.ask(405011, { timeRange: onDayTwo().timeRange })).rejects.toThrow('4001');
    await expect(server.ask(405011, { ...onDayTwo(depot), carIds: String(foreign) })).rejects.toThrow('4004');
    await expect(server.ask(405011, { ...onDayTwo(), areaIds: '1 or 1' })).rejects.toThrow('4001');
  });

  it('links to the track', async () => {
    const { list } = await server.ask(405011, onDayTwo(depot));
    expect((await server.follow(405011, list[0]!, 'enterTime', onDayTwo(depot)))[401010]).toMatchObject({
      carId: String(branch),
      timeRange: `${dayTwo} 08:55:00,${dayTwo} 09:25:00`,
    });
  });
});

describe('areaSummary', () => {
  it('sums up by geofence: counts earlier visits that continue, but only the time within the days', async () => {
    const asked = ofDays(dayTwo, dayTwo, depot, station);
    const { list, sums } = await server.ask(405012, asked);
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({ areaName: '货场', areaType: 1, visitCount: 3, visitCars: 2, staySec: 7200, areaKm: 7 }),
      expect.objectContaining({ areaName: '车站', areaType: 2, visitCount: 1, visitCars: 1, staySec: 7200, areaKm: 9 }),
    ]);
    expect(sums).toEqual({ visitCount: 4, staySec: 14_400, areaKm: 16 });
    expect(await server.draw(405012, asked)).toEqual({
      x: ['货场', '车站'],
      series: [{ colEName: 'visitCount', values: [3, 1] }],
    });
    // two days: the visit over midnight is still one
    expect((await server.ask(405012, ofDays(dayOne, dayTwo, depot))).list[0]!.cells).toMatchObject({
      visitCount: 3,
      staySec: 12_600,
    });
  });

  it('grouped by vehicle links to the same number of visits', async () => {
    const asked = { ...ofDays(dayTwo, dayTwo, depot), groupBy: 'car' };
    const { list } = await server.ask(405012, asked);
    expect(list.map(({ cells }) => [cells['carNo'], cells['deptName'], cells['visitCount'], cells['visitCars']])).toEqual([
      ['粤B10001', '集团', 2, null],
      ['粤B10002', '分公司', 1, null],
    ]);
    const there = (await server.follow(405012, list[0]!, 'visitCount', asked))[405011]!;
    expect((await server.ask(405011, there)).total).toBe(2);
  });
});

describe('passPointStatistics', () => {
  it('shows the first and last pass of waypoints', async () => {
    const { list } = await server.ask(405013, ofDays(dayTwo, dayTwo, point, depot));
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        areaName: '途经点',
        visitCount: 3,
        staySec: 90,
        enterTime: at(dayTwo, '07:00:00'),
        leaveTime: at(dayTwo, '15:00:30'),
      }),
      expect.objectContaining({ carNo: '粤B10002', visitCount: 1, enterTime: at(dayTwo, '07:30:00') }),
    ]);
  });
});

describe('routeRun', () => {
  it('counts runs from end to end, those within the planned time, and deviations', async () => {
    const asked = ofDays(dayTwo, dayTwo, line, depot);
    const { list, sums } = await server.ask(405015, asked);
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        areaName: '干线',
        runTimes: 2,
        onTimeRate: 50,
        areaKm: 48,
        staySec: 6600,
        devCount: 2,
        devSec: 120,
      }),
    ]);
    expect(sums).toEqual({ runTimes: 2, onTimeRate: 50, areaKm: 48, staySec: 6600, devCount: 2, devSec: 120 });
    const there = (await server.follow(405015, list[0]!, 'devCount', asked))[404014]!;
    expect((await server.ask(404014, there)).total).toBe(2);
  });

  it('has no punctuality rate if no time is planned', async () => {
    const free = await enterArea('无计划', server.company, {
      shape: SHAPE.route,
      segments: [{ width: 50 }],
      points: [
        [113, 23.6],
        [113.1, 23.6],
      ],
    });
    await visit(own, free.place, timeOf(dayTwo, '18:00:00'), timeOf(dayTwo, '18:30:00'), { ends: 3 });
    expect((await server.ask(405015, ofDays(dayTwo, dayTwo, free))).list[0]!.cells).toMatchObject({
      runTimes: 1,
      onTimeRate: null,
    });
  });
});

describe('areaVehicleSearch', () => {
  const window = () => ({ timeRange: `${dayTwo} 00:00:00,${dayTwo} 23:59:59` });

  it('finds vehicles in a stored geofence', async () => {
    const { list } = await server.ask(406005, { ...window(), areaIds: String(depot.area) });
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        driverName: '李强',
        enterTime: at(dayOne, '22:30:00'),
        leaveTime: at(dayTwo, '08:10:00'),
        // an hour and a half of the day, and ten minutes
        staySec: 6000,
        areaKm: 4.5,
        maxSpeed: 50,
      }),
      expect.objectContaining({ carNo: '粤B10002', staySec: 1200, areaKm: 2.5 }),
    ]);
  });

  it('finds vehicles in a region drawn on the map', async () => {
    for (const [vehicle, clock, lng] of [
      [own, '08:00:00', 113.2],
      [own, '08:01:00', 113.262],
      [own, '08:02:00', 113.264],
      [own, '08:03:00', 113.35],
      [branch, '08:01:00', 113.5],
      [foreign, '08:01:00', 113.264],
    ] as const)
      await server.add('position', position(vehicle, timeOf(dayTwo, clock), { lng, speed_kmh: 45 }));
    const { list } = await server.ask(406005, { ...window(), region: '1:113.25,23.1,113.28,23.15' });
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({
        carNo: '粤B10001',
        enterTime: at(dayTwo, '08:01:00'),
        leaveTime: at(dayTwo, '08:02:00'),
        staySec: 60,
        maxSpeed: 45,
        areaKm: expect.closeTo(0.2045, 3),
        startPos: expect.stringContaining('广东'),
      }),
    ]);
    const circle = await server.ask(406005, { ...window(), region: '4:113.264,23.1291,300' });
    expect(circle.list.map(({ cells }) => [cells['carNo'], cells['staySec']])).toEqual([['粤B10001', 60]]);
    expect((await server.follow(406005, list[0]!, 'enterTime', window()))[401010]).toMatchObject({ carId: String(own) });
  });

  it.each([
    ['neither area nor region is chosen', {}, '4001'],
    ['both area and region are chosen', { areaIds: '1', region: '4:113,23,300' }, '4001'],
    ['the region is invalid', { region: '9:1,2' }, '4001'],
    ['the region is larger than 2,500 km²', { region: '4:113,23,29000' }, '区域过大'],
    ['the edges of the region cross', { region: '2:113,23;113.1,23.1;113.1,23;113,23.1' }, '4001'],
    ['the time is longer than a day', { region: '4:113,23,300', timeRange: '2026-01-01 00:00:00,2026-01-02 00:00:00' }, '4001'],
  ])('refuses the request if %s', async (_, conditions, said) => {
    await expect(server.ask(406005, { ...window(), ...conditions } as Record<string, string>)).rejects.toThrow(said);
  });
});

describe('an area with a changed outline', () => {
  it('retains visits of earlier outlines under its current name, also after its deletion', async () => {
    const moved = await enterArea('旧名', server.company, circle(114));
    await visit(own, moved.place, timeOf(dayTwo, '05:00:00'), timeOf(dayTwo, '05:10:00'));
    await server.db.run(sql`update area set name = '新名' where id = ${moved.area}`);
    expect(await placesOf(moved.area)).toEqual([moved.place]);
    await server.db.run(sql`update area set geo = ${json(circle(115))}::jsonb where id = ${moved.area}`);
    const second = (await placesOf(moved.area))[1]!;
    await visit(own, second, timeOf(dayTwo, '06:00:00'), timeOf(dayTwo, '06:10:00'));
    const summary = async () => (await server.ask(405012, ofDays(dayTwo, dayTwo, moved))).list.map(({ cells }) => cells);
    const told = [expect.objectContaining({ areaName: '新名', visitCount: 2, staySec: 1200 })];
    expect(await summary()).toEqual(told);
    await server.db.run(sql`insert into area_vehicle (area_id, vehicle_id) values (${moved.area}, ${own})`);
    await server.db.run(sql`delete from area where id = ${moved.area}`);
    expect(await summary()).toEqual(told);
    expect(
      await server.db.query(sql`
        select until_at is not null as closed, meant_for from area_outline where area_id = ${moved.area} order by id`),
    ).toEqual([
      { closed: true, meant_for: [] },
      { closed: true, meant_for: [own] },
    ]);
  });

  it('gets no new outline if only speed limits of its segments change', async () => {
    await server.db.run(sql`
      update area set geo = jsonb_set(geo, '{segments,0,maxSpeed}', '70') where id = ${line.area}`);
    expect(await placesOf(line.area)).toEqual([line.place]);
    await server.db.run(sql`update area set geo = jsonb_set(geo, '{segments,0,width}', '60') where id = ${line.area}`);
    expect(await placesOf(line.area)).toHaveLength(2);
  });
});
