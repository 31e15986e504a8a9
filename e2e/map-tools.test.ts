/** The tools of the monitoring centre: places, region search now and in the past, screenshots, full screen, and stored settings. */
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { DEFAULT_TIME_ZONE } from '@fleetwarden/domain/business-day';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, readDownload, takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { NARROW, openUserPage, type UserPage } from './support/installation.ts';
import { type Feed, recordLiveFeed } from './support/live-feed.ts';
import { translate } from './support/login.ts';
import { createVehicle, findRootDepartment } from './support/records.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const PAGE = '/mapcontent/mapmonitoring';
const LIMIT = { timeout: 60_000 };
/** More than one page of 20. */
const STANDING = 24;
const [ABROAD, UNSEEN] = ['沪B90001', '沪B90002'];

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);
const plateOf = (n: number) => `京A2${String(n).padStart(4, '0')}`;

/** All of China is farther away. */
const COUNTRY_ZOOM = 8;
/** The map without a source shows nothing more beyond. */
const EMPTY_BEYOND = 11;

let fleet: Fleet;

beforeAll(async () => {
  fleet = await startFleet();
  // in two rows around the centre of Beijing, where the default view is too
  const join = (n: number) =>
    fleet.connect(
      `0139000${String(n).padStart(5, '0')}`,
      plateOf(n),
      standingAt(116.375 + (n % 12) * 0.002, 39.9 + (n % 2) * 0.006),
    );
  await Promise.all(Array.from({ length: STANDING }, (_, n) => join(n)));
  await fleet.connect('013900090001', ABROAD!, standingAt(2.3522, 48.8566));
  const user = await openUserPage(fleet, ADMIN, '/index');
  await createVehicle(user.client, { carNo: UNSEEN!, phone: '13900090002', deptId: await findRootDepartment(user.client) });
  await user.close();
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => fleet?.close());

const openAdminPage = (look: Parameters<typeof openUserPage>[3] = {}): Promise<UserPage> =>
  openUserPage(fleet, ADMIN, '/index', look);

/** Opens the monitoring centre and waits for its map; `feed` records the view. */
async function openMap(page: Page, language: 'zh' | 'en' = 'zh'): Promise<Feed> {
  const feed = recordLiveFeed(page);
  await page.goto(`${fleet.product.url}${PAGE}`);
  const map = page.getByRole('region', { name: translate(language, 'map.label') });
  await expect.poll(() => map.getAttribute('aria-busy'), LIMIT).toBe('false');
  // the map opens on the country and then fits the fleet
  await until('the first view', () => feed.sent.find(({ view }) => (view?.zoom ?? 0) > COUNTRY_ZOOM), LIMIT.timeout);
  return feed;
}
/** The view that the map requested last. */
const seen = (feed: Feed) => {
  const { bounds, zoom } = feed.sent.findLast(({ view }) => view?.bounds)!.view!;
  const [west, south, east, north] = bounds!;
  return { lng: (west + east) / 2, lat: (south + north) / 2, zoom: zoom! };
};

const toolbar = (page: Page): Locator => page.getByRole('toolbar', { name: t('mapTools.toolbar') });
const tool = (page: Page, key: string): Locator => toolbar(page).getByRole('button', { name: t(`mapTools.${key}`), exact: true });
const panel = (page: Page, key: string): Locator => page.getByRole('region', { name: t(`mapTools.${key}`), exact: true });

/** A point of the map in pixels, from fractions of its size. */
async function press(page: Page, at: readonly [number, number]): Promise<[number, number]> {
  const { x, y, width, height } = (await page.getByRole('region', { name: t('map.label') }).boundingBox())!;
  return [x + at[0] * width, y + at[1] * height];
}
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...(await press(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await press(page, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])));
  await page.mouse.move(...(await press(page, to)));
  await page.mouse.up();
}
async function clickThrough(page: Page, corners: readonly (readonly [number, number])[]): Promise<void> {
  for (const corner of corners) await page.mouse.click(...(await press(page, corner)));
  await page.keyboard.press('Enter');
}

it('finds places, and says so if there is no match', async () => {
  const { page, close } = await openAdminPage();
  const feed = await openMap(page);
  await tool(page, 'place').click();
  const box = panel(page, 'place').getByRole('searchbox');
  await box.fill('没有这样的地方');
  await page.keyboard.press('Enter');
  await page.getByText('您选择的地址没有解析到结果！').waitFor(LIMIT);
  await takeScreenshot(page, 'place-none-zh-light-1440');
  await box.fill('杭州');
  await page.keyboard.press('Enter');
  await panel(page, 'place')
    .getByRole('list', { name: t('mapTools.places') })
    .getByText('杭州')
    .first()
    .waitFor(LIMIT);
  await expect.poll(() => seen(feed).lat, LIMIT).toBeLessThan(31);
  expect(seen(feed)).toMatchObject({ zoom: EMPTY_BEYOND, lng: expect.closeTo(120, -1) });
  await takeScreenshot(page, 'place-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});

it('locates a vehicle at a zoom that the map can show, and none without a valid position', async () => {
  const { page, close } = await openAdminPage();
  const feed = await openMap(page);
  expect(seen(feed).zoom).toBe(EMPTY_BEYOND);
  const search = page.getByRole('searchbox', { name: t('monitor.search') });
  for (const plate of [ABROAD!, UNSEEN!]) {
    await search.fill(plate);
    await page.getByRole('treeitem', { name: new RegExp(`^${plate}`) }).dblclick(LIMIT);
    await page.getByText('未查询到此车辆GPS数据信息').last().waitFor(LIMIT);
    await page
      .getByText('未查询到此车辆GPS数据信息')
      .first()
      .waitFor({ state: 'detached', ...LIMIT });
    expect(seen(feed).zoom).toBe(EMPTY_BEYOND);
  }
  await search.fill(plateOf(3));
  await page.getByRole('treeitem', { name: new RegExp(`^${plateOf(3)}`) }).dblclick(LIMIT);
  await expect.poll(() => seen(feed).lng, LIMIT).toBeCloseTo(116.381, 2);
  // level 13 of the specification is for maps with streets
  expect(seen(feed)).toMatchObject({ zoom: EMPTY_BEYOND, lat: expect.closeTo(39.906, 2) });
  await close();
});

it('finds vehicles in a drawn region, 20 per page, now and in the past', async () => {
  const { page, close } = await openAdminPage();
  await openMap(page);
  // the offer of a street map covers a part of the map
  await page.getByRole('button', { name: t('map.noStreets') }).click(LIMIT);
  await tool(page, 'region').click();
  const region = panel(page, 'region');
  const results = region.getByRole('region', { name: t('mapTools.results') });
  await region.getByRole('button', { name: t('mapTools.mode1'), exact: true }).click();
  await drag(page, [0.1, 0.1], [0.6, 0.9]);
  await results.getByText(t('mapTools.found_other', { count: STANDING })).waitFor(LIMIT);
  expect(await results.getByRole('row').count()).toBe(1 + 20);
  await takeScreenshot(page, 'region-now-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await results.getByRole('button', { name: t('drawer.next') }).click();
  await expect.poll(() => results.getByRole('row').count(), LIMIT).toBe(1 + STANDING - 20);

  // the drawer below shows the same selection, 20 per page
  await page.getByRole('tab', { name: new RegExp(`^${t('drawer.selected')}`) }).click();
  const chosen = page.getByRole('table', { name: t('drawer.selected') });
  await expect.poll(() => chosen.getByRole('row').count(), LIMIT).toBe(1 + 20);
  await takeScreenshot(page, 'drawer-selected-zh-light-1440');
  await page.getByRole('button', { name: t('drawer.collapse') }).click();

  // a polygon and the surroundings of a line have fewer, an empty circle has none
  const drawn = async (mode: number, draw: () => Promise<void>) => {
    const asked = page.waitForResponse((reply) => reply.url().includes('car/regionSearchTarg2'), LIMIT);
    await region.getByRole('button', { name: t(`mapTools.mode${mode}`), exact: true }).click();
    await draw();
    const reply = await asked;
    expect(JSON.parse(reply.request().postData()!).data.region.mode).toBe(mode);
    return (await reply.json()).data.total as number;
  };
  expect(
    await drawn(2, () =>
      clickThrough(page, [
        [0.1, 0.1],
        [0.6, 0.1],
        [0.6, 0.9],
      ]),
    ),
  ).toBeLessThanOrEqual(STANDING);
  expect(
    await drawn(3, () =>
      clickThrough(page, [
        [0.1, 0.45],
        [0.6, 0.45],
      ]),
    ),
  ).toBeLessThanOrEqual(STANDING);
  expect(await drawn(4, () => drag(page, [0.1, 0.9], [0.12, 0.92]))).toBe(0);
  await region.getByText(t('mapTools.none')).waitFor(LIMIT);
  await takeScreenshot(page, 'region-none-zh-light-1440');

  // the same in the past: arrival, departure, duration and tracks
  await region.getByRole('tab', { name: t('mapTools.past') }).click();
  await region.getByRole('button', { name: t('mapTools.mode1'), exact: true }).click();
  await drag(page, [0.1, 0.1], [0.6, 0.9]);
  const to = new Date(wallClock(DEFAULT_TIME_ZONE)(Date.now() + 120_000));
  await region.getByLabel(t('mapTools.to')).fill(to.toISOString().slice(0, 16));
  await region.getByRole('button', { name: new RegExp(`${t('mapTools.search')}$`) }).click();
  await results.getByText(t('mapTools.found_other', { count: STANDING })).waitFor(LIMIT);
  for (const key of ['timeIn', 'timeOut', 'stay'])
    await results.getByRole('columnheader', { name: t(`mapTools.${key}`) }).waitFor(LIMIT);
  await takeScreenshot(page, 'region-past-zh-light-1440');
  const saved = page.waitForEvent('download');
  await results.getByRole('button', { name: t('mapTools.exportRows') }).click();
  const lines = (await readDownload(await saved)).toString().trim().split('\r\n');
  expect(lines).toHaveLength(1 + STANDING);
  const track = results.getByRole('link', { name: t('mapTools.track') }).first();
  expect(await track.getAttribute('href')).toMatch(/\/mapcontent\/trackPlayback\?targId=\d+&start=\d+&end=\d+/);
  await region.getByLabel(t('mapTools.from')).fill('2020-01-01T00:00');
  await region.getByRole('button', { name: new RegExp(`${t('mapTools.search')}$`) }).click();
  await page.getByText(t('mapTools.badTime')).waitFor(LIMIT);
  await close();
});

it('outlines a division with its vehicles, and saves a screenshot of the map and prints it', async () => {
  const { page, close } = await openAdminPage();
  await openMap(page);
  await tool(page, 'division').click();
  const division = panel(page, 'division');
  await division.getByLabel(t('mapTools.province')).selectOption({ label: '北京市' }, LIMIT);
  await division.getByRole('button', { name: t('mapTools.showDivision') }).click();
  await division.getByText(t('mapTools.found_other', { count: STANDING })).waitFor(LIMIT);
  await takeScreenshot(page, 'division-zh-light-1440');

  const saved = page.waitForEvent('download');
  await tool(page, 'screenshot').click();
  const shot = await saved;
  expect(shot.suggestedFilename()).toMatch(new RegExp(`^${t('mapTools.shotName')}.*\\.png$`));
  const png = await readDownload(shot);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(800);

  // a headless browser has no printer: check the page that it would print
  await page.evaluate(`addEventListener('beforeprint', () => { window.printed = document.documentElement.dataset.printing; })`);
  await tool(page, 'print').click();
  await expect.poll(() => page.evaluate('window.printed'), LIMIT).toBe('map');

  await tool(page, 'fullscreen').click();
  await expect.poll(() => page.evaluate('document.fullscreenElement !== null'), LIMIT).toBe(true);
  await tool(page, 'exitFullscreen').click();
  await expect.poll(() => page.evaluate('document.fullscreenElement === null'), LIMIT).toBe(true);
  await close();
});

it('restores the map view and the display settings after a logout', async () => {
  const { page, close } = await openAdminPage();
  const feed = await openMap(page);
  await tool(page, 'display').click();
  const areas = panel(page, 'display').getByRole('switch', { name: t('mapTools.areas') });
  await areas.waitFor(LIMIT);
  const before = await areas.isChecked();
  await areas.click();
  await tool(page, 'place').click();
  await panel(page, 'place').getByRole('searchbox').fill('杭州');
  await page.keyboard.press('Enter');
  await expect.poll(() => seen(feed).lat, LIMIT).toBeLessThan(31);
  const { lng, lat, zoom } = seen(feed);
  await page.getByRole('button', { name: t('shell.userMenu') }).click();
  await page.getByRole('menuitem', { name: t('identity.signOut') }).click();
  await page.waitForURL(/\/login/, LIMIT);
  await close();

  const again = await openAdminPage();
  const next = await openMap(again.page);
  expect(seen(next)).toEqual({ lng: expect.closeTo(lng, 2), lat: expect.closeTo(lat, 2), zoom });
  await tool(again.page, 'display').click();
  expect(
    await panel(again.page, 'display')
      .getByRole('switch', { name: t('mapTools.areas') })
      .isChecked(),
  ).toBe(!before);
  await again.close();
});

it.each([
  ['en', 'dark', {}],
  ['en', 'dark', NARROW],
] as const)('has no accessibility violations in %s, %s', async (language, scheme, size) => {
  const { page, close } = await openAdminPage({ language, scheme, ...size });
  await openMap(page, language);
  const width = 'width' in size ? size.width : 1440;
  const named = (key: string) => page.getByRole('button', { name: translate(language, `mapTools.${key}`), exact: true });
  await named('region').click();
  await takeScreenshot(page, `region-${language}-${scheme}-${width}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await named('division').click();
  await takeScreenshot(page, `division-${language}-${scheme}-${width}`);
  await named('division').click();
  await page.getByRole('tab', { name: translate(language, 'drawer.status') }).click();
  await takeScreenshot(page, `drawer-${language}-${scheme}-${width}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});
