/** Track playback: days with data, several vehicles at once, lists and chart with links to a moment, photos and exports. */

import { readFileSync } from 'node:fs';
import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, readDownload, takeScreenshot } from './support/browser.ts';
import { vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { NARROW, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { findRootDepartment } from './support/records.ts';
import { readXlsx } from './support/sheets.ts';
import { PARKED, type Place, type Terminal } from './support/terminal.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const PAGE = '/mapcontent/trackPlayback';
const LIMIT = { timeout: 60_000 };
/** Repeated clicks must not become a double click. */
const APART = { ...LIMIT, interval: 2_000 };
const [FIRST, SECOND] = ['沪B71234', '沪B75678'];
const [SECOND_MS, MINUTE, HOUR] = [1_000, 60_000, HOUR_MS];
const EVERY_MS = 20 * SECOND_MS;
const KM_EAST = 1 / 95.2;
const OVERSPEED = 1 << 1;
/** The photo of the first vehicle's terminal. */
const PHOTO = readFileSync(new URL('../simulator/src/camera.jpg', import.meta.url));
/** Reports in flight at once. */
const LOT = 20;

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

/** A drive in stretches of a duration and speed, due east along one street of Shanghai. */
function journey(start: number, stretches: readonly { minutes: number; speedKmh: number; alarmBits?: number }[]): Place[] {
  const places: Place[] = [];
  let [at, lng] = [start, 121.2];
  for (const { minutes, speedKmh, alarmBits = 0 } of stretches)
    for (const until = at + minutes * MINUTE; at < until; at += EVERY_MS) {
      const statusBits = speedKmh === 0 ? { statusBits: PARKED } : {};
      places.push({ lng, lat: 31.23, speedKmh, heading: 90, at, alarmBits, ...statusBits });
      lng += (speedKmh / 3_600) * (EVERY_MS / SECOND_MS) * KM_EAST;
    }
  return places;
}

// whole seconds, as terminals report them
const NOW = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
const TODAY = NOW - 2 * HOUR;
const YESTERDAY = TODAY - 26 * HOUR;
const EARLIER = journey(YESTERDAY, [{ minutes: 6, speedKmh: 50 }]);
const DRIVE = journey(TODAY, [
  { minutes: 15, speedKmh: 60 },
  { minutes: 12, speedKmh: 0 },
  { minutes: 6, speedKmh: 100, alarmBits: OVERSPEED },
  { minutes: 10, speedKmh: 40 },
]);
const STOP_AT = TODAY + 15 * MINUTE;
const ALARM_AT = TODAY + 27 * MINUTE;
const END = DRIVE.at(-1)!.at;
const COMPANION = journey(TODAY + 5 * MINUTE, [{ minutes: 20, speedKmh: 45 }]);

/** A geofence on the first vehicle's way, and the time of its arrival. */
const YARD = '途经货场';
const YARD_BOUNDS = { west: 121.25, south: 31.22, east: 121.28, north: 31.24 };
const YARD_AT = DRIVE.find(({ lng }) => lng >= YARD_BOUNDS.west)!.at;

let fleet: Fleet;
/** Of the first vehicle. */
let first: Terminal;
let ids: ReadonlyMap<string, string>;

async function reportAll(terminal: Terminal, places: readonly Place[]): Promise<void> {
  for (let from = 0; from < places.length; from += LOT)
    await Promise.all(places.slice(from, from + LOT).map((place) => terminal.report(place)));
}

beforeAll(async () => {
  fleet = await startFleet();
  first = await fleet.connect('013900012345', FIRST, EARLIER[0]!);
  await reportAll(first, [...EARLIER.slice(1), ...DRIVE]);
  const second = await fleet.connect('013900067890', SECOND, COMPANION[0]!);
  await reportAll(second, COMPANION.slice(1));
  const user = await openAdminPage('/index');
  ids = await vehicleIds(user.client, [FIRST, SECOND]);
  expect([...ids.keys()].sort()).toEqual([FIRST, SECOND]);
  const deptId = await findRootDepartment(user.client);
  const values = { areaName: YARD, areaNo: 1, deptId, useFor: 1, platEval: true, geo: { shape: 1, ...YARD_BOUNDS } };
  const { id } = await user.client.post('area/addArea', { values });
  await user.client.post('area/bindCar', { id, addCars: [ids.get(FIRST!)], addDepts: [], removeCars: [], removeDepts: [] });
  await user.close();
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => fleet?.close());

const openAdminPage = (path: string, look: Parameters<typeof openUserPage>[3] = {}): Promise<UserPage> =>
  openUserPage(fleet, ADMIN, path, look);

/** The address of the page; by default only today's drive. */
const addressOf = (plates: readonly string[], start = TODAY - 5 * MINUTE, end = END + MINUTE): string =>
  `${PAGE}?${new URLSearchParams({ targId: plates.map((plate) => ids.get(plate)).join(','), start: String(start), end: String(end) })}`;

const slider = (page: Page): Locator => page.getByRole('slider', { name: t('tracks.progress') });
const momentOf = async (page: Page): Promise<number> => Number(await slider(page).inputValue());
const button = (page: Page, key: string): Locator => page.getByRole('button', { name: t(`tracks.${key}`), exact: true });
const tab = (page: Page, key: string): Locator => page.getByRole('tab', { name: new RegExp(`^${t(`tracks.tab_${key}`)}`) });
const summary = (page: Page): Locator => page.getByRole('list', { name: t('tracks.vehicles') });
/** Waits until its photo is loaded. */
const drawn = (place: Locator) =>
  expect
    .poll(() => place.locator('figure img').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth), LIMIT)
    .toBeGreaterThan(0);
/** The rows of a list. */
const rowsOf = (page: Page, key: string): Locator =>
  page.getByRole('grid', { name: t(`tracks.tab_${key}`) }).locator('[role="rowgroup"] [role="row"]');

it('marks the days that have data, and plays the selection of its form', async () => {
  const { page, client, close } = await openAdminPage(PAGE);
  await page.getByText(t('tracks.chooseVehicle')).waitFor(LIMIT);
  await takeScreenshot(page, 'playback-empty-zh-light-1440');
  const vehicles = page.getByRole('combobox', { name: t('tracks.vehicles') });
  await vehicles.fill('7123');
  await page.getByRole('option').or(page.locator('.ant-select-item-option')).filter({ hasText: FIRST }).last().click(LIMIT);
  await page.keyboard.press('Escape');

  const start = page.getByLabel(t('tracks.start'), { exact: true });
  await start.click();
  // a drive around midnight belongs to two days
  const month = dayKey(TODAY).slice(0, 7);
  const { list } = await client.post('track/listTrackDay', { targId: ids.get(FIRST), month });
  expect(list.length).toBeGreaterThan(0);
  for (const { km } of list) {
    const title = t('tracks.dayKm', { km: km.toLocaleString('zh-CN', { maximumFractionDigits: 1 }) });
    await page.getByTitle(title, { exact: true }).first().waitFor(LIMIT);
  }
  // the calendar stays open with its days marked until one is selected
  await takeScreenshot(page, 'playback-calendar-zh-light-1440');
  expect(await page.locator('.ant-picker-dropdown').filter({ visible: true }).count()).toBe(1);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('tracks.last3Days'), exact: true }).click();
  await page.getByRole('button', { name: t('table.query'), exact: true }).click();
  await summary(page).getByText(FIRST).waitFor(LIMIT);
  await expect.poll(() => tab(page, 'points').textContent(), LIMIT).toContain(String(EARLIER.length + DRIVE.length));
  expect(new URL(page.url()).searchParams.get('targId')).toBe(ids.get(FIRST));
  await close();
});

it('plays, pauses, speeds up, stops, and jumps to a point in time', async () => {
  const { page, close } = await openAdminPage(addressOf([FIRST]));
  await slider(page).waitFor(LIMIT);
  const driven = 15 + 10 + (40 / 60) * 10;
  const [, km] =
    /([\d.]+) km · 行驶 (\d+) 段 · 停车 1 次 · 报警 1 次/.exec(
      (await summary(page)
        .getByText(/ km · /)
        .textContent()) ?? '',
    ) ?? [];
  expect(Number(km)).toBeGreaterThan(driven * 0.95);
  expect(Number(km)).toBeLessThan(driven * 1.05);
  expect(await momentOf(page)).toBe(TODAY);
  expect(Number(await slider(page).getAttribute('max'))).toBe(END);

  await button(page, 'play').click();
  await expect.poll(() => momentOf(page), LIMIT).toBeGreaterThan(TODAY);
  await button(page, 'pause').click();
  const paused = await momentOf(page);
  await button(page, 'play').waitFor(LIMIT);
  expect(await momentOf(page)).toBe(paused);

  // at full speed playback reaches the end, and starts again from there
  await page.getByRole('combobox', { name: t('tracks.rate') }).click();
  for (const rate of [1, 2, 4, 8, 16, 32, 64])
    await page
      .getByTitle(`×${rate}`, { exact: true })
      .last()
      .waitFor({ state: 'attached', ...LIMIT });
  await page.locator('.ant-select-item-option').filter({ hasText: '×64' }).click();
  await button(page, 'play').click();
  await expect.poll(() => momentOf(page), LIMIT).toBe(END);
  await button(page, 'play').waitFor(LIMIT);
  await button(page, 'stop').click();
  expect(await momentOf(page)).toBe(TODAY);

  // the slider by keyboard, the segments by their buttons
  await slider(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => momentOf(page), LIMIT).toBe(END);
  await page.keyboard.press('Home');
  await expect.poll(() => momentOf(page), LIMIT).toBe(TODAY);
  await button(page, 'nextSegment').click();
  await expect.poll(() => momentOf(page), LIMIT).toBeGreaterThan(TODAY);
  await button(page, 'follow').click();
  expect(await button(page, 'follow').getAttribute('aria-pressed')).toBe('true');
  await close();
});

it('has a chart that is synchronized with the slider, and lists whose rows jump to their point in time', async () => {
  const { page, close } = await openAdminPage(addressOf([FIRST]));
  await slider(page).waitFor(LIMIT);
  const chart = page.getByRole('img', { name: t('tracks.chartLabel', { plate: FIRST }) });
  const { x, y, width, height } = (await chart.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  const middle = (TODAY + END) / 2;
  await expect.poll(() => momentOf(page), LIMIT).toBeGreaterThan(middle - 4 * MINUTE);
  expect(await momentOf(page)).toBeLessThan(middle + 4 * MINUTE);
  await page.mouse.move(x + width / 3, y + height / 2);
  await expect.poll(() => chart.locator('output').textContent(), LIMIT).toMatch(/km\/h.*km$/);
  await takeScreenshot(page, 'playback-chart-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);

  await tab(page, 'stops').click();
  await expect.poll(() => rowsOf(page, 'stops').count(), LIMIT).toBe(1);
  await rowsOf(page, 'stops').first().click();
  await expect.poll(() => momentOf(page), LIMIT).toBe(STOP_AT);
  await takeScreenshot(page, 'playback-stops-zh-light-1440');
  await tab(page, 'alarms').click();
  await expect.poll(() => rowsOf(page, 'alarms').count(), LIMIT).toBe(1);
  expect(await rowsOf(page, 'alarms').first().textContent()).toContain(t('alarm.overspeed'));
  await rowsOf(page, 'alarms').first().click();
  await expect.poll(() => momentOf(page), LIMIT).toBe(ALARM_AT);
  await tab(page, 'crossings').click();
  await expect.poll(() => rowsOf(page, 'crossings').count(), LIMIT).toBe(1);
  expect(await rowsOf(page, 'crossings').first().textContent()).toContain(YARD);
  await rowsOf(page, 'crossings').first().click();
  await expect.poll(() => momentOf(page), LIMIT).toBe(YARD_AT);
  await takeScreenshot(page, 'playback-crossings-zh-light-1440');
  await tab(page, 'trips').click();
  await expect.poll(() => rowsOf(page, 'trips').count(), LIMIT).toBeGreaterThan(1);
  await takeScreenshot(page, 'playback-trips-zh-light-1440');
  await tab(page, 'points').click();
  const points = page.getByRole('grid', { name: t('tracks.tab_points') });
  expect(await points.getAttribute('aria-rowcount')).toBe(String(DRIVE.length + 1));
  await points.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect.poll(() => momentOf(page), LIMIT).toBe(END);
  await takeScreenshot(page, 'playback-points-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await close();
});

it('plays several vehicles at once, each with its lists', async () => {
  const { page, close } = await openAdminPage(addressOf([FIRST, SECOND]));
  await summary(page).getByText(SECOND).waitFor(LIMIT);
  await expect.poll(() => tab(page, 'points').textContent(), LIMIT).toContain(String(DRIVE.length));
  await summary(page)
    .getByRole('button', { name: new RegExp(SECOND!) })
    .click();
  await expect.poll(() => tab(page, 'points').textContent(), LIMIT).toContain(String(COMPANION.length));
  await slider(page).focus();
  await button(page, 'play').click();
  await expect.poll(() => momentOf(page), LIMIT).toBeGreaterThan(TODAY);
  await button(page, 'pause').click();
  await takeScreenshot(page, 'playback-two-zh-light-1440');
  await close();
});

it('says so if there is no track, and offers the nearest day with data', async () => {
  const { page, close } = await openAdminPage(addressOf([FIRST], NOW - 20 * DAY_MS, NOW - 19 * DAY_MS));
  await page.getByText(t('tracks.empty')).last().waitFor(LIMIT);
  const lead = page.getByRole('button', { name: /查看 .* 的轨迹/ });
  await lead.waitFor(LIMIT);
  await takeScreenshot(page, 'playback-no-track-zh-light-1440');
  await lead.click();
  await slider(page).waitFor(LIMIT);
  await close();
});

it('exports a track with every point as a workbook, GPX and KML', async () => {
  const { page, close } = await openAdminPage(addressOf([FIRST]));
  await slider(page).waitFor(LIMIT);
  const downloads: Download[] = [];
  page.context().on('page', (popup) => popup.on('download', (download) => downloads.push(download)));
  page.on('download', (download) => downloads.push(download));

  async function fileOf(format: string): Promise<Buffer> {
    const before = downloads.length;
    await page.getByRole('button', { name: new RegExp(`${t('table.exportRows')}$`) }).click();
    await page.getByRole('menuitem', { name: t('table.exportAs', { format }) }).click();
    // a toast with a link announces the file
    const open = page.getByRole('button', { name: t('tasks.openFile'), exact: true }).last();
    await open.click(LIMIT);
    await expect.poll(() => downloads.length, LIMIT).toBe(before + 1);
    const download = downloads[before]!;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${FIRST}.*\\.${format}$`));
    const file = await readDownload(download);
    for (const close of await page.getByRole('button', { name: t('common.close'), exact: true }).all())
      await close.click().catch(() => undefined);
    await open.waitFor({ state: 'hidden', ...LIMIT });
    return file;
  }
  const [heads, ...rows] = readXlsx(await fileOf('xlsx'));
  expect(heads).toEqual(
    ['time', 'lng', 'lat', 'speed', 'recorder', 'heading', 'altitude', 'mileage', 'acc', 'alarms'].map((key) =>
      t(`track.${key}`),
    ),
  );
  expect(rows).toHaveLength(DRIVE.length);
  expect(rows.map(([, lng]) => Number(lng))).toEqual(DRIVE.map(({ lng }) => expect.closeTo(lng, 5)));
  expect(rows.filter((row) => row.at(-1) === t('alarm.overspeed'))).toHaveLength(
    DRIVE.filter(({ alarmBits }) => alarmBits).length,
  );

  const gpx = (await fileOf('gpx')).toString('utf8');
  const times = [...gpx.matchAll(/<trkpt lat="31\.230000" lon="[\d.]+"><ele>4<\/ele><time>([^<]+)</g)].map(([, at]) =>
    Date.parse(at!),
  );
  expect(times).toEqual(DRIVE.map(({ at }) => at));

  const kml = (await fileOf('kml')).toString('utf8');
  expect(kml.match(/<gx:coord>/g)).toHaveLength(DRIVE.length);
  expect(
    kml.match(new RegExp(`<name>${t('track.stop')}</name><TimeSpan><begin>${new Date(STOP_AT).toISOString()}`)),
  ).not.toBeNull();
  await close();
});

it('shows a photo of the terminal on the track, and opens it only with the exact URL', async () => {
  const { page, close } = await openAdminPage(`/mapcontent/mapmonitoring?sel=${ids.get(FIRST!)}`);
  // two minutes along the street, with the photo in the middle
  const [{ lng, lat }, now] = [DRIVE.at(-1)!, Math.floor(Date.now() / SECOND_MS) * SECOND_MS];
  const [before, taken, after] = [0, 1, 2].map((minute) => ({
    lng: lng + (minute * 40 * KM_EAST) / 60,
    lat,
    speedKmh: 40,
    heading: 90,
    at: now + (minute - 2) * MINUTE,
  })) as [Place, Place, Place];
  await reportAll(first, [before, taken, after]);
  first.setAnswer(({ serial }) => ({ type: 'photoReply', body: { serial, result: 0, mediaIds: [1] } }));
  await page
    .getByRole('toolbar', { name: t('vehicleWindow.actions') })
    .getByText(t('vehicleAction.photograph'), { exact: true })
    .click(LIMIT);
  await page.getByRole('button', { name: t('vehicleWindow.shoot') }).click(LIMIT);
  const tray = page.getByRole('region', { name: t('commandTray.title') });
  await tray.getByRole('button', { name: t('commandTray.photosShow') }).click(LIMIT);
  const photos = page.getByRole('dialog', { name: t('commandTray.photosOf', { plate: FIRST! }) });
  await photos.getByText(t('commandTray.photosNone')).waitFor(LIMIT);
  await first.upload({ mediaId: 1, place: taken, data: PHOTO });
  await photos.getByText(t('commandTray.photosReceivedOf', { value: 1, expected: 1 })).waitFor(LIMIT);
  await drawn(photos);
  await takeScreenshot(page, 'playback-photo-came-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);

  // a click would stop the map's movement
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(fleet.product.url + addressOf([FIRST!], before.at - SECOND_MS, after.at + SECOND_MS));
  await expect.poll(() => tab(page, 'media').textContent(), LIMIT).toContain('1');
  await expect.poll(() => momentOf(page), LIMIT).toBe(before.at);
  // the map shows the whole track, with the photo in its middle
  const map = page.getByRole('region', { name: t('map.label') });
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await map.boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      return tab(page, 'media').getAttribute('aria-selected');
    }, APART)
    .toBe('true');
  await expect.poll(() => momentOf(page), LIMIT).toBe(taken.at);
  const list = page.getByRole('tabpanel').filter({ visible: true });
  await drawn(list);
  await takeScreenshot(page, 'playback-photos-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await slider(page).focus();
  await page.keyboard.press('End');
  await expect.poll(() => momentOf(page), LIMIT).toBe(after.at);
  await list.getByRole('button').click();
  await expect.poll(() => momentOf(page), LIMIT).toBe(taken.at);

  // the address is valid for an hour for anybody who has it, and cannot be guessed
  const address = new URL((await list.getByRole('link').getAttribute('href'))!, fleet.product.url);
  const opened = await fetch(address);
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await opened.arrayBuffer()).equals(PHOTO)).toBe(true);
  for (const [name, value] of address.searchParams) {
    const other = new URL(address);
    other.searchParams.set(name, `${value}0`);
    expect((await fetch(other)).ok, name).toBe(false);
  }
  await close();
});

it.each([
  ['en', 'dark', {}],
  ['en', 'dark', NARROW],
  ['zh', 'light', NARROW],
] as const)('has no accessibility violations in %s, %s', async (language, scheme, size) => {
  const { page, close } = await openAdminPage(addressOf([FIRST, SECOND]), { language, scheme, ...size });
  await page.getByRole('slider', { name: translate(language, 'tracks.progress') }).waitFor(LIMIT);
  const width = 'width' in size ? size.width : 1440;
  await takeScreenshot(page, `playback-${language}-${scheme}-${width}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  if ('width' in size) {
    await page.getByRole('button', { name: translate(language, 'tracks.expandPanel') }).click();
    await takeScreenshot(page, `playback-form-${language}-${scheme}-${width}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: translate(language, 'tracks.collapsePanel') }).click();
    await page.getByRole('tab', { name: new RegExp(`^${translate(language, 'tracks.tab_stops')}`) }).click();
    await takeScreenshot(page, `playback-stops-${language}-${scheme}-${width}`);
  }
  await close();
});
