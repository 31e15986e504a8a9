import { WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { parseTypeKey } from '../columns/alarm-type-keys.ts';
import { DAY_TABLES, type DayTable, type Dimension } from '../model/day-tables.ts';
import { FORMULAS } from '../model/formulas.ts';
import {
  aggregateMeasure,
  getMeasure,
  isDistinct,
  type MeasureKey,
  matchesMeasure,
  measureOfRow,
  splitMeasure,
} from '../model/measures.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { findCountedColumns, preAggregate } from './alarm-day-types.ts';
import { departmentDays } from './department-days.ts';
import { driverIds, driverNames } from './driver-columns.ts';
import { vehicleKinds } from './requested-kinds.ts';

const DIMENSIONS: Readonly<Record<Dimension, { readonly column: string; readonly of: Sql }>> = {
  // false for every row
  whole: { column: 'whole', of: sql`(f.day is null)` },
  dept: { column: 'department_id', of: sql`f.department_id` },
  child: { column: 'child_id', of: sql`c.child_id` },
  vehicle: { column: 'vehicle_id', of: sql`f.vehicle_id` },
  driver: { column: 'driver_id', of: sql`f.driver_id` },
  day: { column: 'day', of: sql`f.day` },
  month: { column: 'month', of: sql`to_char(f.day, 'YYYY-MM')` },
  type: { column: 'type_id', of: sql`f.type_id` },
  level: { column: 'level', of: sql`f.level` },
};

/** A text per row is slow, and most requests are of one month. */
const requestedMonths = ({ days: { from, to } }: RequestScope): (typeof DIMENSIONS)[Dimension] => {
  const month = from.slice(0, 'yyyy-MM'.length);
  return to.startsWith(month) ? { column: 'month', of: sql`${month}::text` } : DIMENSIONS.month;
};

export type Rollup = {
  /** What a row stands for. The first table provides the rows, the others join it. */
  readonly by: readonly Dimension[];
  /** Keys of MEASURES. */
  readonly measures: readonly MeasureKey[];
  /** Keys of FORMULAS, each after its operands. */
  readonly formulas?: readonly (keyof typeof FORMULAS)[];
  /** The table whose rows count; `every`: those of all tables. */
  readonly rows?: DayTable | 'every';
  /** A filter on alarms. */
  readonly alarms?: Sql;
  /** Alarm types that have a count column of their own. */
  readonly types?: readonly string[] | undefined;
  /** Columns of this report only. */
  readonly columns?: Readonly<Record<string, Sql>>;
  readonly having?: Sql;
  readonly more?: Readonly<Record<string, Sql>>;
  /** More sums by vehicle, for another part of the statement that reads VEHICLE_SUMS. Needs a measure that counts vehicles. */
  readonly vehicleSums?: Sql;
};

/** The part of a statement with the figures of each vehicle, by the dimensions and `vehicle_id`. */
export const VEHICLE_SUMS = sql`vehicle_sums`;

const joined = (parts: readonly Sql[], between: Sql): Sql =>
  parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);

/** The part of a request that filters day tables. */
export type RequestScope = Pick<ReportRequest, 'departments' | 'vehicles' | 'days' | 'list'>;

/** `where` for the requested companies, vehicles, drivers and days; `f` is the table, unless another alias is given. */
export function whereRequested(fact: DayTable, request: RequestScope, alarms?: Sql, f = sql`f`): Sql {
  const { departments, vehicles, days } = request;
  const drivers = request.list('driverIds');
  const parts = [
    sql`${f}.day between ${days.from}::date and ${days.to}::date`,
    sql`${f}.department_id = any(${[...departments]})`,
    ...(vehicles !== null && fact !== 'deptDay' ? [sql`${f}.vehicle_id = any(${[...vehicles]})`] : []),
    ...(drivers !== null && (fact === 'alarmDay' || fact === 'driverDay')
      ? [sql`${f}.driver_id = any(${drivers.map(Number)}::integer[])`]
      : []),
    ...(fact === 'deptDay' ? [] : vehicleKinds(request, sql`${f}.vehicle_id`)),
    ...(fact === 'alarmDay' && alarms ? [alarms] : []),
  ];
  return joined(parts, sql` and `);
}

/** Sums daily figures: aggregates each table by the dimensions, then joins them. */
export function rollup(
  request: ReportRequest,
  { by, measures, formulas = [], rows, alarms, types = [], columns, having, more, vehicleSums }: Rollup,
): Relation {
  const keysByTable = new Map<DayTable, MeasureKey[]>();
  for (const key of measures) {
    const { fact } = getMeasure(key);
    keysByTable.set(fact, [...(keysByTable.get(fact) ?? []), key]);
  }
  const dayTables = [...keysByTable.keys()];
  const dimensions = { ...DIMENSIONS, month: requestedMonths(request) };
  const dims = by.map((dimension) => dimensions[dimension]);
  const single = new Set<string>(by);
  const keys = listed(dims, ({ column }) => name(column));
  const shared: { readonly name: string; readonly body: Sql }[] = [];
  const tables = dayTables.map((fact) => {
    const { table, has } = DAY_TABLES[fact];
    const own = by
      .filter((dimension) => (has as readonly Dimension[]).includes(dimension))
      .map((dimension) => dimensions[dimension]);
    if (own.length !== by.length) throw new Error(`${table} cannot be summed up by ${by.join(', ')}`);
    const missing = DAY_TABLES[fact].by.filter((dimension) => !by.includes(dimension));
    const isStored = missing.length === 0;
    // the only dimension in which rows of a group differ
    const once = new Set(missing.length === 1 && (missing[0] === 'vehicle' || missing[0] === 'day') ? [missing[0]] : []);
    const keysOfFact = keysByTable.get(fact)!;
    const figures = [
      ...keysOfFact.map((key) => sql`${isStored ? measureOfRow(key) : aggregateMeasure(key, once, single)} as ${name(key)}`),
      ...(fact === 'alarmDay' ? types.map((key) => sql`${countOfType(key)} as ${name(key)}`) : []),
    ];
    const grouped = listed(own, ({ of }) => of);
    const isAsked = types.length > 0 || keysOfFact.some((key) => getMeasure(key).where !== undefined);
    const counted = fact === 'alarmDay' && isAsked && !by.includes('day') ? findCountedColumns(figures) : null;
    if (counted !== null) {
      const ofVehicles = keysOfFact.some((key) => getMeasure(key).how === 'vehicles') ? [DIMENSIONS.vehicle] : [];
      const rows = preAggregate(Object.fromEntries([...own, ...ofVehicles].map(({ column, of }) => [column, of])), counted, {
        join: by.includes('child') ? OF_CHILDREN : sql``,
        where: whereRequested(fact, request, alarms),
      });
      const columns = listed(own, ({ column }) => sql`f.${name(column)}`);
      const body = sql`select ${columns}, ${joined(figures, sql`, `)} from ${rows} group by ${columns}`;
      return { name: `by_${table}`, isStored, body };
    }
    const source = (some: readonly MeasureKey[]): Sql => sql`
      ${fact === 'deptDay' ? departmentDays(request) : name(table)} f ${by.includes('child') ? OF_CHILDREN : sql``}
      ${some.some((key) => getMeasure(key).km) ? WITH_SOURCE : sql``} where ${whereRequested(fact, request, alarms)}`;
    // alarms of a day are stored next to each other: sorting them for `count(distinct)` costs less than hashing them twice
    const isSorted = fact === 'alarmDay' && by.includes('day');
    const distinct = isStored || isSorted ? [] : keysOfFact.filter((key) => isDistinct(key, once, single));
    // a vehicle has many rows in a group
    const split = distinct.length > 0 && !by.some((dimension) => FINE.includes(dimension)) ? splitAll(keysOfFact) : null;
    if (split) {
      const { vehicles, counted } = countByVehicle({ source, own, keys }, keysOfFact, split);
      if (fact !== 'vehicleDay' || vehicleSums === undefined)
        return { name: `by_${table}`, isStored, body: counted(sql`(${vehicles(sql``)})`) };
      shared.push({ name: 'vehicle_sums', body: vehicles(sql`, f.vehicle_id, ${vehicleSums}`) });
      return { name: `by_${table}`, isStored, body: counted(VEHICLE_SUMS) };
    }
    if (distinct.length > 0) {
      const summed = keysOfFact.filter((key) => !distinct.includes(key));
      const others = figures.filter((_, i) => !distinct.includes(keysOfFact[i]!));
      return { name: `by_${table}`, isStored, body: countApart({ source, own, keys }, distinct, summed, others) };
    }
    return {
      name: `by_${table}`,
      isStored,
      body: sql`select ${joined([...own.map(({ of, column }) => sql`${of} as ${name(column)}`), ...figures], sql`, `)}
        from ${source(keysOfFact)} ${isStored ? sql`` : sql`group by ${grouped}`}`,
    };
  });
  const first = rows === undefined || rows === 'every' ? dayTables[0]! : rows;
  const others = tables.filter(({ name: of }) => of !== `by_${DAY_TABLES[first].table}`);
  const join = rows === 'every' ? sql`full join` : sql`left join`;
  const sides = others.map(({ name: of }) => sql` ${join} ${name(of)} using (${keys})`);
  const from = sql`${name(`by_${DAY_TABLES[first].table}`)}${joined(sides, sql``)}${
    by.includes('vehicle') ? sql` join vehicle v on v.id = vehicle_id` : sql``
  }${
    by.includes('dept')
      ? sql` join department d on d.id = department_id`
      : by.includes('child')
        ? sql` join department d on d.id = child_id`
        : sql``
  }`;
  const figures = Object.fromEntries([
    ...types.map((key) => [key, sql`coalesce(${name(key)}, 0)`] as const),
    ...measures.map((key) => [key, getMeasure(key).zero === false ? name(key) : sql`coalesce(${name(key)}, 0)`] as const),
  ]);
  return {
    from,
    with: [...(by.includes('child') ? [{ name: 'children', body: selectChildren(request) }] : []), ...shared, ...tables],
    // tables with the same key: the others are looked up by it for a page
    ...(rows !== 'every' && tables.every(({ isStored }) => isStored)
      ? { isStored: true, joined: measures.filter((key) => getMeasure(key).fact !== first) }
      : {}),
    ...(having ? { where: [having] } : {}),
    columns: { ...identityColumns(by), ...figures, ...columns },
    formulas: Object.fromEntries([...formulas.map((key) => [key, FORMULAS[key]] as const), ...Object.entries(more ?? {})]),
    ids: buildIds(by, request),
    ...(by.includes('vehicle') ? { names: vehicleNames(by) } : by.includes('driver') ? { names: driverNames(request) } : {}),
    tie: dims.map(({ column }) => name(column)),
    ...(by.includes('day') ? { always: ['statDate'] } : {}),
    unknown: measures.filter((key) => getMeasure(key).fact === 'deptDay'),
  };
}

type Source = {
  /** The table `f` with the joins of some measures, and the conditions. */
  readonly source: (measures: readonly MeasureKey[]) => Sql;
  readonly own: readonly (typeof DIMENSIONS)[Dimension][];
  /** Names of the dimensions. */
  readonly keys: Sql;
};

const listed = <T>(items: readonly T[], text: (item: T) => Sql): Sql => joined(items.map(text), sql`, `);

/** By these, a vehicle has few rows in a group. On a day, it has one for each type and level. */
const FINE: readonly Dimension[] = ['vehicle', 'type', 'level', 'driver'];
type Split = readonly NonNullable<ReturnType<typeof splitMeasure>>[];
const splitAll = (measures: readonly MeasureKey[]): Split | null => {
  const split = measures.map(splitMeasure);
  return split.every((one) => one !== null) ? split : null;
};

/** Aggregates by vehicle first, with `more` columns, so that vehicles are counted in the same pass. */
function countByVehicle({ source, own, keys }: Source, measures: readonly MeasureKey[], split: Split) {
  const as = (of: 'inner' | 'outer') => measures.map((key, i) => sql`${split[i]![of]} as ${name(key)}`);
  const dimensions = own.map(({ of, column }) => sql`${of} as ${name(column)}`);
  return {
    vehicles: (more: Sql): Sql => sql`
      select ${joined([...dimensions, ...as('inner')], sql`, `)}${more} from ${source(measures)}
      group by ${joined([...own.map(({ of }) => of), sql`f.vehicle_id`], sql`, `)}`,
    counted: (from: Sql): Sql => sql`select ${joined([keys, ...as('outer')], sql`, `)} from ${from} f group by ${keys}`,
  };
}

/**
 * Aggregates with distinct counts apart from the other figures. In one query, `count(distinct)` would sort all rows of the table;
 * so both are hashed, and can run in parallel.
 */
function countApart(
  { source, own, keys }: Source,
  distinct: readonly MeasureKey[],
  summed: readonly MeasureKey[],
  figures: readonly Sql[],
): Sql {
  const dimensions = own.map(({ of, column }) => sql`${of} as ${name(column)}`);
  const grouped = own.map(({ of }) => of);
  const sums =
    figures.length === 0
      ? []
      : [
          sql`(select ${joined([...dimensions, ...figures], sql`, `)} from ${source(summed)} group by ${joined(grouped, sql`, `)}) sums`,
        ];
  const counts = [...Map.groupBy(distinct, (key) => getMeasure(key).how)].map(([how, measures], i) => {
    const counted = how === 'vehicles' ? sql`f.vehicle_id` : sql`f.day`;
    const matches = measures.map((key) => sql`, ${matchesMeasure(key)} as ${name(key)}`);
    const figures = measures.map((key) => sql`, count(*) filter (where ${name(key)}) as ${name(key)}`);
    return sql`(select ${keys}${joined(figures, sql``)}
      from (select ${joined(dimensions, sql`, `)}${joined(matches, sql``)} from ${source(measures)} group by ${joined([...grouped, counted], sql`, `)}) e
      group by ${keys}) ${name(`counts${i}`)}`;
  });
  const [first, ...others] = [...sums, ...counts];
  return sql`select * from ${first!}${joined(
    others.map((other) => sql` join ${other} using (${keys})`),
    sql``,
  )}`;
}

/** Joins days `f` of departments to the company right below the chosen one. */
const OF_CHILDREN = sql`join children c on c.id = f.department_id`;
const countOfType = (key: string): Sql => sql`sum(f.cnt) filter (where f.type_id = ${parseTypeKey(key)!}::smallint)`;

/** Maps each requested department to the company right below the chosen one. */
const selectChildren = ({ departments, company }: ReportRequest): Sql => sql`
  select d.id, d.id as child_id from department d where d.id = ${company} or d.parent_id = ${company}
  union all
  select d.id, c.child_id from department d join children c on d.parent_id = c.id
  where c.id <> ${company} and d.id = any(${[...departments]})`;

/** Columns of the dimensions, except vehicles and drivers: those are many, so they are labels. */
function identityColumns(by: readonly Dimension[]): Record<string, Sql> {
  return {
    ...(by.includes('day') ? { statDate: sql`day` } : {}),
    ...(by.includes('month') ? { statMonth: sql`month` } : {}),
    ...(hasCompany(by) ? { deptName: sql`d.name` } : {}),
    ...(by.includes('type') ? { alarmType: sql`type_id::text` } : {}),
    ...(by.includes('level') ? { alarmLevel: sql`level` } : {}),
  };
}
const hasCompany = (by: readonly Dimension[]): boolean => by.includes('dept') || by.includes('child');

const buildIds = (by: readonly Dimension[], request: ReportRequest): Record<string, Sql> => ({
  ...(by.includes('child')
    ? { deptId: sql`child_id` }
    : by.includes('dept')
      ? { deptId: sql`department_id`, alone: sql`1` }
      : {}),
  ...(by.includes('vehicle') ? { carId: sql`v.id` } : {}),
  ...(by.includes('driver') ? driverIds(request) : {}),
  ...(by.includes('day') ? { day: sql`day` } : {}),
  ...(by.includes('month') ? { month: sql`month` } : {}),
  ...(by.includes('type') ? { alarmType: sql`type_id` } : {}),
});

/** Labels of vehicles, with their company unless rows are grouped by company. */
const vehicleNames = (by: readonly Dimension[]): NonNullable<Relation['names']> => ({
  join: sql`left join vehicle v on v.id = b."#carId" left join driver r on r.id = v.driver_id
    left join terminal tm on tm.vehicle_id = v.id ${hasCompany(by) ? sql`` : sql`left join department d on d.id = v.department_id`}`,
  columns: { ...VEHICLE_COLUMNS, terminalNo: sql`tm.phone`, ...(hasCompany(by) ? {} : { deptName: sql`d.name` }) },
  ids: { color: sql`v.plate_colour`, ...(hasCompany(by) ? {} : { deptId: sql`v.department_id` }) },
});

/** Columns of a vehicle `v` with its driver `r`. */
export const VEHICLE_COLUMNS = {
  carNo: sql`v.plate`,
  plateColor: sql`v.plate_colour`,
  carType: sql`v.vehicle_type`,
  industry: sql`v.industry`,
  vin: sql`v.vin`,
  ownerName: sql`v.owner_name`,
  driverName: sql`r.name`,
} as const;
