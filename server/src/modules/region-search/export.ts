import { positionFormats, type VehicleNow } from '@fleetwarden/contract/region-search/schemas';
import { readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { accOn } from '@fleetwarden/domain/status-bits';
import type { Quantity } from '@fleetwarden/domain/units';
import { z } from 'zod';
import { cellInUnits } from '../../platform/files/cell-units.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { defineTask, type Task, type TaskAccount } from '../../platform/tasks/task.ts';
import { EXPORT_CHUNK } from './limits.ts';

const Payload = z.object({
  targIds: z.array(z.string()).optional(),
  deptId: z.string().optional(),
  format: z.enum(positionFormats),
});
export type Which = Pick<z.infer<typeof Payload>, 'targIds' | 'deptId'>;

type PositionColumn = {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly quantity?: Quantity;
  readonly cell: (row: VehicleNow, say: (key: string) => string) => Cell;
};

const degree = (value: number | null): Cell => (value === null ? null : Math.round(value * 1e6) / 1e6);

/** Columns of the table, in their order; headings are texts `regions.<key>`. */
const COLUMNS: readonly PositionColumn[] = [
  { key: 'plate', kind: 'text', cell: ({ cno }) => cno },
  { key: 'dept', kind: 'text', cell: ({ deptName }) => deptName },
  { key: 'driver', kind: 'text', cell: ({ drv }) => drv },
  { key: 'phone', kind: 'text', cell: ({ phone }) => phone },
  { key: 'status', kind: 'text', cell: ({ status }, say) => say(`monitor.status${status}`) },
  { key: 'time', kind: 'instant', cell: ({ t }) => t },
  { key: 'speed', kind: 'number', quantity: 'speed', cell: ({ sp }) => sp },
  { key: 'heading', kind: 'number', cell: ({ d }) => d },
  { key: 'acc', kind: 'text', cell: ({ s }, say) => say(accOn(s) ? 'track.accOn' : 'track.accOff') },
  { key: 'lng', kind: 'number', cell: ({ x }) => degree(x) },
  { key: 'lat', kind: 'number', cell: ({ y }) => degree(y) },
  { key: 'dayKm', kind: 'number', quantity: 'distance', cell: ({ km }) => km },
  {
    key: 'alarms',
    kind: 'text',
    cell: ({ a }, say) =>
      readAlarmBits(a)
        .map(({ key }) => say(`alarm.${key}`))
        .join(', '),
  },
];

/** Makes the file of where vehicles are. */
export function positionsTask(options: {
  readonly find: (account: Pick<TaskAccount, 'accountId' | 'departmentId'>, which: Which) => Promise<readonly VehicleNow[]>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): Task<z.infer<typeof Payload>> {
  const { find, getText, timeZone, now } = options;
  const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return defineTask({
    kind: 'regions.exportPositions',
    payload: Payload,
    repeatable: true,
    run: async ({ format, ...which }, { account, departmentId, language, units, signal, progress, file }) => {
      const vehicles = await find({ accountId: account.accountId, departmentId }, which);
      const say = (key: string) => getText(language, key, units);
      const sheet = say('regions.positions');
      function* rows(): Generator<Cell[]> {
        for (const [i, vehicle] of vehicles.entries()) {
          if (i % EXPORT_CHUNK === 0) {
            signal.throwIfAborted();
            progress(i, vehicles.length);
          }
          yield COLUMNS.map(({ cell, quantity }) => cellInUnits(cell(vehicle, say), units, quantity));
        }
      }
      const columns = COLUMNS.map(({ key, kind }) => ({ title: say(`regions.${key}`), kind }));
      // no colon: file systems refuse it
      const at = stamp.format(now()).replace(':', '-');
      await file(`${sheet} ${at}.${format}`, async (stream) => {
        await writeTable(stream, format, { sheet, columns, rows: rows(), timeZone });
      });
      return { rows: vehicles.length };
    },
  });
}
