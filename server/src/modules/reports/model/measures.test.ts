import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/db/test-database.ts';
import { WITH_SOURCE } from '../../../platform/db/adopted-km.ts';
import { type Db, name, type Sql, sql } from '../../../platform/db/database.ts';
import { findCountedColumns, preAggregate } from '../facts/alarm-day-types.ts';
import { rollup } from '../facts/day-rollup.ts';
import type { DayTable, Dimension } from './day-tables.ts';
import { aggregateMeasure, getMeasure, MEASURES, type MeasureKey, measureOfRow, splitMeasure } from './measures.ts';

const VEHICLES = 7;
const DAYS = 5;
const TABLES: Readonly<Record<DayTable, { readonly table: string; readonly key: readonly string[] }>> = {
  vehicleDay: { table: 'vehicle_day', key: ['vehicle_id', 'day'] },
  onlineDay: { table: 'online_day', key: ['vehicle_id', 'day'] },
  alarmDay: { table: 'alarm_day', key: ['vehicle_id', 'day', 'type_id', 'level', 'driver_id'] },
  driverDay: { table: 'driver_day', key: ['driver_id', 'day', 'vehicle_id'] },
  deptDay: { table: 'dept_day', key: ['department_id', 'day'] },
};

let db: Db;

/** Facts of every kind, with some missing, null and zero figures. */
beforeAll(async () => {
  ({ db } = await testDatabase());
  await db.run(sql`insert into department (name) values ('A'), ('B')`);
  const departments = sql`(select array_agg(id order by id) from department)`;
  await db.run(sql`
    insert into vehicle (plate, department_id, mileage_source)
    select '粤B7' || lpad(n::text, 4, '0'), ${departments}[1 + n % 2], n % 3 from generate_series(1, ${VEHICLES}::integer) n`);
  const of = sql`vehicle v cross join (select date '2026-05-01' + n as day, n from generate_series(1, ${DAYS}::integer) n) g`;
  const some = (most: number): Sql => sql`floor(random() * ${most}::integer)::integer`;
  await db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, drift_count, gnss_km, odo_km, odo_start, odo_end,
      gap_count, longest_gap_s, drive_s, idle_s, acc_on_s, trip_count, max_speed, max_speed_at, night_drive_s, speed_band_s)
    select v.id, g.day, v.department_id, ${some(5)}, ${some(3)}, ${some(6)}, random() * 3, random() * 3,
      case when random() < 0.5 then random() * 900 end, case when random() < 0.5 then random() * 900 end, ${some(3)}, ${some(900)},
      ${some(90_000)}, ${some(900)}, ${some(900)}, ${some(4)}, case when n % 2 = 0 then random() * 90 end,
      case when n % 2 = 0 then g.day + random() * interval '1 day' end, ${some(900)}, array[1, 2, 3, 4, 5, 6, n]
    from ${of}`);
  await db.run(sql`
    insert into online_day (vehicle_id, day, department_id, online_s, first_online_at, last_online_at, login_count, logout_count)
    select v.id, g.day, v.department_id, ${some(86_400)}, g.day, g.day + random() * interval '1 day', ${some(3)}, ${some(3)} from ${of}`);
  await db.run(sql`
    insert into driver_day (driver_id, day, vehicle_id, department_id, km, drive_s, night_drive_s, longest_drive_s)
    select ${some(2)}, g.day, v.id, v.department_id, random() * 90, ${some(9_000)}, ${some(900)}, ${some(9_000)} from ${of}`);
  await db.run(sql`
    insert into dept_day (department_id, day, vehicle_total, joined, exempt, new_count, left_count)
    select d.id, g.day, 1 + ${some(9)}, ${some(9)}, ${some(3)}, ${some(3)}, ${some(3)}
    from department d cross join (select date '2026-05-01' + n as day from generate_series(1, ${DAYS}::integer) n) g`);
  await db.run(sql`
    insert into alarm_day (vehicle_id, day, type_id, level, driver_id, department_id, cnt, dur_s, needed, handled, timely, false_cnt,
      auto_cnt, message_cnt, phone_cnt, handle_s, hours)
    select v.id, g.day, t.id, 1 + t.id % 3, ${some(2)}, v.department_id, ${some(9)}, ${some(900)}, ${some(5)}, ${some(4)}, ${some(3)},
      ${some(2)}, ${some(2)}, ${some(2)}, ${some(2)}, ${some(900)}, array_fill(n::smallint, array[24])
    from ${of} cross join (values (1), (2), (100), (104), (77), (108)) t (id)`);
});

/** Figures by the key of a table, or by other columns. */
async function found(
  fact: DayTable,
  by: readonly string[],
  figure: (key: MeasureKey) => Sql,
  { grouped, counts = false }: { readonly grouped: boolean; readonly counts?: boolean },
): Promise<unknown[]> {
  const keys = (Object.keys(MEASURES) as MeasureKey[]).filter(
    (key) => getMeasure(key).fact === fact && (!counts || ['vehicles', 'days', 'mean'].includes(getMeasure(key).how)),
  );
  if (keys.length === 0) return [];
  const columns = by.map((column) => sql`f.${name(column)}`).reduce((all, each) => sql`${all}, ${each}`);
  const figures = keys.map((key) => sql`${figure(key)} as ${name(key)}`).reduce((all, each) => sql`${all}, ${each}`);
  const zeroed = keys
    .map((key) => (getMeasure(key).zero === false ? name(key) : sql`coalesce(${name(key)}, 0) as ${name(key)}`))
    .reduce((all, each) => sql`${all}, ${each}`);
  const own = by.map((column) => name(column)).reduce((all, each) => sql`${all}, ${each}`);
  return db.query(sql`
    select ${own}, ${zeroed} from (
      select ${columns}, ${figures} from ${name(TABLES[fact].table)} f ${fact === 'vehicleDay' ? WITH_SOURCE : sql``}
      ${grouped ? sql`group by ${columns}` : sql``}) k order by ${own}`);
}

describe.each(Object.keys(TABLES) as DayTable[])('measures of %s', (fact) => {
  const { key } = TABLES[fact];

  it('are the same for a row and for a group of this row alone', async () => {
    const rows = await found(fact, key, measureOfRow, { grouped: false });
    expect(rows.length).toBeGreaterThanOrEqual(DAYS);
    expect(rows).toEqual(await found(fact, key, (each) => aggregateMeasure(each), { grouped: true }));
  });

  it('count nothing twice if only vehicles or days differ', async () => {
    for (const [column, what] of [
      ['vehicle_id', 'vehicle'],
      ['day', 'day'],
    ] as const) {
      const others = key.filter((each) => each !== column);
      if (others.length === key.length) continue;
      const counts = { grouped: true, counts: true };
      const once = await found(fact, others, (each) => aggregateMeasure(each, new Set([what])), counts);
      expect(once).toEqual(await found(fact, others, (each) => aggregateMeasure(each), counts));
    }
  });
});

it('alarm measures are the same if days are pre-aggregated by type and level', async () => {
  const keys = (Object.keys(MEASURES) as MeasureKey[]).filter((key) => findCountedColumns([aggregateMeasure(key)]) !== null);
  expect(keys).toEqual(expect.arrayContaining(['alarmCount', 'alarmCars', 'overSec', 'fatigueCars', '_handleSec', '_topLevel']));
  const figures = keys.map((key) => sql`${aggregateMeasure(key)} as ${name(key)}`).reduce((all, each) => sql`${all}, ${each}`);
  const added = preAggregate(
    { department_id: sql`f.department_id`, vehicle_id: sql`f.vehicle_id` },
    findCountedColumns(keys.map((key) => aggregateMeasure(key)))!,
    { where: sql`f.day > '2026-05-02'` },
  );
  const [days, kinds] = [sql`(select * from alarm_day where day > '2026-05-02') f`, added];
  const of = (rows: Sql) => db.query(sql`select f.department_id, ${figures} from ${rows} group by 1 order by 1`);
  const found = await of(days);
  expect(found).toHaveLength(2);
  expect(await of(kinds)).toEqual(found);
});

const DIMENSIONS: Readonly<Partial<Record<Dimension, Sql>>> = {
  dept: sql`f.department_id`,
  vehicle: sql`f.vehicle_id`,
  day: sql`f.day`,
  month: sql`to_char(f.day, 'YYYY-MM')`,
  type: sql`f.type_id`,
};

it.each([
  ['vehicleDay', ['dept'], ['mileage', 'onlineCount', 'runDays', 'runCount', 'driftCars', 'onlineDays']],
  ['vehicleDay', ['dept'], ['mileage', 'onlineCount', 'runCount', 'driftCars', 'maxSpeed', 'maxGap', 'nightSec', 'band2']],
  ['alarmDay', ['dept', 'type'], ['alarmCount', 'alarmCars', 'alarmSec', '_topLevel', 'h00', 'h23']],
  ['vehicleDay', ['vehicle', 'month'], ['runDays', 'onlineDays', 'onlineCount', 'runCount']],
  ['alarmDay', ['vehicle'], ['alarmCars', 'fatigueCars', 'h02']],
  ['alarmDay', ['day', 'type'], ['alarmCount', 'alarmCars', 'h00', 'overCars']],
  ['alarmDay', ['dept', 'day'], ['nightCars', 'h01']],
  ['driverDay', ['dept', 'month'], ['carCount', 'driverKm']],
] as const)('%s by %j counts vehicles and days separately from its other figures', async (fact, by, keys) => {
  const departments = (await db.query<{ id: number }>('select id from department')).map(({ id }) => id);
  const days = { from: '2026-05-02', to: '2026-05-04' };
  const request = { departments, company: departments[0]!, vehicles: null, days, list: () => null, text: () => '' } as never;
  const { body } = rollup(request, { by, measures: keys }).with![0]!;
  const dimensions = by.map((dimension) => DIMENSIONS[dimension]!).reduce((all, each) => sql`${all}, ${each}`);
  const figures = keys.map((key) => sql`${aggregateMeasure(key)} as ${name(key)}`).reduce((all, each) => sql`${all}, ${each}`);
  const expected = await db.query<Record<string, number>>(sql`
    select ${figures} from ${name(TABLES[fact].table)} f ${fact === 'vehicleDay' ? WITH_SOURCE : sql``}
    where f.day between ${days.from}::date and ${days.to}::date group by ${dimensions} order by ${dimensions}`);
  expect(expected.length).toBeGreaterThan(1);
  const columns = keys.map((key) => name(key)).reduce((all, each) => sql`${all}, ${each}`);
  const own = { dept: 'department_id', vehicle: 'vehicle_id', day: 'day', month: 'month', type: 'type_id' } as const;
  const sorted = by.map((dimension) => name(own[dimension])).reduce((all, each) => sql`${all}, ${each}`);
  const found = await db.query<Record<string, number>>(sql`select ${columns} from (${body}) b order by ${sorted}`);
  expect(found.map(({ mileage, driverKm, ...counts }) => counts)).toEqual(
    expected.map(({ mileage, driverKm, ...counts }) => counts),
  );
  // binary fractions are added in another order
  for (const [i, { mileage = 0, driverKm = 0 }] of found.entries()) {
    expect(mileage).toBeCloseTo(expected[i]!['mileage'] ?? 0);
    expect(driverKm).toBeCloseTo(expected[i]!['driverKm'] ?? 0);
  }
});

it('sums in two steps have the type of a single sum', async () => {
  for (const key of Object.keys(MEASURES) as MeasureKey[]) {
    const { fact, how } = getMeasure(key);
    const split = splitMeasure(key);
    if (how !== 'sum' || fact === 'deptDay') continue;
    const rows = sql`${name(TABLES[fact].table)} f ${fact === 'vehicleDay' ? WITH_SOURCE : sql``}`;
    const [types] = await db.query<{ once: string; twice: string }>(sql`
      select (select pg_typeof(${aggregateMeasure(key)}) from ${rows})::text as once,
        (select pg_typeof(${split!.outer}) from (select ${split!.inner} as ${name(key)} from ${rows}) f)::text as twice`);
    // sums of bigints are numeric
    expect({ key, type: types!.twice }).toEqual({ key, type: types!.once.replace('numeric', 'bigint') });
  }
});

it('measures by hour are not pre-aggregated by type', () => {
  expect(findCountedColumns([aggregateMeasure('alarmCount'), aggregateMeasure('h00')])).toBeNull();
});
