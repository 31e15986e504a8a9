/** A kill while the video wall plays and records: tiles resume by themselves, and the recording is playable. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closePages, openBrowser, takeScreenshot } from './support/browser.ts';
import { until, vehicleIds } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { ADMIN } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage } from './support/installation.ts';
import { type Product, startProduct } from './support/product.ts';
import { t } from './support/reports.ts';
import { copyDataDir } from './support/shared-services.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { ADMIN_PASSWORD } from './support/templates.ts';
import { plays, showsChannel } from './support/video-look.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const WALL = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';
const PLATE = '沪V40001';
const CHANNELS = [1, 2, 3, 4] as const;
const ENV = { AUTO_REGISTER: 'on' };

let dataDir: string;
let product: Product;
let browser: Browser;
let terminal: SimulatedTerminal;

beforeAll(async () => {
  dataDir = await copyDataDir('fleet');
  product = await startProduct(dataDir, ENV);
  browser = await openBrowser();
  terminal = await startSimulatedTerminal(product.gatewayPort, { phone: '13900040001', plate: PLATE, lng: 121.4, lat: 31.2 });
});
afterAll(async () => {
  terminal?.stop();
  await closePages();
  await product?.stop();
  removeDataDir(dataDir);
});

it('kill -9 while channels play and are recorded', async () => {
  const user = await openUserPage({ product, browser, password: ADMIN_PASSWORD }, ADMIN, '/index');
  const { page } = user;
  const targId = (await vehicleIds(user.client, [PLATE])).get(PLATE);
  await navigate(page, `${WALL}?targId=${targId}`);
  for (const channel of CHANNELS) await showsChannel(page, PLATE, channel);
  const visible = { visible: true } as const;
  const first = page.getByRole('region', { name: t('video.tile', { n: 1 }), exact: true }).filter(visible);
  await first.getByRole('button', { name: t('video.recordStart') }).click();
  await first.getByRole('status', { name: t('video.recording') }).waitFor(LIMIT);
  // some seconds of it
  for (let second = 0; second < 3; second++) await plays(page, 0);

  await product.kill();
  const interrupted = page.getByText(t('video.interrupted')).filter(visible);
  await until('all tiles to say that they reconnect', async () => (await interrupted.count()) === CHANNELS.length || undefined);
  await takeScreenshot(page, 'video-interrupted-zh-light-1440');
  product = await startProduct(dataDir, { ...ENV, PORT: String(product.port), GATEWAY_PORT: String(product.gatewayPort) });

  await until('all tiles to have left it', async () => (await interrupted.count()) === 0 || undefined, 120_000);
  await until(
    'all tiles to play',
    async () => (await page.locator('[data-state=playing]').filter(visible).count()) === CHANNELS.length || undefined,
    120_000,
  );
  for (const channel of CHANNELS) await showsChannel(page, PLATE, channel);

  // the tile knows that its recording was interrupted, and leads to the file
  await first.getByText(t('videoState.interrupted')).waitFor(LIMIT);
  await takeScreenshot(page, 'video-resumed-zh-light-1440');
  await first.getByRole('link', { name: t('video.findRecord') }).click();
  await page.waitForURL(/historyvideoNew/, LIMIT);
  const row = page
    .getByRole('row')
    .filter({ hasText: t('recordedVideo.source_server') })
    .filter(visible);
  await row
    .getByRole('button', { name: t('recordedVideo.play') })
    .first()
    .click();
  await plays(page, 0);
  expect(terminal.received.filter(({ type }) => type === 'openLiveStream').length).toBeGreaterThanOrEqual(2 * CHANNELS.length);
  expect(await product.stop()).toBe(0);
});
