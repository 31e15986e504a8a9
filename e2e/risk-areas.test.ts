/** Risk areas: drawn in the console, entered by a vehicle, shown in a pop-up and the report, handled, with a text to the driver. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, NARROW, openUserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { findRootDepartment } from './support/records.ts';
import { acknowledge, type Place, type Terminal } from './support/terminal.ts';
import { findTextKey } from './support/text-keys.ts';

vi.setConfig({ testTimeout: 240_000 });

const PAGE = '/epidemic/epidemicReport';
const AREAS = `${PAGE}?tab=areas`;
const PLATE = '沪B80911';
const NAME = '封控区';
const DIVISION = '深圳';
const DONE = 0;

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let terminal: Terminal;
/** The current position of the vehicle. */
let at = { lng: 80, lat: 45 };
const place = (): Place => ({ ...at, speedKmh: 30, heading: 0, at: Date.now() });

beforeAll(async () => {
  fleet = await startFleet();
  terminal = await fleet.connect('013900080911', PLATE, place());
  terminal.setAnswer(acknowledge(DONE));
  fleet.drive(terminal, place);
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => fleet?.close());

const save = (form: Locator) => form.getByRole('button', { name: t('form.save'), exact: true }).click();

/** Draws a rectangle in the middle of the form's map. */
async function drawRectangle(page: Page, form: Locator): Promise<void> {
  const map = form.getByRole('region', { name: t('map.label') });
  await expect.poll(() => map.getAttribute('aria-busy'), LIMIT).toBe('false');
  await map.scrollIntoViewIfNeeded();
  await form.getByRole('button', { name: t('geofences.draw1') }).click();
  const { x, y, width, height } = (await map.boundingBox())!;
  await page.mouse.move(x + width * 0.4, y + height * 0.4);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height * 0.5);
  await page.mouse.move(x + width * 0.6, y + height * 0.6);
  await page.mouse.up();
}

it('a vehicle that enters a drawn risk area is reported at once, listed, handled, and its driver is notified', async () => {
  const user = await openUserPage(fleet, ADMIN, AREAS);
  const { page, client } = user;
  await page.getByText(t('riskArea.empty')).waitFor(LIMIT);
  await page
    .getByRole('button', { name: t('resource.add') })
    .first()
    .click(LIMIT);
  const form = page.getByRole('dialog', { name: t('riskArea.addTitle') });
  await form.getByLabel(t('riskArea.areaName')).fill(NAME);
  await form.getByLabel(t('riskArea.deptId')).click();
  await page.locator('.ant-select-tree-title').first().click(LIMIT);
  await form.getByLabel(t('riskArea.validFrom')).fill('2026-01-01 00:00');
  await page.keyboard.press('Enter');
  await drawRectangle(page, form);
  await form.getByRole('button', { name: t('riskArea.erase') }).waitFor(LIMIT);
  await takeScreenshot(page, 'risk-area-form-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await save(form);
  await form.waitFor({ state: 'hidden', ...LIMIT });
  await page.getByRole('cell', { name: NAME }).waitFor(LIMIT);
  await takeScreenshot(page, 'risk-areas-zh-light-1440');
  const { geo } = (await client.post('epidemic/listArea')).list[0];

  // the vehicle enters: the pop-up names vehicle and area, and links to the report
  at = { lng: (geo.west + geo.east) / 2, lat: (geo.south + geo.north) / 2 };
  const popup = page.getByRole('alert', { name: t('alarmPopup.riskTitle') });
  await popup.getByText(t('alarmPopup.riskEntered', { plate: PLATE, area: NAME })).waitFor(LIMIT);
  await popup.hover();
  expect((await popup.boundingBox())!.height).toBe(200);
  await takeScreenshot(page, 'risk-popup-zh-light-1440');
  await popup.getByRole('button', { name: t('alarmPopup.minimise') }).click();
  await expect.poll(async () => (await popup.boundingBox())!.height, LIMIT).toBe(42);
  await popup.getByRole('button', { name: t('alarmPopup.expand') }).click();
  await popup.getByRole('link', { name: t('alarmPopup.view') }).click();
  const row = page.locator('tr[aria-current="true"]');
  await row.getByText(NAME).waitFor(LIMIT);
  expect(await row.textContent()).toContain(PLATE);
  expect(await row.textContent()).toContain(t('riskEvent.inside'));
  await popup.getByRole('button', { name: t('common.close') }).click();
  await popup.waitFor({ state: 'detached', ...LIMIT });
  // the highlight covers the sorted column, too
  const backgrounds: unknown[] = await page.evaluate(
    `[...document.querySelectorAll('tr[aria-current="true"] > td')].map((cell) => getComputedStyle(cell).backgroundImage)`,
  );
  expect(backgrounds.length).toBeGreaterThan(1);
  expect(new Set(backgrounds).size).toBe(1);
  await takeScreenshot(page, 'risk-report-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('riskEvent.notify') }).click();
  const text = page.getByRole('dialog', { name: t('riskEvent.notifyTitle', { count: 1 }) });
  await text.getByText(t('vehicleWindow.channelTts')).waitFor(LIMIT);
  await takeScreenshot(page, 'risk-notify-zh-light-1440');
  await text.getByRole('button', { name: t('riskEvent.send') }).click();
  await page.getByText(t('riskEvent.notified', { sent: 1 })).waitFor(LIMIT);
  await until('the text', () => terminal.received.find(({ id }) => id === 0x8300));
  await row.getByText(t('enumeration.riskStateNotified')).waitFor(LIMIT);

  await row.getByRole('button', { name: t('riskEvent.handle') }).click();
  const handling = page.getByRole('dialog', { name: t('riskEvent.handleTitle', { plate: PLATE, area: NAME }) });
  await handling.getByLabel(t('riskEvent.note')).fill('已劝返');
  await takeScreenshot(page, 'risk-handle-zh-light-1440');
  await save(handling);
  await page.getByText(t('riskEvent.handled')).waitFor(LIMIT);

  // two points outside: it has left
  at = { lng: 80, lat: 45 };
  const left = await until('that it has left', async () => {
    const [event] = (await client.post('epidemic/listEvent')).list;
    return event.leaveAt ?? undefined;
  });
  expect(left).toBeGreaterThan(0);
  await user.close();
});

it('an administrative division is a risk area, too', async () => {
  const user = await openUserPage(fleet, ADMIN, '/index');
  const deptId = await findRootDepartment(user.client);
  const values = { areaName: DIVISION, deptId, riskLevel: 2, validFrom: 0, ground: 2, adminCode: '440300' };
  await user.client.post('epidemic/addArea', { values });
  at = { lng: 114.0579, lat: 22.5431 };
  await until('the event', async () => (await user.client.post('epidemic/listEvent', { areaName: DIVISION })).list[0]);
  await user.close();
});

const LOOKS = [
  { language: 'en', scheme: 'dark', width: 1440, height: 900 },
  { language: 'zh', scheme: 'dark', ...NARROW },
  { language: 'en', scheme: 'light', ...NARROW },
] as const;

it.each(LOOKS)('reads in $language, $scheme, $width px wide', async (look) => {
  for (const [name, path] of [
    ['report', PAGE],
    ['areas', AREAS],
  ] as const) {
    const user = await openUserPage(fleet, ADMIN, path, look);
    const { page } = user;
    await page.locator('[data-row-key]').first().waitFor(LIMIT);
    expect(await findTextKey(page)).toBeUndefined();
    expect(await accessibilityViolations(page)).toEqual([]);
    await takeScreenshot(page, `risk-${name}-${look.language}-${look.scheme}-${look.width}`);
    await user.close();
  }
});

it.each(LOOKS)('is edited with its area on a map in $language, $scheme, $width px wide', async (look) => {
  for (const [ground, area] of [
    ['drawn', NAME],
    ['division', DIVISION],
  ] as const) {
    const user = await openUserPage(fleet, ADMIN, AREAS, look);
    const { page } = user;
    await page.locator('[data-row-key]').filter({ hasText: area }).getByText(area).first().click(LIMIT);
    const map = page.getByRole('dialog').getByRole('region', { name: translate(look.language, 'map.label') });
    await expect.poll(() => map.getAttribute('aria-busy'), LIMIT).toBe('false');
    await map.scrollIntoViewIfNeeded();
    expect(await findTextKey(page)).toBeUndefined();
    expect(await accessibilityViolations(page)).toEqual([]);
    await takeScreenshot(page, `risk-${ground}-${look.language}-${look.scheme}-${look.width}`);
    await user.close();
  }
});
