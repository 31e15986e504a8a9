import { RULE_CODES } from '@fleetwarden/contract/alarm-rules/kinds';
import type { Tried } from '@fleetwarden/contract/alarm-rules/schemas';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { settingRow } from '@fleetwarden/contract/settings/platform-settings';
import { DAY_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { CHECK_TIMINGS } from '../../engine/rules/checks.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';
import { paramWords } from './param-words.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [car, other, foreign] = [0, 0, 0];
const tokens: Record<string, string> = {};

const LIST = 'warnScheme/warnSchemeListYL';
const ask = async (path: string, data: object, as = 'boss') =>
  (await server.call('POST', path, data, { authorization: tokens[as]!, cookie: 'language=zh' })).body;
const done = async (path: string, data: object, as = 'boss') => {
  const body = await ask(path, data, as);
  expect([path, body]).toMatchObject([path, { code: '0' }]);
  return body.data;
};
const fields = (body: { data?: { fields?: { path: string; message: string }[] } }) =>
  body.data?.fields?.map(({ path, message }) => [path, message]);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  await server.account('boss', root, allPermissions);
  await server.account('clerk', east, allPermissions);
  await server.account('viewer', root, ['13010201']);
  await server.account('driver', root, ['601']);
  for (const name of ['boss', 'clerk', 'viewer', 'driver']) tokens[name] = await server.signIn(name);
  car = await addVehicle(server, { plate: '沪A11111', departmentId: east });
  other = await addVehicle(server, { plate: '沪A22222', departmentId: east });
  foreign = await addVehicle(server, { plate: '新A33333', departmentId: west });
  server.jobs.start();
});
afterAll(() => server.stop());

let named = 0;
const schemeOf = (values: object = {}) => ({
  schemeType: '130102',
  schemeName: `方案${++named}`,
  deptId: String(root),
  params: { rows: [{ limit: 80 }] },
  addDepts: [String(root)],
  ...values,
});

describe('schemes of alarm rules', () => {
  it('count each vehicle once: named vehicles and vehicles of departments with descendants', async () => {
    const countOf = async (values: object) => {
      const wish = schemeOf(values);
      await done('warnScheme/save', wish);
      return (await done(LIST, { schemeType: '130102', schemeName: wish.schemeName })).list[0].vehicles;
    };
    const all = (await server.db.query('select id from vehicle where deleted_at is null')).length;
    expect(all).toBeGreaterThan(1);
    expect(await countOf({ addDepts: [String(root)] })).toBe(all);
    expect(await countOf({ addDepts: [String(root)], addCars: [String(car)] })).toBe(all);
    expect(await countOf({ addDepts: [], addCars: [String(car)] })).toBe(1);
  });

  it('are added with defaults, listed, edited by version, and removed', async () => {
    const wish = schemeOf({ addCars: [String(car)] });
    const { id, version } = await done('warnScheme/save', wish);
    const [row] = (await done(LIST, { schemeType: '130102', schemeName: wish.schemeName })).list;
    expect(row).toMatchObject({
      id,
      version: 1,
      schemeName: wish.schemeName,
      deptName: '集团',
      enabled: true,
      level: 2,
      priority: 50,
      vehicles: (await server.db.query('select id from vehicle where deleted_at is null')).length,
      departments: 1,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      segments: [],
      updatedBy: 'boss',
      params: { rows: [{ limit: 80, roadGrade: 0 }], nightFactor: 80, duration: 10 },
    });
    const changed = { ...wish, id, version, params: { rows: [{ limit: 60 }] }, addDepts: [], addCars: [] };
    expect(await done('warnScheme/save', changed)).toEqual({ id, version: 2 });
    expect(await ask('warnScheme/save', changed)).toMatchObject({ code: '4010' });
    const log = (await done('warnScheme/warnSchemeDetailsListYL', { schemeType: '130102', id, what: 'log' })).list;
    expect(log).toMatchObject([
      {
        action: 'edit',
        username: 'boss',
        before: { params: { rows: [{ limit: 80 }] } },
        after: { params: { rows: [{ limit: 60 }] } },
      },
      { action: 'add', before: null },
    ]);
    const second = await done('warnScheme/save', schemeOf());
    expect((await done(LIST, { schemeType: '130102', ids: [id] })).list).toMatchObject([{ id }]);
    await done('warnScheme/del', { schemeType: '130102', ids: [second.id] });
    expect(await done('warnScheme/enableScheme', { schemeType: '130102', ids: [id], enabled: false })).toEqual({ changed: 1 });
    expect(await done('warnScheme/enableScheme', { schemeType: '130102', ids: [id], enabled: false })).toEqual({ changed: 0 });
    expect((await done(LIST, { schemeType: '130102', enabled: false })).list).toMatchObject([{ id }]);
    expect(await done('warnScheme/del', { schemeType: '130102', ids: [id] })).toEqual({ removed: 1 });
    expect(await ask('warnScheme/del', { schemeType: '130102', ids: [id] })).toMatchObject({ code: '4004' });
  });

  it('have unique names per department and kind', async () => {
    const wish = schemeOf();
    await done('warnScheme/save', wish);
    const { schemeType, deptId, schemeName } = wish;
    expect(await done('warnScheme/countWarnSchemeByName', { schemeType, deptId, schemeName })).toEqual({ count: 1 });
    expect(fields(await ask('warnScheme/save', wish))).toEqual([['schemeName', '方案名称已存在']]);
    await done('warnScheme/save', { ...wish, deptId: String(east) });
  });

  it('are refused with the specified texts', async () => {
    expect(fields(await ask('warnScheme/save', schemeOf({ addDepts: [] })))).toEqual([['addCars', '没有已选中车辆,请选择！']]);
    const segments = [
      { start: '22:00', end: '06:00' },
      { start: '05:00', end: '07:00' },
    ];
    expect(fields(await ask('warnScheme/save', schemeOf({ segments })))).toEqual([['segments', '时间段重叠']]);
    expect(fields(await ask('warnScheme/save', schemeOf({ params: { rows: [{ limit: 161 }] } })))?.[0]?.[0]).toBe(
      'params.rows.0.limit',
    );
    expect(fields(await ask('warnScheme/save', schemeOf({ validFrom: '2026-05-02', validTo: '2026-05-01' })))?.[0]?.[0]).toBe(
      'validTo',
    );
    const delay = schemeOf({ schemeType: '130108', params: { types: [{ typeId: 0 }] } });
    expect(fields(await ask('warnScheme/save', delay))).toEqual([['params.types.0.typeId', '紧急、碰撞、侧翻报警不能延时']]);
  });

  it('are shown to and changed by users with the permission of the page, within their departments', async () => {
    const { id } = await done('warnScheme/save', schemeOf());
    await done(LIST, { schemeType: '130102' }, 'viewer');
    expect(await ask(LIST, { schemeType: '130103' }, 'viewer')).toMatchObject({ code: '4003' });
    expect(await ask('warnScheme/save', schemeOf(), 'viewer')).toMatchObject({ code: '4003' });
    expect(await ask(LIST, { schemeType: '130102' }, 'driver')).toMatchObject({ code: '4003' });
    const named = { schemeType: '130102', ids: [id] };
    expect(await ask('warnScheme/del', named, 'clerk')).toMatchObject({ code: '4004' });
    expect(await ask('warnScheme/enableScheme', { ...named, enabled: true }, 'clerk')).toMatchObject({ code: '4004' });
    const bind = { schemeType: '130102', id, addCars: [String(car)] };
    expect(await ask('warnScheme/bindTarget', bind, 'clerk')).toMatchObject({ code: '4004' });
    const own = await done('warnScheme/save', schemeOf({ deptId: String(east), addDepts: [String(east)] }), 'clerk');
    const farther = { schemeType: '130102', id: own.id, addCars: [String(foreign)] };
    expect(await ask('warnScheme/bindTarget', farther, 'clerk')).toMatchObject({ code: '4004' });
    expect(await ask('warnScheme/save', schemeOf({ addDepts: [String(west)] }), 'clerk')).toMatchObject({ code: '4004' });
    expect(
      (await done(LIST, { schemeType: '130102' }, 'clerk')).list.map((row: { deptName: string }) => row.deptName),
    ).not.toContain('集团');
  });

  it('apply to their bound targets', async () => {
    const { id } = await done('warnScheme/save', schemeOf());
    const bind = { schemeType: '130102', id, addCars: [String(car), String(foreign)], removeDepts: [String(root)] };
    expect(await done('warnScheme/bindTarget', bind)).toEqual({ added: 2, removed: 1 });
    expect(await done('warnScheme/warnSchemeDetailsListYL', { schemeType: '130102', id })).toMatchObject({
      list: [
        { kind: 2, targetId: String(foreign), name: '新A33333', deptName: '华西' },
        { kind: 2, targetId: String(car), name: '沪A11111', deptName: '华东' },
      ].sort((a, b) => a.name.localeCompare(b.name, 'en')),
    });
    expect(fields(await ask('warnScheme/bindTarget', { schemeType: '130102', id }))).toEqual([
      ['addCars', '没有已选中车辆,请选择！'],
    ]);
  });

  it('are exported as readable text', async () => {
    for (const schemeType of RULE_CODES) {
      const { url } = await done('warnScheme/exportScheme', { schemeType });
      expect((await server.http.app.inject({ url })).statusCode).toBe(200);
    }
  });

  it('show parameter choices as text in files', () => {
    const zh = (key: string) => getText('zh', key);
    expect(
      paramWords(
        '130102',
        zh,
      )({
        rows: [{ start: '22:00', end: '06:00', roadGrade: 1, vehicleClass: 0, limit: 80 }],
        levels: { second: 20, third: 50 },
        speedSource: 1,
      }),
    ).toBe(
      '限速行: (开始: 22:00, 结束: 06:00, 道路等级: 高速, 车辆类别: 全部, 限速: 80 km/h); 等级: (二级起: 20 %, 三级起: 50 %); 速度来源: 卫星速度',
    );
    const handling = { types: [77], levels: [], onlyEnded: true, dealType: 6, channels: [8] };
    expect(paramWords('130103', zh)(handling)).toBe(
      '报警类型: 疲劳驾驶报警; 处理方式: 确认误报; 下发方式: TTS 播读; 仅已结束的报警: 是',
    );
    expect(paramWords('130104', zh)({ exempt: ['3', '4'], industry: [] })).toBe('豁免车辆: 2');
  });
});

describe('the effective scheme', () => {
  const ids = () => server.activeRules.schemesOf('130112', car).map(({ id }) => String(id));
  const save = async (values: object) =>
    (await done('warnScheme/save', { ...schemeOf(values), schemeType: '130112', params: {} })).id as string;

  it('is that of the vehicle, then of the nearer department, then of higher priority, then the newer', async () => {
    const far = await save({ addDepts: [String(root)], priority: 99 });
    const low = await save({ addDepts: [String(east)], priority: 10 });
    const high = await save({ addDepts: [String(east)], priority: 60 });
    const newer = await save({ addDepts: [String(east)], priority: 60 });
    const own = await save({ addDepts: [], addCars: [String(car)], priority: 0 });
    await server.activeRules.reload();
    expect(ids()).toEqual([own, newer, high, low, far]);
    await done('warnScheme/enableScheme', { schemeType: '130112', ids: [own], enabled: false });
    await server.activeRules.reload();
    expect(ids()[0]).toBe(newer);
    expect(server.activeRules.schemesOf('130112', foreign).map(({ id }) => String(id))).toEqual([far]);
  });

  it('applies to a new vehicle immediately after the reply, also in a new department', async () => {
    const all = await save({ addDepts: [String(root)] });
    await server.activeRules.reload();
    const added = { plateColor: 2, vehicleType: 21, industryType: 5, runState: 1 };
    const newest = await server.department('新车队', east);
    for (const [i, deptId] of [String(east), String(newest)].entries()) {
      const { id } = await done('car/addCar', { values: { ...added, carNo: `沪A7777${i}`, deptId } });
      expect(server.activeRules.schemesOf('130112', Number(id)).map((each) => String(each.id))).toContain(all);
      expect(server.activeRules.rulesOf(Number(id))).toBeDefined();
    }
  });
});

describe('a plan', () => {
  const row = { typeId: 1, level: 3 };
  const save = async (types: object[], more: object = {}) => {
    await server.db.run(`delete from warn_scheme where kind = '130101'`);
    await done('warnScheme/save', { ...schemeOf(more), schemeType: '130101', params: { types } });
    await server.activeRules.reload();
  };
  const calling = (typeId = 1) =>
    server.activeRules.findNotificationPolicy({ vehicleId: car, typeId, source: 0, startAt: Date.now() });

  it('defines popup and sound of an alarm', async () => {
    await save([row]);
    expect(calling()).toEqual({ popup: true, sound: true, minTimes: 1, windowMs: 600_000 });
    expect(calling(2)).toBeUndefined();
    await save([{ ...row, sound: false, minTimes: 3, window: 60 }]);
    expect(calling()).toEqual({ popup: true, sound: false, minTimes: 3, windowMs: 60_000 });
    await save([{ ...row, enabled: false }]);
    expect(calling()).toMatchObject({ popup: false, sound: false });
  });

  it('defines the handling deadline; otherwise the level does', async () => {
    await save([{ ...row, sla: 7 }]);
    expect(server.activeRules.dueMs(1, 2, car)).toBe(7 * 60_000);
    expect([1, 2, 3].map((level) => server.activeRules.dueMs(2, level as 1 | 2 | 3, car))).toEqual([
      DAY_MS,
      30 * 60_000,
      5 * 60_000,
    ]);
  });

  it('is silent if its scheme is silent', async () => {
    const { id } = await done('warnScheme/save', schemeOf({ addCars: [String(car)], actions: { popup: false, sound: true } }));
    await server.activeRules.reload();
    const news = { vehicleId: car, typeId: 100, source: Number(id), startAt: Date.now() };
    expect(server.activeRules.findNotificationPolicy(news)).toMatchObject({ popup: false, sound: true });
  });
});

describe('roads and places', () => {
  const file = (features: readonly object[]) =>
    new File([JSON.stringify({ type: 'FeatureCollection', features })], 'roads.geojson');
  const line = {
    type: 'LineString',
    coordinates: [
      [121, 31],
      [121, 31.1],
    ],
  };
  const load = async (schemeType: string, features: readonly object[], more: object = {}) =>
    (
      await server.upload('warnScheme/importRoads', { data: { schemeType, deptId: String(root), ...more } }, file(features), {
        authorization: tokens['boss']!,
      })
    ).body;

  it('are imported from a file, and replace the old ones on request', async () => {
    const feature = { type: 'Feature', properties: { name: 'G15', grade: 1, limitFreight: 90 }, geometry: line };
    expect((await load('130113', [feature, feature])).data).toEqual({ added: 2, removed: 0 });
    expect((await load('130113', [feature], { replace: true })).data).toEqual({ added: 1, removed: 2 });
    const spot = {
      type: 'Feature',
      properties: { name: '急弯', kind: 2, content: '前方急弯' },
      geometry: { type: 'Point', coordinates: [121, 31] },
    };
    expect((await load('130111', [spot])).data).toEqual({ added: 1, removed: 0 });
    await server.activeRules.reload();
    expect(server.activeRules.ground().roads.match(121, 31.05, 0, 30, () => true)).toMatchObject({ grade: 1, limits: { 2: 90 } });
    expect(server.activeRules.ground().spots.size).toBe(1);
  });

  it('are listed and removed by users with the permission, within their departments', async () => {
    const named = (name: string) => ({ type: 'Feature', properties: { name, grade: 2, limitFreight: 70 }, geometry: line });
    await load('130113', [named('G42'), named('G43')], { replace: true, deptId: String(west) });
    const list = async (data: object, as = 'boss') =>
      (await done('warnScheme/listRoad', { schemeType: '130113', ...data }, as)).list;
    expect(await list({ deptId: String(west) })).toMatchObject([
      { name: 'G42', deptName: '华西', points: 2, oneWay: false, grade: 2, limitPassenger: null, limitFreight: 70, kind: null },
      { name: 'G43' },
    ]);
    const [road] = await list({ name: 'g43' });
    expect(await list({ name: 'G4' }, 'clerk')).toEqual([]);
    const remove = { schemeType: '130113', ids: [road.id] };
    expect(await ask('warnScheme/delRoad', remove, 'clerk')).toMatchObject({ code: '4004' });
    expect(await ask('warnScheme/delRoad', remove, 'viewer')).toMatchObject({ code: '4003' });
    // a place is none of the roads
    expect(await ask('warnScheme/delRoad', { ...remove, schemeType: '130111' })).toMatchObject({ code: '4004' });
    expect(await done('warnScheme/delRoad', remove)).toEqual({ removed: 1 });
    expect(await list({ deptId: String(west) })).toMatchObject([{ name: 'G42' }]);
  });

  it.each([
    ['a road without a grade', '130113', { type: 'Feature', properties: { name: 'G15' }, geometry: line }],
    [
      'a point instead of a line',
      '130113',
      { type: 'Feature', properties: { name: 'G15', grade: 1 }, geometry: { type: 'Point', coordinates: [1, 1] } },
    ],
    [
      'a place outside the valid coordinates',
      '130111',
      { type: 'Feature', properties: { name: 'x', kind: 1, content: 'x' }, geometry: { type: 'Point', coordinates: [181, 1] } },
    ],
  ])('%s is refused with its position', async (_what, code, feature) => {
    const body = await load(code, [feature]);
    expect(body.code).toBe('4001');
    expect(body.data.fields[0].path).toMatch(/^features\.0\./);
  });
});

it('the settings offer exactly the existing checks', () => {
  expect(settingRow('platformChecks')).toMatchObject({
    options: [...Object.keys(CHECK_TIMINGS), '121', '123', '150', '158'].toSorted(),
  });
});

describe('a dry run', () => {
  const DAY = '2026-05-20';
  const NOON = Date.UTC(2026, 4, 20, 4);

  const run = async (wish: object, as = 'boss'): Promise<Tried> => {
    const { taskId } = await done('warnScheme/tryScheme', wish, as);
    return vi.waitFor(async () => {
      const task = await done('task/getTask', { id: taskId }, as);
      expect(task.state).toBe('done');
      return task.result as Tried;
    }, 10_000);
  };

  it('shows the alarms that a scheme would have raised, and stores nothing', async () => {
    const { db } = server;
    const today = Math.floor(NOON / DAY_MS);
    await createPartitions(db, 4_000).ensure([today - 1, today, today + 1]);
    for (const [vehicleId, kmh] of [
      [car, 95],
      [other, 60],
    ] as const)
      await db.run(sql`
        insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill, quality)
        select ${vehicleId}, ${at(NOON)}::timestamptz + s * interval '10 seconds', now(), 121, 31 + s * 0.002, 10,
          case when s between 10 and 20 or s > 100 then ${kmh} else 60 end, 0, 2, 3, false, 0
        from generate_series(0, 120) s`);
    await server.activeRules.reload();
    const before = await db.first<{ n: number }>(sql`select count(*) as n from alarm`);
    const wish = { schemeType: '130102', params: { rows: [{ limit: 80 }] }, day: DAY, targIds: [String(car), String(other)] };
    const tried = await run(wish);
    expect(tried).toMatchObject({ alarms: 2, positions: 242 });
    expect(tried.list).toMatchObject([
      {
        targId: String(car),
        carNo: '沪A11111',
        typeId: 100,
        level: 1,
        startAt: NOON + 100 * SECOND_MS,
        endAt: NOON + 200 * SECOND_MS,
        value: 95,
        limit: 80,
      },
      { typeId: 100, startAt: NOON + 1010 * SECOND_MS, endAt: NOON + 1200 * SECOND_MS },
    ]);
    expect(await run({ ...wish, params: { rows: [{ limit: 100 }] } })).toMatchObject({ alarms: 0 });
    expect(await run({ ...wish, day: '2026-05-21' })).toMatchObject({ alarms: 0 });
    expect(await db.first<{ n: number }>(sql`select count(*) as n from alarm`)).toEqual(before);
  });

  it('is limited to kinds that raise alarms, and to vehicles of the caller', async () => {
    const wish = { schemeType: '130105', params: { types: [1], content: 'x' }, day: DAY, targIds: [String(car)] };
    expect(fields(await ask('warnScheme/tryScheme', wish))?.[0]?.[0]).toBe('schemeType');
    const fatigue = { schemeType: '130112', params: {}, day: DAY, targIds: [String(foreign)] };
    expect(await ask('warnScheme/tryScheme', fatigue, 'clerk')).toMatchObject({ code: '4004' });
    expect(await ask('warnScheme/tryScheme', { ...fatigue, days: 8 })).toMatchObject({ code: '4001' });
  });
});
