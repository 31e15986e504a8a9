import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { auditCalls } from '@fleetwarden/contract/audit/routes';
import type { CallData } from '@fleetwarden/contract/call';
import { getText } from '@fleetwarden/locale/languages';
import type { Db } from '../../platform/db/database.ts';
import { CSV_BOM, formatCsvLine } from '../../platform/files/csv.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import { eachOperation, type OperationRow } from './store.ts';

export type ExportOptions = {
  readonly db: Db;
  readonly filter: CallData<typeof auditCalls.exportOperation>;
  readonly scope: ReadonlySet<number>;
  readonly language: ReplyLanguage;
  /** Times are those of the business day. */
  readonly timeZone: string;
};

/** The columns, headed as the page heads them: keys of `operations`. */
const COLUMNS = [
  'operations.time',
  'operations.account',
  'operations.name',
  'operations.department',
  'operations.address',
  'operations.area',
  'operations.action',
  'operations.object',
  'operations.before',
  'operations.after',
  'operations.result',
];

/** Writes the filtered rows as csv, header first, in the caller's language. Resolves to how many rows there were. */
export async function writeOperations(stream: Writable, options: ExportOptions): Promise<number> {
  const { db, filter, scope, language } = options;
  const say = (text: string) => (stream.write(text) ? undefined : once(stream, 'drain'));
  const lineOf = lineWriter(language, options.timeZone);
  await say(CSV_BOM + formatCsvLine(COLUMNS.map((column) => getText(language, column))));
  return eachOperation(db, filter, scope, async (rows) => {
    await say(rows.map(lineOf).join(''));
  });
}

function lineWriter(language: ReplyLanguage, timeZone: string): (row: OperationRow) => string {
  // 2026-11-21 16:05:09
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  // the log may name a module or call of an earlier release: its key is shown
  const named = (key: string, otherwise: string) => {
    const text = getText(language, key);
    return text === key ? otherwise : text;
  };
  const state = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  return (row) =>
    formatCsvLine([
      time.format(row.at),
      row.account,
      row.username,
      row.dept_name,
      row.peer_ip,
      named(`auditArea.${row.area}`, row.area),
      named(`auditAction.${row.action}`, row.action),
      row.object,
      state(row.before),
      state(row.after),
      row.result === '0' ? getText(language, 'operations.ok') : `${getText(language, 'operations.refused')} ${row.result}`,
    ]);
}
