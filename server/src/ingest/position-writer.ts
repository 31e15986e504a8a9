import type { PoolClient } from 'pg';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Db } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/day.ts';
import type { Partitions } from '../platform/db/partitions.ts';
import { CopyEncoder, POSITION_COLUMNS } from './copy-encoder.ts';
import { createCopyThread } from './copy-thread.ts';
import { COPY_THREAD_ROWS } from './limits.ts';
import { type FindLateDays, type LateDay, markLateDays } from './mark-late-days.ts';
import { copy, isTimeTaken, POSITIONS, STAGING } from './position-copy.ts';
import {
  endOfSecond,
  findSuspects,
  type NewestTimes,
  type SecondRange,
  type Separation,
  type StoredSecond,
  secondsOf,
  separateSeconds,
} from './separate-seconds.ts';

export type PositionWriter = {
  /**
   * Commits the reports (to-storable.ts) from `start` to `end` in one transaction. Marks late days, and queues late positions for
   * superior platforms. Replaces reports whose time is taken (separate-seconds.ts). Resolves to the indexes of repetitions, which are
   * not stored again. Rejects with the database error; then nothing is stored, unless the answer to a commit was lost.
   */
  write(reports: JudgedLocation[], start: number, end: number): Promise<ReadonlySet<number>>;
  close(): void;
};

/** Stores positions, and queues late ones for superior platforms: their links read behind their cursor. */
const lateFor = (vehicleIds: readonly number[]): string =>
  `copy incoming (${POSITION_COLUMNS}) from stdin binary;` +
  `with stored as (insert into position (${POSITION_COLUMNS}) select ${POSITION_COLUMNS} from incoming` +
  ' returning vehicle_id, gnss_at)' +
  ' insert into superior_late (superior_id, vehicle_id, gnss_at)' +
  ' select b.superior_id, b.vehicle_id, s.gnss_at from stored s join superior_vehicle b on b.vehicle_id = s.vehicle_id' +
  ' join superior_platform p on p.id = b.superior_id and p.link_state = 1 and p.send_position' +
  ` where s.vehicle_id = any('{${vehicleIds.join()}}') order by b.superior_id, b.vehicle_id, s.gnss_at on conflict do nothing`;
const ODD =
  `copy incoming_odd (${POSITION_COLUMNS}) from stdin binary;` +
  `insert into position_odd (${POSITION_COLUMNS}) select ${POSITION_COLUMNS} from incoming_odd on conflict do nothing`;

/** More rows of one second than milliseconds do not exist. */
const MAX_SECOND_ROWS = 1000;
// The limit keeps the planner from reading whole partitions.
const SECONDS = `
  select s.vehicle_id as "vehicleId", s.gnss_at as "deviceAt", s.lng, s.lat, s.altitude_m as "altitudeM", s.speed_kmh as "speedKmh",
    s.heading, s.alarm_bits as "alarmBits", s.status_bits as "statusBits", s.odometer_km as "odometerKm",
    s.recorder_kmh as "recorderKmh", s.fuel_l as "fuelL", s.io_bits as "ioBits", s.signal, s.satellites, s.extra
  from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) as u (vehicle_id, from_at, until_at) cross join lateral (
    select * from position p
    where p.vehicle_id = u.vehicle_id and p.gnss_at >= u.from_at and p.gnss_at < u.until_at
      and p.gnss_at >= $4::timestamptz and p.gnss_at < $5::timestamptz
    order by p.gnss_at limit ${MAX_SECOND_ROWS}) as s`;
/** Attempts to store a batch while another server stores the same times. */
const MAX_ATTEMPTS = 3;
const NOTHING_TO_SEPARATE: Separation = { repeated: new Set(), full: new Set() };

/** Writes positions through connections of its own and replaces them when they break. One write at a time. */
export function createPositionWriter(
  db: Db,
  partitions: Partitions,
  now: () => number,
  findLateDays: FindLateDays,
): PositionWriter {
  const encoder = new CopyEncoder();
  const newest: NewestTimes = new Map();
  const thread = createCopyThread(db.connection);
  let client: PoolClient | undefined;

  const drop = () => {
    client?.release(true);
    client = undefined;
  };
  const connect = async (): Promise<PoolClient> => {
    const opened = await db.connect();
    try {
      await opened.query(STAGING);
    } catch (error) {
      opened.release(true);
      throw error;
    }
    return opened;
  };

  const separate = async (
    connection: PoolClient,
    reports: JudgedLocation[],
    indexes: readonly number[],
    suspects: ReadonlySet<number>,
  ): Promise<Separation> => {
    if (suspects.size === 0) return NOTHING_TO_SEPARATE;
    const stored = await readSeconds(connection, secondsOf(reports, suspects));
    const separation = separateSeconds(reports, indexes, suspects, stored);
    // Notes the new times.
    findSuspects(reports, indexes, newest);
    return separation;
  };

  const store = async (
    connection: PoolClient,
    reports: readonly JudgedLocation[],
    {
      regular,
      odd,
      late,
    }: { readonly regular: readonly number[]; readonly odd: readonly number[]; readonly late: readonly LateDay[] },
  ): Promise<void> => {
    encoder.begin();
    for (const i of regular) encoder.add(reports[i]!);
    const plain = odd.length === 0 && late.length === 0;
    if (plain && regular.length >= COPY_THREAD_ROWS) return thread.store(encoder.finish());
    try {
      if (plain) return await copy(connection, POSITIONS, encoder.finish());
      await connection.query('begin');
      const lateVehicles = [...new Set(late.map(({ vehicleId }) => vehicleId))];
      await copy(connection, late.length > 0 ? lateFor(lateVehicles) : POSITIONS, encoder.finish());
      if (odd.length > 0) {
        encoder.begin();
        for (const i of odd) encoder.add(reports[i]!);
        await copy(connection, ODD, encoder.finish());
      }
      // Last, because other transactions lock the same rows.
      if (late.length > 0) await connection.query(markLateDays(late));
      await connection.query('commit');
    } catch (error) {
      // A taken time is found after the data. Another error may be found within it, and the rest of it is still on its way.
      if (!isTimeTaken(error)) drop();
      else if (!plain) await connection.query('rollback').catch(drop);
      throw error;
    }
  };

  const write = async (reports: JudgedLocation[], start: number, end: number): Promise<ReadonlySet<number>> => {
    const window = partitions.window(now());
    const indexes: number[] = [];
    const odd: number[] = [];
    for (let i = start; i < end; i++) {
      const { deviceAt } = reports[i]!;
      if (deviceAt !== null && deviceAt >= window.fromAt && deviceAt < window.untilAt) indexes.push(i);
      else odd.push(i);
    }
    let suspects = findSuspects(reports, indexes, newest);
    for (let attempt = 1; ; attempt++) {
      client ??= await connect();
      const connection = client;
      const { repeated, full } = await separate(connection, reports, indexes, suspects);
      const skips = repeated.size + full.size > 0;
      const regular = skips ? indexes.filter((i) => !repeated.has(i) && !full.has(i)) : indexes;
      const days = new Set<number>();
      for (const i of regular) days.add(dayOf(reports[i]!.deviceAt!));
      await partitions.ensure(days);
      try {
        await store(connection, reports, { regular, odd: [...odd, ...full], late: findLateDays(reports, start, end) });
        return repeated;
      } catch (error) {
        if (!isTimeTaken(error) || attempt === MAX_ATTEMPTS) throw error;
        suspects = new Set(indexes);
      }
    }
  };

  return {
    write,
    close: () => {
      thread.close();
      drop();
    },
  };
}

/**
 * The SQLSTATE if the database rejected the values of a row (class 22 data exception, 23 integrity): a retry is useless.
 * Undefined for all other errors.
 */
export function findRejectionCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code) && !isTimeTaken(error) ? code : undefined;
}

/** Stored positions of the ranges. */
async function readSeconds(client: PoolClient, ranges: readonly SecondRange[]): Promise<StoredSecond[]> {
  const from = ranges.map((range) => range.from);
  const { rows } = await client.query<StoredSecond>(SECONDS, [
    ranges.map(({ vehicleId }) => vehicleId),
    from.map((at) => new Date(at)),
    ranges.map(({ until }) => new Date(until)),
    new Date(from.reduce((least, at) => Math.min(least, at))),
    new Date(endOfSecond(from.reduce((most, at) => Math.max(most, at)))),
  ]);
  return rows;
}
