import type { CallReply } from '@fleetwarden/contract/call';
import type { reportQuestionsCalls } from '@fleetwarden/contract/reports/questions/routes';
import type { Db } from '../../../platform/db/database.ts';
import { wholeDays } from '../facts/company-days.ts';
import type { Asked, ReportShape } from '../model/definition.ts';
import { company, days } from '../model/filters.ts';
import { page as pageOf } from '../query/sql-builder.ts';
import { lockedAt } from './lock.ts';
import { sheetsOf, UNWRITTEN } from './store.ts';

type LedgerDays = CallReply<(typeof reportQuestionsCalls)['mdlList']>;

const HEAD = [
  ...(['carTotal', 'onlineCount', 'offlineCount', 'onlineRate', 'runCount', 'needCount', 'handledCount'] as const),
  ...(['chkCount', 'chkOk', 'supCount'] as const),
];

/** What the list of days is asked. */
export const LEDGER_DAYS: Pick<ReportShape, 'id' | 'conditions'> = { id: 409001, conditions: [company, days('-1')] };

/** Days of the monitoring room, the newest first. */
export async function ledgerDays(
  db: Db,
  asked: Asked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LedgerDays & { readonly total: number }> {
  const { rows, total } = await pageOf(db, wholeDays(asked), { order: ['statDate', 'desc'], limit, offset });
  const sheets = await sheetsOf(db, { departmentId: asked.company, kind: 'day', ...asked.days });
  const list = rows.map(({ cells }) => {
    const day = String(cells['statDate']);
    const { entries } = sheets.get(day) ?? UNWRITTEN;
    const since = lockedAt('day', day, entries, asked.timeZone);
    return {
      day,
      rows: Number(cells['needCount']),
      unhandled: Number(cells['unhandledCount']),
      locked: since !== null && asked.now >= since,
      late: entries.some(({ late }) => late),
      head: Object.fromEntries(HEAD.map((key) => [key, (cells[key] ?? null) as number | null])),
    };
  });
  return { list, total };
}
