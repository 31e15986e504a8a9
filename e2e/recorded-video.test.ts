/** Recorded video: a recording on the server, yesterday's recording of a terminal, and an upload by FTP that is cut. */
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { STREAM_FAULTS } from '@fleetwarden/simulator/video/stream-faults';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { t } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { plays } from './support/video-look.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const WALL = '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew';
const RECORDED = '/mapcontent/historyvideo';
const PLATE = '沪V20001';

let fleet: Fleet;
let terminal: SimulatedTerminal;
let user: UserPage;
let targId: string;

beforeAll(async () => {
  fleet = await startFleet();
  terminal = await startSimulatedTerminal(fleet.product.gatewayPort, {
    phone: '13900020001',
    plate: PLATE,
    lng: 121.4,
    lat: 31.2,
    video: STREAM_FAULTS.cutUpload,
  });
  user = await openUserPage(fleet, ADMIN, '/index');
  targId = (await vehicleIds(user.client, [PLATE])).get(PLATE)!;
});
afterAll(async () => {
  terminal?.stop();
  await fleet?.close();
});

const visible = { visible: true } as const;
const yesterday = () => new Date(Date.now() + 8 * HOUR_MS - DAY_MS).toISOString().slice(0, 10);

it('records a channel of the wall on the server, finds the file, and plays it', async () => {
  const { page } = user;
  await navigate(page, `${WALL}?targId=${targId}&channel=2`);
  await plays(page, 0);
  await page
    .getByRole('button', { name: t('video.recordStart') })
    .filter(visible)
    .click();
  await page
    .getByRole('status', { name: t('video.recording') })
    .filter(visible)
    .waitFor(LIMIT);
  await takeScreenshot(page, 'video-wall-zh-light-1440');
  // some seconds of it
  for (let second = 0; second < 3; second++) await plays(page, 0);
  await page
    .getByRole('button', { name: t('video.recordStop') })
    .filter(visible)
    .click();
  await page
    .getByRole('link', { name: t('video.findRecord') })
    .filter(visible)
    .click();
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
  await takeScreenshot(page, 'video-file-zh-light-1440');
});

it('plays yesterday’s recording of the terminal next to its track', async () => {
  const { page } = user;
  await navigate(page, `${RECORDED}?targId=${targId}&channel=1&source=terminal&day=${yesterday()}`);
  const row = page
    .getByRole('row')
    .filter({ hasText: t('recordedVideo.source_terminal') })
    .filter(visible);
  await row
    .getByRole('button', { name: t('recordedVideo.play') })
    .first()
    .click();
  await plays(page, 0);
  await page
    .getByRole('region', { name: t('recordedVideo.track') })
    .filter(visible)
    .waitFor(LIMIT);
  await takeScreenshot(page, 'recorded-video-zh-light-1440');
  expect(terminal.received.map(({ type }) => type)).toContain('openPlayback');
});

it('uploads a recording by FTP, although the connection is cut in the middle', async () => {
  const { page } = user;
  const row = page
    .getByRole('row')
    .filter({ hasText: t('recordedVideo.source_terminal') })
    .filter(visible);
  await row
    .getByRole('button', { name: t('recordedVideo.upload') })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('recordedVideo.upload') })
    .click();
  await page
    .getByRole('tab', { name: t('recordedVideo.uploads') })
    .filter(visible)
    .click();
  const task = page
    .getByRole('row')
    .filter({ hasText: t('videoUpload.done') })
    .filter(visible);
  await task.first().waitFor({ timeout: 120_000 });
  await takeScreenshot(page, 'recorded-video-uploads-zh-light-1440');
  expect(terminal.received.filter(({ type }) => type === 'uploadRecording').length).toBeGreaterThanOrEqual(1);
});
