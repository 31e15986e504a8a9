import { filterTypes, MAX_NAMED_VEHICLES, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapParallel } from '../../../../test/support/map-parallel.ts';
import {
  addPlatform,
  alarm,
  dayBefore,
  position,
  startTestReports,
  type TestReports,
  timeOf,
} from '../../../../test/support/reports/report-server.ts';
import { json, sql } from '../../../platform/db/database.ts';
import { DEFINITIONS } from '../definitions/all.ts';
import type { ReportDefinition } from '../model/definition.ts';
import type { Filter } from '../model/filter.ts';
import { listFilters } from '../model/filters.ts';
import { MAX_SAVED_CHARACTERS, MAX_SAVED_FILTERS } from '../model/limits.ts';
import { toShownColumn } from '../model/template.ts';

/** A report a vehicle, and one a vehicle and day. */
const [MILEAGE, RUNNING] = [401007, 401002];
const WRONG = '请重新核对输入信息！';

let fixture: TestReports;
let authorization = '';
let yesterday = '';
/** Records of the foreign company. */
let foreign: Readonly<Record<'car' | 'driver' | 'user' | 'area' | 'platform' | 'department', number>>;

beforeAll(async () => {
  fixture = await startTestReports();
  authorization = await fixture.signIn('boss');
  yesterday = dayBefore(fixture.clock.now, 1);
  await fixture.partitions(yesterday);
  const [own, , strange] = fixture.cars;
  const one = async (table: string, values: Record<string, unknown>): Promise<number> => (await fixture.add(table, values))!;
  const geo = json({ shape: 4, lng: 113.2644, lat: 23.1291, radius: 500 });
  const driver = await one('driver', { department_id: fixture.foreign, name: '外家司机', phone: '13800138009' });
  const [ownArea, area] = [
    await one('area', { department_id: fixture.company, area_no: 1, name: '自家货场', geo, use_for: 1 }),
    await one('area', { department_id: fixture.foreign, area_no: 1, name: '外家货场', geo, use_for: 1 }),
  ];
  foreign = {
    car: strange,
    driver,
    area,
    department: fixture.foreign,
    user: await fixture.account('外家用户', fixture.foreign, ['2']),
    platform: await addPlatform(fixture, '外家平台', fixture.foreign, 7001),
  };
  await fixture.db.run(sql`update vehicle set driver_id = ${driver} where id = ${strange}`);
  await fixture.db.run(sql`update department set name = '外家公司' where id = ${fixture.foreign}`);
  const at = (clock: string) => timeOf(yesterday, clock);
  for (const [vehicle, department, place] of [
    [own, fixture.company, ownArea],
    [strange, fixture.foreign, area],
  ] as const) {
    await fixture.db.run(sql`
      insert into vehicle_day (vehicle_id, department_id, day, point_total, point_valid, gnss_km, odo_km, drive_s, acc_on_s, trip_count)
      values (${vehicle}, ${department}, ${yesterday}::date, 100, 99, 55, 55, 3600, 4000, 1)`);
    await fixture.db.run(sql`
      insert into trip (vehicle_id, start_at, end_at, start_lng, start_lat, end_lng, end_lat, distance_km, max_speed_kmh, points)
      values (${vehicle}, ${at('10:00:00')}, ${at('11:00:00')}, 113, 23, 113.5, 23.5, 55, 80, 10)`);
    await fixture.db.run(sql`
      insert into area_visit (vehicle_id, place_id, enter_at, leave_at, distance_km, max_speed, continued, ended, ends)
      select ${vehicle}, o.id, ${at('10:10:00')}, ${at('10:30:00')}, 5, 40, false, true, 0 from area_outline o where o.area_id = ${place}`);
    await fixture.add('alarm', alarm(vehicle, at('10:20:00'), 1));
    await fixture.add('position', position(vehicle, at('10:20:00')));
  }
});
afterAll(() => fixture.stop());

/** The reply to a call by any user. */
const send = async (path: string, data: object, more: object = {}) =>
  (await fixture.post(path, { data, ...more }, { authorization, 'accept-language': 'zh-CN' })).body;
const search = (reportId: unknown, conditions: unknown, more: object = {}, page: object = { page: 1, limit: 10 }) =>
  send('report/advanceSearchJson', { reportId, conditions, ...more }, { pageModel: page });

/** Required filters of a report: one vehicle, or a region. */
function needed({ id, filters: conditions }: ReportDefinition): Record<string, string> {
  const has = (type: number) => conditions.some((condition) => condition.type === type);
  if (has(filterTypes.drawn)) return { region: '4:113.2644,23.1291,1000' };
  if (has(filterTypes.vehicle)) return { carId: String(fixture.cars[0]) };
  return VEHICLE_REPORTS.includes(id) ? { carIds: String(fixture.cars[0]) } : {};
}

const TEXTS = ['\ud800', "'; drop table vehicle; --", '%', '_\\', '=1+1', '🚚'.repeat(25), 'x'.repeat(51)];
const NUMBERS = ['-1', '1.5', '1e9', '-1e9', '1e-9', 'NaN', 'Infinity', '0x10', '99999999999', 'a'];
const RANGES = ['-1,', ',1.5', '1e9,1e9', '-1e9,1e9', '5,1', 'a,b', '1,2,3', ',', '0.001,0.002'];
const IDS = ['0', '-1', '1.5', '999999999', '9999999999', '1e3', 'a', ',', '1,,2', '1;2', Array(501).fill(1).join()];
const DATES = [
  '2026-02-30',
  '2026-02-30,2026-03-01',
  '0000-01-01,0000-01-02',
  '0000-01',
  '9999-12-31,9999-12-31',
  '2020-01-01,2025-01-01',
  '2020-01-01 00:00:00,2025-01-01 00:00:00',
  '2026-05-20,2026-05-10',
  '2026-13',
  '2025-W53',
  '2026-05',
  'yesterday',
  ',',
];
const REGIONS = ['000000', '999999', '44010', "44010'", '４４０１００'];
const DRAWN = [
  '4:0,0,1',
  '4:113,23,1e9',
  '4:NaN,23,100',
  '4:113,91,100',
  '1:113,23,112,22',
  '2:113,23',
  '9:1',
  ':',
  '4:113,23,100;4:1,1,1',
];

const T = filterTypes;
const BAD: Readonly<Record<number, readonly string[]>> = {
  [T.text]: TEXTS,
  [T.range]: RANGES,
  [T.region]: REGIONS,
  [T.drawn]: DRAWN,
  [T.number]: NUMBERS,
  [T.speed]: NUMBERS,
  [T.minutes]: NUMBERS,
  [T.check]: NUMBERS,
  [T.days]: DATES,
  [T.times]: DATES,
  [T.day]: DATES,
  [T.closedDay]: DATES,
  [T.month]: DATES,
  [T.months]: DATES,
  [T.week]: DATES,
  [T.year]: DATES,
};
const badFor = ({ type }: Filter): readonly string[] => BAD[type] ?? IDS;

describe.each(DEFINITIONS.map((report) => [report.id, report] as const))('report %d', (_id, report) => {
  it('answers every filter value, and refuses invalid ones with an error message', async () => {
    const conditions = listFilters(report.filters);
    const cases = [
      ...conditions.flatMap((condition) =>
        badFor(condition).map((value) => [`${condition.name}=${value}`, { ...needed(report), [condition.name]: value }] as const),
      ),
      ['all of them empty', Object.fromEntries(conditions.map(({ name }) => [name, '']))] as const,
    ];
    // region searches of one account are refused while another one runs
    const maxInFlight = report.filters.some(({ type }) => type === T.drawn) ? 1 : undefined;
    const replies = await mapParallel(cases, ([, given]) => search(report.id, given), maxInFlight);
    const wrong = cases.flatMap(([what], index) => {
      const { code, msg, data } = replies[index];
      // a server error, or a refusal without a message
      const isAnswer = code === '0' ? Array.isArray(data.list) : /^4\d{3}$/.test(code) && /\S/.test(msg);
      return isAnswer ? [] : [`${what.slice(0, 80)}: ${code} ${msg}`];
    });
    expect(wrong).toEqual([]);
  });

  it('never returns data outside the caller’s scope, whatever the id', async () => {
    const ids: Readonly<Record<number, number>> = {
      [T.company]: foreign.department,
      [T.companies]: foreign.department,
      [T.vehicle]: foreign.car,
      [T.vehicles]: foreign.car,
      [T.drivers]: foreign.driver,
      [T.users]: foreign.user,
      [T.areas]: foreign.area,
      [T.platforms]: foreign.platform,
    };
    for (const { name, type } of report.filters) {
      const id = ids[type];
      if (id === undefined) continue;
      const { code, data } = await search(report.id, { ...needed(report), [name]: String(id) });
      // a report that needs further filters is refused
      expect(['0', '4001', '4004'], `${name}=${id}`).toContain(code);
      const told = JSON.stringify(data ?? {});
      for (const name of ['外家', '粤B10003']) expect(told).not.toContain(name);
      if (type === T.company || type === T.companies || type === T.vehicle || type === T.vehicles)
        expect(code, name).toBe('4004');
    }
  });
});

describe('a report refuses', () => {
  it.each([
    ['a list', []],
    ['a string', 'deptId=1'],
    ['a condition that is a list', { deptId: ['1', '2'] }],
    ['a condition that is an object', { deptId: { $ne: 1 } }],
    ['a condition that is null', { deptId: null }],
    ['a condition that is true', { deptId: true }],
    ['a condition that is deeply nested', { deptId: { a: { b: { c: {} } } } }],
    ['a NUL character', { carIds: '1\u0000' }],
    ['a name of 41 characters', { ['x'.repeat(41)]: '1' }],
    ['the name of a built-in object property', { constructor: '1' }],
    ['a value longer than any list', { carIds: '1'.repeat(MAX_NAMED_VEHICLES * 10 + 1) }],
  ])('%s as filters', async (_what, conditions) => {
    const { code, msg } = await search(MILEAGE, conditions);
    expect([code, /\S/.test(msg)]).toEqual(['4001', true]);
  });

  it.each([
    [0, '4001'],
    [-1, '4001'],
    [1.5, '4001'],
    ['x', '4001'],
    [1e9, '4001'],
    [null, '4001'],
    [999_998, '4004'],
  ])('the report number %j', async (reportId, code) => expect((await search(reportId, {})).code).toBe(code));

  it.each([['nothing'], ["statDate'; drop table vehicle; --"], ['constructor'], ['x'.repeat(41)], [7]])(
    'sorting by %j',
    async (orderBy) => expect((await search(MILEAGE, {}, { orderBy, direction: 'desc' })).code).toBe('4001'),
  );
  it('an invalid sort direction', async () =>
    expect((await search(MILEAGE, {}, { orderBy: 'mileage', direction: 'sideways' })).code).toBe('4001'));

  it.each([
    [{ page: -1 }],
    [{ page: 1.5 }],
    [{ page: 'x' }],
    [{ page: 100_001 }],
    [{ limit: 0 }],
    [{ limit: -1 }],
    [{ limit: 1e9 }],
    [{ rows: 5 }],
  ])('the page %j', async (page) => expect((await search(MILEAGE, {}, {}, page)).code).toBe('4001'));

  it('a body of several megabytes, and invalid JSON', async () => {
    const headers = { authorization, 'accept-language': 'zh-CN' };
    const huge = await fixture.post('report/advanceSearchJson', { data: { x: 'x'.repeat(5 * 1024 * 1024) } }, headers);
    expect([huge.body.code, /\S/.test(huge.body.msg)]).toEqual(['4001', true]);
    expect((await fixture.post('report/advanceSearchJson', '{"data":', headers)).body.code).toBe('4001');
  });

  it('an export without a signature, or with a wrong one', async () => {
    const data = { reportId: MILEAGE, conditions: { deptId: String(fixture.company) }, format: 'csv' };
    expect((await send('report/exportdata', data)).code).toBe('4002');
    expect((await send('report/exportdata', data, { sign: sign({ ...data, format: 'xlsx' }) })).code).toBe('4002');
    for (const format of ['exe', '../csv', ''])
      expect((await send('report/exportdata', { ...data, format }, { sign: sign({ ...data, format }) })).code).toBe('4001');
    expect((await send('task/listTask', {})).data.list).toEqual([]);
  });
});

describe('pages', () => {
  it('after the last one have no rows, but the same totals', async () => {
    const first = await search(MILEAGE, {});
    expect(first.data.list.length).toBeGreaterThan(0);
    for (const page of [2, 1_000, 100_000]) {
      const { code, data, pageModel } = await search(MILEAGE, {}, {}, { page, limit: 10 });
      expect([code, data.list, data.sums, pageModel.total]).toEqual(['0', [], first.data.sums, first.pageModel.total]);
    }
    expect((await search(MILEAGE, {}, {}, { page: 0, limit: 10 })).data.list).toEqual(first.data.list);
  });
});

describe('saved settings of a report', () => {
  const save = (name: string, conditions?: unknown) =>
    send('report/updateSavedConditions', { reportId: MILEAGE, name, ...(conditions === undefined ? {} : { conditions }) });
  const saved = async () => (await send('report/getSavedConditions', { reportId: MILEAGE })).data.list as { name: string }[];

  it('must belong to the report, and have a limited size', async () => {
    expect((await save('我的', { deptId: String(fixture.company) })).code).toBe('0');
    expect((await save('大', { carIds: '1,'.repeat(MAX_SAVED_CHARACTERS / 2) })).code).toBe('4001');
    expect((await save('更大', { deptId: 'x'.repeat(1024 * 1024) })).code).toBe('4001');
    expect((await save('多', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`c${n}`, '1'])))).msg).toBe(WRONG);
    expect((await save('别的', { speed: '1' })).msg).toBe(WRONG);
    for (const name of ['', '   ', 'x'.repeat(31), 'a\u0000b']) expect((await save(name, {})).code).toBe('4001');
    expect((await saved()).map(({ name }) => name)).toEqual(['我的']);
  });

  it('can have any name, including lone surrogates and object property names', async () => {
    for (const name of ['__proto__', 'constructor', '\ud800', '"\\']) {
      expect((await save(name, { deptId: '\udc00' })).code).toBe('0');
      expect((await saved()).map((each) => each.name)).toContain(name.toWellFormed());
      expect((await save(name)).code).toBe('0');
    }
    expect(await saved()).toHaveLength(1);
  });

  it('are limited in number', async () => {
    for (let n = 1; n < MAX_SAVED_FILTERS; n++) expect((await save(`第${n}`, {})).code).toBe('0');
    expect((await save('一个太多', {})).code).toBe('4029');
    expect((await save('我的', {})).code).toBe('0');
    expect(await saved()).toHaveLength(MAX_SAVED_FILTERS);
  });

  it('contain only its columns, each once', async () => {
    const keep = (...keys: string[]) =>
      send('report/updateCustomCols', { reportId: MILEAGE, list: keys.map((colEName) => ({ colEName, isPageShow: 1 })) });
    const columns = async () => (await send('report/getCustomCols', { reportId: MILEAGE })).data.list.length;
    const before = await columns();
    expect((await keep('mileage', 'nothing')).code).toBe('4001');
    expect((await keep('mileage', 'mileage')).code).toBe('4001');
    expect((await keep(...Array.from({ length: 101 }, () => 'mileage'))).code).toBe('4001');
    expect((await keep('mileage', 'carNo')).code).toBe('0');
    expect(await columns()).toBe(before);
    expect((await keep()).code).toBe('0');
  });
});

describe('ten thousand vehicles', () => {
  let ids: number[];
  beforeAll(async () => {
    const rows = await fixture.db.query<{ id: number }>(sql`
      insert into vehicle (plate, plate_colour, department_id, created_at)
      select 'Z' || n, 2, ${fixture.branch}, now() - interval '90 days' from generate_series(1, ${MAX_NAMED_VEHICLES}::integer) n returning id`);
    ids = rows.map(({ id }) => id);
    await fixture.db.run(sql`
      insert into vehicle_day (vehicle_id, department_id, day, point_total, point_valid, gnss_km, odo_km, drive_s)
      select id, ${fixture.branch}, ${yesterday}::date, 10, 10, 2, 2, 60 from vehicle where id = any(${ids})`);
  });
  const dates = () => ({ staticDate: `${yesterday},${yesterday}` });

  it.each([MILEAGE, RUNNING])('selected by id are all included in a report (%d)', async (report) => {
    const { code, data, pageModel } = await search(report, { ...dates(), carIds: ids.join() });
    expect([code, data.list.length, pageModel.total, data.sums.mileage]).toEqual([
      '0',
      10,
      MAX_NAMED_VEHICLES,
      2 * MAX_NAMED_VEHICLES,
    ]);
  });

  it('are the maximum selection, and a foreign vehicle among them is unknown', async () => {
    expect((await search(MILEAGE, { carIds: [...ids, fixture.cars[0]].join() })).msg).toBe(WRONG);
    expect((await search(MILEAGE, { carIds: [...ids.slice(1), foreign.car].join() })).code).toBe('4004');
  });

  it('are all included in the report of their company, too', async () => {
    const { data, pageModel } = await search(MILEAGE, { ...dates(), deptId: String(fixture.branch) });
    expect([pageModel.total, data.sums.mileage]).toEqual([MAX_NAMED_VEHICLES, 2 * MAX_NAMED_VEHICLES]);
  });

  it('are all exported', async () => {
    const data = {
      reportId: MILEAGE,
      conditions: { ...dates(), deptId: String(fixture.branch), carIds: ids.join() },
      format: 'csv',
    };
    const { code, data: told } = await send('report/exportdata', data, { sign: sign(data) });
    expect(code).toBe('0');
    fixture.jobs.start();
    const task = async () => (await send('task/getTask', { id: told.taskId })).data;
    await expect.poll(async () => (await task()).state, { timeout: 60_000 }).toBe('done');
    expect((await task()).result).toEqual({ rows: MAX_NAMED_VEHICLES });
  }, 90_000);
});

it('the reports include every filter type that these tests cover', () => {
  const types = new Set(DEFINITIONS.flatMap(({ filters }) => filters.map(({ type }) => type)));
  for (const type of [T.text, T.range, T.region, T.drawn, T.days, T.times, T.month, T.vehicles, T.drivers, T.areas, T.platforms])
    expect(types).toContain(type);
  expect(DEFINITIONS.find(({ id }) => id === MILEAGE)!.columns.map((column) => toShownColumn(column).key)).toContain('mileage');
});
