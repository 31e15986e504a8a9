/** Files of an alarm arrive, are looked at, found again and packed: with a folder, and with a bucket as the store of files. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Double } from '../server/test/support/s3-double.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { alarmRow, caseSteps, decide, isOfKind, kind, openMap, safetyPopup } from './support/alarms.ts';
import { readDownload, takeScreenshot } from './support/browser.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { recordDownloads } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { plays, videos } from './support/video-look.ts';

const PLATE = '沪B95021';
const CENTRE = '/adasAlarm/adasAlarmEvidenceSel';
const SAFETY = '/activesafety/safetyalarm/safetyalarm';
const FILM = /^视频 \d$/;
/** Of a phone alarm: a picture, a film and the data file. */
const FILES = 3;

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

/** A bucket. */
type Store = { readonly env: Readonly<Record<string, string>>; evidenceFiles(): number; close(): Promise<void> };
/** `looks`: the story of this store takes screenshots and checks accessibility. */
const STORES: readonly { readonly name: string; readonly looks: boolean; readonly open: () => Promise<Store | undefined> }[] = [
  { name: 'a folder', looks: true, open: async () => undefined },
  {
    name: 'a bucket',
    looks: false,
    open: async () => {
      const bucket = await startS3Double();
      return {
        env: { S3_URL: bucket.url },
        evidenceFiles: () => [...bucket.objects.keys()].filter((key) => key.includes('/evidence/')).length,
        close: bucket.stop,
      };
    },
  },
];

describe.each(STORES)('evidence in $name', ({ looks, open }) => {
  let store: Store | undefined;
  let fleet: Fleet;
  let terminal: SimulatedTerminal;
  let user: UserPage;
  let page: Page;

  beforeAll(async () => {
    store = await open();
    fleet = await startFleet(store?.env);
    const where = { phone: '13900095021', plate: PLATE, lng: 121.47, lat: 31.23 };
    terminal = await startSimulatedTerminal(fleet.product.gatewayPort, where);
    user = await openUserPage(fleet, ADMIN, '/index');
    page = user.page;
    await openMap(page, fleet.product.url);
  });
  afterAll(async () => {
    terminal?.stop();
    await user?.close();
    await fleet?.close();
    await store?.close();
  });

  const look = async (name: string) => {
    if (!looks) return;
    await takeScreenshot(page, name);
    expect(await accessibilityViolations(page)).toEqual([]);
  };

  it('arrives with its alarm and plays in place; the history of the false alarm counts the viewed files', async () => {
    const files = safetyPopup(page, PLATE).getByRole('region', { name: t('alarmPopup.files') });
    const picture = files.getByRole('img', { name: t('alarmPopup.image', { n: 1 }) });
    terminal.alarms.raise({ kind: 'dsmPhone', level: 1, files: FILES });
    await picture.waitFor(LIMIT);
    await expect
      .poll(() => picture.evaluate((shown) => (shown as unknown as { naturalWidth: number }).naturalWidth), LIMIT)
      .toBeGreaterThan(0);
    await safetyPopup(page, PLATE)
      .getByText(t('attachment.count', { done: FILES, total: FILES }))
      .waitFor(LIMIT);
    await look('alarm-files-zh-light-1440');
    await files.getByRole('button', { name: FILM }).click(LIMIT);
    await videos(page).evaluate((video) => (video as unknown as { play(): Promise<void> }).play());
    await plays(page, 0);
    if (store) expect(store.evidenceFiles()).toBeGreaterThanOrEqual(FILES);
    await safetyPopup(page, PLATE)
      .getByRole('button', { name: t('alarmPopup.handle') })
      .click(LIMIT);
    await look('alarm-files-dialog-zh-light-1440');
    await decide(page, 6);
    await page.getByText(t('alarmHandling.done')).first().waitFor(LIMIT);
    const { list } = await user.client.post('activeSafety/alarm/list', { carNo: PLATE });
    expect(list).toMatchObject([{ state: 3 }]);
    expect(isOfKind(list[0], 'dsmPhone')).toBe(true);
    await page.goto(`${fleet.product.url}${SAFETY}?tab=history&alarmGid=${list[0].alarmGid}`);
    await caseSteps(page)
      .filter({ hasText: t('attachment.viewed', { viewed: 2, files: FILES, names: '' }) })
      .waitFor(LIMIT);
    await look('alarm-files-detail-zh-light-1440');
    await page.keyboard.press('Escape');
    await alarmRow(page, PLATE).locator('.ant-table-row-expand-icon').click(LIMIT);
    // what the terminal reported of it
    await page.getByText(t('alarmHistory.identification')).waitFor(LIMIT);
    await look('alarm-expanded-zh-light-1440');
  });

  it('is in the evidence centre and can be packed; the package passes the check, and a changed one fails', async () => {
    await page.goto(fleet.product.url + CENTRE);
    const card = page
      .locator('main li[data-row-key]')
      .filter({ hasText: PLATE })
      .filter({ hasText: kind('dsmPhone') });
    await card.getByRole('img').first().waitFor(LIMIT);
    await card.getByRole('checkbox').check(LIMIT);
    const downloads = recordDownloads(page);
    const finished = page.locator('.ant-message').getByRole('button').last();
    await Promise.all([finished.click(LIMIT), page.getByRole('button', { name: t('evidence.pack') }).click(LIMIT)]);
    await expect.poll(() => downloads.length, LIMIT).toBe(1);
    const zip = await readDownload(downloads[0]!);

    await page.getByRole('button', { name: t('evidence.check') }).click(LIMIT);
    const dialog = page.getByRole('dialog', { name: t('evidence.check') });
    const check = async (name: string, buffer: Buffer, verdict: 'intact' | 'notIntact') => {
      await dialog.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/zip', buffer });
      await dialog.getByText(t(`evidence.${verdict}`, { name })).waitFor(LIMIT);
    };
    await check('kept.zip', zip, 'intact');
    await look('evidence-check-zh-light-1440');
    const changed = Buffer.from(zip);
    // in the content of a file
    changed[zip.length >> 1]! ^= 1;
    await check('changed.zip', changed, 'notIntact');
  });
});
