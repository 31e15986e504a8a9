import type { OnlineEvent, RegionStay, VehicleNow } from '@fleetwarden/contract/region-search/schemas';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { METRES_A_DEGREE } from '@fleetwarden/domain/geometry';
import { UNPLACED } from '@fleetwarden/domain/quality';
import type { Region } from '@fleetwarden/domain/region';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';
import { createPastSearch } from './search.ts';

/** The day before yesterday, UTC. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;
/** A degree of longitude at 23 degrees north, m. */
const LNG_M = METRES_A_DEGREE * Math.cos((23 * Math.PI) / 180);
const EVERY_RIGHT = ['20101', '20102', '20106', '20109'];

let server: TestServer;
let [north, south] = [0, 0];
let [boss, northern, blind] = ['', '', ''];
const cars: Record<'driver' | 'sleeper' | 'far' | 'other' | 'crosser' | 'jumper' | 'rare', number> = {
  driver: 0,
  sleeper: 0,
  far: 0,
  other: 0,
  crosser: 0,
  jumper: 0,
  rare: 0,
};

beforeAll(async () => {
  server = await startTestServer();
  server.jobs.start();
  const root = await server.department('Head office');
  north = await server.department('North', root);
  south = await server.department('South', root);
  for (const name of Object.keys(cars) as (keyof typeof cars)[])
    cars[name] = await addVehicle(server, {
      plate: `粤B-${name}`,
      departmentId: name === 'other' ? north : south,
      phone: `1380000${Object.keys(cars).indexOf(name)}`,
      driver: '王伟',
    });
  await server.account('boss', root, EVERY_RIGHT);
  await server.account('northern', north, EVERY_RIGHT);
  await server.account('blind', root, ['2']);
  [boss, northern, blind] = [await server.signIn('boss'), await server.signIn('northern'), await server.signIn('blind')];
  await createPartitions(server.db, 400).ensure([0, 1].map((day) => Math.floor((START + day * DAY_MS) / DAY_MS)));
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  await vi.waitFor(async () => {
    expect((await ask(boss, 'car/qrySelectedTarg', { targIds: [String(cars.driver)] })).pageModel.total).toBe(1);
  });
});
afterAll(() => server.stop());

const ask = async (token: string, path: string, data: object, pageModel?: object) =>
  (await server.post(path, { data, ...(pageModel ? { pageModel } : {}) }, { authorization: token, 'accept-language': 'zh-CN' }))
    .body;

/** Positions of a vehicle, one a step: metres to the east of 113, 23. */
async function drive(car: number, from: number, stepMs: number, metres: readonly number[], speedKmh = 60): Promise<void> {
  await server.db.run(sql`
    insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
    select ${car}::integer, ${at(from)}::timestamptz + (n - 1) * make_interval(secs => ${stepMs / 1_000}::float8), now(),
      113 + m / ${LNG_M}::float8, 23, 10, ${speedKmh}::real, 90, 0, 3, false, 0
    from unnest(${[...metres]}::float8[]) with ordinality as u (m, n)`);
}

const upTo = (count: number, value: (n: number) => number) => Array.from({ length: count }, (_, n) => value(n));
const circle = { mode: 4, centre: [113, 23], radiusM: 1_000 } as const satisfies Region;
const half = 1_000 / METRES_A_DEGREE;
const box = { mode: 1, bounds: [113 - 1_000 / LNG_M, 23 - half, 113 + 1_000 / LNG_M, 23 + half] } as const satisfies Region;
const ring: Region = {
  mode: 2,
  ring: [
    [box.bounds[0], box.bounds[1]],
    [box.bounds[2], box.bounds[1]],
    [box.bounds[2], box.bounds[3]],
    [box.bounds[0], box.bounds[3]],
  ],
};
/** A road of 2 km from north to south, 1 km to either side. */
const road = {
  mode: 3,
  points: [
    [113, 23 - half],
    [113, 23 + half],
  ],
  bufferM: 1_000,
} as const satisfies Region;

describe('car/regionSearchTarg2', () => {
  beforeAll(async () => {
    server.bus.publish('vehicles.updated', [
      live(cars.driver, { lng: 113 + 900 / LNG_M, lat: 23 }),
      live(cars.sleeper, { lng: 113, lat: 23, status: 0 }),
      live(cars.far, { lng: 113 + 1_100 / LNG_M, lat: 23 }),
      live(cars.other, { lng: 113, lat: 23 }),
      live(cars.crosser),
      live(cars.jumper),
      live(cars.rare),
    ]);
  });
  const inside = async (token: string, data: object) =>
    ((await ask(token, 'car/regionSearchTarg2', data)).data.list as VehicleNow[]).map(({ cno }) => cno).sort();

  it.each([
    ['rectangle', box],
    ['polygon', ring],
    ['line', road],
    ['circle', circle],
  ])('finds the vehicles now in a %s', async (_, region) => {
    expect(await inside(boss, { region })).toEqual(['粤B-driver', '粤B-other', '粤B-sleeper']);
  });
  it('returns department, driver and state of the vehicles', async () => {
    const { data } = await ask(boss, 'car/regionSearchTarg2', { region: circle });
    expect(data.total).toBe(3);
    expect((data.list as VehicleNow[]).find(({ cno }) => cno === '粤B-driver')).toMatchObject({
      tid: String(cars.driver),
      deptName: 'South',
      drv: '王伟',
      sp: 60,
      status: '2',
    });
  });
  it('returns only vehicles in scope, or in one department of it if requested', async () => {
    expect(await inside(northern, { region: circle })).toEqual(['粤B-other']);
    expect(await inside(boss, { region: circle, deptId: String(south) })).toEqual(['粤B-driver', '粤B-sleeper']);
    expect((await ask(northern, 'car/regionSearchTarg2', { region: circle, deptId: String(south) })).code).toBe('4004');
  });
  it('accepts the outline of a division of any size', async () => {
    const outline = [
      [
        [100, 10],
        [120, 10],
        [120, 40],
        [100, 40],
      ],
    ];
    expect(await inside(boss, { outline })).toHaveLength(7);
  });
  it.each([
    ['above 5,000 km²', { mode: 4, centre: [113, 23], radiusM: 40_000 }],
    [
      'with more than 100 vertices',
      { mode: 2, ring: upTo(101, (n) => n).map((n) => [113 + Math.cos(n) / 100, 23 + Math.sin(n) / 100]) },
    ],
  ])('refuses a region %s: 区域过大', async (_, region) => {
    const current = await ask(boss, 'car/regionSearchTarg2', { region });
    // the area is a limit of the past only
    expect(current.code).toBe(region.mode === 4 ? '0' : '4001');
    const past = { region, start: START, end: START + HOUR_MS };
    expect(await ask(boss, 'car/regionsearch', past)).toMatchObject({ code: '4001', msg: '区域过大' });
  });
  it('covers 200 m on each side of a line by default, and accepts 50 to 2,000 m', async () => {
    const line = (metres: number, more: object = {}) => ({
      mode: 3,
      points: road.points.map(([, lat]) => [113 + metres / LNG_M, lat]),
      ...more,
    });
    // 190 and 210 m from the driver, and farther from all others
    expect(await inside(boss, { region: line(710) })).toEqual(['粤B-driver']);
    expect(await inside(boss, { region: line(690) })).toEqual([]);
    const codes = [49, 50, 2_000, 2_001].map(async (bufferM) => {
      return (await ask(boss, 'car/regionSearchTarg2', { region: line(710, { bufferM }) })).code;
    });
    expect(await Promise.all(codes)).toEqual(['4001', '0', '0', '4001']);
  });
  it('refuses crossing edges, with an error message at the ring', async () => {
    const [a, b, c, d] = (ring as Extract<Region, { mode: 2 }>).ring;
    const bow = { mode: 2, ring: [a, c, b, d] };
    for (const [path, more] of [
      ['car/regionSearchTarg2', {}],
      ['car/regionsearch', { start: START, end: START + HOUR_MS }],
    ] as const) {
      const { code, data } = await ask(boss, path, { region: bow, ...more });
      expect([code, data.fields]).toEqual(['4001', [{ path: 'region.ring', message: '多边形的边不能相交或重叠' }]]);
    }
  });

  it('requires permission and one region', async () => {
    expect((await ask(blind, 'car/regionSearchTarg2', { region: circle })).code).toBe('4003');
    expect((await ask(boss, 'car/regionSearchTarg2', {})).code).toBe('4001');
  });
});

describe('car/regionsearch', () => {
  const stays = async (region: Region, start = START, end = START + DAY_MS, token = boss) => {
    const { code, data } = await ask(token, 'car/regionsearch', { region, start, end });
    expect(code).toBe('0');
    return new Map((data.list as RegionStay[]).map((stay) => [stay.carNo.replace('粤B-', ''), stay]));
  };

  beforeAll(async () => {
    // from 30 km in the west through the region and on, at 60 km/h, a fix each ten seconds
    const perStep = 1_000 / 6;
    await drive(
      cars.driver,
      START + 2 * HOUR_MS,
      10_000,
      upTo(720, (n) => -30_050 + n * perStep),
    );
    // and once more in the evening
    await drive(
      cars.driver,
      START + 20 * HOUR_MS,
      10_000,
      upTo(360, (n) => -30_050 + n * perStep),
    );
    // is in the region all night, with a fix each 30 seconds
    await drive(
      cars.sleeper,
      START,
      30_000,
      upTo(960, () => 490),
      0,
    );
    // then leaves; its terminal sleeps for two hours first
    await drive(
      cars.sleeper,
      START + 10 * HOUR_MS,
      10_000,
      upTo(120, (n) => 490 + n * perStep),
    );
    // never nearer than 1.5 km, and there for hours
    await drive(
      cars.far,
      START,
      10_000,
      upTo(2_000, () => 1_500),
      0,
    );
    await drive(
      cars.other,
      START + 5 * HOUR_MS,
      10_000,
      upTo(60, () => 0),
      0,
    );
    // a fix each 40 s at 80 km/h: 889 m apart
    await drive(cars.crosser, START + 6 * HOUR_MS, 40_000, [-2_000, -1_300, -450, 450, 1_300], 80);
    // 1,000 km away for one fix, in the middle of driving through
    await drive(
      cars.jumper,
      START + 7 * HOUR_MS,
      10_000,
      upTo(300, (n) => (n === 20 ? 1_000_000 : -5_050 + n * 100)),
    );
    // a fix each 20 minutes: twice inside, once 50 km away, twice inside, then one without a place
    await drive(cars.rare, START + 3 * HOUR_MS, 20 * MINUTE_MS, [0, 100, 50_000, 0, 100], 0);
    await drive(cars.rare, START + 3 * HOUR_MS + 90 * MINUTE_MS, 10 * MINUTE_MS, [50_000, 0], 0);
    await server.db.run(sql`
      update position set quality = ${UNPLACED}::integer
      where vehicle_id = ${cars.rare} and gnss_at = ${at(START + 3 * HOUR_MS + 90 * MINUTE_MS)}`);
  });

  it('returns when vehicles were inside: first, last, duration and count', async () => {
    const { driver } = Object.fromEntries(await stays(circle));
    // 175 steps of a sixth of a kilometre lead from 30,050 m in the west past the edge, 11 more to the last fix inside
    expect(driver!.firstTime).toBe(START + 2 * HOUR_MS + 1_750_000);
    expect(driver!.lastTime).toBe(START + 20 * HOUR_MS + 1_860_000);
    expect([driver!.times, driver!.stay]).toEqual([2, 2 * 110]);
  });
  it('returns the same result for each shape', async () => {
    const [byCircle, byBox, byRing, byRoad] = [await stays(circle), await stays(box), await stays(ring), await stays(road)];
    expect([...byBox.keys()].sort()).toEqual([...byCircle.keys()].sort());
    expect(byRing.get('driver')).toEqual(byBox.get('driver'));
    expect(byRoad.get('driver')!.firstTime).toBe(byBox.get('driver')!.firstTime);
  });
  it('counts a parked vehicle as staying, even while its terminal sleeps, and detects when it leaves', async () => {
    const { sleeper } = Object.fromEntries(await stays(circle));
    expect(sleeper!.firstTime).toBe(START);
    // 510 m to the edge at 1,000 m a minute
    expect(sleeper!.lastTime).toBe(START + 10 * HOUR_MS + 30_000);
    expect([sleeper!.times, sleeper!.stay]).toEqual([1, (10 * HOUR_MS + 30_000) / 1_000]);
  });
  it('omits vehicles that were never near enough', async () => {
    expect((await stays(circle)).has('far')).toBe(false);
    expect((await stays({ ...circle, radiusM: 1_600 })).get('far')).toMatchObject({ stay: 1_999 * 10, times: 1 });
  });
  it('includes a vehicle that passed between two fixes', async () => {
    const narrow: Region = { ...road, bufferM: 100 };
    const { crosser } = Object.fromEntries(await stays(narrow));
    expect(crosser).toMatchObject({ stay: 0, times: 1, firstTime: START + 6 * HOUR_MS + 100_000 });
    expect((await stays({ ...circle, radiusM: 100 })).has('crosser')).toBe(true);
    const thin = 100 / METRES_A_DEGREE;
    const area: Region = { mode: 1, bounds: [113 - 100 / LNG_M, 23 - thin, 113 + 100 / LNG_M, 23 + thin] };
    expect((await stays(area)).has('crosser')).toBe(true);
  });
  it('does not split a stay because of one wrong fix', async () => {
    expect((await stays(circle)).get('jumper')).toMatchObject({ times: 1, stay: 190 });
  });
  it('ends a stay if the vehicle was elsewhere between two fixes, and continues it if there was no fix', async () => {
    const { rare } = Object.fromEntries(await stays(circle));
    expect([rare!.firstTime, rare!.lastTime]).toEqual([START + 3 * HOUR_MS, START + 3 * HOUR_MS + 100 * MINUTE_MS]);
    expect([rare!.times, rare!.stay]).toEqual([2, (20 + 40) * 60]);
  });
  it('is limited to its time range', async () => {
    const stay = (await stays(circle, START + HOUR_MS, START + HOUR_MS + 10 * MINUTE_MS)).get('sleeper')!;
    expect([stay.firstTime, stay.lastTime]).toEqual([START + HOUR_MS, START + HOUR_MS + 10 * MINUTE_MS - 30_000]);
    expect((await stays(circle, START + 12 * HOUR_MS, START + 13 * HOUR_MS)).size).toBe(0);
  });
  it('returns only vehicles in scope', async () => {
    expect([...(await stays(circle, START, START + DAY_MS, northern)).keys()]).toEqual(['other']);
  });
  it('covers at most 24 hours', async () => {
    const long = await ask(boss, 'car/regionsearch', { region: circle, start: START, end: START + DAY_MS + 1 });
    expect(long.data.fields).toEqual([{ path: 'end', message: '一次最多查询 24 小时' }]);
  });
  it('is refused without partial results if it is too slow, and runs once per account at a time', async () => {
    const search = createPastSearch(server.db, 0);
    const time = { start: START, end: START + DAY_MS };
    await expect(search(1, [cars.far], circle, time)).rejects.toMatchObject({ kind: 'searchTooLong' });
    const patient = createPastSearch(server.db);
    const first = patient(1, [cars.far], circle, time);
    await expect(patient(1, [cars.far], circle, time)).rejects.toMatchObject({ kind: 'tooMany' });
    await first;
    expect(await patient(1, [], circle, time)).toEqual([]);
  });
});

describe('car/qrySelectedTarg', () => {
  it('returns followed vehicles, 20 per page', async () => {
    expect((await ask(boss, 'car/qrySelectedTarg', {})).pageModel).toEqual({ page: 1, limit: 20, total: 0 });
    await server.call('GET', 'car/checkedDept', { deptId: String(south) }, { authorization: boss });
    await server.call('GET', 'car/unCheckedCar', { targId: String(cars.far) }, { authorization: boss });
    const { data, pageModel } = await ask(boss, 'car/qrySelectedTarg', {}, { page: 2, limit: 3 });
    expect(pageModel.total).toBe(5);
    expect(data.list).toHaveLength(2);
  });
  it('or returns the requested vehicles within the scope', async () => {
    const targIds = [String(cars.other), String(cars.driver)];
    const names = async (token: string) =>
      ((await ask(token, 'car/qrySelectedTarg', { targIds })).data.list as VehicleNow[]).map(({ cno }) => cno);
    expect(await names(boss)).toEqual(['粤B-driver', '粤B-other']);
    expect(await names(northern)).toEqual(['粤B-other']);
  });
});

describe('car/listOnlineLog', () => {
  beforeAll(async () => {
    const stay = (car: number, login: number, logout: number | null, reason: string | null) =>
      server.db.run(sql`
        insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, peer_ip, transport, protocol_version)
        values (${car}, ${at(login)}, ${at(logout ?? login)}, ${at(logout)}, ${reason}, '10.0.0.1', 'tcp', 2019)`);
    await stay(cars.driver, server.clock.now - 3 * HOUR_MS, server.clock.now - 2 * HOUR_MS, 'idle');
    await stay(cars.driver, server.clock.now - HOUR_MS, null, null);
    await stay(cars.sleeper, server.clock.now - 30 * HOUR_MS, server.clock.now - 90 * MINUTE_MS, 'closed by the terminal');
    await stay(cars.other, server.clock.now - 30 * MINUTE_MS, server.clock.now - 20 * MINUTE_MS, 'taken over');
  });
  const log = async (token: string, data: object = {}, page = { page: 1, limit: 20 }) => {
    const { data: reply, pageModel } = await ask(token, 'car/listOnlineLog', data, page);
    return { list: reply.list as OnlineEvent[], total: pageModel.total as number };
  };

  it('returns connections and disconnections of the last day, newest first, with reasons', async () => {
    const { list, total } = await log(boss);
    expect(total).toBe(6);
    expect(list.map(({ carNo, online, reason }) => `${carNo} ${online ? '+' : reason}`)).toEqual([
      '粤B-other relogin',
      '粤B-other +',
      '粤B-driver +',
      '粤B-sleeper close',
      '粤B-driver timeout',
      '粤B-driver +',
    ]);
    expect(list[4]).toMatchObject({
      lasted: HOUR_MS,
      deptName: 'South',
      transport: 'tcp',
      protocolVersion: 2019,
      peerIp: '10.0.0.1',
    });
    expect(new Set(list.map(({ id }) => id)).size).toBe(6);
  });
  it('supports paging, and filters by vehicle, plate, kind and time', async () => {
    expect((await log(boss, {}, { page: 2, limit: 4 })).list).toHaveLength(2);
    expect((await log(boss, { online: 0 })).total).toBe(3);
    expect((await log(boss, { online: 1, carNo: 'driver' })).total).toBe(2);
    expect((await log(boss, { targIds: [String(cars.sleeper)] })).total).toBe(1);
    expect(
      (await log(boss, { startTime: server.clock.now - 31 * HOUR_MS, endTime: server.clock.now - 29 * HOUR_MS })).total,
    ).toBe(1);
  });
  it('is limited to the scope, and to 31 days', async () => {
    expect((await log(northern)).total).toBe(2);
    const long = await ask(boss, 'car/listOnlineLog', { startTime: 0, endTime: server.clock.now });
    expect(long.data.fields).toEqual([{ path: 'endTime', message: '一次最多查询 31 天' }]);
  });
});

describe('car/exportCarPosition', () => {
  it('exports the positions of vehicles to a file', async () => {
    const { data } = await ask(boss, 'car/exportCarPosition', {
      targIds: [String(cars.driver), String(cars.other)],
      format: 'csv',
    });
    const task = await vi.waitFor(async () => {
      const reply = (await ask(boss, 'task/getTask', { id: data.taskId })).data;
      expect(reply.state).toBe('done');
      return reply;
    });
    expect(task.result).toEqual({ rows: 2 });
    const { url } = (await ask(boss, 'task/getTaskFile', { id: data.taskId })).data;
    const { text } = await server.http.app.inject({ method: 'GET', url }).then(({ body }) => ({ text: body }));
    const [head, first, second] = text.replace('\uFEFF', '').trim().split(/\r?\n/);
    expect(head).toContain('车牌号');
    expect(first).toMatch(/^粤B-driver,South,王伟,.*行驶/);
    expect(second).toMatch(/^粤B-other,North/);
  });
  it('requires permission', async () => {
    expect((await ask(blind, 'car/exportCarPosition', { format: 'csv' })).code).toBe('4003');
  });
});
