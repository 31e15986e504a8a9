import type { RoutePath } from '@fleetwarden/contract/console-routes';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { pages, pendingPages } from './pages.ts';

/** The report number of a route. */
async function reportOf(path: RoutePath): Promise<number> {
  const Page = (await pages[path]!()) as () => ReactElement<{ reportId: number }>;
  return Page().props.reportId;
}

it.each<[RoutePath, number]>([
  ['/report/basicstatementreport/vehicleOnlineRate', 401001],
  ['/report/basicstatementreport/trackDetail', 401010],
  ['/report/alarmqueryreport/alarmDetail', 404001],
  ['/report/statementchuanreport/chuanOnlineRateMonth', 418002],
  ['/activesafety/alarmstatistics/activealarmreport', 170602],
  ['/report/smsstatisticsreport/smsDetail', 420002],
  ['/activesafety/alarmstatistics/attachmentfailedreport', 170604],
  ['/report/caroperationreport/videoUsage', 405020],
  ['/report/statusData', 700052],
])('%s shows the report %i', async (path, reportId) => {
  expect(await reportOf(path)).toBe(reportId);
});

it('reports without a data source are pending', () => {
  expect(pendingPages).toContain('/report/carperipheralreport/fuelCurve');
});
