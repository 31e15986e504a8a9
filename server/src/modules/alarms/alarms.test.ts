import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply, Route } from '@fleetwarden/contract/call';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAlarm, type WantedAlarm } from '../../../test/support/alarms.ts';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createEscalation } from './escalation.ts';
import { forgetAlarms } from './index.ts';

// 12:00 in Shanghai
const NOW = Date.parse('2026-11-20T04:00:00Z');
const [EMERGENCY, OVERSPEED, ONLINE, FATIGUE_SEEN, RULE_OVERSPEED] = [0, 1, 50, 77, 100];
const [COLLISION_AHEAD, PHONE_SEEN] = [66, 78];

let server: TestServer;
let radio: Radio;
let east: number;
let west: number;
let car: Vehicle;
let second: number;
let foreign: number;
const tokens = new Map<string, string>();
const accounts = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  radio = await startRadio(server);
  const root = await server.department('集团');
  [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  for (const [name, department, codes] of [
    ['boss', root, allPermissions],
    ['anna', east, allPermissions],
    ['ben', east, allPermissions],
    ['ordinary', east, ['20501', '20502', '20201']],
    ['safety', east, ['17030101', '17030110']],
    ['watcher', east, ['170101']],
    ['screen', east, ['10103']],
    ['nobody', east, ['103']],
  ] as const) {
    accounts.set(name, await server.account(name, department, codes));
    tokens.set(name, await server.signIn(name));
  }
  car = await radio.vehicle('京E11111', east);
  second = await addVehicle(server, { plate: '京E22222', departmentId: east, driver: '马骏' });
  foreign = await addVehicle(server, { plate: '京W77777', departmentId: west });
  server.bus.publish('fleet.changed', { vehicleIds: [second, foreign] });
});
beforeEach(async () => {
  await server.db.run('delete from alarm');
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

type Name = keyof typeof alarmsCalls;
const ask = async (who: string, name: Name, data: object = {}, pageModel?: object) => {
  const row: Route = alarmsCalls[name];
  const headers = { authorization: tokens.get(who)!, 'accept-language': 'zh' };
  if (row.method === 'GET') return (await server.call('GET', row.path, data, headers)).body;
  const signed = row.signed ? { sign: sign(data as never) } : {};
  return (await server.post(row.path, { data, ...signed, ...(pageModel ? { pageModel } : {}) }, headers)).body;
};
const done = async (who: string, name: Name, data: object = {}, pageModel?: object) => {
  const body = await ask(who, name, data, pageModel);
  expect([name, body.code, body.msg]).toEqual([name, '0', expect.anything()]);
  return body.data;
};
const alarm = (wanted: Partial<WantedAlarm> = {}) =>
  addAlarm(server.db, { vehicleId: car.id, startAt: NOW - HOUR_MS, ...wanted });
const gidsOf = ({ list }: { list: { alarmGid: string }[] }) => list.map(({ alarmGid }) => alarmGid);
const item = (alarmGid: string, rest: object = {}) => ({ targId: String(car.id), alarmGid, ...rest });
const historyOf = async (alarmGid: string): Promise<{ action: string; username: string; detail: Record<string, unknown> }[]> =>
  (await done('boss', 'getWarnDetail', { alarmGid })).history;
const actions = async (gid: string) => (await historyOf(gid)).map(({ action }) => action);

describe('alarm history', () => {
  it('has 20 alarms per page, newest first, with vehicle, kind, times and case', async () => {
    const gids: string[] = [];
    for (let i = 0; i < 22; i++) gids.push(await alarm({ startAt: NOW - i * MINUTE_MS, vehicleId: second }));
    const { data, pageModel } = await ask('anna', 'listWarnHistory');
    expect(gidsOf(data)).toEqual(gids.slice(0, 20));
    expect(pageModel).toMatchObject({ limit: 20, total: 22 });
    expect(data.list[0]).toMatchObject({
      carNo: '京E22222',
      deptName: '华东',
      driver: '马骏',
      warnId: OVERSPEED,
      mainType: 0,
      subType: 1,
      level: 2,
      vtime: NOW,
      lastTime: NOW + MINUTE_MS,
      endTime: null,
      speed: 90,
      maxSpeed: 100,
      value: 90,
      limit: 80,
      times: 3,
      x: 113.1,
      y: 23.1,
      state: 0,
      version: 1,
      ncheckAdasAlarmStatus: 0,
      subTypeName: '超速报警',
    });
    expect(gidsOf(await done('anna', 'listWarnHistory', {}, { page: 2, limit: 20 }))).toEqual(gids.slice(20));
  });

  it('includes all states by default (warmStatus 4), or only the requested state', async () => {
    const at = (hours: number) => alarm({ startAt: NOW - hours * HOUR_MS });
    const [open, claimed, handled, wrong, escalated] = [await at(1), await at(2), await at(3), await at(4), await at(5)];
    await done('anna', 'claimWarn', { alarmGids: [claimed] });
    await done('anna', 'saveWarnHistoryDeal', { dealList: [item(handled)], dealType: 5 });
    await done('anna', 'saveWarnHistoryDeal', { dealList: [item(wrong)], dealType: 6 });
    await done('anna', 'escalateWarn', { alarmGids: [escalated] });
    const every = [open, claimed, handled, wrong, escalated];
    for (const asked of [{}, { warmStatus: 4 }]) expect(gidsOf(await done('anna', 'listWarnHistory', asked))).toEqual(every);
    const found = async (warmStatus: number) => gidsOf(await done('anna', 'listWarnHistory', { warmStatus }));
    expect([await found(0), await found(1), await found(2), await found(3)]).toEqual([
      [open, escalated],
      [claimed],
      [handled],
      [wrong],
    ]);
  });

  it('shows users only the alarm classes of their permissions', async () => {
    const ordinary = await alarm();
    const event = await alarm({ typeId: ONLINE, startAt: NOW - 2 * HOUR_MS, level: 1 });
    const safety = await alarm({ typeId: FATIGUE_SEEN, startAt: NOW - 3 * HOUR_MS, level: 3 });
    expect(gidsOf(await done('anna', 'listWarnHistory'))).toEqual([ordinary, event, safety]);
    expect(gidsOf(await done('ordinary', 'listWarnHistory'))).toEqual([ordinary, event]);
    expect(gidsOf(await done('safety', 'listWarnHistory'))).toEqual([safety]);
    expect(gidsOf(await done('anna', 'listWarnHistory', { classes: ['event'] }))).toEqual([event]);
    expect(gidsOf(await done('anna', 'safetyList'))).toEqual([safety]);
    expect(gidsOf(await done('anna', 'safetyListNew'))).toEqual([safety]);
    expect((await ask('nobody', 'listWarnHistory')).code).toBe('4003');
    expect((await ask('ordinary', 'safetyList')).code).toBe('4003');
    expect((await ask('ordinary', 'getWarnDetail', { alarmGid: safety })).code).toBe('4004');
    expect((await ask('anna', 'safetyDtl', { alarmGid: ordinary })).code).toBe('4004');
  });

  it('covers at most 31 days', async () => {
    const wide = { startTime: NOW - 32 * DAY_MS, endTime: NOW };
    expect((await ask('anna', 'listWarnHistory', wide)).code).toBe('4001');
    expect((await ask('anna', 'listWarnHistory', { startTime: NOW, endTime: NOW - 1 })).code).toBe('4001');
  });

  it('shows the driver on duty at the alarm start, and is searched by that name', async () => {
    const [bob] = (
      await server.db.query<{ id: number }>(sql`
      insert into driver (name, department_id) values ('Bob', ${east}) returning id`)
    ).map(({ id }) => id);
    const before = await alarm({ vehicleId: second, startAt: NOW - 3 * HOUR_MS });
    const signedIn = await alarm({ vehicleId: second, startAt: NOW - 2 * HOUR_MS });
    const other = await alarm({ startAt: NOW - 2 * HOUR_MS });
    await alarm({ vehicleId: foreign, startAt: NOW - 2 * HOUR_MS });
    for (const id of [second, foreign])
      await server.db.run(sql`
        insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source)
        values (${id}, ${at(NOW - 2.5 * HOUR_MS)}, ${at(NOW - HOUR_MS)}, ${bob}, 1)`);
    const names = async () => {
      const { list } = await done('anna', 'listWarnHistory');
      return Object.fromEntries(list.map((row: { alarmGid: string; driver: string }) => [row.alarmGid, row.driver]));
    };
    expect(await names()).toEqual({ [signedIn]: 'Bob', [other]: '', [before]: '马骏' });
    for (const [driverName, found] of [
      ['bo', [signedIn]],
      ['骏', [before]],
      ['nobody', []],
    ] as const) {
      for (const state of [{}, { undecided: true }])
        expect(gidsOf(await done('anna', 'listWarnHistory', { driverName, ...state }))).toEqual(found);
      expect((await ask('anna', 'listWarnHistory', { driverName })).pageModel.total).toBe(found.length);
    }
    await server.db.run('delete from driver_duty');
  });

  it('is exported by a task', async () => {
    await alarm();
    await alarm({ typeId: FATIGUE_SEEN });
    server.jobs.start();
    for (const [name, rows] of [
      ['exportWarnHistory', 2],
      ['safetyDown', 1],
    ] as const) {
      const { taskId } = await done('anna', name);
      const task = async () =>
        (await server.call('POST', 'task/getTask', { id: taskId }, { authorization: tokens.get('anna')! })).body.data;
      await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('done');
      expect((await task()).result).toEqual({ rows });
    }
    // scheduled jobs would escalate open cases of the tests below
    await server.jobs.stop();
    expect((await ask('safety', 'exportWarnHistory')).code).toBe('4003');
  });
});

describe('handling a case', () => {
  it.each([
    [1, 2, 'handled'],
    [5, 2, 'handled'],
    [6, 3, 'false'],
  ])('with dealType %i sets state %i and records the history', async (dealType, state, action) => {
    const gid = await alarm();
    const reply = await done('anna', 'saveWarnHistoryDeal', {
      dealList: [item(gid, { version: 1 })],
      dealType,
      vNotes: '已联系',
    });
    expect(reply).toEqual({ handled: [gid], refused: [] });
    const { alarm: row, history } = await done('ben', 'getWarnDetail', { alarmGid: gid });
    expect(row).toMatchObject({ state, dealType, dealtBy: 'anna', dealtAt: NOW, vNotes: '已联系', automatic: false, version: 2 });
    expect(history).toMatchObject([{ action, username: 'anna', detail: { dealType, notes: '已联系' } }]);
  });

  it('must be signed', async () => {
    const data = { dealList: [item(await alarm())], dealType: 5 };
    const reply = await server.post(alarmsCalls.saveWarnHistoryDeal.path, { data }, { authorization: tokens.get('anna')! });
    expect(reply.body.code).toBe('4002');
  });

  it('is done once: the second user is refused', async () => {
    const gid = await alarm();
    const deal = (who: string, version: number) =>
      ask(who, 'saveWarnHistoryDeal', { dealList: [item(gid, { version })], dealType: 5 });
    const both = await Promise.all([deal('anna', 1), deal('ben', 1)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['0', '4010']);
    expect(both.find(({ code }) => code === '4010').msg).toBe('该信息已被处理!');
    expect(await actions(gid)).toEqual(['handled']);
  });

  it('is refused if the case version has changed', async () => {
    const gid = await alarm();
    await done('ben', 'claimWarn', { alarmGids: [gid] });
    await done('ben', 'releaseWarn', { alarmGids: [gid] });
    expect((await ask('anna', 'saveWarnHistoryDeal', { dealList: [item(gid, { version: 1 })], dealType: 5 })).code).toBe('4010');
    expect((await ask('anna', 'saveWarnHistoryDeal', { dealList: [item(gid, { version: 3 })], dealType: 5 })).code).toBe('0');
  });

  it('of several cases returns the refused ones', async () => {
    const [open, handled] = [await alarm(), await alarm()];
    await done('ben', 'saveWarnHistoryDeal', { dealList: [item(handled)], dealType: 6 });
    const reply = await done('anna', 'saveWarnHistoryDeal', {
      dealList: [item(open, { version: 1 }), item(handled)],
      dealType: 5,
    });
    expect(reply).toEqual({ handled: [open], refused: [handled] });
    expect((await historyOf(handled)).map(({ action }) => action)).toEqual(['false']);
  });

  it('of several cases requires its own permission', async () => {
    const dealList = [item(await alarm()), item(await alarm())];
    expect((await ask('ordinary', 'saveWarnHistoryDeal', { dealList, dealType: 5 })).code).toBe('4003');
    expect((await ask('ordinary', 'saveWarnHistoryDeal', { dealList: dealList.slice(1), dealType: 5 })).code).toBe('0');
  });

  it('stores the additional values from the console', async () => {
    const gid = await alarm();
    const beside = { batchFlag: 0, times: 3, equipId: String(car.id), status: 4, userName: 'anna', vRemark: '备注' };
    await done('anna', 'saveWarnHistoryDeal', { dealList: [item(gid)], dealType: 5, ...beside });
    expect((await historyOf(gid))[0]!.detail).toMatchObject(beside);
  });

  it('can be queried beforehand: result 0 means already handled', async () => {
    const [ordinary, safety] = [await alarm(), await alarm({ typeId: FATIGUE_SEEN })];
    expect(await done('anna', 'getWarnHistory', { alarmGid: ordinary })).toEqual({
      result: 1,
      state: 0,
      version: 1,
      dealtBy: '',
    });
    expect((await done('anna', 'checkAdasAlarmStatus', { alarmGid: safety })).result).toBe(1);
    await done('ben', 'saveWarnHistoryDeal', { dealList: [item(ordinary), item(safety)], dealType: 6 });
    expect(await done('anna', 'getWarnHistory', { alarmGid: ordinary })).toEqual({
      result: 0,
      state: 3,
      version: 2,
      dealtBy: 'ben',
    });
    expect((await done('anna', 'checkAdasAlarmStatus', { alarmGid: safety })).result).toBe(0);
    expect((await ask('anna', 'checkAdasAlarmStatus', { alarmGid: ordinary })).code).toBe('4004');
  });
});

describe('a text to the driver', () => {
  it('is sent to the terminal, and its answer is recorded in the case', async () => {
    const gid = await alarm();
    const terminal = await radio.online(car);
    const message = { flag: 1, message: '请减速', targetIds: [String(car.id)] };
    const headers = { authorization: tokens.get('anna')! };
    const { seqId } = (await server.call('POST', 'msg/sendMessage', message, headers)).body.data.list[0];
    const heard = await terminal.reply(({ type }) => type === 'sendText');
    const dealList = [item(gid, { version: 1, sendMsg: '请减速', seqId })];
    await done('anna', 'saveWarnHistoryDeal', { dealList, dealType: 1, status: 4 });
    expect((await historyOf(gid))[1]).toMatchObject({
      action: 'message',
      username: 'anna',
      detail: { commandId: seqId, text: '请减速', channels: [8] },
    });
    answer(terminal, heard);
    await eventually(async () =>
      expect((await historyOf(gid))[2]).toMatchObject({ action: 'answer', username: '', detail: { commandId: seqId, state: 2 } }),
    );
    terminal.end();
  });

  it('is recorded once if it was answered before the handling or is not named by the handling', async () => {
    const gid = await alarm({ vehicleId: second });
    const row = await server.db.first<{ id: number }>(sql`
      insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, result_code, created_at, expire_at)
      values (${second}, ${accounts.get('anna')!}, '8300', 33536, '{"text": "慢", "channels": [8]}', 2, 1000, 3, 1, ${at(NOW - MINUTE_MS)}, ${at(NOW)})
      returning id`);
    await done('anna', 'saveWarnHistoryDeal', { dealList: [{ targId: String(second), alarmGid: gid }], dealType: 1 });
    server.bus.publish('command.changed', { ids: [row!.id] });
    await eventually(async () => expect(await actions(gid)).toEqual(['handled', 'message', 'answer']));
    expect((await historyOf(gid))[2]!.detail).toMatchObject({ commandId: String(row!.id), state: 3, resultCode: 1 });
  });
});

describe('a confirmation', () => {
  it('is sent to the terminal for confirmable alarms (0x8203), once per vehicle', async () => {
    const held = await radio.vehicle('京E33333', east);
    const of = (typeId: number) => alarm({ typeId, vehicleId: held.id });
    const [emergency, danger, overspeed] = [await of(EMERGENCY), await of(3), await of(OVERSPEED)];
    const dealList = [emergency, danger, overspeed].map((alarmGid) => ({ targId: String(held.id), alarmGid }));
    expect((await ask('anna', 'confirmAlarm', { dealList })).code).toBe('4020');
    const terminal = await radio.online(held);
    const { list } = await done('anna', 'confirmAlarm', { dealList, status: 4 });
    expect(gidsOf({ list }).sort()).toEqual([emergency, danger].sort());
    expect(new Set(list.map(({ seqId }: { seqId: string }) => seqId)).size).toBe(1);
    const heard = await terminal.reply(({ type }) => type === 'confirmAlarm');
    expect(heard.body).toEqual({ serial: 0, alarmBits: 0b1001 });
    answer(terminal, heard);
    await eventually(async () => expect(await actions(danger)).toEqual(['confirmed', 'answer']));
    expect(await actions(overspeed)).toEqual([]);
    terminal.end();
  });

  it('sends nothing for alarms that no terminal holds', async () => {
    expect(await done('anna', 'confirmAlarm', { dealList: [item(await alarm())] })).toEqual({ list: [] });
  });
});

describe('a report to superior platforms', () => {
  const superior = async (name: string, localPort = 9001) =>
    (await server.db.first<{ id: number }>(sql`
      insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1,
        ia1, ic1)
      values (${east}, ${name}, 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', ${localPort}, '', '', '') returning id`))!.id;
  const bind = (id: number, vehicleId: number) =>
    server.db.run(sql`insert into superior_vehicle (superior_id, vehicle_id) values (${id}, ${vehicleId})`);
  const waiting = () =>
    server.db.query<{ superior_id: number; gid: string }>(
      'select superior_id, gid from superior_alarm order by superior_id, gid',
    );
  afterEach(async () => {
    await server.db.run('delete from superior_platform');
  });

  it('is queued once for each platform of the vehicle, and recorded in the case history', async () => {
    const [city, province] = [await superior('市平台'), await superior('省平台', 9002)];
    for (const id of [city, province]) await bind(id, car.id);
    const woken: number[] = [];
    const end = server.bus.subscribe('superior.answered', ({ superiorId }) => void woken.push(superiorId));
    const [told, alone] = [await alarm(), await alarm({ vehicleId: second })];
    expect(await done('anna', 'reportWarn', { alarmGids: [told, alone] })).toEqual({ list: [told], unbound: [alone] });
    end();
    expect(woken).toEqual([city, province]);
    expect(await waiting()).toEqual([city, province].map((superior_id) => ({ superior_id, gid: told })));
    expect(await historyOf(told)).toMatchObject([
      { action: 'reported', username: 'anna', detail: { platforms: ['市平台', '省平台'] } },
    ]);
    expect(await done('anna', 'reportWarn', { alarmGids: [told] })).toEqual({ list: [], unbound: [] });
    expect(await historyOf(told)).toHaveLength(1);
  });

  it('is not sent to a platform that accepts only other industries', async () => {
    const id = await superior('市平台');
    await bind(id, car.id);
    await server.db.run(sql`update superior_platform set industries = '{3}' where id = ${id}`);
    expect((await done('anna', 'reportWarn', { alarmGids: [await alarm()] })).list).toEqual([]);
    await server.db.run(sql`update vehicle set industry = 3 where id = ${car.id}`);
    expect((await done('anna', 'reportWarn', { alarmGids: [await alarm()] })).list).toHaveLength(1);
  });

  it('requires its own permission', async () => {
    expect((await ask('ordinary', 'reportWarn', { alarmGids: [await alarm()] })).code).toBe('4003');
  });
});

describe('a claim', () => {
  it('assigns a case to a user until release or 10 minutes of inactivity', async () => {
    const gid = await alarm({ typeId: FATIGUE_SEEN });
    expect(await done('anna', 'processing', { alarmGids: [gid] })).toEqual({ list: [gid] });
    expect(await done('ben', 'claimWarn', { alarmGids: [gid] })).toEqual({ list: [] });
    expect((await done('ben', 'safetyList')).list[0]).toMatchObject({ state: 1, claimedBy: 'anna', mine: false });
    expect((await done('anna', 'safetyList')).list[0]).toMatchObject({ mine: true });
    expect((await ask('ben', 'safetyHandle', { dealList: [item(gid)], dealType: 5 })).code).toBe('4010');
    expect(await done('anna', 'releaseAlarm', { alarmGids: [gid] })).toEqual({ list: [gid] });
    await done('anna', 'claimWarn', { alarmGids: [gid] });
    server.clock.now += 10 * MINUTE_MS + 1;
    expect(await done('ben', 'claimWarn', { alarmGids: [gid] })).toEqual({ list: [gid] });
    server.clock.now = NOW;
    expect(await done('ben', 'safetyHandle', { dealList: [item(gid)], dealType: 5 })).toEqual({ handled: [gid], refused: [] });
  });

  it('publishes the change of the case', async () => {
    const told: unknown[] = [];
    const stop = server.bus.subscribe('cases.changed', (news) => void told.push(news));
    const gid = await alarm();
    await done('anna', 'claimWarn', { alarmGids: [gid] });
    stop();
    expect(told).toEqual([{ gids: [gid] }]);
  });
});

describe('escalation', () => {
  const run = () => {
    const { db, caseTransitions, clock } = server;
    const escalation = createEscalation({ db, caseTransitions, idleMs: async () => 10 * MINUTE_MS, now: () => clock.now });
    return escalation.run({}, { signal: new AbortController().signal, attempt: 1 });
  };
  const stateOf = async (alarmGid: string) => (await done('boss', 'getWarnHistory', { alarmGid })).state;

  it('applies to overdue cases without an active claim', async () => {
    const late = await alarm({ dueAt: NOW - 1 });
    const claimed = await alarm({ dueAt: NOW - 1 });
    const early = await alarm({ dueAt: NOW + 1 });
    const never = await alarm();
    await done('anna', 'claimWarn', { alarmGids: [claimed] });
    await run();
    expect(await Promise.all([late, claimed, early, never].map(stateOf))).toEqual([4, 1, 0, 0]);
    expect(await historyOf(late)).toMatchObject([{ action: 'escalated', username: '' }]);
    expect(gidsOf(await done('anna', 'listWarnHistory', { overdue: true })).sort()).toEqual([late, claimed].sort());
    expect(gidsOf(await done('anna', 'listWarnHistory', { warmStatus: 0 }))).toContain(late);
    await run();
    expect(await actions(late)).toEqual(['escalated']);
    server.clock.now += 10 * MINUTE_MS + 1;
    await run();
    expect(await Promise.all([claimed, early].map(stateOf))).toEqual([4, 4]);
    server.clock.now = NOW;
    expect(await done('ben', 'saveWarnHistoryDeal', { dealList: [item(late)], dealType: 5 })).toMatchObject({ handled: [late] });
  });

  it('skips an overspeed that another one covers, and lists do not show it as open or overdue', async () => {
    const covered = await alarm({ typeId: OVERSPEED, dueAt: NOW - 1 });
    const waits = async () => [
      gidsOf(await done('anna', 'listWarnHistory', { warmStatus: 0 })),
      gidsOf(await done('anna', 'listWarnHistory', { overdue: true })),
    ];
    expect(await waits()).toEqual([[covered], [covered]]);
    const covering = await alarm({ typeId: RULE_OVERSPEED });
    expect(await waits()).toEqual([[covering], []]);
    await run();
    expect(await stateOf(covered)).toBe(0);
    expect(gidsOf(await done('anna', 'listWarnHistory', {})).sort()).toEqual([covered, covering].sort());
    // alone again
    await server.db.run(sql`update alarm set brief = true where gid = ${covering}`);
    expect((await waits())[1]).toEqual([covered]);
  });

  it('can be requested by a user', async () => {
    const gid = await alarm();
    expect(await done('anna', 'escalateWarn', { alarmGids: [gid], vNotes: '请值班长处理' })).toEqual({ list: [gid] });
    expect(await historyOf(gid)).toMatchObject([{ action: 'escalated', username: 'anna', detail: { notes: '请值班长处理' } }]);
  });
});

/** Days of two vehicles of the east, the second of grade D, and of one elsewhere. */
async function addRatedDays(): Promise<void> {
  const days = [
    [car.id, '2026-11-20', 120.26],
    [second, '2026-11-02', 150],
    [foreign, '2026-11-20', 1_000],
  ] as const;
  for (const [id, day, km] of days)
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, gnss_km)
      select id, ${day}::date, department_id, ${km} from vehicle where id = ${id}`);
  // 60 of fatigue per 100 km alone give the worst index, but a quarter of the score
  for (const typeId of [FATIGUE_SEEN, OVERSPEED, PHONE_SEEN, COLLISION_AHEAD])
    await server.db.run(sql`
      insert into alarm_day (vehicle_id, day, type_id, level, department_id, cnt, dur_s, needed, handled, timely, false_cnt, auto_cnt,
        message_cnt, phone_cnt, handle_s, hours)
      values (${second}, '2026-11-02', ${typeId}, 3, ${east}, 60, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${new Array(24).fill(0)}::smallint[])`);
}

describe('alarm statistics', () => {
  beforeEach(async () => {
    await alarm({ startAt: NOW - HOUR_MS, typeId: EMERGENCY, level: 3 });
    const handled = await alarm({ startAt: NOW - 2 * HOUR_MS, typeId: FATIGUE_SEEN, level: 3, dueAt: NOW + HOUR_MS });
    await alarm({ startAt: NOW - 3 * HOUR_MS, typeId: FATIGUE_SEEN, vehicleId: second });
    await alarm({ startAt: NOW - 3 * HOUR_MS, typeId: ONLINE });
    await alarm({ startAt: NOW - DAY_MS - HOUR_MS, typeId: OVERSPEED });
    // later on the day before than it is now
    await alarm({ startAt: NOW - DAY_MS + HOUR_MS, typeId: FATIGUE_SEEN });
    await alarm({ startAt: NOW - HOUR_MS, typeId: OVERSPEED, brief: true });
    await alarm({ startAt: NOW - HOUR_MS, vehicleId: foreign });
    await done('anna', 'saveWarnHistoryDeal', { dealList: [item(handled)], dealType: 6 });
  });

  it('cover today and the same time yesterday', async () => {
    expect(await done('anna', 'getWarnSum')).toEqual({
      ordinary: 1,
      safety: 2,
      emergency: 1,
      handled: 1,
      total: 3,
      yesterday: 1,
      hours: expect.any(Array),
    });
    const { hours } = await done('anna', 'getWarnSum');
    expect(hours).toHaveLength(24);
    // it is noon
    expect(hours.slice(9, 13)).toEqual([1, 1, 1, 0]);
    expect(await done('anna', 'todaySafetyStatistics')).toEqual({
      total: 2,
      handled: 1,
      inTime: 1,
      due: 1,
      yesterday: 0,
      mainTypes: [{ mainType: 2, count: 2 }],
      fatigue: 2,
      distraction: 0,
      km: 0,
      grades: { A: 0, B: 0, C: 0, D: 0 },
    });
  });

  it('of active safety today show the same mileage and grades as reports', async () => {
    await addRatedDays();
    server.clock.now += 10 * MINUTE_MS;
    const { km, grades } = await done('anna', 'todaySafetyStatistics');
    expect({ km, grades }).toEqual({ km: 120.3, grades: { A: 1, B: 0, C: 0, D: 1 } });
    await server.db.run(sql`delete from vehicle_day`);
    await server.db.run(sql`delete from alarm_day`);
    expect((await done('anna', 'todaySafetyStatistics')).grades).toEqual(grades);
    server.clock.now = NOW;
  });

  it('of the active safety screen are returned in one call to users with permission', async () => {
    await addRatedDays();
    server.clock.now = NOW + 20 * MINUTE_MS;
    const screen = await done('screen', 'getSafetyScreen');
    const at = (...hours: number[]) => Array.from({ length: 24 }, (_, hour) => hours.filter((one) => one === hour).length);
    expect(screen).toEqual({
      total: 2,
      handled: 1,
      km: 120.3,
      handleMin: 120,
      mainTypes: [{ mainType: 2, count: 2 }],
      types: [{ warnId: FATIGUE_SEEN, count: 2 }],
      hours: at(9, 10),
      // the whole day, also what came later than it is now
      yesterday: at(13),
      fatigue: at(9, 10),
      deadlines: [
        { level: 2, due: 0, inTime: 0 },
        { level: 3, due: 1, inTime: 1 },
      ],
      spots: [{ lng: 113.1, lat: 23.1, count: 2 }],
      risky: [{ targId: String(second), carNo: '京E22222', color: 2, deptName: '华东', score: expect.any(Number) }],
      riskyTotal: 1,
      scores: expect.any(Array),
      depts: [{ deptId: String(east), deptName: '华东', A: 1, B: 0, C: 0, D: 1 }],
    });
    const { scores, risky } = screen as CallReply<(typeof alarmsCalls)['getSafetyScreen']>;
    expect(scores.map(({ day }) => day).filter((_, nth) => nth % 29 === 0)).toEqual(['2026-10-22', '2026-11-20']);
    // one vehicle drove on each of these days
    expect(scores.filter(({ score }) => score !== null)).toEqual([
      { day: '2026-11-02', score: risky[0]!.score },
      { day: '2026-11-20', score: 100 },
    ]);
    expect((await ask('watcher', 'getSafetyScreen')).code).toBe('4003');
    await server.db.run(sql`delete from vehicle_day`);
    await server.db.run(sql`delete from alarm_day`);
    server.clock.now = NOW;
  });

  it('count cases handled in time as reports do, also for late positions without a due time', async () => {
    const soon = await alarm({ startAt: NOW - 20 * MINUTE_MS, typeId: FATIGUE_SEEN });
    const late = await alarm({ startAt: NOW - 40 * MINUTE_MS, typeId: FATIGUE_SEEN });
    await done('anna', 'saveWarnHistoryDeal', { dealList: [item(soon), item(late)], dealType: 5 });
    expect(await done('anna', 'todaySafetyStatistics')).toMatchObject({ handled: 3, due: 3, inTime: 2 });
    server.clock.now = NOW + 40 * MINUTE_MS;
    expect((await done('screen', 'getSafetyScreen')).deadlines).toEqual([
      { level: 2, due: 2, inTime: 1 },
      { level: 3, due: 1, inTime: 1 },
    ]);
    server.clock.now = NOW;
  });

  it('of the screen are recalculated after 10 s, hours after one minute, ratings after ten minutes', async () => {
    const view = async () => {
      const { total, hours, riskyTotal } = await done('screen', 'getSafetyScreen');
      return [total, hours[11], riskyTotal];
    };
    const from = NOW + HOUR_MS;
    server.clock.now = from;
    expect(await view()).toEqual([2, 0, 0]);
    await alarm({ startAt: NOW - MINUTE_MS, typeId: FATIGUE_SEEN });
    await addRatedDays();
    for (const [seconds, seen] of [
      [9, [2, 0, 0]],
      [10, [3, 0, 0]],
      [59, [3, 0, 0]],
      [60, [3, 1, 0]],
      [599, [3, 1, 0]],
      [600, [3, 1, 1]],
    ] as const) {
      server.clock.now = from + seconds * SECOND_MS;
      expect([seconds, ...(await view())]).toEqual([seconds, ...seen]);
    }
    await server.db.run(sql`delete from vehicle_day`);
    await server.db.run(sql`delete from alarm_day`);
    server.clock.now = NOW;
  });

  it('are visible with permission for the page of today, without access to the alarms', async () => {
    expect((await done('watcher', 'todaySafetyStatistics')).total).toBe(2);
    expect((await done('watcher', 'getAsOverview')).total).toBe(3);
    expect((await ask('watcher', 'safetyList')).code).toBe('4003');
  });

  it('count only one of two simultaneous overspeeds, as reports do', async () => {
    const before = (await done('anna', 'getWarnSum')).total;
    for (const typeId of [OVERSPEED, RULE_OVERSPEED]) await alarm({ startAt: NOW - HOUR_MS, typeId });
    expect((await done('anna', 'getWarnSum')).total).toBe(before + 1);
  });

  it('by vehicle show the mileage of today', async () => {
    await server.db.run(sql`
      insert into vehicle_day (vehicle_id, day, department_id, gnss_km)
      values (${car.id}, '2026-11-20', 0, 12.34), (${car.id}, '2026-11-19', 0, 99)`);
    expect((await done('anna', 'getTarResult')).list[0]).toMatchObject({ targId: String(car.id), km: 12.3 });
    await server.db.run(sql`delete from vehicle_day`);
  });

  it('by kind cover today or another day', async () => {
    const { list } = await done('anna', 'getWarnSumDetail');
    expect(list).toEqual([
      { warnId: FATIGUE_SEEN, level: 3, count: 2 },
      { warnId: EMERGENCY, level: 3, count: 1 },
    ]);
    const before = await done('anna', 'getWarnSumDetail', { staticData: '2026-11-19' });
    expect(before.list.map(({ warnId }: { warnId: number }) => warnId)).toEqual([OVERSPEED, FATIGUE_SEEN]);
  });

  it('of a driver cover all vehicles driven at that time; without a driver, only the vehicle', async () => {
    const [ann, bob] = (
      await server.db.query<{ id: number }>(sql`
      insert into driver (name, department_id) values ('Ann', ${east}), ('Bob', ${east}) returning id`)
    ).map(({ id }) => id);
    const given = (driver: number | undefined) => sql`
      insert into given_driver (vehicle_id, since_at, driver_id) values (${car.id}, to_timestamp(0), ${driver})`;
    const gid = await alarm({ startAt: NOW - 4 * HOUR_MS, typeId: PHONE_SEEN });
    const ofAlarm = async (who = 'anna') => {
      const { list, driver } = await done(who, 'getTargAsalarmTypeDtl', { targId: String(car.id), alarmGid: gid });
      return {
        driver,
        counts: Object.fromEntries(list.map((kind: { warnId: number; count: number }) => [kind.warnId, kind.count])),
      };
    };
    await server.db.run('delete from given_driver');
    expect(await ofAlarm()).toEqual({ driver: '', counts: { [FATIGUE_SEEN]: 2, [PHONE_SEEN]: 1 } });
    await server.db.run(given(ann));
    expect(await ofAlarm()).toEqual({ driver: 'Ann', counts: { [FATIGUE_SEEN]: 2, [PHONE_SEEN]: 1 } });
    // signed in by card: in another vehicle, where Bob is alone, and in one outside the scope
    const signIn = (vehicleId: number, driver: number | undefined, from: number, until: number) => sql`
      insert into driver_duty (vehicle_id, start_at, end_at, driver_id, source)
      values (${vehicleId}, ${at(from)}, ${at(until)}, ${driver}, 1)`;
    await alarm({ startAt: NOW - 5 * HOUR_MS, typeId: COLLISION_AHEAD, vehicleId: foreign });
    await server.db.run(signIn(second, ann, NOW - 4 * HOUR_MS, NOW));
    await server.db.run(signIn(foreign, ann, NOW - 6 * HOUR_MS, NOW));
    expect(await ofAlarm()).toEqual({ driver: 'Ann', counts: { [FATIGUE_SEEN]: 3, [PHONE_SEEN]: 1 } });
    expect((await ofAlarm('boss')).counts).toEqual({ [FATIGUE_SEEN]: 3, [PHONE_SEEN]: 1, [COLLISION_AHEAD]: 1 });
    // Bob had the first vehicle for an hour
    await server.db.run(signIn(car.id, bob, NOW - 2.5 * HOUR_MS, NOW - 1.5 * HOUR_MS));
    expect((await ofAlarm()).counts).toEqual({ [FATIGUE_SEEN]: 2, [PHONE_SEEN]: 1 });
    await server.db.run('delete from driver_duty');
    await server.db.run('delete from given_driver');
  });

  it('by vehicle list the counts, kinds and alarms', async () => {
    expect((await done('anna', 'getTarResult')).list).toEqual([
      { targId: String(car.id), carNo: '京E11111', color: 2, deptName: '华东', count: 2, km: null },
      { targId: String(second), carNo: '京E22222', color: 2, deptName: '华东', count: 1, km: null },
    ]);
    const kinds = await done('anna', 'getTargAsalarmTypeDtl', { targId: String(second) });
    expect(kinds.list).toEqual([{ warnId: FATIGUE_SEEN, level: 2, count: 1 }]);
    const rows = await done('anna', 'getTargAsalarmDtl', { targId: String(car.id), warnId: FATIGUE_SEEN });
    expect(rows.list).toHaveLength(2);
  });

  it('of active safety cover a period', async () => {
    expect(await done('anna', 'getAsOverview')).toEqual({
      total: 3,
      handled: 1,
      inTime: 1,
      due: 1,
      falseAlarms: 1,
      mainTypes: [{ mainType: 2, count: 3 }],
      levels: [
        { level: 2, count: 2 },
        { level: 3, count: 1 },
      ],
      days: [
        { day: '2026-11-19', count: 1 },
        { day: '2026-11-20', count: 2 },
      ],
      types: [{ warnId: FATIGUE_SEEN, level: 3, count: 3 }],
      hours: [{ mainType: 2, counts: new Array(24).fill(0).map((_, hour) => ({ 9: 1, 10: 1, 13: 1 })[hour] ?? 0) }],
      depts: [{ deptId: String(east), deptName: '华东', count: 3 }],
      vehicles: [
        { targId: String(car.id), carNo: '京E11111', color: 2, deptName: '华东', count: 2 },
        { targId: String(second), carNo: '京E22222', color: 2, deptName: '华东', count: 1 },
      ],
      spots: [{ lng: 113.1, lat: 23.1, count: 3 }],
    });
    const type = (list: { warnId: number }[]) => list.find(({ warnId }) => warnId === FATIGUE_SEEN);
    expect(type((await done('anna', 'typeList', { count: '1' })).list)).toEqual({
      warnId: FATIGUE_SEEN,
      name: expect.any(String),
      mainType: 2,
      subType: 1,
      level: 3,
      count: 2,
    });
    expect(type((await done('anna', 'typeList')).list)).not.toHaveProperty('count');
  });

  it('of open cases appear in the boxes and at the bells', async () => {
    expect(await done('anna', 'alarmBox')).toMatchObject({ total: 2, list: [{ carNo: '京E22222' }, { carNo: '京E11111' }] });
    expect(await done('anna', 'popupBoard')).toMatchObject({ total: 1, list: [{ warnId: EMERGENCY }] });
    const bells = async (who: string) =>
      (await server.call('GET', 'mainPage/getBellPageNum', {}, { authorization: tokens.get(who)! })).body.data;
    expect(await bells('anna')).toEqual({ alarmCnt: 1, asalarmCnt: 2 });
    expect(await bells('nobody')).toEqual({ alarmCnt: 0, asalarmCnt: 0 });
  });

  it('accept a period as defined by the specification', async () => {
    const [startTime, endTime] = [NOW - 2 * DAY_MS - 1, NOW - 2 * DAY_MS + 1];
    const old = await alarm({ typeId: FATIGUE_SEEN, startAt: NOW - 2 * DAY_MS });
    const emergency = await alarm({ typeId: EMERGENCY, startAt: NOW - 2 * DAY_MS });
    expect(gidsOf(await done('anna', 'alarmBox', { startTime, endTime }))).toEqual([old]);
    expect((await done('anna', 'alarmBox', { startTime, endTime })).total).toBe(1);
    expect(gidsOf(await done('anna', 'popupBoard', { startTime, endTime }))).toEqual([emergency]);
    expect(gidsOf(await done('anna', 'safetyListNew', { startTime, endTime }))).toEqual([old]);
    expect(gidsOf(await done('anna', 'safetyListNew', { startTime, endTime, levels: [1] }))).toEqual([]);
    expect(gidsOf(await done('anna', 'safetyListNew', { targIds: [String(second)] }))).toHaveLength(1);
  });

  it('are limited to the scope', async () => {
    expect((await done('boss', 'getWarnSum')).total).toBe(4);
  });
});

describe('files', () => {
  it('of an alarm are empty before any arrive', async () => {
    expect(await done('anna', 'qryAttachment', { alarmGid: await alarm({ typeId: FATIGUE_SEEN }) })).toEqual({
      list: [],
      state: null,
      reason: '',
    });
  });
});

describe('retention', () => {
  it('deletes alarms and their cases after five years', async () => {
    const [old, young] = [await alarm({ startAt: NOW - 1827 * DAY_MS }), await alarm({ startAt: NOW - 1825 * DAY_MS })];
    await done('boss', 'claimWarn', { alarmGids: [old] });
    expect(await forgetAlarms(server.db, server.settingsArea, NOW)).toBe(1);
    expect((await server.db.query<{ gid: string }>('select gid from alarm_case')).map(({ gid }) => gid)).toEqual([young]);
  });
});

/** Requests of every call about records outside the scope, with the expected code. */
const FOREIGN: Record<Name, (gid: string) => readonly [data: object, code: string]> = {
  listWarnHistory: () => [{ targIds: [String(foreign)] }, '0'],
  exportWarnHistory: () => [{ deptIds: [String(west)] }, '4004'],
  getWarnHistory: (alarmGid) => [{ alarmGid }, '4004'],
  getWarnDetail: (alarmGid) => [{ alarmGid }, '4004'],
  saveWarnHistoryDeal: (gid) => [{ dealList: [{ targId: String(foreign), alarmGid: gid }], dealType: 5 }, '4004'],
  handleAlarms: (gid) => [{ dealList: [{ targId: String(foreign), alarmGid: gid }], dealType: 5 }, '4004'],
  claimWarn: (gid) => [{ alarmGids: [gid] }, '4004'],
  releaseWarn: (gid) => [{ alarmGids: [gid] }, '4004'],
  escalateWarn: (gid) => [{ alarmGids: [gid] }, '4004'],
  confirmAlarm: (gid) => [{ dealList: [{ targId: String(foreign), alarmGid: gid }] }, '4004'],
  reportWarn: (gid) => [{ alarmGids: [gid] }, '4004'],
  checkAdasAlarmStatus: (alarmGid) => [{ alarmGid }, '4004'],
  safetyList: () => [{ carNo: '77777' }, '0'],
  safetyListNew: () => [{}, '0'],
  qryAttachment: (alarmGid) => [{ alarmGid }, '4004'],
  getEvidenceGraph: (alarmGid) => [{ alarmGid }, '4004'],
  refetchAttachment: (gid) => [{ alarmGids: [gid] }, '4004'],
  processing: (gid) => [{ alarmGids: [gid] }, '4004'],
  safetyHandle: (gid) => [{ dealList: [{ targId: String(foreign), alarmGid: gid }], dealType: 5 }, '4004'],
  releaseAlarm: (gid) => [{ alarmGids: [gid] }, '4004'],
  safetyDtl: (alarmGid) => [{ alarmGid }, '4004'],
  safetyDown: () => [{ targIds: [String(foreign)] }, '0'],
  getTargAsalarmTypeDtl: () => [{ targId: String(foreign) }, '0'],
  getTargAsalarmDtl: () => [{ targId: String(foreign) }, '0'],
  getAsOverview: () => [{ deptIds: [String(west)] }, '4004'],
  typeList: () => [{ count: '1' }, '0'],
  todaySafetyStatistics: () => [{}, '0'],
  getSafetyScreen: () => [{}, '0'],
  alarmBox: () => [{}, '0'],
  popupBoard: () => [{}, '0'],
  getWarnSum: () => [{}, '0'],
  getWarnSumDetail: () => [{}, '0'],
  getTarResult: () => [{}, '0'],
};

describe.each(Object.keys(FOREIGN) as Name[])('%s', (name) => {
  it('returns nothing about vehicles outside the scope, and changes nothing there', async () => {
    const gid = await alarm({ vehicleId: foreign, typeId: name.includes('arn') ? OVERSPEED : FATIGUE_SEEN });
    const [data, code] = FOREIGN[name](gid);
    const body = await ask('anna', name, data);
    expect(body.code).toBe(code);
    expect(JSON.stringify(body)).not.toMatch(/京W77777|华西/);
    for (const key of ['total', 'ordinary', 'safety']) expect(body.data?.[key] ?? 0).toBe(0);
    if (name === 'typeList') expect(body.data.list.some(({ count }: { count: number }) => count > 0)).toBe(false);
    else expect(body.data?.list ?? []).toEqual([]);
    expect(await historyOf(gid)).toEqual([]);
  });

  it('is refused for users without permission for alarms', async () => {
    const [data] = FOREIGN[name](await alarm());
    expect((await ask('nobody', name, data)).code).toBe('4003');
  });
});
