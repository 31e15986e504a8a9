import type { CallReply } from '@fleetwarden/contract/call';
import type { reportQuestionsCalls } from '@fleetwarden/contract/report-questions';
import type { Db } from '../../platform/db/database.ts';
import { wholeDays } from './company-days.ts';
import { company, days } from './conditions.ts';
import { dayCount } from './dates.ts';
import { page as pageOf } from './query.ts';
import type { Asked, ReportShape } from './report.ts';

type LedgerDays = CallReply<(typeof reportQuestionsCalls)['mdlList']>;

/** Days after which a sheet is locked: what is done later is no part of it any more. */
const LOCKED_DAYS = 7;
const HEAD = [
  ...(['carTotal', 'onlineCount', 'offlineCount', 'onlineRate', 'runCount', 'needCount', 'handledCount'] as const),
  ...(['chkCount', 'chkOk', 'supCount'] as const),
];

/** What the list of days is asked. */
export const LEDGER_DAYS: Pick<ReportShape, 'id' | 'conditions'> = { id: 409001, conditions: [company, days('-1')] };

/** Days of the monitoring room, the newest first; `today`: yyyy-MM-dd. */
export async function ledgerDays(
  db: Db,
  asked: Asked,
  { limit, offset, today }: { readonly limit: number; readonly offset: number; readonly today: string },
): Promise<LedgerDays & { readonly total: number }> {
  const { rows, total } = await pageOf(db, wholeDays(asked), { order: ['statDate', 'desc'], limit, offset });
  const list = rows.map(({ cells }) => {
    const day = String(cells['statDate']);
    return {
      day,
      rows: Number(cells['needCount']),
      unhandled: Number(cells['unhandledCount']),
      locked: dayCount({ from: day, to: today }) - 1 > LOCKED_DAYS,
      head: Object.fromEntries(HEAD.map((key) => [key, (cells[key] ?? null) as number | null])),
    };
  });
  return { list, total };
}
