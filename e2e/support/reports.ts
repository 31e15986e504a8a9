/** What stories of reports look at: the table of a report, its conditions, and files that open in tabs of their own. */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { until } from './client.ts';
import { say } from './shell.ts';
import { LIMIT } from './workplace.ts';

/** A text of the console in Chinese. */
export const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => say('zh', key, values);

/** A button by its whole text; an icon before it is read out, too. */
export const button = (within: Page | Locator, text: string): Locator =>
  within.getByRole('button', { name: new RegExp(`(^|\\s)${text}$`) });

/** The report of that name, and its rows: the chart has a table, too, for those who do not see it. */
export const tableOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const rowsOf = (page: Page): Locator => page.locator('main tbody tr[data-row-key]').filter({ visible: true });

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

/** How many rows a report says it has. */
export const totalOf = async (page: Page): Promise<number> =>
  Number(
    /[\d,]+/
      .exec(
        (await page
          .getByText(/^共 [\d,]+ 条$/)
          .first()
          .textContent(LIMIT))!,
      )![0]
      .replaceAll(',', ''),
  );

/** Files that pages of this context are given, in their order. */
export function downloadsOf(page: Page): readonly Download[] {
  const downloads: Download[] = [];
  const hear = (each: Page) => void each.on('download', (download) => downloads.push(download));
  page.context().on('page', hear);
  hear(page);
  return downloads;
}
export const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

/** The message that tells of it, while it is shown. */
export const notice = (page: Page, text: string | RegExp): Locator => page.locator('.ant-message').getByText(text);
