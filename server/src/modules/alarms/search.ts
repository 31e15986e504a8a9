import type { AlarmFilter } from '@fleetwarden/contract/alarms/alarm-filter';
import { ALARM_LIST_DAYS, COUNTED_ALARMS } from '@fleetwarden/contract/alarms/limits';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { between, contains } from '../../platform/db/list.ts';
import type { Scope } from '../identity/index.ts';
import { driverAt } from '../reports/index.ts';
import { FEW_OPEN_TYPES, FEW_TYPES, FEW_VEHICLES, LIST_MS, MANY_DEPARTMENTS } from './limits.ts';

/** A search with all it is narrowed by: times epoch ms, ids of tables. */
export type Search = Pick<
  AlarmFilter,
  'carNo' | 'driverName' | 'levels' | 'warmStatus' | 'undecided' | 'overdue' | 'dealtBy' | 'late' | 'storm' | 'hasFiles' | 'sort'
> & {
  /** Departments the vehicles lie in. */
  readonly scope: Scope;
  /** Limits to these departments or vehicles, if given. */
  readonly departmentIds?: readonly number[] | undefined;
  readonly vehicleIds?: readonly number[] | undefined;
  /** undefined: all types. */
  readonly types?: readonly number[] | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly now: number;
};

/** Place of an alarm in the order of a search. */
export type Found = { readonly gid: string; readonly startAt: number };

const NOTHING = sql``;
/** warmStatus in the states of a case; covered overspeeds need no handling. In words of SQL, not as parameters: partial indexes are found by them. */
const STATES: Readonly<Record<AlarmFilter['warmStatus'], Sql>> = {
  0: sql`and c.state in (0, 4) and not c.covered`,
  1: sql`and c.state = 1 and not c.covered`,
  2: sql`and c.state = 2`,
  3: sql`and c.state = 3`,
  4: NOTHING,
};
/** A file was received. */
const FILES = sql`exists (select from evidence_request r join evidence_file f on f.request_id = r.id
  where r.alarm_gid = a.gid and f.received_at is not null)`;

/** The window of a search that names one end or none. Open cases are found at any age. */
export function windowOf(
  filter: Pick<AlarmFilter, 'startTime' | 'endTime' | 'warmStatus' | 'undecided' | 'overdue'>,
  now: number,
): Pick<Search, 'startTime' | 'endTime'> {
  const { startTime, endTime, warmStatus, undecided, overdue } = filter;
  if (startTime !== undefined) return { startTime, endTime: endTime ?? startTime + ALARM_LIST_DAYS * DAY_MS };
  return warmStatus <= 1 || undecided || overdue ? { endTime } : { startTime: (endTime ?? now) - LIST_MS, endTime };
}

/** One of a set that is looked through member by member, each along its own index. */
type Lane = { readonly ids: readonly number[]; readonly is: Sql };
type Plan = {
  readonly lane: Lane | null;
  readonly from: Sql;
  /** A further condition. */
  readonly only?: Sql;
  readonly vehicleId: Sql;
  readonly startAt: Sql;
  readonly gid: Sql;
  readonly level: Sql;
  readonly typeId: Sql;
};

const asksCase = ({ warmStatus, undecided, overdue, dealtBy }: Search) =>
  warmStatus !== 4 || undecided === true || overdue === true || dealtBy !== undefined;

/** Filters that only the alarm can answer; without them, a walk along the cases reads their index alone. */
const asksAlarm = ({ late, storm, hasFiles }: Search): boolean =>
  late !== undefined || storm !== undefined || hasFiles !== undefined;

const isByTime = (sort: Search['sort']): boolean => sort === 'newest' || sort === 'oldest';

/** Only open cases. */
const isOpen = ({ warmStatus, undecided, overdue }: Search): boolean => warmStatus <= 1 || undecided === true || overdue === true;

const namedDrivers = (name: string): Sql => sql`select d.id from driver d where true ${contains(sql`d.name`, name)}`;
/** Vehicles that these drivers may have driven: signed in, or assigned. */
const ofDrivers = (name: string): Sql => sql`and v.id in (
  select vehicle_id from driver_duty where source <> 4 and driver_id in (${namedDrivers(name)})
  union select vehicle_id from given_driver where driver_id in (${namedDrivers(name)}))`;

/** `where`: the vehicles of a search. */
const ofVehicles = ({ scope, departmentIds, vehicleIds, carNo, driverName }: Search): Sql => {
  const named = vehicleIds && sql`v.id = any(${[...vehicleIds]})`;
  // departments of the scope need no second comparison
  const seen = departmentIds?.filter((id) => scope.has(id));
  const departments = sql`v.department_id = any(${seen && !named ? seen : [...scope]})`;
  const among = seen && named ? sql`and (${named} or v.department_id = any(${seen}))` : named ? sql`and ${named}` : NOTHING;
  return sql`${departments} ${among} ${contains(sql`v.plate`, carNo)} ${driverName ? ofDrivers(driverName) : NOTHING}`;
};

/** How many of all departments a search covers: then a vehicle of a case need not be looked up, or can be looked up case by case. */
async function coverageOf(
  db: Queryable,
  { scope, departmentIds, vehicleIds, carNo, driverName }: Search,
): Promise<'all' | 'many' | 'few'> {
  if (vehicleIds ?? carNo ?? driverName) return 'few';
  const ids = departmentIds?.filter((id) => scope.has(id)) ?? [...scope];
  const row = await db.first<{ all: number; covered: number }>(sql`
    select count(*) as all, count(*) filter (where id = any(${ids})) as covered from department`);
  const { all, covered } = row!;
  return covered === all ? 'all' : covered >= all * MANY_DEPARTMENTS ? 'many' : 'few';
}

/**
 * Chooses the fast plan for a filter: few vehicles one by one; else cases by their state, open ones of few types type by type;
 * else few types one by one; else by time.
 */
async function planOf(db: Queryable, search: Search): Promise<Plan> {
  const vehicles = ofVehicles(search);
  const [few, coverage] = await Promise.all([
    db.query<{ id: number }>(sql`select v.id from vehicle v where ${vehicles} limit ${FEW_VEHICLES + 1}`),
    coverageOf(db, search),
  ]);
  const joinVehicles = (id: Sql) => (coverage === 'all' ? NOTHING : sql`join vehicle v on v.id = ${id} and ${vehicles}`);
  const cased = asksCase(search);
  const alarms = cased ? sql`alarm a join alarm_case c on c.gid = a.gid` : sql`alarm a`;
  const joinAlarm = asksAlarm(search) ? sql`join alarm a on a.gid = c.gid` : NOTHING;
  const level = cased ? sql`c.level` : sql`a.level`;
  const ofAlarm = { vehicleId: sql`a.vehicle_id`, startAt: sql`a.start_at`, gid: sql`a.gid`, level, typeId: sql`a.type_id` };
  const ofCase = { vehicleId: sql`c.vehicle_id`, startAt: sql`c.start_at`, gid: sql`c.gid`, level, typeId: sql`c.type_id` };
  if (few.length <= FEW_VEHICLES) {
    const ids = few.map(({ id }) => id);
    // open cases are found in the index of open cases, not among all
    if (isOpen(search))
      return { ...ofCase, from: sql`alarm_case c ${joinAlarm}`, lane: { ids, is: sql`c.vehicle_id = lane.id` } };
    return { ...ofAlarm, from: alarms, lane: { ids, is: sql`a.vehicle_id = lane.id` } };
  }
  const { types, sort } = search;
  const typesUpTo = (most: number) => (types && types.length <= most ? [...new Set(types)] : null);
  // the index of open cases by type is in the order of time; those of few departments are found by their vehicles
  const openTypes = isOpen(search) && isByTime(sort) && coverage !== 'few' ? typesUpTo(FEW_OPEN_TYPES) : null;
  const openOfTypes = openTypes && { ids: openTypes, is: sql`c.type_id = lane.id` };
  if (isOpen(search) && coverage === 'many')
    return {
      lane: openOfTypes,
      from: sql`alarm_case c ${joinAlarm}`,
      // a join may read all vehicles to count some hundred cases
      only: sql`and (select ${vehicles} from vehicle v where v.id = c.vehicle_id)`,
      ...ofCase,
    };
  if (cased)
    return {
      lane: openOfTypes,
      from: sql`alarm_case c ${joinAlarm} ${joinVehicles(sql`c.vehicle_id`)}`,
      // conditions on the case are left out for the alarm: the index has them
      ...ofCase,
    };
  const from = sql`${alarms} ${joinVehicles(sql`a.vehicle_id`)}`;
  const fewTypes = typesUpTo(FEW_TYPES);
  return { ...ofAlarm, from, lane: fewTypes && { ids: fewTypes, is: sql`a.type_id = lane.id` } };
}

function conditions(search: Search, { vehicleId, startAt, lane, level, typeId, only = NOTHING }: Plan): Sql {
  const { types, levels, warmStatus, undecided, overdue, dealtBy, late, storm, hasFiles, driverName, startTime, endTime, now } =
    search;
  const flag = (column: Sql, wanted: boolean | undefined) =>
    wanted === undefined ? NOTHING : wanted ? sql`and ${column}` : sql`and not ${column}`;
  const dealer =
    dealtBy === '0'
      ? sql`and c.state in (2, 3) and c.dealt_by is null`
      : sql`and c.state in (2, 3) and c.dealt_by = ${Number(dealtBy)}`;
  return sql`${lane === null ? sql`true` : lane.is}
    ${types === undefined ? NOTHING : sql`and ${typeId} = any(${[...types]}::smallint[])`}
    ${levels === undefined ? NOTHING : ofLevels(level, levels)}
    ${STATES[warmStatus]}
    ${undecided ? sql`and c.state in (0, 1, 4) and not c.covered` : NOTHING}
    ${overdue ? sql`and c.state in (0, 1, 4) and not c.covered and (c.state = 4 or c.due_at <= ${at(now)})` : NOTHING}
    ${dealtBy === undefined ? NOTHING : dealer}
    ${flag(sql`a.late`, late)} ${flag(sql`a.storm`, storm)}
    ${hasFiles === undefined ? NOTHING : hasFiles ? sql`and ${FILES}` : sql`and not ${FILES}`}
    ${driverName ? sql`and (${driverAt(vehicleId, startAt)}) in (${namedDrivers(driverName)})` : NOTHING}
    ${between(startAt, startTime, endTime)} ${only}`;
}

/** The highest levels have a partial index, which needs literals, not parameters. */
const ofLevels = (level: Sql, levels: readonly number[]): Sql =>
  levels.length === 1 && levels[0] === 3 ? sql`and ${level} = 3` : sql`and ${level} = any(${[...levels]}::smallint[])`;

// the directions of the indexes: a walk forwards or backwards needs no sorting
const ORDERS = {
  newest: (startAt: Sql, gid: Sql) => sql`order by ${startAt} desc, ${gid}`,
  oldest: (startAt: Sql, gid: Sql) => sql`order by ${startAt}, ${gid} desc`,
  urgent: (startAt: Sql, gid: Sql, level: Sql) => sql`order by ${level} desc, ${startAt}, ${gid} desc`,
  serious: (startAt: Sql, gid: Sql, level: Sql) => sql`order by ${level} desc, ${startAt} desc, ${gid}`,
} as const;

type Window = { readonly limit: number; readonly offset: number };

/** Alarms of a page in the order of the search, and how many there are, counted up to COUNTED_ALARMS. */
export async function search(
  db: Queryable,
  wanted: Search,
  window: Window,
): Promise<{ readonly found: Found[]; readonly total: number; readonly more: boolean }> {
  const plan = await planOf(db, wanted);
  const where = conditions(wanted, plan);
  const [found, count] = await Promise.all([page(db, wanted, plan, where, window), counted(db, wanted, plan, where)]);
  return { found, total: Math.min(count, COUNTED_ALARMS), more: count > COUNTED_ALARMS };
}

/** The next alarms of a search that lists the newest first, after a place in it. */
export async function searchAfter(db: Queryable, wanted: Search, after: Found | null, limit: number): Promise<Found[]> {
  const plan = await planOf(db, wanted);
  const { startAt, gid } = plan;
  const beyond =
    after === null
      ? NOTHING
      : sql`and ${startAt} <= ${at(after.startAt)} and (${startAt} < ${at(after.startAt)} or ${gid} > ${after.gid}::uuid)`;
  return page(db, { ...wanted, sort: 'newest' }, plan, sql`${conditions(wanted, plan)} ${beyond}`, { limit, offset: 0 });
}

function page(db: Queryable, { sort }: Search, plan: Plan, where: Sql, { limit, offset }: Window): Promise<Found[]> {
  const { lane, from, startAt, gid, level } = plan;
  const order = ORDERS[sort];
  const rows = sql`select ${gid} as gid, ${startAt} as start_at, ${level} as level from ${from} where ${where} ${order(startAt, gid, level)}`;
  const outer = order(sql`p.start_at`, sql`p.gid`, sql`p.level`);
  return db.query<Found>(
    lane === null
      ? sql`select p.gid, p.start_at as "startAt" from (${rows} limit ${limit} offset ${offset}) p`
      : sql`
        select p.gid, p.start_at as "startAt" from unnest(${[...lane.ids]}::integer[]) lane (id)
          cross join lateral (${rows} limit ${limit + offset}) p
        ${outer} limit ${limit} offset ${offset}`,
  );
}

async function counted(db: Queryable, wanted: Search, { lane, from, startAt, gid }: Plan, where: Sql): Promise<number> {
  const most = COUNTED_ALARMS + 1;
  // without an order the planner reads the table for open cases, not their index
  const order = isOpen(wanted) ? ORDERS.newest(startAt, gid) : NOTHING;
  const matching = sql`select from ${from} where ${where} ${order} limit ${most}`;
  const row = await db.first<{ n: number }>(
    lane === null
      ? sql`select count(*) as n from (${matching}) m`
      : sql`
        select count(*) as n from (
          select from unnest(${[...lane.ids]}::integer[]) lane (id) cross join lateral (${matching}) m limit ${most}
        ) m`,
  );
  return row!.n;
}
