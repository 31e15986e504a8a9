import { businessDay } from '@fleetwarden/domain/business-day';
import { OTHER_COLUMNS, SUM_COLUMNS, valuesOf } from '../engine/days/columns.ts';
import type { DriftPoint } from '../engine/days/drift-point.ts';
import type { Figures } from '../engine/days/figures.ts';
import { SPEED_BANDS } from '../engine/days/figures.ts';
import type { PositionGap } from '../engine/days/gap.ts';
import type { AccSegment } from '../engine/days/ignition.ts';
import type { Queryable } from '../platform/db/database.ts';
import { SAVE_ROWS } from './limits.ts';

/** Figures of one vehicle on one day; epoch ms. */
export type DayRow = { readonly vehicleId: number; readonly startAt: number; readonly endAt: number; readonly figures: Figures };
/** A recalculated day. `shift`: the difference to the live stream's part; null once the stream has left the day. */
export type RecalculatedDay = DayRow & { readonly odd: number; readonly shift: readonly number[] | null };
/** Number of reports without a believable time; epoch ms. */
export type OddRow = { readonly vehicleId: number; readonly startAt: number; readonly count: number };
export type AccRow = { readonly vehicleId: number; readonly acc: AccSegment };
export type GapRow = { readonly vehicleId: number; readonly gap: PositionGap };
export type DriftRow = { readonly vehicleId: number; readonly drift: DriftPoint };
/** A time range of a vehicle: `from` included, `until` excluded, epoch ms. */
export type Span = { readonly vehicleId: number; readonly from: number; readonly until: number };

const instant = (column: string) => `to_timestamp(${column} / 1000.0)`;
const SINGLE_SUMS = SUM_COLUMNS.slice(0, -SPEED_BANDS);
const BANDS = SUM_COLUMNS.slice(-SPEED_BANDS);

/** Trips that start on the day: their number, first start and last end. */
const TRIP_COLUMNS = ['trip_count', 'trip_start_at', 'trip_end_at'];
const TRIPS = `select count(*), min(t.start_at), max(t.end_at) from trip t
  where t.vehicle_id = u.vehicle_id and t.start_at >= ${instant('u.from_ms')} and t.start_at < ${instant('u.until_ms')}`;

type Writes = {
  /** New value of a sum, given its column or array element and its index in `shift`. */
  readonly sum: (existing: string, place: number) => string;
  /** New value of any other column. */
  readonly other: (name: string) => string;
  readonly shift?: string;
  /** Which conflicting rows are updated. Default: rows whose values change, so that unchanged rows fire no event. */
  readonly where?: string;
};

const excluded = (existing: string) => existing.replace('vehicle_day.', 'excluded.');
const shifted = (place: number) => `coalesce(vehicle_day.shift[${place}], 0)`;
/** Merges two parts of a day. */
const MERGED: Readonly<Record<string, string>> = {
  longest_gap_s: 'greatest(vehicle_day.longest_gap_s, excluded.longest_gap_s)',
  max_speed: 'greatest(vehicle_day.max_speed, excluded.max_speed)',
  max_speed_at: `case when excluded.max_speed is null or vehicle_day.max_speed >= excluded.max_speed
    then vehicle_day.max_speed_at else excluded.max_speed_at end`,
  odo_start: `case when excluded.odo_start is null or vehicle_day.first_at <= excluded.first_at
    then coalesce(vehicle_day.odo_start, excluded.odo_start) else excluded.odo_start end`,
  odo_end: `case when excluded.odo_end is null or vehicle_day.last_at > excluded.last_at
    then coalesce(vehicle_day.odo_end, excluded.odo_end) else excluded.odo_end end`,
  first_at: 'least(vehicle_day.first_at, excluded.first_at)',
  last_at: 'greatest(vehicle_day.last_at, excluded.last_at)',
};

const errTime = 'greatest(vehicle_day.err_time, excluded.err_time)';

/** The live stream writes cumulative figures, so writing them again is idempotent. */
const STREAM: Writes = {
  // Figures only grow. A stored row with more points comes from a lost state and stays until a recalculation.
  where: 'vehicle_day.shift is not null or excluded.point_total + vehicle_day.err_time >= vehicle_day.point_total',
  sum: (existing, place) => `${excluded(existing)} + ${shifted(place)}`,
  other: (name) => `case when vehicle_day.shift is null then excluded.${name} else ${MERGED[name]} end`,
};
/** The live stream is still in this day: keep its figures and replace only the added `shift`. */
const OPEN_DAY: Writes = {
  sum: (existing, place) => `${existing} - ${shifted(place)} + excluded.shift[${place}]`,
  other: (name) => MERGED[name]!,
  shift: 'excluded.shift',
};
/** The live stream has left this day. */
const WHOLE: Writes = { sum: excluded, other: (name) => `excluded.${name}`, shift: 'null' };

function statement({ sum, other, shift, where }: Writes): string {
  const inputs = ['vehicle_id', 'day', 'from_ms', 'until_ms', ...SUM_COLUMNS.map(({ name }) => name)];
  inputs.push(...OTHER_COLUMNS.map(({ name }) => name), 'err_time', 'shift');
  const types = inputs.map((name) => ({ vehicle_id: 'int', day: 'date', shift: 'text' })[name] ?? 'float8');
  const columns = [...SINGLE_SUMS, ...OTHER_COLUMNS].map(({ name }) => name);
  const values = [
    ...SINGLE_SUMS.map(({ name }) => (name === 'point_total' ? 'u.point_total + u.err_time' : `u.${name}`)),
    ...OTHER_COLUMNS.map(({ name, type }) => (type === 'timestamptz' ? instant(`u.${name}`) : `u.${name}`)),
  ];
  const sets: readonly (readonly [column: string, value: string])[] = [
    [
      // Reports without a believable time are not part of the stream's sums.
      'point_total',
      `${sum('vehicle_day.point_total', 1)
        .replace('excluded.point_total', '(excluded.point_total - excluded.err_time)')
        .replace('vehicle_day.point_total', '(vehicle_day.point_total - vehicle_day.err_time)')} + ${errTime}`,
    ],
    ['err_time', errTime],
    ...SINGLE_SUMS.slice(1).map(({ name }, i) => [name, sum(`vehicle_day.${name}`, i + 2)] as const),
    [
      'speed_band_s',
      `array[${BANDS.map((_, i) => sum(`vehicle_day.speed_band_s[${i + 1}]`, SINGLE_SUMS.length + i + 1))}]::int[]`,
    ],
    ...OTHER_COLUMNS.map(({ name }) => [name, other(name)] as const),
    ...TRIP_COLUMNS.map((name) => [name, `excluded.${name}`] as const),
    ...(shift === undefined ? [] : [['shift', shift] as const]),
  ];
  const changed = `(${sets.map(([column]) => `vehicle_day.${column}`)}) is distinct from (${sets.map(([, value]) => value)})`;
  return `
    insert into vehicle_day (vehicle_id, day, department_id, ${TRIP_COLUMNS}, err_time, shift, speed_band_s, ${columns})
    select u.vehicle_id, u.day, v.department_id, k.*, u.err_time, u.shift::float8[], array[${BANDS.map(({ name }) => `u.${name}`)}]::int[], ${values}
    from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`)}) as u (${inputs})
    join vehicle v on v.id = u.vehicle_id cross join lateral (${TRIPS}) k
    order by u.vehicle_id, u.day
    on conflict (vehicle_id, day) do update set ${sets.map(([column, value]) => `${column} = ${value}`)}, updated_at = now()
    where ${where ?? changed}`;
}

const SAVE_STREAM = statement(STREAM);
const SAVE_BESIDE = statement(OPEN_DAY);
const SAVE_WHOLE = statement(WHOLE);

const SAVE_ODD = `
  insert into vehicle_day (vehicle_id, day, department_id, point_total, err_time)
  select u.vehicle_id, u.day, v.department_id, u.count, u.count
  from unnest($1::int[], $2::date[], $3::int[]) as u (vehicle_id, day, count) join vehicle v on v.id = u.vehicle_id
  order by u.vehicle_id, u.day
  on conflict (vehicle_id, day) do update set
    point_total = vehicle_day.point_total - vehicle_day.err_time + ${errTime}, err_time = ${errTime}, updated_at = now()`;

const prefixColumns = (alias: string, names: readonly string[]) => names.map((name) => `${alias}.${name}`).join(', ');

/**
 * Upserts rows by vehicle and start time `key`; unchanged rows are not written and deleted vehicles are skipped. `given`: a query
 * with all columns.
 */
const upsertByStart = (table: string, key: string, names: readonly string[], given: string): string => `
  insert into ${table} (vehicle_id, ${key}, ${names})
  select n.vehicle_id, n.${key}, ${prefixColumns('n', names)}
  from (${given}) n join vehicle v on v.id = n.vehicle_id
    left join lateral (select * from ${table} k where k.vehicle_id = n.vehicle_id and k.${key} = n.${key} limit 1) s on true
  where (${prefixColumns('s', names)}) is distinct from (${prefixColumns('n', names)})
  order by n.vehicle_id, n.${key}
  on conflict (vehicle_id, ${key}) do update set (${names}) = row (${prefixColumns('excluded', names)})`;

const SAVE_ACCS = upsertByStart(
  'acc_segment',
  'start_at',
  ['end_at', 'acc_on', 'start_lng', 'start_lat', 'end_lng', 'end_lat', 'distance_km', 'continued'],
  `select vehicle_id, ${instant('start_ms')} as start_at, ${instant('end_ms')} as end_at, acc_on, start_lng, start_lat, end_lng, end_lat,
    distance_km, continued
  from unnest($1::int[], $2::float8[], $3::float8[], $4::bool[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
    $9::float8[], $10::bool[])
    as u (vehicle_id, start_ms, end_ms, acc_on, start_lng, start_lat, end_lng, end_lat, distance_km, continued)`,
);

const SAVE_GAPS = upsertByStart(
  'position_gap',
  'from_at',
  ['to_at', 'from_lng', 'from_lat', 'to_lng', 'to_lat', 'gap_s', 'distance_km', 'odo_diff_km', 'kind', 'cause'],
  `select vehicle_id, ${instant('from_ms')} as from_at, ${instant('to_ms')} as to_at, from_lng, from_lat, to_lng, to_lat,
    ((to_ms - from_ms) / 1000)::int as gap_s, distance_km, odo_diff_km, kind, cause
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
    $9::float8[], $10::int2[], $11::int2[])
    as u (vehicle_id, from_ms, to_ms, from_lng, from_lat, to_lng, to_lat, distance_km, odo_diff_km, kind, cause)`,
);

const SAVE_DRIFTS = upsertByStart(
  'drift_point',
  'gnss_at',
  ['lng', 'lat', 'speed_kmh', 'last_at', 'last_lng', 'last_lat', 'km'],
  `select vehicle_id, ${instant('at_ms')} as gnss_at, lng, lat, speed_kmh, ${instant('last_ms')} as last_at, last_lng, last_lat, km
  from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float4[], $6::float8[], $7::float8[], $8::float8[], $9::float8[])
    as u (vehicle_id, at_ms, lng, lat, speed_kmh, last_ms, last_lng, last_lat, km)`,
);

const COUNT_TRIPS = `
  update vehicle_day d set updated_at = now(), (${TRIP_COLUMNS}) = (${TRIPS})
  from unnest($1::int[], $2::date[], $3::float8[], $4::float8[]) as u (vehicle_id, day, from_ms, until_ms)
  where d.vehicle_id = u.vehicle_id and d.day = u.day`;

/** A day without points holds only parts of steps between other days; those were recalculated. */
const REMOVE_EMPTY = `
  delete from vehicle_day d using unnest($1::int[], $2::date[]) as u (vehicle_id, day)
  where d.vehicle_id = u.vehicle_id and d.day = u.day and d.point_total = 0`;

/** Deletes rows that start in the spans, except the listed ones. */
const removeWithin = (table: string, column: string) => `
  delete from ${table} s using unnest($1::int[], $2::float8[], $3::float8[]) as u (vehicle_id, from_ms, until_ms)
  where s.vehicle_id = u.vehicle_id and s.${column} >= ${instant('u.from_ms')} and s.${column} < ${instant('u.until_ms')}
    and not exists (select from unnest($4::int[], $5::float8[]) as k (vehicle_id, at_ms)
      where k.vehicle_id = s.vehicle_id and ${instant('k.at_ms')} = s.${column})`;
const REMOVE_ACCS = removeWithin('acc_segment', 'start_at');
const REMOVE_GAPS = removeWithin('position_gap', 'from_at');
const REMOVE_DRIFTS = removeWithin('drift_point', 'gnss_at');

type Row = readonly unknown[];

/** Writes the live stream's figures of open and ended days. */
export async function saveDays(db: Queryable, days: readonly DayRow[], timeZone: string): Promise<void> {
  await write(db, SAVE_STREAM, keepLastPerKey(days.map((day) => toRow({ ...day, odd: 0, shift: null }, timeZone))));
}

/** Writes recalculated days; each vehicle and day at most once. */
export async function saveRecalculatedDays(db: Queryable, days: readonly RecalculatedDay[], timeZone: string): Promise<void> {
  const rows = (list: readonly RecalculatedDay[]) => list.map((day) => toRow(day, timeZone));
  await write(db, SAVE_BESIDE, rows(days.filter(({ shift }) => shift !== null)));
  await write(db, SAVE_WHOLE, rows(days.filter(({ shift }) => shift === null)));
}

export async function saveOddDays(db: Queryable, odds: readonly OddRow[], timeZone: string): Promise<void> {
  const rows = odds.map(({ vehicleId, startAt, count }) => [vehicleId, businessDay(startAt, timeZone).key, count]);
  await write(db, SAVE_ODD, keepLastPerKey(rows));
}

export async function saveAccs(db: Queryable, accs: readonly AccRow[]): Promise<void> {
  const rows = accs.map(({ vehicleId, acc: a }) => [
    vehicleId,
    a.startAt,
    a.endAt,
    a.accOn,
    a.startLng,
    a.startLat,
    a.endLng,
    a.endLat,
    a.distanceKm,
    a.continued,
  ]);
  await write(db, SAVE_ACCS, keepLastPerKey(rows));
}

export async function saveGaps(db: Queryable, gaps: readonly GapRow[]): Promise<void> {
  const rows = gaps.map(({ vehicleId, gap: g }) => [
    vehicleId,
    g.fromAt,
    g.toAt,
    g.fromLng,
    g.fromLat,
    g.toLng,
    g.toLat,
    g.distanceKm,
    g.odoDiffKm,
    g.kind,
    g.cause,
  ]);
  await write(db, SAVE_GAPS, keepLastPerKey(rows));
}

export async function saveDrifts(db: Queryable, drifts: readonly DriftRow[]): Promise<void> {
  const rows = drifts.map(({ vehicleId, drift: d }) => [
    vehicleId,
    d.at,
    d.lng,
    d.lat,
    d.speedKmh,
    d.lastAt,
    d.lastLng,
    d.lastLat,
    d.km,
  ]);
  await write(db, SAVE_DRIFTS, keepLastPerKey(rows));
}

/** Recounts the trips of days that have a row. */
export async function countTrips(db: Queryable, days: readonly Omit<DayRow, 'figures'>[], timeZone: string): Promise<void> {
  const rows = days.map(({ vehicleId, startAt, endAt }) => [vehicleId, businessDay(startAt, timeZone).key, startAt, endAt]);
  await write(db, COUNT_TRIPS, keepLastPerKey(rows));
}

/** Deletes days without any position. */
export async function removeEmptyDays(db: Queryable, days: readonly Omit<DayRow, 'figures'>[], timeZone: string): Promise<void> {
  await write(
    db,
    REMOVE_EMPTY,
    days.map(({ vehicleId, startAt }) => [vehicleId, businessDay(startAt, timeZone).key]),
  );
}

/** Replaces the ignition segments in these spans, one span per vehicle. Unchanged rows are not written. */
export async function replaceAccs(db: Queryable, spans: readonly Span[], accs: readonly AccRow[]): Promise<void> {
  const kept = accs.map(({ vehicleId, acc }) => [vehicleId, acc.startAt]);
  await removeExcept(db, REMOVE_ACCS, spans, kept);
  await saveAccs(db, accs);
}

/** Replaces the position gaps in these spans. */
export async function replaceGaps(db: Queryable, spans: readonly Span[], gaps: readonly GapRow[]): Promise<void> {
  const kept = gaps.map(({ vehicleId, gap }) => [vehicleId, gap.fromAt]);
  await removeExcept(db, REMOVE_GAPS, spans, kept);
  await saveGaps(db, gaps);
}

/** Replaces the drift points in these spans. */
export async function replaceDrifts(db: Queryable, spans: readonly Span[], drifts: readonly DriftRow[]): Promise<void> {
  const kept = drifts.map(({ vehicleId, drift }) => [vehicleId, drift.at]);
  await removeExcept(db, REMOVE_DRIFTS, spans, kept);
  await saveDrifts(db, drifts);
}

async function removeExcept(
  db: Queryable,
  text: string,
  spans: readonly Span[],
  kept: readonly (readonly number[])[],
): Promise<void> {
  if (spans.length === 0) return;
  const lists = [
    spans.map(({ vehicleId }) => vehicleId),
    spans.map(({ from }) => from),
    spans.map(({ until }) => until),
    kept.map(([vehicleId]) => vehicleId),
    kept.map(([, at]) => at),
  ];
  await db.run(text, lists);
}

function toRow({ vehicleId, startAt, endAt, figures, odd, shift }: RecalculatedDay, timeZone: string): Row {
  const { key } = businessDay(startAt, timeZone);
  return [vehicleId, key, startAt, endAt, ...valuesOf(figures), odd, shift && `{${shift.join()}}`];
}

async function write(db: Queryable, text: string, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += SAVE_ROWS) {
    const some = rows.slice(at, at + SAVE_ROWS);
    await db.run(
      text,
      some[0]!.map((_, column) => some.map((row) => row[column])),
    );
  }
}

/** One statement may not update a row twice: the last row of each key wins. */
function keepLastPerKey(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row[0]}/${row[1]}`, row])).values()];
}
