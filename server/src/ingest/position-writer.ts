import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { JudgedLocation } from '../engine/judged-location.ts';
import type { Db } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/day.ts';
import type { Partitions } from '../platform/db/partitions.ts';
import { CopyEncoder, POSITION_COLUMNS } from './copy-encoder.ts';
import { type LateDay, markLateDays } from './mark-late-days.ts';

export type PositionWriter = {
  /**
   * Commits the reports (to-storable.ts) from `start` to `end` in one transaction. Marks late days, and queues late positions for
   * superior platforms. Skips stored duplicates. Rejects with the database error; then nothing is stored, unless the answer to a
   * commit was lost.
   */
  write(reports: readonly JudgedLocation[], start: number, end: number): Promise<void>;
  close(): void;
};

// COPY cannot skip existing rows, so rows go through a temporary staging table. `on commit delete rows` empties it without a
// statement and without WAL.
const STAGING =
  'create temporary table if not exists incoming (like position) on commit delete rows;' +
  'create temporary table if not exists incoming_odd (like position_odd) on commit delete rows';

// Several statements in one simple query are one transaction and one round trip.
const intoTable = (staging: string, table: string): string =>
  `copy ${staging} (${POSITION_COLUMNS}) from stdin binary;` +
  `insert into ${table} (${POSITION_COLUMNS}) select ${POSITION_COLUMNS} from ${staging} on conflict do nothing`;
const POSITIONS = intoTable('incoming', 'position');
/** As above, and queues late positions for superior platforms: their links read behind their cursor. */
const lateFor = (vehicleIds: readonly number[]): string =>
  `copy incoming (${POSITION_COLUMNS}) from stdin binary;` +
  `with stored as (insert into position (${POSITION_COLUMNS}) select ${POSITION_COLUMNS} from incoming on conflict do nothing` +
  ' returning vehicle_id, gnss_at)' +
  ' insert into superior_late (superior_id, vehicle_id, gnss_at)' +
  ' select b.superior_id, b.vehicle_id, s.gnss_at from stored s join superior_vehicle b on b.vehicle_id = s.vehicle_id' +
  ' join superior_platform p on p.id = b.superior_id and p.link_state = 1 and p.send_position' +
  ` where s.vehicle_id = any('{${vehicleIds.join()}}') order by b.superior_id, b.vehicle_id, s.gnss_at on conflict do nothing`;
const ODD = intoTable('incoming_odd', 'position_odd');

/** Finds the days with late positions among the reports from `start` to `end`. */
export type FindLateDays = (reports: readonly JudgedLocation[], start: number, end: number) => readonly LateDay[];

/** Writes positions through its own connection and replaces it when it breaks. One write at a time. */
export function createPositionWriter(
  db: Db,
  partitions: Partitions,
  now: () => number,
  findLateDays: FindLateDays,
): PositionWriter {
  const encoder = new CopyEncoder();
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

  const write = async (reports: readonly JudgedLocation[], start: number, end: number): Promise<void> => {
    client ??= await connect();
    const connection = client;
    const window = partitions.window(now());
    const regular = (report: JudgedLocation) =>
      report.deviceAt !== null && report.deviceAt >= window.fromAt && report.deviceAt < window.untilAt;
    const days = new Set<number>();
    let odd = 0;
    encoder.begin();
    for (let i = start; i < end; i++) {
      const report = reports[i]!;
      if (!regular(report)) {
        odd++;
        continue;
      }
      days.add(dayOf(report.deviceAt!));
      encoder.add(report);
    }
    await partitions.ensure(days);
    const late = findLateDays(reports, start, end);
    const plain = odd === 0 && late.length === 0;
    try {
      if (plain) return await copy(connection, POSITIONS, encoder.finish());
      await connection.query('begin');
      const lateVehicles = [...new Set(late.map(({ vehicleId }) => vehicleId))];
      await copy(connection, late.length > 0 ? lateFor(lateVehicles) : POSITIONS, encoder.finish());
      if (odd > 0) {
        encoder.begin();
        for (let i = start; i < end; i++) if (!regular(reports[i]!)) encoder.add(reports[i]!);
        await copy(connection, ODD, encoder.finish());
      }
      // Last, because other transactions lock the same rows.
      if (late.length > 0) await connection.query(markLateDays(late));
      await connection.query('commit');
    } catch (error) {
      // After a database error the connection is usable; after any other error it is not.
      if (findRejectionCode(error) === undefined) drop();
      else if (!plain) await connection.query('rollback').catch(drop);
      throw error;
    }
  };

  return { write, close: drop };
}

/**
 * The SQLSTATE if the database rejected the values of a row (class 22 data exception, 23 integrity): a retry is useless.
 * Undefined for all other errors.
 */
export function findRejectionCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]...$/.test(code) ? code : undefined;
}

/** Sends one COPY with its following statement. Resolves when the connection is ready for the next query. */
function copy(client: PoolClient, text: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(text));
    stream.once('finish', resolve);
    stream.on('error', reject);
    stream.end(bytes);
  });
}
