/** The live feed of a console: only what it shows, nothing while hidden, and after an interruption everything it missed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GpsRequest } from '@fleetwarden/contract/live/live';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { saveDefaultView, until, vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { openUserPage, type UserPage } from './support/installation.ts';
import { type Feed, recordLiveFeed } from './support/live-feed.ts';
import { translate } from './support/login.ts';
import { openProxy, type TcpProxy } from './support/proxy.ts';
import type { Place, Terminal } from './support/terminal.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000 });

const PAGE = '/mapcontent/mapmonitoring';
const LIMIT = { timeout: 60_000 };
const [SOUTH, NORTH, LATE] = ['沪B71234', '京A20002', '沪B79999'];
/** A page that was hidden for 10 s receives nothing. */
const HIDDEN_FOR_MS = 10_000;

const t = (key: string) => translate('zh', key);

let fleet: Fleet;
let proxy: TcpProxy;
let south: Terminal;
let north: Terminal;
let user: UserPage;
let ids: ReadonlyMap<string, string>;
let step = 0;

/** Circles in Shanghai and in Beijing stay within the map. */
const inShanghai = (): Place => ({
  lng: 121.47 + (step % 60) * 0.000_1,
  lat: 31.23,
  speedKmh: 36,
  heading: 90,
  at: Date.now(),
});
const inBeijing = (): Place => ({ ...inShanghai(), lng: 116.39 + (step % 60) * 0.000_1, lat: 39.905 });
/** Advances one step and one second: positions of the same second are one position. */
async function nextStep(): Promise<void> {
  const began = Math.floor(Date.now() / 1_000);
  while (Math.floor(Date.now() / 1_000) === began) await sleep(50);
  step++;
}
const report = async (): Promise<void> => {
  await nextStep();
  await Promise.all([south.report(inShanghai()), north.report(inBeijing())]);
};

beforeAll(async () => {
  fleet = await startFleet();
  proxy = await openProxy(fleet.product.port);
  south = await fleet.connect('013900012345', SOUTH!, inShanghai());
  north = await fleet.connect('013900067890', NORTH!, inBeijing());
  await saveDefaultView(fleet.product.url, ADMIN, fleet.password);
  user = await openUserPage(fleet, ADMIN, '/index');
  ids = await vehicleIds(user.client, [SOUTH!, NORTH!]);
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  for (const page of user.page.context().pages()) if (page !== user.page) await page.close();
});
afterAll(async () => {
  await user?.close();
  await proxy?.close();
  await fleet?.close();
});

/** A console in another window of the same session. */
async function openConsole(query = '', origin = fleet.product.url): Promise<{ page: Page; feed: Feed; faults: string[] }> {
  const page = await user.page.context().newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const feed = recordLiveFeed(page);
  await page.goto(`${origin}${PAGE}${query}`);
  // the first view was answered: from now on it receives only what it shows
  await until('the first view', () => feed.received.some(({ view }) => view !== undefined) || undefined, LIMIT.timeout);
  return { page, feed, faults };
}

const rowOf = (page: Page, plate: string): Locator =>
  page.getByRole('tree', { name: t('monitor.tree') }).getByRole('treeitem', { name: plate });
/** The last longitude of a vehicle that a console received since `from`. */
const lngTold = (feed: Feed, plate: string, from: number): number | null | undefined =>
  feed.received
    .slice(from)
    .flatMap(({ data }) => data)
    .findLast(({ tid }) => tid === ids.get(plate))?.x;

async function openGroup(page: Page): Promise<void> {
  const group = page.getByRole('tree', { name: t('monitor.tree') }).getByRole('treeitem', { name: '未分组' });
  await group.waitFor(LIMIT);
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.dblclick();
  await expect.poll(() => group.getAttribute('aria-expanded'), LIMIT).toBe('true');
}

/** Reports until a console has received a vehicle since `from`. */
const hears = (feed: Feed, plate: string, from: number) =>
  until(
    `${plate} to be told`,
    async () => {
      await report();
      return feed.vehicles(from).has(ids.get(plate)!) || undefined;
    },
    LIMIT.timeout,
  );

it('two consoles each receive only what they show, for any view and any open dialog', async () => {
  const beijing = await openConsole();
  const shanghai = await openConsole(`?sel=${ids.get(SOUTH!)}`);
  await openGroup(shanghai.page);
  await rowOf(shanghai.page, SOUTH!).dblclick();
  const dialog = shanghai.page.getByRole('dialog', { name: SOUTH! });
  await dialog.waitFor(LIMIT);
  const near = ({ view }: GpsRequest) => view?.bounds !== undefined && view.bounds[0] > 121;
  const asked = await until('the view of Shanghai', () => shanghai.feed.sent.findLast(near), LIMIT.timeout);
  const answered = () => shanghai.feed.received.some(({ view }) => view !== undefined && view >= asked.view!.n!) || undefined;
  await until('its answer', answered, LIMIT.timeout);

  const [inNorth, inSouth] = [beijing.feed.received.length, shanghai.feed.received.length];
  for (let round = 0; round < 3; round++) {
    await hears(beijing.feed, NORTH!, beijing.feed.received.length);
    await hears(shanghai.feed, SOUTH!, shanghai.feed.received.length);
  }
  expect([...beijing.feed.vehicles(inNorth)]).toEqual([ids.get(NORTH!)]);
  expect([...shanghai.feed.vehicles(inSouth)]).toEqual([ids.get(SOUTH!)]);

  // a dialog receives its vehicle for any view of the map
  await openGroup(beijing.page);
  await rowOf(beijing.page, SOUTH!).click();
  await beijing.page.getByRole('dialog', { name: SOUTH! }).waitFor(LIMIT);
  await hears(beijing.feed, SOUTH!, beijing.feed.received.length);
  await hears(beijing.feed, NORTH!, beijing.feed.received.length);

  // counts and states go to everybody: a vehicle out of view that stops is sent as a state only
  const before = shanghai.feed.received.length;
  await nextStep();
  await north.report({ ...inBeijing(), speedKmh: 0 });
  await until(
    'the state of a vehicle out of sight',
    () =>
      shanghai.feed.received.slice(before).some(({ states }) => states?.some(([tid]) => tid === ids.get(NORTH!))) || undefined,
    LIMIT.timeout,
  );
  expect(shanghai.feed.vehicles(before).has(ids.get(NORTH!)!)).toBe(false);
  for (const { page, faults } of [beijing, shanghai]) {
    expect(faults).toEqual([]);
    await page.close();
  }
});

it('a console that was disconnected catches up with all changes since its last message', async () => {
  const { page, feed, faults } = await openConsole(`?sel=${ids.get(SOUTH!)}`, proxy.url);
  await openGroup(page);
  await page.getByRole('dialog', { name: SOUTH! }).waitFor(LIMIT);
  await hears(feed, SOUTH!, feed.received.length);
  // the files of the map are there
  await page.waitForLoadState('networkidle', LIMIT);
  const lastAt = feed.received.at(-1)!.at;
  const [before, asked] = [feed.received.length, feed.sent.length];
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.url()));

  proxy.cut();
  const missed = fleet.connect('013900099999', LATE!, standingAt(121.471, 31.231));
  await missed;
  north.close();
  for (let round = 0; round < 5; round++) {
    await nextStep();
    await south.report(inShanghai());
  }
  await page.getByText(t('monitor.disconnected')).first().waitFor(LIMIT);
  await takeScreenshot(page, 'cut-off-zh-light-1440');
  // one more report while the console knows that it is offline
  await nextStep();
  const last = inShanghai();
  await south.report(last);
  // the code of the drawer is not requested yet: browsers may remember that it failed
  await page.getByRole('button', { name: t('bar.settings') }).click();
  await until('a request whether the server answers', () => failed.includes(`${proxy.url}/`) || undefined, LIMIT.timeout);
  expect(failed.filter((url) => url.includes('/assets/'))).toEqual([]);

  proxy.restore();
  await page
    .getByText(t('monitor.disconnected'))
    .first()
    .waitFor({ state: 'detached', ...LIMIT });
  await until('the question since when', () => feed.sent.slice(asked).find(({ since }) => since !== undefined), LIMIT.timeout);
  const since = feed.sent.slice(asked).find((request) => request.since !== undefined)!.since!;
  expect(since).toBeGreaterThanOrEqual(lastAt);
  expect(since).toBeLessThan(Date.now());
  await expect.poll(() => lngTold(feed, SOUTH!, before), LIMIT).toBeCloseTo(last.lng, 5);
  await rowOf(page, LATE!).waitFor(LIMIT);
  await expect.poll(() => rowOf(page, NORTH!).getAttribute('aria-description'), LIMIT).toContain(t('monitor.status0'));
  const drawer = page.getByRole('dialog', { name: t('bar.settings') });
  await drawer.waitFor(LIMIT);
  await expect.poll(() => page.evaluate('getComputedStyle(document.querySelector("dialog[open]")).display'), LIMIT).toBe('flex');

  // styles that failed once are requested again
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden', ...LIMIT });
  await page.route(/\.css$/, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('?');
  await until('a style sheet that fails', () => failed.some((url) => url.endsWith('.css')) || undefined, LIMIT.timeout);
  await page.getByRole('dialog', { name: t('search.shortcuts') }).waitFor(LIMIT);
  // requests during the interruption failed
  expect(faults.filter((fault) => !/WebSocket|ERR_|Failed to load resource/.test(fault))).toEqual([]);
  await page.close();
});

it('a hidden page receives no positions, and receives the latest when it is shown again', async () => {
  const { page, feed, faults } = await openConsole(`?sel=${ids.get(SOUTH!)}`);
  await page.getByRole('dialog', { name: SOUTH! }).waitFor(LIMIT);
  const driving = async () => {
    await nextStep();
    await south.report(inShanghai());
  };
  await until(
    'the vehicle to be told',
    async () => {
      await driving();
      return feed.vehicles().has(ids.get(SOUTH!)!) || undefined;
    },
    LIMIT.timeout,
  );
  // a headless browser hides no page: simulate the events
  const hide = (hidden: boolean) =>
    page.evaluate(`{
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${hidden} });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${hidden ? 'hidden' : 'visible'}' });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);
  await hide(true);
  const isPaused = () => feed.sent.at(-1)?.paused === 1 || undefined;
  await until('the pause', isPaused, HIDDEN_FOR_MS + LIMIT.timeout);
  // everything in flight has arrived with the next heartbeat answer
  const answered = feed.received.length;
  await until('an answer', () => feed.received.length > answered || undefined, LIMIT.timeout);
  const quiet = feed.received.length;
  for (let round = 0; round < 5; round++) await driving();
  await until('the next answer', () => feed.received.length > quiet || undefined, LIMIT.timeout);
  expect([...feed.vehicles(quiet)]).toEqual([]);

  await nextStep();
  const last = inShanghai();
  await south.report(last);
  await hide(false);
  // the server sends an acknowledged position at its next interval
  await expect.poll(() => lngTold(feed, SOUTH!, quiet), LIMIT).toBeCloseTo(last.lng, 5);
  expect(faults).toEqual([]);
  await page.close();
});
