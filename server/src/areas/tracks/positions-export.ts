import { permission } from '@fleetwarden/contract/permissions';
import { accOn } from '@fleetwarden/domain/status-bits';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { TextOf } from '../../platform/http/replies.ts';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import { EXPORT_CHUNK } from './limits.ts';
import { type LatestPosition, latestPositions } from './store.ts';

/** Whoever asks for the file, and again when it is made. */
export const EXPORT_POSITIONS = permission.exportPositions;

const Payload = z.object({ deptId: z.number() });

type Say = (key: string) => string;
type PositionColumn = {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly cell: (row: LatestPosition, say: Say) => Cell;
};

const tenth = (value: number): number => Math.round(value * 10) / 10;
/** Nothing without a fix: terminals that have none say 0/0. */
const degree = (value: number | null, { gnss_at }: LatestPosition): Cell =>
  value === null || gnss_at === null ? null : Math.round(value * 1e6) / 1e6;

/** Columns of the table, in their order; headings are texts `track.<key>`. */
const COLUMNS: readonly PositionColumn[] = [
  { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'dept', kind: 'text', cell: ({ department_name }) => department_name },
  { key: 'driver', kind: 'text', cell: ({ driver_name }) => driver_name },
  {
    key: 'status',
    kind: 'text',
    cell: ({ status }, say) => say(status === null ? 'monitor.statusNever' : `monitor.status${status}`),
  },
  { key: 'time', kind: 'instant', cell: ({ gnss_at }) => gnss_at },
  { key: 'lng', kind: 'number', cell: (row) => degree(row.lng, row) },
  { key: 'lat', kind: 'number', cell: (row) => degree(row.lat, row) },
  { key: 'speed', kind: 'number', cell: ({ speed_kmh }) => (speed_kmh === null ? null : tenth(speed_kmh)) },
  { key: 'heading', kind: 'number', cell: ({ heading }) => heading },
  { key: 'mileage', kind: 'number', cell: ({ odometer_km }) => (odometer_km === null ? null : tenth(odometer_km)) },
  {
    key: 'acc',
    kind: 'text',
    cell: ({ status_bits }, say) => (status_bits === null ? null : say(accOn(status_bits) ? 'track.accOn' : 'track.accOff')),
  },
];

/** Makes a table of where the vehicles of a department and below it are; coordinates in WGS-84. */
export function positionsTask(options: {
  readonly db: Db;
  /** The subtree of a department the caller sees; throws CallError notFound for any other. */
  readonly scopeFor: (departmentId: number, deptId: number) => Promise<ReadonlySet<number>>;
  readonly textOf: TextOf;
  readonly timeZone: string;
}): Task<z.infer<typeof Payload>> {
  const { db, scopeFor, textOf, timeZone } = options;
  return defineTask({
    kind: 'position.export',
    payload: Payload,
    repeatable: true,
    run: async ({ deptId }, { departmentId, language, signal, progress, file }) => {
      const say: Say = (key) => textOf(language, key);
      const positions = await latestPositions(db, await scopeFor(departmentId, deptId));
      function* rows(): Generator<Cell[]> {
        for (const [i, position] of positions.entries()) {
          if (i % EXPORT_CHUNK === 0) {
            signal.throwIfAborted();
            progress(i, positions.length);
          }
          yield COLUMNS.map(({ cell }) => cell(position, say));
        }
      }
      const columns = COLUMNS.map(({ key, kind }) => ({ title: say(`track.${key}`), kind }));
      const sheet = say('track.positions');
      await file(`${sheet}.xlsx`, async (stream) => {
        await writeTable(stream, 'xlsx', { sheet, columns, rows: rows(), timeZone });
      });
      return { rows: positions.length };
    },
  });
}
