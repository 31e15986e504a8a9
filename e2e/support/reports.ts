/** What stories of reports look at: the table of a report, its conditions, and files that open in tabs of their own. */

import { readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { Download, Locator, Page } from 'playwright-core';
import { seriousFaults } from './axe.ts';
import { picture } from './browser.ts';
import { type Client, until } from './client.ts';
import { say } from './shell.ts';
import { LIMIT } from './workplace.ts';

/** A text of the console in Chinese. */
export const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => say('zh', key, values);

/** A day by the clocks of the platform, so many from today. */
export const dayOf = (days: number): string => new Date(Date.now() + 8 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** What the address says of a condition, or of how the rows are shown. */
export const askedOf = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

/** A button by its whole text; an icon before it is read out, too. */
export const button = (within: Page | Locator, text: string): Locator =>
  within.getByRole('button', { name: new RegExp(`(^|\\s)${text}$`) });

/** The conditions of a report. */
export const conditionsOf = (page: Page): Locator => page.getByRole('search', { name: t('table.searchForm') });

/** The report of that name, and its rows: the chart has a table, too, for those who do not see it. */
export const tableOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const rowsOf = (page: Page): Locator => page.locator('main tbody tr[data-row-key]').filter({ visible: true });
export const rowWith = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text });

/** Until nothing is about to replace what is shown. */
export const settled = (page: Page): Promise<void> =>
  page
    .locator('main [aria-busy="true"], main [class*="skeleton"]')
    .first()
    .waitFor({ state: 'detached', ...LIMIT });

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
  await settled(page);
  return rows;
}

/** How many rows a report says it has. */
export async function totalOf(page: Page): Promise<number> {
  const told = await page
    .getByText(/^共 [\d,]+ 条$/)
    .first()
    .textContent(LIMIT);
  return Number(told!.replaceAll(/\D/g, ''));
}

/** One of those that a condition offers, by a part of its name. */
export async function choose(page: Page, condition: RegExp, text: string): Promise<void> {
  const field = conditionsOf(page).getByRole('combobox', { name: condition });
  await field.click(LIMIT);
  await field.fill(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text, visible: true }).first().click(LIMIT);
}

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
export const notice = (page: Page, text: string): Locator => page.locator('.ant-message').getByText(text);

/** Keeps a picture of a screen. Fails where it shuts somebody out. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await picture(page, name);
  const faults = await seriousFaults(page);
  if (faults.length > 0) throw new Error(`${name}:\n${faults.join('\n')}`);
}
