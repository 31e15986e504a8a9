import type { CallReply } from '@fleetwarden/contract/call';
import type { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import type { Db } from '../../../platform/db/database.ts';
import { allCompanyDays } from '../facts/company-days.ts';
import type { ReportShape } from '../model/definition.ts';
import { company, days } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { loadPage as pageOf } from '../query/sql-builder.ts';
import { getLockTime } from './lock.ts';
import { EMPTY_SHEET, loadSheets } from './store.ts';

type LedgerDays = CallReply<(typeof namedReportCalls)['mdlList']>;

const HEAD = [
  ...(['carTotal', 'onlineCount', 'offlineCount', 'onlineRate', 'runCount', 'needCount', 'handledCount'] as const),
  ...(['chkCount', 'chkOk', 'supCount'] as const),
];

/** The filters of the day list. */
export const LEDGER_DAYS: Pick<ReportShape, 'id' | 'filters'> = { id: 409001, filters: [company, days('-1')] };

/** Days of the monitoring ledger, newest first. */
export async function loadLedgerDays(
  db: Db,
  request: ReportRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<LedgerDays & { readonly total: number }> {
  const { rows, total } = await pageOf(db, allCompanyDays(request), { order: ['statDate', 'desc'], limit, offset });
  const sheets = await loadSheets(db, { departmentId: request.company, kind: 'day', ...request.days });
  const list = rows.map(({ cells }) => {
    const day = String(cells['statDate']);
    const { entries } = sheets.get(day) ?? EMPTY_SHEET;
    const since = getLockTime('day', day, entries, request.timeZone);
    return {
      day,
      rows: Number(cells['needCount']),
      unhandled: Number(cells['unhandledCount']),
      locked: since !== null && request.now >= since,
      late: entries.some(({ late }) => late),
      head: Object.fromEntries(HEAD.map((key) => [key, (cells[key] ?? null) as number | null])),
    };
  });
  return { list, total };
}
