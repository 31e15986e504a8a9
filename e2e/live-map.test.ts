/** Vehicles on the map, by pointer and keyboard: tooltips, clicks, selection among several, and display settings. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import type { Terminal } from './support/terminal.ts';

const LIMIT = { timeout: 60_000 };
const [ALONE, FIRST, SECOND] = ['沪B71231', '沪B71232', '沪B71233'] as const;
/** At zoom 12 some 170 px from the other two, which share one position. */
const [HERE, THERE] = [standingAt(121.47, 31.23), standingAt(121.5, 31.23)];
const SOS = 1;
/** Above 60 vehicles in view they are clustered. */
const CROWD = 60;

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let user: UserPage;
let page: Page;
let alone: Terminal;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  fleet = await startFleet();
  alone = await fleet.connect('013900071231', ALONE, HERE);
  await fleet.connect('013900071232', FIRST, THERE);
  await fleet.connect('013900071233', SECOND, THERE);
  user = await openUserPage(fleet, ADMIN, '/index');
  page = user.page;
  ids = await vehicleIds(user.client, [ALONE, FIRST, SECOND]);
});
afterAll(async () => {
  await user?.close();
  await fleet?.close();
});

const map = () => page.getByRole('region', { name: t('map.label') });
const tooltip = () => page.getByRole('tooltip');
const dialog = (plate: string) => page.getByRole('dialog', { name: plate });

/** The centre of the map, where a located vehicle is. */
async function middle(): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await map().boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}
/** Moves the pointer around the centre until the tooltip has this text. */
async function hoverUntil(text: string): Promise<void> {
  const { x, y } = await middle();
  let at = 0;
  await expect
    .poll(async () => {
      await page.mouse.move(x, y + (at++ % 2));
      return (await tooltip().count()) > 0 ? tooltip().textContent() : '';
    }, LIMIT)
    .toContain(text);
}
async function click(): Promise<void> {
  const { x, y } = await middle();
  await page.mouse.click(x, y);
}
/** Opens the monitoring centre with that vehicle in the centre. */
async function openAt(plate: string): Promise<void> {
  await page.goto(`${fleet.product.url}/mapcontent/mapmonitoring?sel=${ids.get(plate)}`);
  await dialog(plate).waitFor(LIMIT);
  await hoverUntil(plate);
}
async function closeDialog(plate: string): Promise<void> {
  await dialog(plate)
    .getByRole('button', { name: t('common.close') })
    .click();
  await dialog(plate).waitFor({ state: 'detached', ...LIMIT });
}
const clickMode = (mode: 1 | 2 | 3) => page.getByRole('button', { name: `${t('marker.click')} ${t(`marker.click${mode}`)}` });

it('shows the vehicle under the pointer, and opens its dialog on a click', async () => {
  await openAt(ALONE);
  await closeDialog(ALONE);
  await hoverUntil(t('monitor.status3'));
  await takeScreenshot(page, 'map-hover-zh-light-1440');
  await click();
  await dialog(ALONE).waitFor(LIMIT);
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('shows an alarm when it begins and ends', async () => {
  await alone.report({ ...HERE, at: Date.now(), alarmBits: SOS });
  await dialog(ALONE).getByText(t('monitor.status5'), { exact: true }).first().waitFor(LIMIT);
  await hoverUntil(t('monitor.status5'));
  await takeScreenshot(page, 'map-alarm-zh-light-1440');
  await alone.report({ ...HERE, at: Date.now() + 1_000 });
  await dialog(ALONE).getByText(t('monitor.status3'), { exact: true }).waitFor(LIMIT);
});

it('prompts for one of several vehicles at the same spot, by keyboard too', async () => {
  await openAt(FIRST);
  await closeDialog(FIRST);
  await hoverUntil('沪B7123');
  await click();
  const list = page.getByRole('listbox', { name: t('marker.here', { value: 2 }) });
  await list.waitFor(LIMIT);
  expect(await list.getByRole('option').count()).toBe(2);
  await takeScreenshot(page, 'map-same-spot-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  const chosen = list.getByRole('option', { selected: true });
  const text = await chosen.textContent();
  expect(await list.getByRole('option').last().textContent()).toBe(text);
  await page.keyboard.press('Enter');
  await list.waitFor({ state: 'detached', ...LIMIT });
  await dialog(text?.includes(FIRST) ? FIRST : SECOND).waitFor(LIMIT);

  await page.getByRole('button', { name: t('marker.inView') }).click();
  const inView = page.getByRole('listbox', { name: t('marker.inView') });
  await expect.poll(() => inView.getByRole('option').count(), LIMIT).toBe(3);
  await takeScreenshot(page, 'map-in-view-zh-light-1440');
  await page.keyboard.press('Escape');
  await inView.waitFor({ state: 'detached', ...LIMIT });
});

it('draws vehicles with the display options of the account, which are saved', async () => {
  await openAt(ALONE);
  await closeDialog(ALONE);
  const menu = page.getByRole('button', { name: t('marker.display') });
  const choose = async (role: 'menuitemcheckbox' | 'menuitemradio', key: string) => {
    await menu.click();
    await page.getByRole(role, { name: t(`marker.${key}`) }).click();
    // a radio item closes the menu, a checkbox does not
    if (role === 'menuitemcheckbox') await page.keyboard.press('Escape');
  };
  await choose('menuitemcheckbox', 'labels');
  await choose('menuitemradio', 'layout3');
  await takeScreenshot(page, 'map-large-icons-zh-light-1440');
  await choose('menuitemradio', 'layout2');
  await openAt(ALONE);
  await menu.click();
  const ticked = (role: 'menuitemcheckbox' | 'menuitemradio', key: string) =>
    page.getByRole(role, { name: t(`marker.${key}`) }).getAttribute('aria-checked');
  expect(await ticked('menuitemcheckbox', 'labels')).toBe('false');
  expect(await ticked('menuitemradio', 'layout2')).toBe('true');
  await takeScreenshot(page, 'map-display-menu-zh-light-1440');
  await page.getByRole('menuitemradio', { name: t('marker.layout1') }).click();
  await choose('menuitemcheckbox', 'labels');
});

it('opens on a click what the user selected: dialog, playback or tracking', async () => {
  for (const [mode, path] of [
    [2, '/mapcontent/trackPlayback'],
    [3, '/mapcontent/tracking'],
  ] as const) {
    await openAt(ALONE);
    await clickMode(mode).click();
    await expect.poll(() => clickMode(mode).getAttribute('aria-pressed'), LIMIT).toBe('true');
    await hoverUntil(ALONE);
    await click();
    await page.waitForURL((url) => url.pathname === path && url.searchParams.get('targId') === ids.get(ALONE), LIMIT);
  }
  await openAt(ALONE);
  expect(await clickMode(3).getAttribute('aria-pressed')).toBe('true');
  await clickMode(1).click();
  await closeDialog(ALONE);
  await hoverUntil(ALONE);
  await click();
  await dialog(ALONE).waitFor(LIMIT);
});

it('clusters vehicles at low zoom', async () => {
  await openAt(ALONE);
  // a selected vehicle is not clustered
  await closeDialog(ALONE);
  for (let n = 0; n < CROWD; n++) await fleet.connect(`0139000800${10 + n}`, `沪B800${10 + n}`, HERE);
  const out = page.getByRole('button', { name: t('map.zoomOut'), exact: true });
  for (let steps = 0; steps < 6; steps++) {
    await out.click();
    // each zoom step starts at the end of the one before
    await page.waitForTimeout(400);
  }
  await hoverUntil(t('marker.gathered', { value: CROWD + ids.size }));
  await takeScreenshot(page, 'map-gathered-zh-light-1440');
});
