import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import type { Scopes } from '../identity/index.ts';
import { type BatchVehicleRow, listBatchVehicles } from './batch-store.ts';
import { EXPORT_CHUNK_VEHICLES } from './limits.ts';
import { withoutSecretValues } from './secret-params.ts';
import { RESULT_TEXTS } from './vehicle-checks.ts';

const Payload = z.object({ batchId: z.number() });
export type BatchExport = z.infer<typeof Payload>;

type Say = (key: string) => string;

/** The name of a value of an enumeration. */
const nameOf = (type: 'CMD_STATE' | 'ANSWER_RESULT', value: number, say: Say): string => {
  const key = enumerationRow(type, value)?.key;
  return key ? say(key) : String(value);
};

const resultText = (code: number | null, say: Say): string | null => {
  if (code === null) return null;
  const key = RESULT_TEXTS[code];
  return key ? say(key) : nameOf('ANSWER_RESULT', code, say);
};

/** Columns of the workbook; headings are texts `commandBatch.column_<key>`. */
const COLUMNS: readonly {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly cell: (row: BatchVehicleRow, say: Say) => Cell;
}[] = [
  { key: 'plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'dept', kind: 'text', cell: ({ dept_name }) => dept_name },
  {
    key: 'state',
    kind: 'text',
    cell: ({ state }, say) => (state === null ? say('commandBatch.pending') : nameOf('CMD_STATE', state, say)),
  },
  { key: 'result', kind: 'text', cell: ({ result_code }, say) => resultText(result_code, say) },
  {
    key: 'data',
    kind: 'text',
    cell: ({ result_data }) => (result_data === null ? null : JSON.stringify(withoutSecretValues(result_data))),
  },
  { key: 'sentAt', kind: 'instant', cell: ({ sent_at }) => sent_at },
  { key: 'answeredAt', kind: 'instant', cell: ({ answered_at }) => answered_at },
];

/** Writes the vehicles of a batch with their results to a workbook. */
export function batchExportTask(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly getText: GetText;
  readonly timeZone: string;
}): Task<BatchExport> {
  const { db, scopes, getText, timeZone } = deps;
  const sayIn =
    (language: ReplyLanguage): Say =>
    (key) =>
      getText(language, key);
  return defineTask({
    kind: 'commands.batch',
    payload: Payload,
    repeatable: true,
    run: async ({ batchId }, { departmentId, language, signal, progress, file }) => {
      const say = sayIn(language);
      const scope = await scopes.of(departmentId);
      let written = 0;
      async function* rows(): AsyncGenerator<Cell[]> {
        for (let total = 1; written < total; ) {
          signal.throwIfAborted();
          const window = { page: 1, limit: EXPORT_CHUNK_VEHICLES, offset: written };
          const page = await listBatchVehicles(db, batchId, { scope, pending: false }, window);
          if (page.rows.length === 0) return;
          for (const row of page.rows) yield COLUMNS.map(({ cell }) => cell(row, say));
          total = page.total;
          written += page.rows.length;
          progress(written, total);
        }
      }
      const sheet = say('commandBatch.exportTitle');
      const columns = COLUMNS.map(({ key, kind }) => ({ title: say(`commandBatch.column_${key}`), kind }));
      await file(`${sheet} ${batchId}.xlsx`, async (stream) => {
        await writeTable(stream, 'xlsx', { sheet, columns, rows: rows(), timeZone });
      });
      return { rows: written };
    },
  });
}
