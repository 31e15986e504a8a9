import { allPermissions } from '@fleetwarden/contract/permission-tree';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { createCaseTransitions } from '../../alarms/index.ts';
import { startRuleEffects } from '../index.ts';
import { createAlarmTexts } from './alarm-texts.ts';
import { createAutomaticHandling } from './handling.ts';
import { createLongOffline } from './long-offline.ts';
import { createTexts } from './texts.ts';
import { createTimetable } from './timetable.ts';

const TIME_ZONE = 'Asia/Shanghai';
/** 2026-05-20 12:00 in Shanghai, a Wednesday. */
const NOON = Date.UTC(2026, 4, 20, 4);
const signal = new AbortController().signal;

let server: TestServer;
let root = 0;
let [car, away] = [0, 0];
let token = '';
const clock = { now: NOON };
const now = () => clock.now;

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  await server.account('boss', root, allPermissions);
  token = await server.signIn('boss');
  car = await addVehicle(server, { plate: '沪A11111', departmentId: root, phone: '13900000001' });
  away = await addVehicle(server, { plate: '沪A22222', departmentId: root, phone: '13900000002' });
  server.bus.publish('terminal.online', { vehicleId: car, at: Date.now() });
  for (const id of [car, away])
    await server.db.run(sql`
      insert into vehicle_latest (vehicle_id, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, status,
        status_since)
      values (${id}, ${at(NOON)}, 121, 31, 1, 60, 0, 0, 3, 2, now())`);
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport) values (${car}, now(), now(), 'tcp')`);
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.now = NOON;
  await server.db.run('truncate warn_scheme, alarm, command cascade');
});

async function scheme(schemeType: string, params: object, more: object = {}): Promise<number> {
  const wish = {
    schemeType,
    schemeName: `方案${schemeType}${Math.random()}`.replace('.', ''),
    deptId: String(root),
    addDepts: [String(root)],
    params,
    ...more,
  };
  const { body } = await server.call(
    'POST',
    'warnScheme/save',
    { ...wish, schemeName: wish.schemeName.slice(0, 20) },
    { authorization: token },
  );
  expect(body).toMatchObject({ code: '0' });
  await server.activeRules.reload();
  return Number(body.data.id);
}
const sent = () =>
  server.db.query<{ vehicle_id: number; account_id: number | null; params: { text: string; channels: number[] } }>(
    'select vehicle_id, account_id, cmd_code, params from command order by id',
  );
const news = (more: Partial<AlarmNews> = {}): AlarmNews => ({
  seq: 1,
  gid: '00000001-0000-0000-0000-000000000001',
  vehicleId: car,
  typeId: 1,
  source: 0,
  level: 2,
  raised: true,
  startAt: clock.now,
  lastAt: clock.now,
  endAt: null,
  lng: 121.5,
  lat: 31.25,
  speedKmh: 85.4,
  value: 85,
  limit: 80,
  times: 1,
  storm: false,
  info: null,
  ...more,
});
const textsOf = () =>
  createTexts({ service: server.commands.service, timeZone: TIME_ZONE, typeName: (key) => getText('zh', `alarm.${key}`) });
const tell = (more: Partial<AlarmNews> = {}) => {
  const { db, activeRules, jobs } = server;
  return createAlarmTexts({ db, activeRules, jobs, texts: textsOf(), timeZone: TIME_ZONE, now }).take([news(more)]);
};

describe('a text on an alarm', () => {
  it('is sent with its values, within the limits per interval and per day', async () => {
    const id = await scheme('130105', {
      types: [1],
      content: '{车牌}{报警类型}，{速度}/{限速}，{位置}，{时间}，{别的}',
      channels: [4, 8],
      minGap: 60,
      maxPerDay: 2,
    });
    await tell();
    expect(await sent()).toMatchObject([
      {
        vehicle_id: car,
        account_id: null,
        cmd_code: '8300',
        params: { channels: [4, 8], text: '沪A11111超速报警，85/80，121.500000,31.250000，2026-05-20 12:00:00，{别的}' },
      },
    ]);
    clock.now += 30_000;
    await tell();
    expect(await sent()).toHaveLength(1);
    clock.now += 40_000;
    await tell();
    clock.now += 5 * MINUTE_MS;
    await tell();
    expect(await sent()).toHaveLength(2);
    const noted = await server.db.query(
      sql`select command_id from warn_effect where scheme_id = ${id} and command_id is not null`,
    );
    expect(noted).toHaveLength(2);
  });

  it.each([
    ['of another kind', { typeId: 2 }, {}],
    ['of another level', { level: 1 as const }, { levels: [3] }],
    ['that continues', { raised: false }, {}],
    ['that is 11 minutes old', { lastAt: NOON - 11 * MINUTE_MS }, {}],
    ['of a vehicle that is too fast', { speedKmh: 101 }, {}],
    ['of an offline terminal', { vehicleId: -1 }, {}],
  ])('is not sent for an alarm %s', async (_what, more, params) => {
    await scheme('130105', { types: [1], content: 'x', ...params });
    await tell('vehicleId' in more ? { vehicleId: away } : more);
    expect((await sent()).filter(({ vehicle_id }) => vehicle_id === car)).toEqual([]);
  });

  it('is sent for alarms on the bus, also right before the server stops', async () => {
    await scheme('130105', { types: [1], content: 'x' });
    const { db, bus, activeRules, jobs, commands } = server;
    const caseTransitions = createCaseTransitions({ db, bus, now });
    const effects = startRuleEffects({
      db,
      bus,
      activeRules,
      jobs,
      service: commands.service,
      caseTransitions,
      settings: server.settingsArea,
      getText,
      timeZone: TIME_ZONE,
      now,
    });
    bus.publish('alarms.changed', [news()]);
    await effects.stop();
    expect(await sent()).toHaveLength(1);
    bus.publish('alarms.changed', [news({ startAt: NOON + HOUR_MS })]);
    expect(await sent()).toHaveLength(1);
  });

  it('is listed with its result, for users who see its vehicle', async () => {
    const id = await scheme('130105', { types: [1], content: '请减速', minGap: 60 });
    await tell();
    clock.now += 2 * MINUTE_MS;
    await tell({ vehicleId: away });
    await server.db.run(sql`update command set state = 2, result_code = 0 where vehicle_id = ${car}`);
    const effects = { schemeType: '130105', id: String(id), what: 'effects' };
    const { body } = await server.call('POST', 'warnScheme/warnSchemeDetailsListYL', effects, { authorization: token });
    const about = { subject: 'alarm.1', color: expect.any(Number) };
    expect(body.data.list).toEqual([
      { ...about, at: NOON + 2 * MINUTE_MS, targId: String(away), carNo: '沪A22222', text: '', state: null, resultCode: null },
      { ...about, at: NOON, targId: String(car), carNo: '沪A11111', text: '请减速', state: 2, resultCode: 0 },
    ]);
  });

  it('waits for the delay of its scheme, and is not sent if the alarm has ended', async () => {
    await scheme('130105', { types: [1], content: 'x', delay: 30 });
    await tell();
    expect(await sent()).toEqual([]);
    expect(
      await server.db.query(`select extract(epoch from run_at) * 1000 as at from job where kind = 'rules.alarmText'`),
    ).toMatchObject([{ at: expect.closeTo(NOON + 30_000, -2) }]);
    const { db, activeRules, jobs } = server;
    const { delayed } = createAlarmTexts({ db, activeRules, jobs, texts: textsOf(), timeZone: TIME_ZONE, now });
    const [job] = await server.db.query<{ payload: Parameters<typeof delayed.run>[0] }>(
      `select payload from job where kind = 'rules.alarmText'`,
    );
    await delayed.run(job!.payload, { signal, attempt: 1 });
    expect(await sent()).toEqual([]);
  });

  it('reminds of each alarm in banned hours, with the text of its scheme', async () => {
    const source = await scheme('130104', { content: '请停车休息', industry: [] });
    await tell({ typeId: 108, source });
    clock.now += 15 * MINUTE_MS;
    await tell({ typeId: 108, source, raised: false, times: 2 });
    expect((await sent()).map(({ params }) => params.text)).toEqual(['请停车休息', '请停车休息']);
  });
});

describe('a silent vehicle', () => {
  const HOUR = 60 * MINUTE_MS;
  const look = async (platformChecks: readonly '121'[] = ['121']) => {
    const settings = { of: async () => ({ ...(await server.settingsArea.of(null)), platformChecks }) };
    const said: unknown[] = [];
    const end = server.bus.subscribe('alarm.reported', (alarm) => void said.push(alarm));
    const { db, bus } = server;
    await createLongOffline({ db, bus, settings, now }).run({}, { signal, attempt: 1 });
    end();
    return said;
  };
  it('raises an alarm after the configured time, while it is in service', async () => {
    clock.now = NOON + 23 * HOUR;
    expect(await look()).toEqual([]);
    clock.now = NOON + DAY_MS;
    expect(await look()).toEqual([{ vehicleId: away, typeId: 121, source: 0, at: NOON + DAY_MS }]);
    expect(await look([])).toEqual([]);
    await server.db.run(sql`update vehicle set run_state = 2 where id = ${away}`);
    expect(await look()).toEqual([]);
    await server.db.run(sql`update vehicle set run_state = 1 where id = ${away}`);
  });

  it('raises one alarm', async () => {
    clock.now = NOON + 25 * HOUR;
    await server.db.run(sql`
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
        start_kmh, max_kmh, times)
      values (gen_random_uuid(), ${away}, 121, 0, 1, ${at(NOON + DAY_MS)}, ${at(NOON + DAY_MS)}, now(), 0, 0, 0, 0, 0, 0, 1)`);
    expect(await look()).toEqual([]);
  });
});

describe('a timetable', () => {
  const table = () => {
    const { db, activeRules } = server;
    return createTimetable({ db, activeRules, texts: textsOf(), now, batchMs: 0 });
  };
  const tick = () => table().run({}, { signal, attempt: 1 });
  const daily = { content: '安全行车', scheduleType: 2, times: ['12:00', '18:30'], from: '2026-05-01', to: '2026-05-31' };

  it('sends at its minutes, once, even if the minute is checked repeatedly', async () => {
    await scheme('130110', daily);
    await tick();
    await tick();
    expect(await sent()).toMatchObject([
      { vehicle_id: car, account_id: null, params: { text: '安全行车' } },
      { vehicle_id: away },
    ]);
    clock.now += MINUTE_MS;
    await tick();
    expect(await sent()).toHaveLength(2);
  });

  it.each([
    ['daily, after the last day', { ...daily, to: '2026-05-19' }, 0],
    ['once, on its day', { ...daily, scheduleType: 1, from: '2026-05-20' }, 1],
    ['once, on another day', { ...daily, scheduleType: 1 }, 0],
    ['weekly, on its weekday', { ...daily, scheduleType: 3, weekdays: [3] }, 1],
    ['weekly, on another weekday', { ...daily, scheduleType: 3, weekdays: [4] }, 0],
  ])('%s', async (_what, params, times) => {
    await scheme('130110', { ...params, condition: 2 });
    await tick();
    expect(await sent()).toHaveLength(times);
  });

  it('advises drivers before banned hours start, once a night', async () => {
    await scheme('130104', { content: '即将进入禁行时段', industry: [], banStart: '12:20', banEnd: '15:00', adviseMinutes: 30 });
    await tick();
    clock.now += MINUTE_MS;
    await tick();
    expect(await sent()).toMatchObject([{ vehicle_id: car, params: { text: '即将进入禁行时段' } }]);
  });
});

describe('automatic handling', () => {
  let number = 0;
  async function alarm(
    more: { typeId?: number; level?: number; ended?: boolean; kmh?: number; startAt?: number } = {},
  ): Promise<string> {
    const { typeId = 1, level = 2, ended = true, kmh = 60, startAt = NOON - 10 * MINUTE_MS } = more;
    const gid = `00000001-0000-0000-0000-${String(++number).padStart(12, '0')}`;
    await server.db.run(sql`
      insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
        last_lat, start_kmh, max_kmh, times)
      values (${gid}, ${car}, ${typeId}, 0, ${level}, ${at(startAt)}, ${at(startAt + MINUTE_MS)}, ${ended ? at(startAt + MINUTE_MS) : null}, now(),
        121, 31, 121, 31, 60, ${kmh}, 1)`);
    await server.db.run(
      sql`insert into alarm_case (gid, vehicle_id, type_id, start_at) values (${gid}, ${car}, ${typeId}, ${at(startAt)})`,
    );
    return gid;
  }
  const caseOf = (gid: string) =>
    server.db.first(sql`select state, deal_type, dealt_by, automatic, notes, version from alarm_case where gid = ${gid}`);
  const eventsOf = async (gid: string) =>
    (await server.db.query<{ action: string }>(sql`select action from alarm_case_event where gid = ${gid} order by id`)).map(
      ({ action }) => action,
    );
  const caseTransitions = () => createCaseTransitions({ db: server.db, bus: server.bus, now });
  const decide = () => {
    const { db, activeRules, commands } = server;
    const { service } = commands;
    return createAutomaticHandling({ db, activeRules, caseTransitions: caseTransitions(), texts: textsOf(), service, now }).run(
      {},
      { signal, attempt: 1 },
    );
  };
  const rule = { types: [1, 100], dealType: 5, vNotes: '系统自动处理' };

  it('applies the values of its rule, as the platform, once', async () => {
    await scheme('130103', rule);
    const gid = await alarm();
    await decide();
    await decide();
    expect(await caseOf(gid)).toEqual({
      state: 2,
      deal_type: 5,
      dealt_by: null,
      automatic: true,
      notes: '系统自动处理',
      version: 2,
    });
    expect(await eventsOf(gid)).toEqual(['handled']);
    expect(await sent()).toEqual([]);
  });

  it('sends the message of its rule to the driver', async () => {
    await scheme('130103', { ...rule, dealType: 1, content: '{车牌}请减速' });
    const gid = await alarm();
    await decide();
    expect(await eventsOf(gid)).toEqual(['handled', 'message']);
    expect(await sent()).toMatchObject([{ vehicle_id: car, params: { text: '沪A11111请减速' } }]);
  });

  it('confirms to a terminal that still reports the alarm, and to no other', async () => {
    await scheme('130103', { ...rule, types: [1, 20] });
    const [held, other] = [await alarm({ typeId: 20 }), await alarm()];
    await decide();
    expect(await eventsOf(held)).toEqual(['handled', 'confirmed']);
    expect(await eventsOf(other)).toEqual(['handled']);
    expect(await sent()).toMatchObject([
      { vehicle_id: car, account_id: null, cmd_code: '8203', params: { serial: 0, alarmBits: 2 ** 20 } },
    ]);
  });

  it('can mark false alarms', async () => {
    await scheme('130109', { subTypes: [78], dealType: 6, vNotes: '误报' });
    const gid = await alarm({ typeId: 78 });
    await decide();
    expect(await caseOf(gid)).toMatchObject({ state: 3, deal_type: 6 });
    expect(await eventsOf(gid)).toEqual(['false']);
  });

  const PASSED: readonly (readonly [string, string, object, Parameters<typeof alarm>[0]])[] = [
    ['that is too recent', '130103', rule, { startAt: NOON - 4 * MINUTE_MS }],
    ['that has not ended', '130103', rule, { ended: false }],
    ['of another kind', '130103', rule, { typeId: 2 }],
    ['of another level', '130103', { ...rule, levels: [1] }, {}],
    ['above the maximum duration', '130103', { ...rule, maxDuration: 30 }, {}],
    ['above the maximum speed', '130103', { ...rule, maxSpeed: 80 }, { kmh: 81 }],
    ['at another time of day', '130103', { ...rule, segments: [{ start: '22:00', end: '06:00' }] }, {}],
    ['of level 3', '130109', { subTypes: [77], dealType: 6, vNotes: 'x' }, { typeId: 77, level: 3 }],
    ['that waits for files', '130109', { subTypes: [78], dealType: 6, vNotes: 'x', needFile: true }, { typeId: 78 }],
  ];
  it.each(PASSED)('skips an alarm %s', async (_what, kind, params, more) => {
    await scheme(kind, params);
    const gid = await alarm(more);
    await decide();
    expect(await caseOf(gid)).toMatchObject({ state: 0 });
  });

  it('skips an alarm whose plan requires a user', async () => {
    await scheme('130103', rule);
    await scheme('130101', { types: [{ typeId: 1, level: 2, key: true }] });
    const gid = await alarm();
    await decide();
    expect(await caseOf(gid)).toMatchObject({ state: 0 });
  });

  it('skips a case that a user has claimed, and vice versa', async () => {
    const other = await server.account('other', root, []);
    const boss = (await server.db.first<{ id: number }>(`select id from account where login_name = 'boss'`))!.id;
    await scheme('130103', rule);
    const gid = await alarm();
    const own = { accountId: boss, scope: new Set([root]), idleMs: 10 * MINUTE_MS };
    const { claim, handle, release } = caseTransitions();
    expect(await claim([gid], { ...own, scope: new Set([root + 1]) })).toEqual([]);
    expect(await claim([gid], own)).toEqual([gid]);
    await decide();
    expect(await claim([gid], { ...own, accountId: other })).toEqual([]);
    expect(await release([gid], { ...own, accountId: other })).toEqual([]);
    const decision = { gids: [gid, gid], dealType: 5, notes: '已电话', scope: null, automatic: false } as const;
    expect(await handle({ ...decision, accountId: other })).toEqual([]);
    expect(await handle({ ...decision, accountId: boss, versions: new Map([[gid, 1]]) })).toEqual([]);
    expect(await handle({ ...decision, accountId: boss, versions: new Map([[gid, 2]]) })).toEqual([gid]);
    expect(await handle({ ...decision, accountId: boss })).toEqual([]);
    expect(await eventsOf(gid)).toEqual(['claimed', 'handled']);
  });

  it('runs once in two processes', async () => {
    const gid = await alarm();
    const decision = { gids: [gid], dealType: 6, notes: '', accountId: null, scope: null, automatic: false } as const;
    const both = await Promise.all([caseTransitions().handle(decision), caseTransitions().handle(decision)]);
    expect(both.flat()).toEqual([gid]);
    expect(await eventsOf(gid)).toEqual(['false']);
  });

  it('takes over a stale claim', async () => {
    const other = await server.account('idler', root, []);
    const gid = await alarm();
    const own = { scope: null, idleMs: 10 * MINUTE_MS };
    await caseTransitions().claim([gid], { ...own, accountId: other });
    clock.now += 11 * MINUTE_MS;
    const boss = (await server.db.first<{ id: number }>(`select id from account where login_name = 'boss'`))!.id;
    expect(await caseTransitions().claim([gid], { ...own, accountId: boss })).toEqual([gid]);
  });
});
