/** The vehicle dialog and its windows: live values, records, and commands that a terminal executes, refuses or never answers. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { navigate, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { acknowledge, answerLocation, type Place, type Terminal } from './support/terminal.ts';

const LIMIT = { timeout: 60_000 };
/** A command waits 20 s for its answer and is sent three times. */
const PATIENCE = { timeout: 90_000 };
/** Timeout of a case with such a command. */
const LONG_MS = 300_000;
const [DRIVING, MOODY, SILENT, AWAY] = ['沪B71231', '沪B71232', '沪B71233', '沪B71234'] as const;
const PHONES = { [DRIVING]: '013900071231', [MOODY]: '013900071232', [SILENT]: '013900071233', [AWAY]: '013900071234' };
const [DONE, FAILED] = [0, 1];
/** At sea, without an address. */
const SEA = standingAt(129.5, 26.5);

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let user: UserPage;
let page: Page;
let moody: Terminal;
let ids: ReadonlyMap<string, string>;

/** North-east out of Shanghai at 72 km/h. */
const onTheWay = (step: number): Place => ({
  lng: 121.47 + step * 0.000_15,
  lat: 31.23 + step * 0.000_13,
  speedKmh: 72,
  heading: 45,
  at: Date.now(),
  // low pressure of the first of four wheels
  extra: new Uint8Array([0x05, 30, 8, 10, 10, 10, ...Array.from({ length: 26 }, () => 0xff)]),
});

beforeAll(async () => {
  fleet = await startFleet();
  const driving = await fleet.connect(PHONES[DRIVING], DRIVING, onTheWay(0));
  driving.setAnswer(acknowledge(DONE));
  moody = await fleet.connect(PHONES[MOODY], MOODY, SEA);
  await fleet.connect(PHONES[SILENT], SILENT, standingAt(121.4, 31.2));
  const away = await fleet.connect(PHONES[AWAY], AWAY, standingAt(121.3, 31.1));
  away.close();
  user = await openUserPage(fleet, ADMIN, '/index');
  page = user.page;
  ids = await vehicleIds(user.client, [DRIVING, MOODY, SILENT, AWAY]);
  expect([...ids.keys()].sort()).toEqual([DRIVING, MOODY, SILENT, AWAY]);
  fleet.drive(driving, onTheWay);
});
afterAll(async () => {
  await user?.close();
  await fleet?.close();
});

/** Opens a vehicle's dialog in the monitoring centre. */
async function dialogOf(plate: string): Promise<Locator> {
  await navigate(page, `/mapcontent/mapmonitoring?sel=${ids.get(plate)}`, { locate: true });
  const dialog = page.getByRole('dialog', { name: plate });
  await dialog.waitFor(LIMIT);
  return dialog;
}
const act = (key: string) =>
  page
    .getByRole('toolbar', { name: t('vehicleWindow.actions') })
    .getByText(t(key), { exact: true })
    .click();
const windowOf = async (title: string): Promise<Locator> => {
  const window = page.getByRole('dialog', { name: title });
  await window.waitFor(LIMIT);
  return window;
};
const gone = (window: Locator) => window.waitFor({ state: 'detached', ...LIMIT });
/** The newest command in the tray. */
const newest = () =>
  page
    .getByRole('region', { name: t('commandTray.title') })
    .getByRole('listitem')
    .first();
const told = (outcome: string, limit = LIMIT) =>
  newest()
    .getByText(t(`commandTray.${outcome}`))
    .waitFor(limit);
/** The value of a field in the dialog. */
const fieldOf = (dialog: Locator, label: string) =>
  dialog.locator('dl > div', { has: page.getByText(label, { exact: true }) }).locator('dd');

it('shows live values and the address, and says so if the address is unknown', async () => {
  const dialog = await dialogOf(DRIVING);
  await fieldOf(dialog, t('monitor.fieldSpeed')).getByText('72', { exact: true }).waitFor(LIMIT);
  await fieldOf(dialog, t('monitor.fieldPlace')).getByText('上海市').waitFor(LIMIT);
  const time = () => fieldOf(dialog, t('monitor.fieldTime')).textContent();
  const before = await time();
  await expect.poll(time, LIMIT).not.toBe(before);
  await dialog.getByRole('button', { name: t('monitor.allFields') }).click();
  const place = () => fieldOf(dialog, t('monitor.fieldCoordinates')).textContent();
  const there = await place();
  await expect.poll(place, LIMIT).not.toBe(there);
  await takeScreenshot(page, 'vehicle-all-fields-zh-light-1440');

  const other = await dialogOf(MOODY);
  await fieldOf(other, t('monitor.fieldPlace')).getByText(t('monitor.noAddress')).waitFor(LIMIT);
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('sends a text to the driver, and saves it as a template', async () => {
  moody.setAnswer(acknowledge(DONE));
  await act('vehicleAction.message');
  const window = await windowOf(t('vehicleWindow.messageTitle'));
  const send = window.getByRole('button', { name: t('vehicleWindow.sendMessage') });
  const text = window.getByRole('textbox', { name: t('vehicleWindow.text') });
  await send.click();
  await window.getByText(t('message.contentRequired')).waitFor(LIMIT);
  await text.fill('路'.repeat(251));
  await window.getByText(t('message.contentTooLong')).waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-message-wrong-zh-light-1440');
  await text.fill('前方拥堵，请绕行');
  for (const channel of ['channelScreen', 'channelTts'])
    await window.getByRole('checkbox', { name: t(`vehicleWindow.${channel}`) }).click();
  await window.getByRole('checkbox', { name: t('vehicleWindow.channelScreen') }).click();
  await send.click();
  await window.getByText(t('message.channelRequired')).waitFor(LIMIT);
  for (const channel of ['channelScreen', 'channelTts'])
    await window.getByRole('checkbox', { name: t(`vehicleWindow.${channel}`) }).check();
  await window.getByRole('checkbox', { name: t('vehicleWindow.saveAsTemplate') }).check();
  await send.click();
  await gone(window);
  await told('acknowledged');
  // specification 9: 3 and the sum of the channels
  expect(moody.received.at(-1)).toMatchObject({ type: 'sendText', body: { flag: 16 + 8, text: '前方拥堵，请绕行' } });

  moody.setAnswer(acknowledge(FAILED));
  await act('vehicleAction.message');
  await window.getByRole('radio', { name: t('vehicleWindow.fromTemplate') }).check();
  await send.click();
  await window.getByText(t('message.templateRequired')).waitFor(LIMIT);
  await window.getByRole('combobox', { name: t('vehicleWindow.template') }).click();
  await page.getByTitle('前方拥堵，请绕行').click();
  await takeScreenshot(page, 'vehicle-message-template-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await send.click();
  await gone(window);
  await told('refused');
  expect(moody.received.at(-1)).toMatchObject({ type: 'sendText', body: { text: '前方拥堵，请绕行' } });
  await takeScreenshot(page, 'vehicle-tray-zh-light-1440');
  moody.setAnswer(acknowledge(DONE));
  await newest()
    .getByRole('button', { name: t('commandTray.resend') })
    .click();
  await told('acknowledged');
});

it('has the terminal call back for listening', async () => {
  await act('vehicleAction.listen');
  const window = await windowOf(t('vehicleWindow.listenTitle', { plate: MOODY }));
  const call = window.getByRole('button', { name: t('vehicleWindow.call') });
  await call.click();
  await window.locator('.ant-form-item-explain-error').first().waitFor(LIMIT);
  await window.getByLabel(t('command.field_phone')).fill('12');
  await window.getByText(t('rule.phone')).waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-listen-zh-light-1440');
  await window.getByLabel(t('command.field_phone')).fill('13912345678');
  await call.click();
  await gone(window);
  await told('acknowledged');
  expect(moody.received.at(-1)).toMatchObject({ type: 'callBack', body: { kind: 1, phone: '13912345678' } });
});

it('has the terminal take photos, and shows how many', async () => {
  moody.setAnswer(({ serial }) => ({ type: 'photoReply', body: { serial, result: 0, mediaIds: [7, 8] } }));
  await act('vehicleAction.photograph');
  const window = await windowOf(t('vehicleWindow.photoTitle', { plate: MOODY }));
  await window.getByLabel(t('vehicleWindow.photoCount')).fill('2');
  await window.getByLabel(t('command.field_channel'), { exact: true }).fill('3');
  await window.getByText(t('vehicleWindow.moreParameters')).click();
  await takeScreenshot(page, 'vehicle-photo-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await window.getByRole('button', { name: t('vehicleWindow.shoot') }).click();
  await gone(window);
  await told('answered');
  await newest()
    .getByText(t('commandTray.photos_other', { count: 2 }))
    .waitFor(LIMIT);
  expect(moody.received.at(-1)).toMatchObject({ type: 'takePhoto', body: { channel: 3, command: 2, save: 0 } });
});

it('queries the position of the terminal', async () => {
  moody.setAnswer((header) => answerLocation(header, { ...SEA, lng: 129.6, at: Date.now() }));
  await act('vehicleAction.rollCall');
  await told('answered');
  await newest().getByText('129.600000, 26.500000').waitFor(LIMIT);
  expect(moody.received.at(-1)).toMatchObject({ type: 'queryLocation' });
});

it('shows the records of vehicle, owner, driver and terminal', async () => {
  const { list } = await user.client.post('car/listCar', { carNo: MOODY });
  await user.client.post('car/batchCar', { ids: [list[0].id], values: { ownerName: '浦江货运' } });
  await act('monitor.vehicleInfo');
  const window = await windowOf(t('vehicleWindow.infoTitle', { plate: MOODY }));
  await window.getByText(MOODY, { exact: true }).waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-info-zh-light-1440');
  await window.getByRole('tab', { name: t('vehicleWindow.tab_driver') }).click();
  await window.getByText(t('vehicleWindow.noDriver')).waitFor(LIMIT);
  await window.getByRole('tab', { name: t('vehicleWindow.tab_terminal') }).click();
  await window.getByText(PHONES[MOODY].slice(1)).waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await gone(window);
  await act('vehicleAction.ownerInfo');
  await window.getByText('浦江货运').waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-owner-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await gone(window);
});

it('shows the tyre pressure if a terminal reports it', async () => {
  await act('vehicleAction.tyres');
  const none = await windowOf(t('vehicleWindow.tyresTitle', { plate: MOODY }));
  await none.getByText(t('vehicleWindow.noTyres')).waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await gone(none);
  await dialogOf(DRIVING);
  await act('vehicleAction.tyres');
  const window = await windowOf(t('vehicleWindow.tyresTitle', { plate: DRIVING }));
  await expect.poll(() => window.getByRole('row').count(), LIMIT).toBe(5);
  await window.getByRole('row', { name: '1 8' }).waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-tyres-zh-light-1440');
  await page.keyboard.press('Escape');
  await gone(window);
});

it('says at once that a terminal is offline, and delivers a text after it reconnects', async () => {
  await dialogOf(AWAY);
  await act('vehicleAction.rollCall');
  await page.getByText(t('error.terminalOffline')).waitFor(LIMIT);
  await takeScreenshot(page, 'vehicle-away-zh-light-1440');
  await act('vehicleAction.message');
  const window = await windowOf(t('vehicleWindow.messageTitle'));
  await window.getByRole('textbox', { name: t('vehicleWindow.text') }).fill('请与调度联系');
  await window.getByRole('button', { name: t('vehicleWindow.sendMessage') }).click();
  await gone(window);
  await told('queued');
  const back = await fleet.connect(PHONES[AWAY], AWAY, standingAt(121.3, 31.1));
  back.setAnswer(acknowledge(DONE));
  await told('acknowledged', PATIENCE);
  expect(back.received.at(-1)).toMatchObject({ type: 'sendText', body: { text: '请与调度联系' } });
});

it('tracks a vehicle with the line it draws', async () => {
  await dialogOf(DRIVING);
  await act('vehicleAction.tracking');
  await page.waitForURL(/\/mapcontent\/tracking\?targId=\d+/, LIMIT);
  const tracked = page.getByRole('region', { name: DRIVING, exact: true });
  const points = tracked.getByRole('table', { name: t('tracking.points') }).getByRole('row');
  // its heading and its number of lines
  await expect.poll(() => points.count(), LIMIT).toBeGreaterThan(3);
  await takeScreenshot(page, 'tracking-zh-light-1440');
  await page.getByRole('combobox', { name: t('tracking.add') }).fill('71233');
  await page.getByTitle(SILENT).click();
  await page.getByRole('region', { name: SILENT, exact: true }).waitFor(LIMIT);
  await takeScreenshot(page, 'tracking-two-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await tracked.getByRole('button', { name: t('tracking.stop') }).click();
  await tracked.getByText(t('tracking.stopped')).waitFor(LIMIT);
  expect(await points.count()).toBe(0);
});

it('has a terminal report at an interval for some minutes, and shows whether it was accepted', { timeout: LONG_MS }, async () => {
  const at = (plate: string) => `/mapcontent/trackingTime?targId=${ids.get(plate)}`;
  const begin = (on: Page) => on.getByRole('button', { name: t('tracking.begin') }).click(LIMIT);
  const state = (on: Page, outcome: string, limit = LIMIT) =>
    on
      .getByRole('status')
      .getByText(t(`commandTray.${outcome}`))
      .first()
      .waitFor(limit);
  // the batch waits for the silent terminal while the others answer
  const waiting = await page.context().newPage();
  await waiting.goto(fleet.product.url + at(SILENT));
  await begin(waiting);
  await waiting
    .getByRole('status')
    .getByRole('button', { name: t('tracking.end') })
    .waitFor(LIMIT);

  moody.setAnswer(acknowledge(FAILED));
  await navigate(page, at(MOODY));
  await page.getByLabel(t('command.field_interval')).fill('3');
  await begin(page);
  await page.getByText(t('rule.min', { min: 5 })).waitFor(LIMIT);
  await takeScreenshot(page, 'tracking-time-wrong-zh-light-1440');
  await page.getByLabel(t('command.field_interval')).fill('5');
  await page.getByLabel(t('command.field_validMinutes')).fill('2');
  await begin(page);
  await state(page, 'refused');
  expect(moody.received.at(-1)).toMatchObject({ type: 'trackLocation', body: { intervalS: 5, validityS: 120 } });
  await takeScreenshot(page, 'tracking-time-refused-zh-light-1440');

  moody.setAnswer(acknowledge(DONE));
  await page.getByRole('button', { name: t('tracking.again') }).click();
  await begin(page);
  await state(page, 'acknowledged');
  const asked = moody.received.at(-1);
  expect(asked).toMatchObject({ type: 'trackLocation', body: { intervalS: 10, validityS: 1_800 } });
  await moody.report({ ...SEA, lng: 129.61, at: Date.now() });
  await moody.report({ ...SEA, lng: 129.62, at: Date.now() + 1_000 });
  const points = page.getByRole('table', { name: t('tracking.points') }).getByRole('row');
  await expect.poll(() => points.count(), LIMIT).toBeGreaterThan(2);
  await page
    .getByRole('status')
    .getByText(/^[12] \/ \d+$/)
    .waitFor(LIMIT);
  await takeScreenshot(page, 'tracking-time-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page
    .getByRole('status')
    .getByRole('button', { name: t('tracking.end') })
    .click();
  await page.getByRole('button', { name: t('tracking.begin') }).waitFor(LIMIT);
  await expect.poll(() => moody.received.at(-1), LIMIT).toMatchObject({ type: 'trackLocation', body: { intervalS: 0 } });

  moody.close();
  await expect
    .poll(async () => (await user.client.post('device/listDevice', { online: true })).list.length, LIMIT)
    .toBeLessThan(4);
  await begin(page);
  await page.getByText(t('error.terminalOffline')).first().waitFor(LIMIT);
  await state(waiting, 'timedOut', PATIENCE);
  await takeScreenshot(waiting, 'tracking-time-timed-out-zh-light-1440');
  await waiting.close();
});
