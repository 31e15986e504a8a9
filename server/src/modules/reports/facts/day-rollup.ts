import { name, type Sql, sql } from '../../../platform/db/database.ts';
import { typeOfColumn } from '../columns/alarm-type-keys.ts';
import type { Asked, Relation } from '../model/definition.ts';
import { FORMULAS } from '../model/formulas.ts';
import { type MeasureKey, measureOf, ofRow, overRows, WITH_SOURCE } from '../model/measures.ts';
import { addedUp, countedIn } from './alarm-day-types.ts';
import { driverIds, driverNames } from './driver-columns.ts';

/**
 * What rows are of; `child`: companies right below the chosen one, each with all that is below it, and itself; `whole`: one row of all
 * that is asked for.
 */
export type Dimension = 'whole' | 'dept' | 'child' | 'vehicle' | 'driver' | 'day' | 'month' | 'type' | 'level';

/** Tables of figures by the day, the dimensions each has, and by which it has one row each. */
const FACTS = {
  vehicleDay: { table: 'vehicle_day', has: ['whole', 'dept', 'child', 'vehicle', 'day', 'month'], by: ['vehicle', 'day'] },
  onlineDay: { table: 'online_day', has: ['whole', 'dept', 'child', 'vehicle', 'day', 'month'], by: ['vehicle', 'day'] },
  alarmDay: {
    table: 'alarm_day',
    has: ['whole', 'dept', 'child', 'vehicle', 'driver', 'day', 'month', 'type', 'level'],
    by: ['vehicle', 'day', 'type', 'level', 'driver'],
  },
  driverDay: {
    table: 'driver_day',
    has: ['whole', 'dept', 'child', 'vehicle', 'driver', 'day', 'month'],
    by: ['driver', 'day', 'vehicle'],
  },
  deptDay: { table: 'dept_day', has: ['whole', 'dept', 'child', 'day', 'month'], by: ['dept', 'day'] },
} as const satisfies Readonly<
  Record<string, { readonly table: string; readonly has: readonly Dimension[]; readonly by: readonly Dimension[] }>
>;
export type Fact = keyof typeof FACTS;

const DIMENSIONS: Readonly<Record<Dimension, { readonly column: string; readonly of: Sql }>> = {
  // of no row: false for all of them
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

export type Rollup = {
  /** What a row is of; the first facts have the rows, the others join them. */
  readonly by: readonly Dimension[];
  /** Figures of facts, by key of MEASURES; what they are made of is added by itself. */
  readonly measures: readonly MeasureKey[];
  /** Figures made of others, by key of FORMULAS, in an order in which each knows those it needs. */
  readonly formulas?: readonly (keyof typeof FORMULAS)[];
  /** Whose rows there are: those with such a figure; `every`: those of the first fact and all others together. */
  readonly rows?: Fact | 'every';
  /** Narrows facts of alarms. */
  readonly alarms?: Sql;
  /** Kinds of alarms that are counted each in a column of its own. */
  readonly types?: readonly string[] | undefined;
  /** Columns of this report alone. */
  readonly columns?: Readonly<Record<string, Sql>>;
  readonly having?: Sql;
  readonly more?: Readonly<Record<string, Sql>>;
};

const joined = (parts: readonly Sql[], between: Sql): Sql =>
  parts.reduce((all, part, i) => (i === 0 ? part : sql`${all}${between}${part}`), sql``);

/** Whose figures, and of which days. */
export type Narrowing = Pick<Asked, 'departments' | 'vehicles' | 'days' | 'list'>;

/** Of the vehicles or companies a report is asked for, in its days; `f` is the table. */
export function narrowed(fact: Fact, asked: Narrowing, alarms?: Sql): Sql {
  const { departments, vehicles, days } = asked;
  const drivers = asked.list('driverIds');
  const parts = [
    sql`f.day between ${days.from}::date and ${days.to}::date`,
    sql`f.department_id = any(${[...departments]})`,
    ...(vehicles !== null && fact !== 'deptDay' ? [sql`f.vehicle_id = any(${[...vehicles]})`] : []),
    ...(drivers !== null && (fact === 'alarmDay' || fact === 'driverDay')
      ? [sql`f.driver_id = any(${drivers.map(Number)}::integer[])`]
      : []),
    ...(fact === 'deptDay' ? [] : vehicleKinds(asked)),
    ...(fact === 'alarmDay' && alarms ? [alarms] : []),
  ];
  return joined(parts, sql` and `);
}

/** Vehicle types and industries, where the report asks for them. */
export function vehicleKinds({ list }: Pick<Asked, 'list'>, of: Sql = sql`f.vehicle_id`): Sql[] {
  const types = list('carTypes');
  const industries = list('industries');
  if (types === null && industries === null) return [];
  const kind = types === null ? sql`true` : sql`k.vehicle_type = any(${types.map(Number)}::integer[])`;
  const trade = industries === null ? sql`true` : sql`k.industry = any(${industries.map(Number)}::integer[])`;
  return [sql`exists (select from vehicle k where k.id = ${of} and ${kind} and ${trade})`];
}

/** A report of figures summed up over days: each table once by what rows are of, then side by side. */
export function rollup(
  asked: Asked,
  { by, measures, formulas = [], rows, alarms, types = [], columns, having, more }: Rollup,
): Relation {
  const wanted = new Map<Fact, MeasureKey[]>();
  for (const key of measures) {
    const { fact } = measureOf(key);
    wanted.set(fact, [...(wanted.get(fact) ?? []), key]);
  }
  const facts = [...wanted.keys()];
  const dims = by.map((dimension) => DIMENSIONS[dimension]);
  const keys = joined(
    dims.map(({ column }) => name(column)),
    sql`, `,
  );
  const tables = facts.map((fact) => {
    const { table, has } = FACTS[fact];
    const own = by
      .filter((dimension) => (has as readonly Dimension[]).includes(dimension))
      .map((dimension) => DIMENSIONS[dimension]);
    if (own.length !== by.length) throw new Error(`${table} cannot be summed up by ${by.join(', ')}`);
    const missing = FACTS[fact].by.filter((dimension) => !by.includes(dimension));
    const isStored = missing.length === 0;
    // the only dimension that rows of a group differ by
    const once = new Set(missing.length === 1 && (missing[0] === 'vehicle' || missing[0] === 'day') ? [missing[0]] : []);
    const keysOfFact = wanted.get(fact)!;
    const figures = [
      ...keysOfFact.map((key) => sql`${isStored ? ofRow(key) : overRows(key, once)} as ${name(key)}`),
      ...(fact === 'alarmDay' ? types.map((key) => sql`${countOfType(key)} as ${name(key)}`) : []),
    ];
    const grouped = joined(
      own.map(({ of }) => of),
      sql`, `,
    );
    const isAsked = types.length > 0 || keysOfFact.some((key) => measureOf(key).where !== undefined);
    const counted = fact === 'alarmDay' && isAsked && !by.includes('day') ? countedIn(figures) : null;
    if (counted !== null) {
      const ofVehicles = keysOfFact.some((key) => measureOf(key).how === 'vehicles') ? [DIMENSIONS.vehicle] : [];
      const rows = addedUp(Object.fromEntries([...own, ...ofVehicles].map(({ column, of }) => [column, of])), counted, {
        join: by.includes('child') ? OF_CHILDREN : sql``,
        where: narrowed(fact, asked, alarms),
      });
      const columns = joined(
        own.map(({ column }) => sql`f.${name(column)}`),
        sql`, `,
      );
      const body = sql`select ${columns}, ${joined(figures, sql`, `)} from ${rows} group by ${columns}`;
      return { name: `by_${table}`, isStored, body };
    }
    return {
      name: `by_${table}`,
      isStored,
      body: sql`select ${joined([...own.map(({ of, column }) => sql`${of} as ${name(column)}`), ...figures], sql`, `)}
        from ${name(table)} f ${by.includes('child') ? OF_CHILDREN : sql``}
          ${keysOfFact.some((key) => measureOf(key).km) ? WITH_SOURCE : sql``}
        where ${narrowed(fact, asked, alarms)} ${isStored ? sql`` : sql`group by ${grouped}`}`,
    };
  });
  const first = rows === undefined || rows === 'every' ? facts[0]! : rows;
  const others = tables.filter(({ name: of }) => of !== `by_${FACTS[first].table}`);
  const join = rows === 'every' ? sql`full join` : sql`left join`;
  const sides = others.map(({ name: of }) => sql` ${join} ${name(of)} using (${keys})`);
  const from = sql`${name(`by_${FACTS[first].table}`)}${joined(sides, sql``)}${
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
    ...measures.map((key) => [key, measureOf(key).zero === false ? name(key) : sql`coalesce(${name(key)}, 0)`] as const),
  ]);
  return {
    from,
    with: by.includes('child') ? [{ name: 'children', body: childrenOf(asked) }, ...tables] : tables,
    ...(tables.length === 1 && tables[0]!.isStored ? { isStored: true } : {}),
    ...(having ? { where: [having] } : {}),
    columns: { ...identity(by), ...figures, ...columns },
    formulas: Object.fromEntries([...formulas.map((key) => [key, FORMULAS[key]] as const), ...Object.entries(more ?? {})]),
    ids: idsOf(by, asked),
    ...(by.includes('vehicle') ? { names: vehicleNames(by) } : by.includes('driver') ? { names: driverNames(asked) } : {}),
    tie: dims.map(({ column }) => name(column)),
    ...(by.includes('day') ? { always: ['statDate'] } : {}),
    unknown: measures.filter((key) => measureOf(key).fact === 'deptDay'),
  };
}

/** Beside days `f` of departments: the company each belongs to. */
const OF_CHILDREN = sql`join children c on c.id = f.department_id`;
const countOfType = (key: string): Sql => sql`sum(f.cnt) filter (where f.type_id = ${typeOfColumn(key)!}::smallint)`;

/** Each department asked for by the company right below the chosen one that it belongs to. */
const childrenOf = ({ departments, company }: Asked): Sql => sql`
  select d.id, d.id as child_id from department d where d.id = ${company} or d.parent_id = ${company}
  union all
  select d.id, c.child_id from department d join children c on d.parent_id = c.id
  where c.id <> ${company} and d.id = any(${[...departments]})`;

/** What is known of what rows are of, but of vehicles and drivers, of which there are many. */
function identity(by: readonly Dimension[]): Record<string, Sql> {
  return {
    ...(by.includes('day') ? { statDate: sql`day` } : {}),
    ...(by.includes('month') ? { statMonth: sql`month` } : {}),
    ...(hasCompany(by) ? { deptName: sql`d.name` } : {}),
    ...(by.includes('type') ? { alarmType: sql`type_id::text` } : {}),
    ...(by.includes('level') ? { alarmLevel: sql`level` } : {}),
  };
}
const hasCompany = (by: readonly Dimension[]): boolean => by.includes('dept') || by.includes('child');

const idsOf = (by: readonly Dimension[], asked: Asked): Record<string, Sql> => ({
  ...(by.includes('child')
    ? { deptId: sql`child_id` }
    : by.includes('dept')
      ? { deptId: sql`department_id`, alone: sql`1` }
      : {}),
  ...(by.includes('vehicle') ? { carId: sql`v.id` } : {}),
  ...(by.includes('driver') ? driverIds(asked) : {}),
  ...(by.includes('day') ? { day: sql`day` } : {}),
  ...(by.includes('month') ? { month: sql`month` } : {}),
  ...(by.includes('type') ? { alarmType: sql`type_id` } : {}),
});

/** What vehicles are called, with their company unless rows are of companies as well. */
const vehicleNames = (by: readonly Dimension[]): NonNullable<Relation['names']> => ({
  join: sql`left join vehicle v on v.id = b."#carId" left join driver r on r.id = v.driver_id
    left join terminal tm on tm.vehicle_id = v.id ${hasCompany(by) ? sql`` : sql`left join department d on d.id = v.department_id`}`,
  columns: { ...VEHICLE_COLUMNS, terminalNo: sql`tm.phone`, ...(hasCompany(by) ? {} : { deptName: sql`d.name` }) },
  ids: { color: sql`v.plate_colour`, ...(hasCompany(by) ? {} : { deptId: sql`v.department_id` }) },
});

/** Of a vehicle `v` with its driver `r`. */
export const VEHICLE_COLUMNS = {
  carNo: sql`v.plate`,
  plateColor: sql`v.plate_colour`,
  carType: sql`v.vehicle_type`,
  industry: sql`v.industry`,
  vin: sql`v.vin`,
  ownerName: sql`v.owner_name`,
  driverName: sql`r.name`,
} as const;
