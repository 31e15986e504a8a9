/** Days and times follow the platform's time zone for users in other time zones. */

import { businessDay, dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, LIMIT, nextReply, openUserPage, startDemo } from './support/installation.ts';
import { t } from './support/reports.ts';

const MILEAGE = '/report/basicstatementreport/vehicleMileage';
/** A report whose default day is yesterday. */
const ONLINE_OF_DAY = '401002';

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

// 19 hours behind the platform and 6 hours ahead: at least one of them always has another date
const ELSEWHERE = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'];

it.each(ELSEWHERE)('yesterday and today are the platform’s in %s', async (timeZone) => {
  const user = await openUserPage(demo, 'platform', MILEAGE, { timeZone });
  const { page, client } = user;
  const template = await client.get('report/getReportTemplate', { reportId: ONLINE_OF_DAY });
  const begins = (template.qryCdtionCfgList as { colEname: string; selectedValue: string }[]).find(
    ({ colEname }) => colEname === 'staticDate',
  )!.selectedValue;
  const yesterday = begins.slice(0, 10);
  expect(begins).toBe(`${yesterday},${yesterday}`);
  const today = dayKey(Date.parse(`${yesterday}T12:00:00+08:00`) + DAY_MS);

  const calendar = page.locator('.ant-picker-dropdown').filter({ visible: true });
  for (const [preset, day] of [
    ['reports.yesterday', yesterday],
    ['reports.today', today],
  ] as const) {
    await page.locator('form .ant-picker-range input').first().click(LIMIT);
    await calendar.getByText(t(preset), { exact: true }).click(LIMIT);
    const answered = nextReply(page, 'report/advanceSearchJson');
    await page.getByRole('search').locator('button[type="submit"]').click(LIMIT);
    expect((await (await answered).json()).code).toBe('0');
    expect(new URL(page.url()).searchParams.get('staticDate')).toBe(`${day},${day}`);
  }
  await page.locator('form .ant-picker-range input').first().click(LIMIT);
  await calendar.locator(`.ant-picker-cell-today[title="${today}"]`).first().waitFor(LIMIT);
  expect(await calendar.locator('.ant-picker-cell-in-view.ant-picker-cell-today').count()).toBe(1);
  await user.close();
});

it.each(ELSEWHERE)('moments are told by the platform’s clocks in %s', async (timeZone) => {
  const user = await openUserPage(demo, 'platform', '/mapcontent/trackPlayback', { timeZone });
  const start = user.page.getByLabel(t('playback.start'), { exact: true });
  await start.waitFor(LIMIT);
  const begins = async () => Date.parse(`${(await start.inputValue()).replace(' ', 'T')}+08:00`);
  const { startAt } = businessDay(await user.page.evaluate(() => Date.now()));
  expect(await begins()).toBe(startAt);
  await user.page.getByRole('button', { name: t('playback.yesterday'), exact: true }).click(LIMIT);
  await expect.poll(begins, LIMIT).toBe(startAt - DAY_MS);
  await user.close();
});
