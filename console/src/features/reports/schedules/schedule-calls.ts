import { reportSchedulesCalls } from '@fleetwarden/contract/reports/schedules/routes';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { request } from '../../../api/call.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';

/** Name of the list in user settings and query keys. */
export const SCHEDULES = 'reports.schedules';
const FRESH_MS = 5 * 60_000;

/** Whether this server sends email, and whether the user sees schedules of others; undefined until loaded. */
export function useScheduleRights() {
  const { data } = useQuery({
    queryKey: ['report', 'scheduleRights'],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true, pageModel: { page: 1, limit: 1 } };
      const { mail, mayAll } = (await request(reportSchedulesCalls.listSchedule, {}, options)).data;
      return { mail, mayAll };
    },
    staleTime: FRESH_MS,
    networkMode: 'always',
  });
  return data;
}

/** Reloads the list and the runs of all schedules. */
export const refreshSchedules = (queries: QueryClient): Promise<void> =>
  reloadQueries(queries, [TABLE_QUERY, SCHEDULES], ['report', 'scheduleRuns']);
