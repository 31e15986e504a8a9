import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { alarmQuantity } from '@fleetwarden/domain/alarm-value';
import type { Quantity } from '@fleetwarden/domain/units';
import { z } from 'zod';
import { cellInUnits } from '../../platform/files/cell-units.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { defineTask, type Task, type TaskAccount } from '../../platform/tasks/task.ts';
import { MAX_EXPORTED } from './limits.ts';
import type { Found } from './search.ts';

type AlarmColumn = {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly quantity?: (row: AlarmRow) => Quantity | undefined;
  readonly cell: (row: AlarmRow, say: (key: string) => string) => Cell;
};

const degree = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Columns of the workbook, in their order; headings are texts `alarmHistory.<key>`. */
const COLUMNS: readonly AlarmColumn[] = [
  { key: 'type', kind: 'text', cell: ({ subTypeName }) => subTypeName },
  { key: 'level', kind: 'text', cell: ({ level }, say) => say(`level${level}`) },
  { key: 'carNo', kind: 'text', cell: ({ carNo }) => carNo },
  { key: 'dept', kind: 'text', cell: ({ deptName }) => deptName },
  { key: 'driver', kind: 'text', cell: ({ driver }) => driver },
  { key: 'start', kind: 'instant', cell: ({ vtime }) => vtime },
  { key: 'last', kind: 'instant', cell: ({ lastTime }) => lastTime },
  { key: 'end', kind: 'instant', cell: ({ endTime }) => endTime },
  { key: 'times', kind: 'number', cell: ({ times }) => times },
  { key: 'speed', kind: 'number', quantity: () => 'speed', cell: ({ speed }) => speed },
  { key: 'maxSpeed', kind: 'number', quantity: () => 'speed', cell: ({ maxSpeed }) => maxSpeed },
  { key: 'value', kind: 'number', quantity: ({ warnId }) => alarmQuantity(warnId), cell: ({ value }) => value },
  { key: 'limit', kind: 'number', quantity: ({ warnId }) => alarmQuantity(warnId), cell: ({ limit }) => limit },
  { key: 'lng', kind: 'number', cell: ({ x }) => degree(x) },
  { key: 'lat', kind: 'number', cell: ({ y }) => degree(y) },
  { key: 'state', kind: 'text', cell: ({ state }, say) => say(state === null ? 'brief' : `state${state}`) },
  { key: 'dealType', kind: 'text', cell: ({ dealType }, say) => (dealType === null ? null : say(`deal${dealType}`)) },
  { key: 'dealtBy', kind: 'text', cell: ({ dealtBy, automatic }, say) => (automatic ? say('automatic') : dealtBy) },
  { key: 'dealtAt', kind: 'instant', cell: ({ dealtAt }) => dealtAt },
  { key: 'notes', kind: 'text', cell: ({ vNotes }) => vNotes },
];

/** A search as stored with its task; its alarm types were checked against the user's permissions. */
const Payload = z.object({
  deptIds: z.array(z.string()).optional(),
  targIds: z.array(z.string()).optional(),
  carNo: z.string().optional(),
  driverName: z.string().optional(),
  warnIds: z.array(z.literal(ALARM_TYPES.map(({ id }) => id))),
  levels: z.array(z.literal([1, 2, 3])).optional(),
  warmStatus: z.literal([0, 1, 2, 3, 4]),
  undecided: z.boolean().optional(),
  overdue: z.boolean().optional(),
  startTime: z.number().optional(),
  endTime: z.number().optional(),
  dealtBy: z.string().optional(),
  late: z.boolean().optional(),
  storm: z.boolean().optional(),
  hasFiles: z.boolean().optional(),
});
export type ExportWish = z.infer<typeof Payload>;

/** The next rows of a search after a place in it, and the place behind them; null: there are no more. */
type Next = (
  account: TaskAccount,
  wish: ExportWish,
  language: ReplyLanguage,
  after: Found | null,
) => Promise<{ readonly rows: readonly AlarmRow[]; readonly after: Found | null }>;

/** Writes alarms of a search to a workbook, the newest first. */
export function exportTask(options: {
  readonly next: Next;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): Task<ExportWish> {
  const { next, getText, timeZone, now } = options;
  const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return defineTask({
    kind: 'alarms.export',
    payload: Payload,
    repeatable: true,
    run: async (wish, { account, language, units, signal, progress, file }) => {
      const say = (key: string) => getText(language, `alarmHistory.${key}`, units);
      let written = 0;
      async function* rows(): AsyncGenerator<Cell[]> {
        let after: Found | null = null;
        do {
          signal.throwIfAborted();
          const lot: Awaited<ReturnType<Next>> = await next(account, wish, language, after);
          for (const row of lot.rows)
            yield COLUMNS.map(({ cell, quantity }) => cellInUnits(cell(row, say), units, quantity?.(row)));
          written += lot.rows.length;
          progress(written, null);
          after = lot.after;
        } while (after !== null && written < MAX_EXPORTED);
      }
      const sheet = say('title');
      const columns = COLUMNS.map(({ key, kind }) => ({ title: say(key), kind }));
      // no colon: file systems refuse it
      await file(`${sheet} ${stamp.format(now()).replace(':', '-')}.xlsx`, async (stream) => {
        await writeTable(stream, 'xlsx', { sheet, columns, rows: rows(), timeZone });
      });
      return { rows: written };
    },
  });
}
