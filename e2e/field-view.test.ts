/** The monitoring centre on a phone with a touch screen: find a vehicle, read its dialog, send a message, track it. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePage, type Look, openPage, takeScreenshot } from './support/browser.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { NARROW } from './support/installation.ts';
import { translate } from './support/login.ts';
import { acknowledge, type Place, type Terminal } from './support/terminal.ts';

const LIMIT = { timeout: 60_000 };
const [DRIVING, STANDING] = ['沪B71231', '沪B71232'] as const;

let fleet: Fleet;
let driving: Terminal;

const onTheWay = (step: number): Place => ({
  lng: 121.47 + step * 0.000_15,
  lat: 31.23 + step * 0.000_13,
  speedKmh: 72,
  heading: 45,
  at: Date.now(),
});

beforeAll(async () => {
  fleet = await startFleet();
  driving = await fleet.connect('013900071231', DRIVING, onTheWay(0));
  driving.setAnswer(acknowledge(0));
  await fleet.connect('013900071232', STANDING, standingAt(121.5, 31.2));
  fleet.drive(driving, onTheWay);
});
afterAll(() => fleet?.close());

async function story({ language, scheme }: Pick<Look, 'language' | 'scheme'>): Promise<void> {
  const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate(language, key, values);
  const { url } = fleet.product;
  const { page, faults } = await openPage(fleet.browser, url, { language, scheme, ...NARROW, touch: true });
  const shoot = (name: string) => takeScreenshot(page, `field-${name}-${language}-${scheme}-390`);
  /** Nothing is wider than the phone, and the page is accessible. */
  const sound = async () => {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.width);
    expect(await accessibilityViolations(page)).toEqual([]);
  };

  await page.goto(`${url}/login`);
  await page.locator('input[name="username"]').fill(ADMIN);
  await page.locator('input[name="password"]').fill(fleet.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mapcontent\/mapmonitoring/, LIMIT);
  await page.getByRole('button', { name: t('monitor.expandPanel') }).tap(LIMIT);
  const tree = page.getByRole('tree', { name: t('monitor.tree') });
  await page.getByLabel(t('monitor.search'), { exact: true }).fill('71231');
  const vehicle = tree.getByRole('treeitem', { name: DRIVING });
  await vehicle.waitFor(LIMIT);
  await tree.getByRole('treeitem', { name: STANDING }).waitFor({ state: 'detached', ...LIMIT });
  await shoot('tree');
  await sound();
  await vehicle.dblclick();

  // the list closes; the dialog is a sheet below the map, and the vehicle stays visible above it
  const sheet = page.getByRole('dialog', { name: DRIVING });
  await sheet.getByText(t('monitor.status2'), { exact: true }).waitFor(LIMIT);
  await tree.waitFor({ state: 'detached', ...LIMIT });
  await inside(page, sheet);
  // the map tools stay reachable
  for (const tool of ['mapTools.place', 'page.areasAndGeofences', 'mapTools.fullscreen'])
    await page.getByRole('button', { name: t(tool), exact: true }).tap({ trial: true, ...LIMIT });
  await shoot('sheet');
  await sound();

  await action(sheet, t('vehicleAction.message')).tap();
  const window = page.getByRole('dialog', { name: t('vehicleWindow.messageTitle') });
  await window.waitFor(LIMIT);
  await inside(page, window);
  await window.getByRole('textbox', { name: t('vehicleWindow.text') }).fill('前方拥堵，请绕行');
  await shoot('message');
  await sound();
  await window.getByRole('button', { name: t('vehicleWindow.sendMessage') }).tap();
  await window.waitFor({ state: 'detached', ...LIMIT });
  await page.getByText(t('commandTray.acknowledged')).waitFor(LIMIT);
  expect(driving.received.at(-1)).toMatchObject({ type: 'sendText', body: { text: '前方拥堵，请绕行' } });
  const tray = page.getByRole('region', { name: t('commandTray.title') });
  await inside(page, tray);
  await shoot('tray');
  await tray.getByRole('button', { name: t('common.close') }).tap();

  for (const [key, title] of [
    ['monitor.vehicleInfo', 'infoTitle'],
    ['vehicleAction.photograph', 'photoTitle'],
    ['vehicleAction.tyres', 'tyresTitle'],
  ] as const) {
    await action(sheet, t(key)).tap();
    const other = page.getByRole('dialog', { name: t(`vehicleWindow.${title}`, { plate: DRIVING }) });
    await other.waitFor(LIMIT);
    await inside(page, other);
    await shoot(title);
    await other.getByRole('button', { name: 'Close' }).or(other.locator('.ant-modal-close')).first().tap();
    await other.waitFor({ state: 'detached', ...LIMIT });
  }

  await action(sheet, t('vehicleAction.tracking')).tap();
  await page.waitForURL(/\/mapcontent\/tracking\?/, LIMIT);
  const points = page.getByRole('table', { name: t('tracking.points') }).getByRole('row');
  await expect.poll(() => points.count(), LIMIT).toBeGreaterThan(2);
  await shoot('tracking');
  await sound();

  await page.goto(url + page.url().slice(url.length).replace('tracking', 'trackingTime'));
  await page.getByRole('button', { name: t('tracking.begin') }).tap();
  await page.getByText(t('commandTray.acknowledged')).first().waitFor(LIMIT);
  expect(driving.received.at(-1)).toMatchObject({ type: 'trackLocation', body: { intervalS: 10 } });
  await shoot('tracking-time');
  await sound();

  expect(faults).toEqual([]);
  await closePage(page);
}

const action = (sheet: Locator, name: string) => sheet.getByRole('toolbar').getByText(name, { exact: true });

/** The part is within the width of the phone. */
async function inside(page: Page, part: Locator): Promise<void> {
  const { x, width } = (await part.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
}

describe('a phone in the field', () => {
  it('in Chinese, light theme', () => story({ language: 'zh', scheme: 'light' }));
  it('in English, dark theme', () => story({ language: 'en', scheme: 'dark' }));
});
