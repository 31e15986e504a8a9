import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hasSqlState } from '../platform/db/sql-state.ts';
import { POSITION_COLUMNS } from './copy-encoder.ts';

// Positions go through a temporary staging table: a taken time must not end a COPY in the middle of its data. The end of that data could
// then come as the end of the next COPY, which would store nothing. `on commit delete rows` empties it without a statement and WAL.
export const STAGING =
  'create temporary table if not exists incoming (like position) on commit delete rows;' +
  'create temporary table if not exists incoming_odd (like position_odd) on commit delete rows';

// Several statements in one simple query are one transaction and one round trip.
// A taken time fails the statement: the reports are separated then, and written again.
export const POSITIONS =
  `copy incoming (${POSITION_COLUMNS}) from stdin binary;` +
  `insert into position (${POSITION_COLUMNS}) select ${POSITION_COLUMNS} from incoming`;

/** Another position of the vehicle has the time of one of these. */
export const isTimeTaken = (error: unknown): boolean => hasSqlState(error, 'uniqueViolation');

/** Sends one COPY with its following statement. Resolves when the connection is ready for the next query. */
export function copy(client: Pick<Client, 'query'>, text: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = client.query(copyFrom(text));
    stream.once('finish', resolve);
    stream.on('error', reject);
    stream.end(bytes);
  });
}
