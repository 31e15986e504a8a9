/** Parts of report pages: tables, filters and downloads. */
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { Download, Locator, Page } from 'playwright-core';
import { accessibilityViolations } from './accessibility.ts';
import { takeScreenshot } from './browser.ts';
import { type Client, until } from './client.ts';
import { LIMIT } from './installation.ts';
import { translate } from './login.ts';

/** A text of the console in Chinese. */
export const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string => translate('zh', key, values);

/** The platform's date, `days` from today. */
export const platformDay = (days: number): string =>
  new Date(Date.now() + 8 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);

export const pagePath = (page: Page): string => new URL(page.url()).pathname;
/** A query parameter of the page's address. */
export const queryParameter = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

/** A button by its whole text, with or without an icon before it. */
export const button = (within: Page | Locator, text: string): Locator =>
  within.getByRole('button', { name: new RegExp(`(^|\\s)${text}$`) });

/** Runs an action of a row, which is a button or an entry of its menu. */
export async function runRowAction(page: Page, row: Locator, name: string): Promise<void> {
  const shown = button(row, name);
  if ((await shown.count()) > 0) return shown.click(LIMIT);
  await row.getByRole('button', { name: t('table.more') }).click(LIMIT);
  await page.getByRole('menuitem', { name, exact: true }).click(LIMIT);
}

/** The filters of a report. */
export const reportFilters = (page: Page): Locator => page.getByRole('search', { name: t('table.searchForm') });

/** The table of a report, and its rows. The chart has a hidden table too. */
export const reportTable = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const reportRows = (page: Page): Locator => page.locator('main tbody tr[data-row-key]').filter({ visible: true });
export const reportRow = (page: Page, text: string): Locator => reportRows(page).filter({ hasText: text });

/** Waits until nothing loads that is seen. A page that was left while it loaded stays as it was, hidden. */
export const settled = (page: Page): Promise<void> =>
  page
    .locator('main [aria-busy="true"], main [class*="skeleton"]')
    .or(page.getByText(t('reports.loading')))
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached', ...LIMIT });

/** The default days of a report. */
export async function defaultDays(client: Pick<Client, 'get'>, reportId: number): Promise<{ staticDate: string }> {
  const { qryCdtionCfgList } = await client.get('report/getReportTemplate', { reportId: String(reportId) });
  const filters = qryCdtionCfgList as readonly { colEname: string; selectedValue: string }[];
  return { staticDate: filters.find(({ colEname }) => colEname === 'staticDate')!.selectedValue };
}

/** Waits for at least `least` rows and the end of loading. */
export async function waitForRows(page: Page, least = 1): Promise<Locator> {
  const rows = reportRows(page);
  await until(`${least} rows of a report`, async () => (await rows.count()) >= least || undefined, LIMIT.timeout);
  await settled(page);
  return rows;
}

/** The total that a report shows. */
export async function reportTotal(page: Page): Promise<number> {
  const told = await page
    .getByText(/^共 [\d,]+ 条$/)
    .first()
    .textContent(LIMIT);
  return Number(told!.replaceAll(/\D/g, ''));
}

/** Selects an option of a filter by a part of its name. */
export async function choose(page: Page, condition: RegExp, text: string): Promise<void> {
  const field = reportFilters(page).getByRole('combobox', { name: condition });
  await field.click(LIMIT);
  await field.fill(text);
  await page.locator('.ant-select-item-option').filter({ hasText: text, visible: true }).first().click(LIMIT);
}

/** Records downloads of all pages of this context. */
export function recordDownloads(page: Page): readonly Download[] {
  const downloads: Download[] = [];
  const hear = (each: Page) => void each.on('download', (download) => downloads.push(download));
  page.context().on('page', hear);
  hear(page);
  return downloads;
}

/** A toast message with this text. */
export const notice = (page: Page, text: string): Locator => page.locator('.ant-message').getByText(text);

/** Takes a screenshot. Throws when the screen has accessibility violations. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  const faults = await accessibilityViolations(page);
  if (faults.length > 0) throw new Error(`${name}:\n${faults.join('\n')}`);
}
