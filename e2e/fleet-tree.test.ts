/** The vehicle tree beside the map: counts, filters, search, settings, menus, following, and its state after a reload. */
import { DEFAULT_MAP_SETTINGS } from '@fleetwarden/contract/monitor/map-settings';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, openBrowser, takeScreenshot } from './support/browser.ts';
import { type Client, signIn } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { NARROW, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { type Product, startProduct } from './support/product.ts';
import { createDepartment, createDriver, createVehicle, findRootDepartment } from './support/records.ts';
import { copyDataDir } from './support/shared-services.ts';
import { PARKED, type Place, startTerminal, type Terminal, WITHOUT_FIX } from './support/terminal.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const PASSWORD = 'Correct_horse_7';
const PAGE = '/mapcontent/mapmonitoring';
const LIMIT = { timeout: 60_000 };
const OVERSPEED = 1 << 1;

const dataDir = await copyDataDir('fleet');
let product: Product;
let browser: Browser;
let client: Client;
const ids = new Map<string, string>();
const terminals = new Map<string, Terminal>();

const FLEET = [
  { plate: '沪B71234', phone: '13900012345', dept: '沪运一队', state: { speedKmh: 62 } },
  { plate: '沪B71235', phone: '13900012346', dept: '沪运一队', state: { speedKmh: 0, statusBits: PARKED } },
  { plate: '沪B71236', phone: '13900012347', dept: '沪运一队', state: null },
  { plate: '沪B80001', phone: '13900012348', dept: '冷链组', state: { speedKmh: 0 } },
  { plate: '京A20002', phone: '13900067890', dept: '京运二队', state: { speedKmh: 88, alarmBits: OVERSPEED } },
  { plate: '京A20003', phone: '13900067891', dept: '京运二队', state: { speedKmh: 0, statusBits: WITHOUT_FIX } },
  { plate: '京A20004', phone: '13900067892', dept: '京运二队', state: null },
] as const;

const placeOf = (n: number, state: Partial<Place>): Place => ({
  lng: 121.47 + n / 100,
  lat: 31.23 + n / 100,
  speedKmh: 0,
  heading: 45,
  at: Date.now(),
  ...state,
});

beforeAll(async () => {
  product = await startProduct(dataDir, { ADMIN_PASSWORD: PASSWORD });
  browser = await openBrowser();
  client = await signIn(product.url, 'admin', PASSWORD);
  const root = await findRootDepartment(client);
  const first = await createDepartment(client, '沪运一队', root);
  const depts: Record<string, string> = {
    沪运一队: first,
    冷链组: await createDepartment(client, '冷链组', first),
    京运二队: await createDepartment(client, '京运二队', root),
  };
  const driverId = await createDriver(client, '王建国', first, '320106198501010018');
  for (const [n, { plate, phone, dept, state }] of FLEET.entries()) {
    const driver = plate === '沪B71234' ? { driverId } : {};
    ids.set(plate, await createVehicle(client, { carNo: plate, phone, deptId: depts[dept]!, ...driver }));
    if (!state) continue;
    const terminal = await startTerminal(product.gatewayPort, `0${phone}`, plate);
    terminals.set(plate, terminal);
    await terminal.report(placeOf(n, state));
  }
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(async () => {
  for (const terminal of terminals.values()) terminal.close();
  await closePages();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

const openAdminPage = (path = PAGE, look: Parameters<typeof openUserPage>[3] = {}): Promise<UserPage> =>
  openUserPage({ product, browser, password: PASSWORD }, 'admin', path, look);

const t = (key: string, values = {}) => translate('zh', key, values);
const treeOf = (page: Page) => page.getByRole('tree', { name: t('monitor.tree') });
const rowOf = (page: Page, name: string) => treeOf(page).getByRole('treeitem', { name: new RegExp(`^${name}( |$)`) });
const platesIn = async (page: Page): Promise<string[]> => {
  const names = await treeOf(page)
    .getByRole('treeitem')
    .evaluateAll((rows) => rows.map((row) => (row as { ariaLabel: string | null }).ariaLabel ?? ''));
  return FLEET.map(({ plate }) => plate)
    .filter((plate) => names.some((name) => name.startsWith(plate)))
    .sort();
};
const expectPlates = (page: Page, plates: readonly string[]) =>
  expect.poll(() => platesIn(page), LIMIT).toEqual([...plates].sort());
const treePanel = (page: Page) => page.getByRole('complementary', { name: t('monitor.panel') });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: t('monitor.search') });

/** Expands a department unless it is expanded. */
async function open(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const row = rowOf(page, name);
    await row.waitFor(LIMIT);
    if ((await row.getAttribute('aria-expanded')) === 'true') continue;
    await row.dblclick();
    await expect.poll(() => row.getAttribute('aria-expanded'), LIMIT).toBe('true');
  }
}

/** The number of vehicles in a state, from the count bar. */
const countOf = async (page: Page, state: string): Promise<number> => {
  const bar = page.getByRole('group', { name: t('monitor.statusFilter') });
  const text = await bar
    .getByRole('button')
    .filter({ hasText: t(state) })
    .first()
    .textContent();
  return Number(/^\d+/.exec(text ?? '')?.[0] ?? Number.NaN);
};
const pressState = (page: Page, state: string) =>
  page
    .getByRole('group', { name: t('monitor.statusFilter') })
    .getByRole('button')
    .filter({ hasText: t(state) })
    .first()
    .click();

it('counts vehicles by state and department, and updates the counts when states change', async () => {
  const { page, close } = await openAdminPage();
  const root = treeOf(page).getByRole('treeitem').first();
  await root.waitFor(LIMIT);
  const said = () => root.getAttribute('aria-description');
  await expect.poll(said, LIMIT).toBe(t('monitor.onlineOf', { online: 5, total: 7 }));
  const counts = async () => {
    const states = ['monitor.statusAll', 'monitor.status2', 'monitor.status1', 'monitor.status3', 'monitor.status4'];
    return Promise.all([...states, 'monitor.status6', 'monitor.status0', 'monitor.statusNever'].map((one) => countOf(page, one)));
  };
  await expect.poll(counts, LIMIT).toEqual([7, 1, 1, 1, 1, 1, 2, 2]);
  await open(page, '沪运一队', '冷链组', '京运二队');
  expect(await rowOf(page, '沪运一队').getAttribute('aria-description')).toBe(t('monitor.onlineOf', { online: 3, total: 4 }));
  expect(await rowOf(page, '京运二队').getAttribute('aria-description')).toBe(t('monitor.onlineOf', { online: 2, total: 3 }));
  expect(await rowOf(page, '沪B71234').getAttribute('aria-description')).toContain(t('monitor.status2'));

  // one stops with its engine running, one comes online for the first time: counts change by the difference
  await terminals.get('沪B71234')!.report(placeOf(0, { speedKmh: 0 }));
  const late = FLEET.find(({ plate }) => plate === '沪B71236')!;
  const newcomer = await startTerminal(product.gatewayPort, `0${late.phone}`, late.plate);
  terminals.set(late.plate, newcomer);
  await newcomer.report(placeOf(2, { speedKmh: 40 }));
  await expect.poll(counts, LIMIT).toEqual([7, 1, 1, 2, 1, 1, 1, 1]);
  await expect.poll(said, LIMIT).toBe(t('monitor.onlineOf', { online: 6, total: 7 }));
  await expect
    .poll(() => rowOf(page, '沪运一队').getAttribute('aria-description'), LIMIT)
    .toBe(t('monitor.onlineOf', { online: 4, total: 4 }));
  await terminals.get('沪B71234')!.report(placeOf(0, { speedKmh: 62 }));
  await expect.poll(counts, LIMIT).toEqual([7, 2, 1, 1, 1, 1, 1, 1]);
  await takeScreenshot(page, 'fleet-tree-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});

it('is filtered by state, and by plate, initials, phone and driver', async () => {
  const { page, close } = await openAdminPage();
  await open(page, '沪运一队', '冷链组', '京运二队');
  await pressState(page, 'monitor.status4');
  await expectPlates(page, ['京A20002']);
  await page.waitForURL(/status=alarm/, LIMIT);
  await pressState(page, 'monitor.status6');
  await expectPlates(page, ['京A20003']);
  await pressState(page, 'monitor.status6');
  await expectPlates(
    page,
    FLEET.map(({ plate }) => plate),
  );

  for (const [typed, plates] of [
    ['7123', ['沪B71234', '沪B71235', '沪B71236']],
    ['ja2000', ['京A20002', '京A20003', '京A20004']],
    ['13900067891', ['京A20003']],
    ['王建', ['沪B71234']],
    ['wjg', ['沪B71234']],
  ] as const) {
    await searchBox(page).fill(typed);
    await expectPlates(page, plates);
    await page.getByText(t('monitor.matches', { count: plates.length }), { exact: true }).waitFor(LIMIT);
  }
  await searchBox(page).fill('没有这辆');
  await page.getByText(t('monitor.noMatch')).waitFor(LIMIT);
  await takeScreenshot(page, 'fleet-tree-none');
  await treePanel(page).getByText(t('monitor.clearFilter'), { exact: true }).click();
  await expectPlates(
    page,
    FLEET.map(({ plate }) => plate),
  );

  // Enter selects the first result: the map moves there and its dialog opens
  await searchBox(page).fill('b8');
  await expectPlates(page, ['沪B80001']);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '沪B80001' }).waitFor(LIMIT);

  // typing and Enter in one go search for the typed text, not for the rows still shown
  await searchBox(page).fill('京A20003');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '京A20003' }).waitFor(LIMIT);
  await close();
});

it('offers the actions for a vehicle and a department, by pointer and by keyboard', async () => {
  const { page, close } = await openAdminPage();
  await open(page, '沪运一队', '京运二队');
  const entries = (name: string) =>
    page
      .getByRole('menu', { name: t('vehicleAction.menu', { name }) })
      .getByRole('menuitem')
      .allTextContents();
  await rowOf(page, '沪B71235').click({ button: 'right' });
  await page.getByRole('menu').waitFor(LIMIT);
  const offered = await entries('沪B71235');
  for (const key of ['monitor.locate', 'monitor.unfollow']) expect(offered).toContain(t(key));
  for (const key of ['tracking', 'trackingTime', 'playback', 'message', 'photograph', 'listen', 'rollCall'])
    expect(offered).toContain(t(`vehicleAction.${key}`));
  for (const key of ['clearAlarm', 'ownerInfo', 'copyPlate']) expect(offered).toContain(t(`vehicleAction.${key}`));
  await takeScreenshot(page, 'vehicle-menu');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached', ...LIMIT });

  // with the keyboard alone: the menu key opens the menu, the first letter or arrow keys select
  await treeOf(page).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor(LIMIT);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '沪B71235' }).waitFor(LIMIT);

  await rowOf(page, '京运二队').click({ button: 'right' });
  await page.getByRole('menu', { name: t('vehicleAction.menu', { name: '京运二队' }) }).waitFor(LIMIT);
  const group = await entries('京运二队');
  for (const key of ['followAll', 'unfollowAll', 'groupMessage', 'expandOnline', 'exportPositions'])
    expect(group).toContain(t(`vehicleAction.${key}`));
  await page.keyboard.press('Escape');
  await close();
});

it('follows and unfollows vehicles and departments, for the account', async () => {
  const { page, client: caller, close } = await openAdminPage();
  await open(page, '沪运一队', '冷链组', '京运二队');
  const checked = (name: string) => rowOf(page, name).getAttribute('aria-checked');
  await expect.poll(() => checked('京运二队'), LIMIT).toBe('true');

  const dropped = page.waitForResponse((reply) => reply.url().includes('car/unCheckedDept'), LIMIT);
  await rowOf(page, '京运二队').click({ button: 'right' });
  await page.getByRole('menuitem', { name: t('vehicleAction.unfollowAll') }).click();
  expect((await (await dropped).json()).code).toBe('0');
  for (const name of ['京运二队', '京A20002', '京A20003', '京A20004'])
    await expect.poll(() => checked(name), LIMIT).toBe('false');
  expect(await checked('沪运一队')).toBe('true');

  const taken = page.waitForResponse((reply) => reply.url().includes('car/checkedCar'), LIMIT);
  await rowOf(page, '京A20002').locator('[data-checked]').first().click();
  expect((await (await taken).json()).code).toBe('0');
  await expect.poll(() => checked('京运二队'), LIMIT).toBe('mixed');

  // vehicles that are not followed are missing from the followed list, after a reload too
  const tab = page.getByRole('tab', { name: t('monitor.tabFollowed'), exact: true });
  await tab.click();
  await expectPlates(page, ['沪B71234', '沪B71235', '沪B71236', '沪B80001', '京A20002']);
  await page.reload();
  await expectPlates(page, ['沪B71234', '沪B71235', '沪B71236', '沪B80001', '京A20002']);
  const { list } = await caller.post('mainPage/getTreeByCarNo', { carNo: '京A' });
  expect(list.map(({ carNo, checked: on }: { carNo: string; checked: boolean }) => [carNo, on]).sort()).toEqual([
    ['京A20002', true],
    ['京A20003', false],
    ['京A20004', false],
  ]);
  await page.getByRole('tab', { name: t('monitor.tabAll'), exact: true }).click();
  const again = page.waitForResponse((reply) => reply.url().includes('car/checkedDept'), LIMIT);
  await rowOf(page, '京运二队').click({ button: 'right' });
  await page.getByRole('menuitem', { name: t('vehicleAction.followAll') }).click();
  expect((await (await again).json()).code).toBe('0');
  await expect.poll(() => checked('京A20003'), LIMIT).toBe('true');
  await close();
});

it('applies and saves the settings, and restores the defaults', async () => {
  const { page, client: caller, close } = await openAdminPage();
  await open(page, '沪运一队', '京运二队');
  const row = rowOf(page, '沪B71234');
  await row.waitFor(LIMIT);
  expect(await row.textContent()).not.toContain('王建国');
  await page.getByRole('button', { name: t('mapSetting.title') }).click();
  const drawer = page.getByRole('dialog', { name: t('mapSetting.title') });
  const part = (key: string) => drawer.getByRole('tab', { name: t(`mapSetting.${key}`), exact: true }).click();
  const kept = async () => (await caller.get('setting/getMapSetting')).settings;

  await part('tree');
  await drawer.getByRole('checkbox', { name: t('mapSetting.driver') }).check();
  await drawer.getByRole('checkbox', { name: t('mapSetting.speed') }).check();
  await drawer.getByRole('checkbox', { name: t('mapSetting.offline') }).uncheck();
  await expect.poll(() => row.textContent(), LIMIT).toMatch(/王建国.*62/);
  await rowOf(page, '京A20004').waitFor({ state: 'detached', ...LIMIT });
  await expect.poll(async () => (await kept()).treesetting, LIMIT).toBe('1,2,3,5,6');
  await takeScreenshot(page, 'tree-settings-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);

  await part('refresh');
  await drawer.getByRole('radio', { name: t('mapSetting.manual') }).check();
  await expect.poll(async () => (await kept()).refreshsetting, LIMIT).toBe('1');
  await part('window');
  await drawer.getByText(t('mapSetting.windowCount', { count: 8, most: 16 })).waitFor(LIMIT);
  await drawer.getByRole('checkbox', { name: t('monitor.fieldMileage') }).check();
  await expect.poll(async () => (await kept()).carwindowcustomsetting, LIMIT).toBe('3,4,5,6,7,8,12,19,13');
  await takeScreenshot(page, 'window-settings-zh-light-1440');
  await page.keyboard.press('Escape');

  // manual refresh: positions stay until the user requests them
  await terminals.get('沪B71234')!.report(placeOf(0, { speedKmh: 71 }));
  const refresh = page.getByRole('button', { name: t('mapSetting.refreshNow') });
  const afterRefresh = async () => {
    await refresh.click();
    return row.textContent();
  };
  await expect.poll(afterRefresh, LIMIT).toContain('71');

  await page.reload();
  await expect.poll(() => row.textContent(), LIMIT).toMatch(/王建国.*71/);
  await page.getByRole('button', { name: t('mapSetting.title') }).click();
  await drawer.getByRole('button', { name: t('mapSetting.restore') }).click();
  await expect.poll(kept, LIMIT).toMatchObject(DEFAULT_MAP_SETTINGS);
  expect(DEFAULT_MAP_SETTINGS).toEqual({
    treesetting: '1,2,3,4',
    refreshsetting: '3',
    carwindowcustomsetting: '3,4,5,6,7,8,12,19',
  });
  await page.keyboard.press('Escape');
  await expect.poll(() => row.textContent(), LIMIT).not.toContain('王建国');
  await close();
});

it('restores search, filter, selection and expanded groups after a reload', async () => {
  const { page, close } = await openAdminPage();
  await open(page, '京运二队');
  await searchBox(page).fill('京');
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === '京', LIMIT);
  await expectPlates(page, ['京A20002', '京A20003', '京A20004']);
  await pressState(page, 'monitor.status0');
  await expectPlates(page, ['京A20004']);
  await rowOf(page, '京A20004').click();
  await page.waitForURL(new RegExp(`sel=${ids.get('京A20004')}`), LIMIT);
  await page.reload();
  await expectPlates(page, ['京A20004']);
  expect(await searchBox(page).inputValue()).toBe('京');
  expect(await rowOf(page, '京A20004').getAttribute('aria-selected')).toBe('true');
  await page.getByRole('dialog', { name: '京A20004' }).waitFor(LIMIT);
  await searchBox(page).fill('');
  await pressState(page, 'monitor.status0');
  await expectPlates(page, ['京A20002', '京A20003', '京A20004']);
  expect(await rowOf(page, '京运二队').getAttribute('aria-expanded')).toBe('true');
  expect(await rowOf(page, '沪运一队').getAttribute('aria-expanded')).toBe('false');
  await close();
});

it('works on a phone in English with the dark theme', async () => {
  const { page, close } = await openAdminPage(PAGE, { language: 'en', scheme: 'dark', ...NARROW });
  await page.getByRole('button', { name: translate('en', 'monitor.expandPanel') }).click();
  const tree = page.getByRole('tree', { name: translate('en', 'monitor.tree') });
  await tree.getByRole('treeitem', { name: '沪运一队' }).dblclick();
  await tree.getByRole('treeitem', { name: '沪B71235' }).waitFor(LIMIT);
  await takeScreenshot(page, 'fleet-tree-en-dark-390');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: translate('en', 'mapSetting.title') }).click();
  const drawer = page.getByRole('dialog', { name: translate('en', 'mapSetting.title') });
  await drawer.getByRole('tab', { name: translate('en', 'mapSetting.tree'), exact: true }).click();
  await drawer.getByRole('checkbox', { name: translate('en', 'mapSetting.driver') }).waitFor(LIMIT);
  await takeScreenshot(page, 'tree-settings-en-dark-390');
  await close();
});
