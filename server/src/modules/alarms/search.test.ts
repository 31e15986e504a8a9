import { COUNTED_ALARMS } from '@fleetwarden/contract/alarms/limits';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { type Db, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { compile } from '../../platform/db/sql.ts';
import { FEW_VEHICLES } from './limits.ts';
import { type Found, type Search, search, searchAfter, windowOf } from './search.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
/** More than are looked through one by one. */
const VEHICLES = FEW_VEHICLES + 20;
const ALARMS = 6_000;
const TYPES = [0, 1, 2, 50, 66, 77, 104];

let db: Db;
let everywhere: ReadonlySet<number>;
let account: number;
let all: Row[];
type Row = {
  gid: string;
  at: number;
  vehicle: number;
  department: number;
  plate: string;
  type: number;
  level: number;
  late: boolean;
  storm: boolean;
  files: number;
  state: number | null;
  dealtBy: number | null;
  due: number | null;
};

beforeAll(async () => {
  ({ db } = await testDatabase());
  await db.run(sql`insert into department (name) select 'D' || n from generate_series(1, 5) n`);
  // the last department has no vehicles
  await db.run(sql`
    insert into vehicle (plate, department_id, vehicle_type, plate_colour)
    select 'A' || lpad(n::text, 5, '0'), (select min(id) from department) + n % 4, 21, 2 from generate_series(1, ${VEHICLES}::integer) n`);
  account = (await db.first<{ id: number }>(sql`
    insert into account (login_name, user_name, password_hash, department_id)
    values ('a', 'a', 'x', (select min(id) from department)) returning id`))!.id;
  await db.run(sql`
    insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, end_at, received_at, start_lng, start_lat, last_lng,
      last_lat, start_kmh, max_kmh, times, storm, brief, late, info)
    select gen_random_uuid(), (select min(id) from vehicle) + (n * 7919) % ${VEHICLES}::integer, (${TYPES}::integer[])[1 + n * 31 % 7], 0,
      1 + n % 3, to_timestamp(${NOW / 1000}) - n / 3 * interval '13 minutes', to_timestamp(${NOW / 1000}), null, now(), 113, 23, 113, 23, 50, 60, 1,
      n % 101 = 0, n % 17 = 0, n % 53 = 0,
      case when n % 29 = 0 then '{"identification": {"attachments": 2}}'::jsonb end
    from generate_series(1, ${ALARMS}::integer) n`);
  await db.run(sql`
    insert into alarm_case (gid, vehicle_id, type_id, level, start_at, state, due_at, dealt_by, dealt_at)
    select gid, vehicle_id, type_id, level, start_at, state, case when state < 4 then start_at + interval '1 hour' end,
      case when state = 2 then ${account}::integer end, case when state in (2, 3) then now() end
    from (select *, (abs(hashtext(gid::text)) % 5)::smallint as state from alarm where not brief) a`);
  // half of what was announced came
  await db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, created_at)
    select gid, vehicle_id, gid::text, decode(md5(gid::text), 'hex'), 2, 1, now() from alarm where info is not null`);
  await db.run(sql`
    insert into evidence_file (request_id, name, kind, size_bytes, received_at)
    select id, 'a', 0, 1, case when id % 2 = 0 then now() end from evidence_request`);
  await db.query('analyze');
  all = await db.query<Row>(sql`
    select a.gid, a.start_at as at, a.vehicle_id as vehicle, v.department_id as department, v.plate, a.type_id as type, a.level, a.late,
      a.storm, (select count(f.received_at)::integer from evidence_request r join evidence_file f on f.request_id = r.id
        where r.alarm_gid = a.gid) as files, c.state, c.dealt_by as "dealtBy", c.due_at as due
    from alarm a join vehicle v on v.id = a.vehicle_id left join alarm_case c on c.gid = a.gid`);
  everywhere = new Set(all.map(({ department }) => department));
});

const base = (): Search => ({ scope: everywhere, warmStatus: 4, sort: 'newest', now: NOW });
const STATES = [[0, 4], [1], [2], [3]];

/** The expected result, computed by a full scan. */
function expected(wanted: Search): Row[] {
  const states = STATES[wanted.warmStatus];
  const rows = all.filter(
    (row) =>
      wanted.scope.has(row.department) &&
      (!wanted.vehicleIds || wanted.vehicleIds.includes(row.vehicle)) &&
      (!wanted.departmentIds || wanted.departmentIds.includes(row.department)) &&
      (!wanted.carNo || row.plate.includes(wanted.carNo.toUpperCase())) &&
      (!wanted.types || wanted.types.includes(row.type)) &&
      (!wanted.levels || wanted.levels.includes(row.level as 1)) &&
      (!states || (row.state !== null && states.includes(row.state))) &&
      (!wanted.undecided || (row.state !== null && [0, 1, 4].includes(row.state))) &&
      (!wanted.overdue ||
        (row.state !== null && [0, 1, 4].includes(row.state) && (row.state === 4 || (row.due !== null && row.due <= NOW)))) &&
      (wanted.dealtBy === undefined ||
        (row.state !== null &&
          [2, 3].includes(row.state) &&
          (wanted.dealtBy === '0' ? row.dealtBy === null : row.dealtBy === Number(wanted.dealtBy)))) &&
      (wanted.late === undefined || row.late === wanted.late) &&
      (wanted.storm === undefined || row.storm === wanted.storm) &&
      (wanted.hasFiles === undefined || row.files > 0 === wanted.hasFiles) &&
      (wanted.startTime === undefined || row.at >= wanted.startTime) &&
      (wanted.endTime === undefined || row.at <= wanted.endTime),
  );
  const byTime = (a: Row, b: Row) => b.at - a.at || (a.gid < b.gid ? -1 : 1);
  if (wanted.sort === 'urgent') return rows.sort((a, b) => b.level - a.level || byTime(b, a));
  if (wanted.sort === 'serious') return rows.sort((a, b) => b.level - a.level || byTime(a, b));
  return rows.sort(wanted.sort === 'newest' ? byTime : (a, b) => byTime(b, a));
}

const FILTERS: readonly [string, () => Partial<Search>][] = [
  ['all alarms', () => ({})],
  ['all alarms, oldest first', () => ({ sort: 'oldest' })],
  ['open, most urgent first', () => ({ warmStatus: 0, sort: 'urgent' })],
  ['one kind', () => ({ types: [77] })],
  ['two kinds', () => ({ types: [0, 104] })],
  ['no kind', () => ({ types: [] })],
  ['many kinds', () => ({ types: Array.from({ length: 60 }, (_, id) => id) })],
  ['a level', () => ({ levels: [3] })],
  ['open', () => ({ warmStatus: 0 })],
  ['claimed', () => ({ warmStatus: 1 })],
  ['handled', () => ({ warmStatus: 2 })],
  ['false alarms', () => ({ warmStatus: 3 })],
  ['unhandled', () => ({ undecided: true })],
  ['unhandled, most urgent first', () => ({ undecided: true, sort: 'urgent' })],
  ['unhandled, most serious first', () => ({ undecided: true, sort: 'serious' })],
  ['overdue', () => ({ overdue: true })],
  ['handled by a user', () => ({ dealtBy: String(account) })],
  ['handled by the platform', () => ({ dealtBy: '0' })],
  ['late', () => ({ late: true })],
  ['not late', () => ({ late: false })],
  ['of an alarm storm', () => ({ storm: true })],
  ['with files', () => ({ hasFiles: true })],
  ['without files', () => ({ hasFiles: false })],
  ['in a time range', () => ({ startTime: NOW - 5 * DAY_MS, endTime: NOW - 3 * DAY_MS })],
  ['with a plate filter', () => ({ carNo: 'a0001' })],
  ['open, of one kind', () => ({ warmStatus: 0, types: [77] })],
  ['open, with one kind given twice', () => ({ warmStatus: 0, types: [77, 77] })],
  ['unhandled, of two kinds, oldest first', () => ({ undecided: true, types: [0, 104], sort: 'oldest' })],
  ['overdue, of one kind', () => ({ overdue: true, types: [50] })],
  ['claimed, of one kind, most urgent first', () => ({ warmStatus: 1, types: [66], sort: 'urgent' })],
  ['open, of no kind', () => ({ warmStatus: 0, types: [] })],
  ['open, of one kind, with files', () => ({ warmStatus: 0, types: [2], hasFiles: true })],
  ['open, of many plates', () => ({ warmStatus: 0, carNo: 'A0' })],
  ['of a department', () => ({ departmentIds: [Math.min(...everywhere)] })],
  ['of vehicles', () => ({ vehicleIds: all.slice(0, 3).map(({ vehicle }) => vehicle) })],
  [
    'with many filters combined',
    () => ({ warmStatus: 2, levels: [2], types: [1, 77], late: false, storm: false, startTime: NOW - 9 * DAY_MS }),
  ],
];

describe.each([
  ['a scope of many vehicles', () => everywhere],
  ['the scope of all departments', () => new Set([...everywhere, Math.max(...everywhere) + 1])],
  ['a scope of few vehicles', () => new Set([Math.min(...everywhere)])],
])('%s', (_name, scopeOf) => {
  it.each(FILTERS)('is searched for %s', async (_filter, wish) => {
    const wanted: Search = { ...base(), scope: scopeOf(), ...wish() };
    const rows = expected(wanted).map(({ gid }) => gid);
    const first = await search(db, wanted, { limit: 20, offset: 0 });
    expect(first.found.map(({ gid }) => gid)).toEqual(rows.slice(0, 20));
    expect([first.total, first.more]).toEqual([Math.min(rows.length, COUNTED_ALARMS), rows.length > COUNTED_ALARMS]);
    const third = await search(db, wanted, { limit: 20, offset: 40 });
    expect(third.found.map(({ gid }) => gid)).toEqual(rows.slice(40, 60));
  });

  it.each(FILTERS)('is read completely for %s', async (_filter, wish) => {
    const wanted: Search = { ...base(), scope: scopeOf(), ...wish(), sort: 'newest' };
    const read: string[] = [];
    for (let after: Found | null = null, lot: Found[] = []; read.length === 0 || lot.length === 500; ) {
      lot = await searchAfter(db, wanted, after, 500);
      read.push(...lot.map(({ gid }) => gid));
      after = lot.at(-1) ?? null;
      if (after === null) break;
    }
    expect(read).toEqual(expected(wanted).map(({ gid }) => gid));
  });
});

it('looks up vehicles in a search only for a limited scope or a plate filter', async () => {
  const texts: string[] = [];
  const recorder: Queryable = {
    ...db,
    query: (statement, values) => {
      texts.push(compile(statement as Sql).text);
      return db.query(statement, values);
    },
  };
  const lookups = async (wanted: Partial<Search>) => {
    texts.splice(0);
    await search(recorder, { ...base(), warmStatus: 0, ...wanted }, { limit: 20, offset: 0 });
    return ['join vehicle v', 'from vehicle v where v.id = c.vehicle_id'].map((part) =>
      texts.some((text) => text.includes(part)),
    );
  };
  expect(await lookups({ scope: new Set([...everywhere, Math.max(...everywhere) + 1]) })).toEqual([false, false]);
  expect(await lookups({ scope: everywhere })).toEqual([false, true]);
  expect(await lookups({ carNo: 'A0' })).toEqual([true, false]);
});

describe('the period of a search', () => {
  it('is the last 7 days, unlimited for open cases, and 31 days without an end', () => {
    const of = (filter: Partial<Search>) => windowOf({ warmStatus: 4, ...filter }, NOW);
    expect(of({})).toEqual({ startTime: NOW - 7 * DAY_MS, endTime: undefined });
    expect(of({ endTime: 9 * DAY_MS })).toEqual({ startTime: 2 * DAY_MS, endTime: 9 * DAY_MS });
    expect(of({ startTime: 0 })).toEqual({ startTime: 0, endTime: 31 * DAY_MS });
    expect(of({ warmStatus: 0 })).toEqual({ endTime: undefined });
    expect(of({ undecided: true })).toEqual({ endTime: undefined });
    expect(of({ overdue: true })).toEqual({ endTime: undefined });
  });
});
