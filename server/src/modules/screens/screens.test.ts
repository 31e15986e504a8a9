import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAlarm } from '../../../test/support/alarms.ts';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

const NOW = Date.parse('2026-11-21T04:00:00Z'); // 12:00 in Shanghai
const TODAY = Date.parse('2026-11-20T16:00:00Z');

let server: TestServer;
let ids: number[];
let foreign: number;
let chief: Record<string, string>;
let bellLess: Record<string, string>;

const get = async (path: string, data: object = {}, headers = chief) => (await server.call('GET', path, data, headers)).body;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  const root = await server.department('集团');
  const home = await server.department('甲公司', root);
  const branch = await server.department('甲一队', home);
  const other = await server.department('乙公司', root);
  ids = [];
  for (let i = 0; i < 12; i++)
    ids.push(await addVehicle(server, { plate: `粤A${String(i).padStart(5, '0')}`, departmentId: i < 6 ? home : branch }));
  foreign = await addVehicle(server, { plate: '京B00001', departmentId: other });
  await server.account('chief', home, ['103', '205', '17030101']);
  await server.account('bell-less', home, ['103']);
  chief = { authorization: await server.signIn('chief') };
  bellLess = { authorization: await server.signIn('bell-less') };
  server.bus.publish('fleet.changed', { vehicleIds: [...ids, foreign] });
  await vi.waitFor(async () => expect((await get('car/vehicleOnlineInformation')).data.total).toBe(12));
});
afterAll(() => server.stop());

const day = (vehicleId: number, key: string, km: number, { hours = 1, trips = 1, odometer = 0 } = {}) =>
  server.db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, gnss_km, odo_km, drive_s, trip_count)
    select id, ${key}::date, department_id, ${km}, ${odometer}, ${hours * 3_600}, ${trips} from vehicle where id = ${vehicleId}`);

describe('the bells', () => {
  it('count unhandled alarms of the last 24 h, each only with its permission', async () => {
    expect((await get('mainPage/getBellPageNum')).data).toEqual({ alarmCnt: 0, asalarmCnt: 0 });
    const [ordinary, event, safety] = [1, 50, 77];
    const decided = await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - HOUR_MS, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - HOUR_MS, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - DAY_MS - 1, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[7]!, startAt: NOW - HOUR_MS, typeId: event });
    await addAlarm(server.db, { vehicleId: ids[7]!, startAt: NOW - DAY_MS, typeId: safety });
    await addAlarm(server.db, { vehicleId: foreign, startAt: NOW - HOUR_MS, typeId: safety });
    expect((await get('mainPage/getBellPageNum')).data).toEqual({ alarmCnt: 2, asalarmCnt: 1 });
    expect((await get('mainPage/getBellPageNum', {}, bellLess)).data).toEqual({ alarmCnt: 0, asalarmCnt: 0 });
    const by = { accountId: null, scope: null, automatic: true } as const;
    await server.caseTransitions.handle({ gids: [decided], dealType: 6, notes: '', ...by });
    expect((await get('mainPage/getBellPageNum')).data.alarmCnt).toBe(1);
  });

  it('count unhandled alarms of a given period', async () => {
    const bells = async (period: object) => (await get('mainPage/getBellPageNum', period)).data;
    expect(await bells({ startTime: NOW - 2 * DAY_MS, endTime: NOW })).toEqual({ alarmCnt: 2, asalarmCnt: 1 });
    expect(await bells({ startTime: NOW - 2 * DAY_MS, endTime: NOW - 2 * HOUR_MS })).toEqual({ alarmCnt: 1, asalarmCnt: 1 });
    expect(await bells({ startTime: NOW - 30 * 60_000 })).toEqual({ alarmCnt: 0, asalarmCnt: 0 });
    expect((await get('mainPage/getBellPageNum', { startTime: 'yesterday' })).code).toBe('4001');
    expect((await get('mainPage/getBellPageNum', { startTime: NOW, endTime: NOW - 1 })).code).toBe('4001');
  });
});

describe('vehicles by state', () => {
  it('are those of the scope, and vehicles that were never online are not offline', async () => {
    server.bus.publish('vehicles.updated', [
      live(ids[0]!, { status: 2, receivedAt: TODAY }),
      live(ids[1]!, { status: 0, online: false, receivedAt: TODAY - 1 }),
      live(ids[2]!, { status: 1, receivedAt: NOW }),
      live(ids[3]!, { status: 3, receivedAt: NOW }),
      live(ids[4]!, { status: 4, receivedAt: NOW }),
      live(ids[5]!, { status: 5, receivedAt: NOW }),
      live(ids[6]!, { status: 6, receivedAt: NOW }),
      live(ids[7]!, { status: 0, online: false, receivedAt: NOW }),
    ]);
    expect((await get('car/vehicleOnlineInformation')).data).toEqual({
      total: 12,
      online: 6,
      moving: 1,
      idling: 1,
      parked: 1,
      noFix: 1,
      alarm: 2,
      offline: 2,
      never: 4,
      seenToday: 7,
    });
  });
});

describe('the monthly figures', () => {
  it('has the adopted kilometres, hours, trips and vehicles of each business day up to today', async () => {
    await day(ids[0]!, '2026-11-21', 30.4, { hours: 3, trips: 2, odometer: 30.46 });
    await day(ids[8]!, '2026-11-21', 5, { hours: 0.5 });
    // below a kilometre a vehicle has not been driven
    await day(ids[9]!, '2026-11-21', 0.4, { hours: 0, trips: 0 });
    await day(ids[0]!, '2026-11-20', 7);
    await day(ids[0]!, '2026-10-22', 99);
    await day(foreign, '2026-11-21', 1_000);
    const { list } = (await get('mainPage/dataBoard', { month: '2026-11' })).data;
    expect(list).toHaveLength(21);
    expect(list.at(-1)).toEqual({ day: '2026-11-21', km: 35.9, hours: 3.5, trips: 3, vehicles: 2 });
    expect(list.at(-2)).toEqual({ day: '2026-11-20', km: 7, hours: 1, trips: 1, vehicles: 1 });
    expect(list[0]).toEqual({ day: '2026-11-01', km: 0, hours: 0, trips: 0, vehicles: 0 });
    expect((await get('mainPage/dataBoard', { month: '2026-12' })).data.list).toEqual([]);
    expect((await get('mainPage/dataBoard', { month: '2026-13' })).code).toBe('4001');
  });
});

describe('the mileage ranking', () => {
  it('has the ten vehicles of the scope with the highest mileage on a past business day', async () => {
    for (const [i, id] of ids.entries()) await day(id, '2026-11-11', i === 11 ? 139 : 100 - i);
    await day(foreign, '2026-11-11', 5_000);
    const { list } = (await get('mainPage/mileageRank', { day: '2026-11-11' })).data;
    expect(list).toHaveLength(10);
    expect(list[0]).toEqual({ carId: String(ids[11]), carNo: '粤A00011', color: 2, deptName: '甲一队', km: 139 });
    expect(list.map(({ km }: { km: number }) => km)).toEqual([139, 100, 99, 98, 97, 96, 95, 94, 93, 92]);
    expect((await get('mainPage/mileageRank', { day: '2026-02-30' })).code).toBe('4001');
  });

  it('has the live mileage today, including current trips', async () => {
    server.bus.publish(
      'vehicles.updated',
      [...ids, foreign].map((id, i) => live(id, { dayKm: [30.46, 38.2, 5][i] ?? 0 })),
    );
    const { list } = (await get('mainPage/mileageRank')).data;
    expect(list).toEqual([
      { carId: String(ids[1]), carNo: '粤A00001', color: 2, deptName: '甲公司', km: 38.2 },
      { carId: String(ids[0]), carNo: '粤A00000', color: 2, deptName: '甲公司', km: 30.5 },
      { carId: String(ids[2]), carNo: '粤A00002', color: 2, deptName: '甲公司', km: 5 },
    ]);
    expect((await get('mainPage/mileageRank', { day: '2026-11-21' })).data.list).toEqual(list);
  });
});
