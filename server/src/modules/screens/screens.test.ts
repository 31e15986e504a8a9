import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addAlarm } from '../../../test/support/alarms.ts';
import { addVehicle, live } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

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
  await server.account('chief', home, ['103', '205']);
  await server.account('bell-less', home, ['103']);
  chief = { authorization: await server.signIn('chief') };
  bellLess = { authorization: await server.signIn('bell-less') };
  server.bus.publish('fleet.changed', { vehicleIds: [...ids, foreign] });
  await vi.waitFor(async () => expect((await get('car/vehicleOnlineInformation')).data.total).toBe(12));
});
afterAll(() => server.stop());

const trip = (vehicleId: number, startAt: number, km: number, hours = 1) =>
  server.db.run(sql`
    insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
    values (${vehicleId}, ${at(startAt)}, ${at(startAt + hours * HOUR_MS)}, 113, 23, 113, 23, ${km}, 80, 10)`);

describe('the bells', () => {
  it('count what nobody has decided of the last 24 h; the ordinary one only with permission 205', async () => {
    expect((await get('mainPage/getBellPageNum')).data).toEqual({ alarmCnt: 0, asalarmCnt: 0 });
    const [ordinary, event, safety] = [1, 50, 77];
    const decided = await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - HOUR_MS, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - HOUR_MS, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[0]!, startAt: NOW - DAY_MS - 1, typeId: ordinary });
    await addAlarm(server.db, { vehicleId: ids[7]!, startAt: NOW - HOUR_MS, typeId: event });
    await addAlarm(server.db, { vehicleId: ids[7]!, startAt: NOW - DAY_MS, typeId: safety });
    await addAlarm(server.db, { vehicleId: foreign, startAt: NOW - HOUR_MS, typeId: safety });
    expect((await get('mainPage/getBellPageNum')).data).toEqual({ alarmCnt: 2, asalarmCnt: 1 });
    expect((await get('mainPage/getBellPageNum', {}, bellLess)).data).toEqual({ alarmCnt: 0, asalarmCnt: 1 });
    const by = { accountId: null, scope: null, automatic: true } as const;
    await server.caseTransitions.handle({ gids: [decided], dealType: 6, notes: '', ...by });
    expect((await get('mainPage/getBellPageNum')).data.alarmCnt).toBe(1);
  });
});

describe('vehicles by state', () => {
  it('are those of the scope; what was never seen is not offline', async () => {
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

describe('the month', () => {
  it('has kilometres, hours, trips and vehicles of each business day up to today', async () => {
    await trip(ids[0]!, TODAY, 10.46, 2);
    await trip(ids[0]!, TODAY + 3 * HOUR_MS, 20);
    await trip(ids[8]!, TODAY + HOUR_MS, 5, 0.5);
    await trip(ids[0]!, TODAY - 1, 7); // belongs to the day it began on
    await trip(ids[0]!, TODAY - 30 * DAY_MS, 99);
    await trip(foreign, TODAY, 1_000);
    const { list } = (await get('mainPage/dataBoard', { month: '2026-11' })).data;
    expect(list).toHaveLength(21);
    expect(list.at(-1)).toEqual({ day: '2026-11-21', km: 35.5, hours: 3.5, trips: 3, vehicles: 2 });
    expect(list.at(-2)).toEqual({ day: '2026-11-20', km: 7, hours: 1, trips: 1, vehicles: 1 });
    expect(list[0]).toEqual({ day: '2026-11-01', km: 0, hours: 0, trips: 0, vehicles: 0 });
    expect((await get('mainPage/dataBoard', { month: '2026-12' })).data.list).toEqual([]);
    expect((await get('mainPage/dataBoard', { month: '2026-13' })).code).toBe('4001');
  });
});

describe('the rank', () => {
  it('has the ten vehicles of the scope that drove most on a business day, today unless told', async () => {
    const day = Date.parse('2026-11-10T16:00:00Z');
    for (const [i, id] of ids.entries()) await trip(id, day + i * HOUR_MS, 100 - i);
    await trip(ids[11]!, day, 50);
    await trip(foreign, day, 5_000);
    const { list } = (await get('mainPage/mileageRank', { day: '2026-11-11' })).data;
    expect(list).toHaveLength(10);
    expect(list[0]).toEqual({ carId: String(ids[11]), carNo: '粤A00011', color: 2, deptName: '甲一队', km: 139 });
    expect(list.map(({ km }: { km: number }) => km)).toEqual([139, 100, 99, 98, 97, 96, 95, 94, 93, 92]);
    const today = (await get('mainPage/mileageRank')).data.list;
    expect(today.map(({ carNo, km }: { carNo: string; km: number }) => [carNo, km])).toEqual([
      ['粤A00000', 30.5],
      ['粤A00008', 5],
    ]);
    expect((await get('mainPage/mileageRank', { day: '2026-02-30' })).code).toBe('4001');
  });
});
