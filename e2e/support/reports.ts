/** What stories of reports look at: the table of a report and its rows. */
import type { Locator, Page } from 'playwright-core';
import { type Client, until } from './client.ts';
import { say } from './shell.ts';
import { LIMIT } from './workplace.ts';

/** A text of the console in Chinese. */
export const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => say('zh', key, values);

/** The report of that name, and its rows: the chart has a table, too, for those who do not see it. */
export const tableOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const rowsOf = (page: Page): Locator => page.locator('main tbody tr[data-row-key]').filter({ visible: true });

/** The days a report's page begins with. */
export async function daysOfPage(client: Pick<Client, 'get'>, reportId: number): Promise<{ staticDate: string }> {
  const { qryCdtionCfgList } = await client.get('report/getReportTemplate', { reportId: String(reportId) });
  const filters = qryCdtionCfgList as readonly { colEname: string; selectedValue: string }[];
  return { staticDate: filters.find(({ colEname }) => colEname === 'staticDate')!.selectedValue };
}

/** Waits for rows, at least so many, that nothing is about to replace. */
export async function rowsShown(page: Page, least = 1): Promise<Locator> {
  const rows = rowsOf(page);
  await until(`${least} rows of a report`, async () => (await rows.count()) >= least || undefined, LIMIT.timeout);
  await page
    .locator('main [aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached', ...LIMIT });
  return rows;
}
