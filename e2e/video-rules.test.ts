/** The video wall by rules: a rotation shows page after page, and a privacy rule closes a channel of the cabin. */
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { until, vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { findRootDepartment } from './support/records.ts';
import { t } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { labelOf, shownLabels, showsChannel } from './support/video-look.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const WALL = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';
const PLATES = ['沪V30001', '沪V30002'] as const;
const CHANNELS = [1, 2, 3, 4] as const;
const [CABIN, ROAD] = [1, 2] as const;
/** The slowest and the fastest pace of a rotation, s. */
const [SLOW, FAST] = ['300', '10'] as const;

let fleet: Fleet;
let terminals: readonly SimulatedTerminal[];
let user: UserPage;
let ids: readonly string[];

beforeAll(async () => {
  fleet = await startFleet();
  const place = { lng: 121.4, lat: 31.2 };
  terminals = await Promise.all(
    PLATES.map((plate, i) => startSimulatedTerminal(fleet.product.gatewayPort, { phone: `1390003000${i}`, plate, ...place })),
  );
  user = await openUserPage(fleet, ADMIN, '/index');
  ids = [...(await vehicleIds(user.client, PLATES)).values()];
});
afterAll(async () => {
  for (const terminal of terminals ?? []) terminal.stop();
  await fleet?.close();
});

const visible = { visible: true } as const;
const button = (name: string) => user.page.getByRole('button', { name, exact: true }).filter(visible);
/** Channels that a terminal was asked to send, or to stop. */
const channelsOf = (terminal: number, type: 'openLiveStream' | 'controlLiveStream') =>
  terminals[terminal]!.received.flatMap((message) => (message.type === type ? [message.body.channel] : []));
const hasStopped = (terminal: number, channels: readonly number[]) => () =>
  channels.every((channel) => channelsOf(terminal, 'controlLiveStream').includes(channel)) || undefined;

it('rotates through vehicles: each page plays, and the terminals of the others stop streaming', async () => {
  const { page } = user;
  await navigate(page, WALL);
  await page
    .getByRole('tab', { name: t('video.tiles', { n: 4 }) })
    .filter(visible)
    .click();
  await button(t('video.rotation')).click();
  const list = (n: number) => button(t('video.rotationCount', { n })).waitFor(LIMIT);
  for (const [i, id] of ids.entries()) {
    await navigate(page, `${WALL}?targId=${id}`);
    await list((i + 1) * CHANNELS.length);
  }
  const pace = page.getByRole('spinbutton', { name: t('video.rotationSeconds') }).filter(visible);
  const pageShows = async (vehicle: number) => {
    const wanted = CHANNELS.map((channel) => labelOf(PLATES[vehicle]!, channel));
    await until(`the page of ${PLATES[vehicle]}`, async () => String(await shownLabels(page)) === String(wanted) || undefined);
  };
  await pace.fill(SLOW);
  await button(t('video.rotationStart')).click();
  await pageShows(0);
  for (const channel of CHANNELS) await showsChannel(page, PLATES[0], channel);
  await takeScreenshot(page, 'video-rotation-zh-light-1440');

  // it turns by itself; a pause keeps the page
  await pace.fill(FAST);
  await pageShows(1);
  await button(t('video.rotationPause')).click();
  await pageShows(1);
  for (const channel of CHANNELS) await showsChannel(page, PLATES[1], channel);
  await until('the first vehicle to be stopped', hasStopped(0, CHANNELS), 60_000);
  expect(channelsOf(1, 'controlLiveStream')).toEqual([]);

  // the first page comes back, and its terminal is asked again
  await pace.fill(SLOW);
  await button(t('video.rotationStart')).click();
  await button(t('video.rotationNext')).click();
  await pageShows(0);
  for (const channel of CHANNELS) await showsChannel(page, PLATES[0], channel);
  expect(channelsOf(0, 'openLiveStream')).toHaveLength(2 * CHANNELS.length);
  await until('the second vehicle to be stopped', hasStopped(1, CHANNELS), 60_000);
  await button(t('video.stopAll')).click();
  await button(t('video.rotationClose')).click();
});

/** The clock of the business, some hours from now: HH:MM. */
const clock = (hours: number) => new Date(Date.now() + (8 + hours) * HOUR_MS).toISOString().slice(11, 16);

it('closes a cabin channel by the rule of a department, and outside working hours', async () => {
  const { page, client } = user;
  const deptId = await findRootDepartment(client);
  const set = async (values: object) => {
    const { version } = await client.post('setting/getPlatSetting', { deptId });
    await client.post('setting/savePlatSetting', { deptId, version, values });
  };
  const tile = (channel: number) =>
    page.getByRole('region', { name: t('video.tile', { n: channel }), exact: true }).filter(visible);
  const isClosed = async () => {
    await tile(CABIN).getByRole('alert').getByText(t('videoState.cabinClosed')).waitFor(LIMIT);
    // the last picture is hidden too
    const still = await tile(CABIN)
      .locator('canvas')
      .evaluate((canvas) => (canvas as unknown as { width: number }).width);
    expect([still, await tile(CABIN).locator('video').getAttribute('src')]).toEqual([0, null]);
    await showsChannel(page, PLATES[1], ROAD);
  };
  const retry = () =>
    tile(CABIN)
      .getByRole('button', { name: t('common.retry') })
      .click();
  await navigate(page, WALL);
  for (const channel of [CABIN, ROAD]) {
    await navigate(page, `${WALL}?targId=${ids[1]}&channel=${channel}`);
    await showsChannel(page, PLATES[1], channel);
  }
  const requests = channelsOf(1, 'openLiveStream').length;

  // a running view ends when the rule begins, and the terminal is stopped
  const stops = () => channelsOf(1, 'controlLiveStream').filter((channel) => channel === CABIN).length;
  const before = stops();
  await set({ cabinChannels: String(CABIN), cabinView: 'cabinClosed' });
  await isClosed();
  await takeScreenshot(page, 'video-closed-zh-light-1440');
  await until('the terminal to be stopped', () => stops() > before || undefined, 60_000);
  await retry();
  await isClosed();

  await set({ cabinView: 'cabinWorkingHours', cabinHours: `${clock(2)}-${clock(3)}` });
  await retry();
  await isClosed();
  expect(channelsOf(1, 'openLiveStream')).toHaveLength(requests);

  await set({ cabinHours: `${clock(-1)}-${clock(1)}` });
  await retry();
  await showsChannel(page, PLATES[1], CABIN);
  expect(channelsOf(1, 'openLiveStream')).toHaveLength(requests + 1);
  await user.close();
});
