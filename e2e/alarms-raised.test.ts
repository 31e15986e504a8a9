/** New alarms of terminals: which ones show a pop-up, ring and sound, and which ones only appear in lists. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import {
  acknowledgeSerious,
  announcedText,
  bellCount,
  kind,
  openAlarmDrawer,
  ordinaryPopup,
  playedLevels,
  recordSounds,
  safetyPopup,
} from './support/alarms.ts';
import { takeScreenshot } from './support/browser.ts';
import { until, vehicleIds } from './support/client.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { recordLiveFeed } from './support/live-feed.ts';
import { translate } from './support/login.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';

const [PLATE, DOORS] = ['沪B95001', '沪B95002'] as const;
/** JT/T 808-2019 table 23: ACC, a fix, the fuel line cut. */
const FUEL_CUT = 0b11 | (1 << 10);

/** Border colours of levels in the light theme: 2 orange, 3 red. */
const COLOURS = { 2: 'rgb(232, 113, 10)', 3: 'rgb(217, 45, 58)' } as const;

/** Border colours of the visible pop-ups by level. */
const coloursOfPopups = (page: Page) =>
  page.evaluate(
    `Object.fromEntries([...document.querySelectorAll('article[data-level]')].map((popup) => [popup.dataset.level, getComputedStyle(popup).borderLeftColor]))`,
  );

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let car: SimulatedTerminal;
let user: UserPage;
let page: Page;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  fleet = await startFleet();
  car = await startSimulatedTerminal(fleet.product.gatewayPort, { phone: '13900095001', plate: PLATE, lng: 121.47, lat: 31.23 });
  await fleet.connect('013900095002', DOORS, { ...standingAt(121.5, 31.23), statusBits: FUEL_CUT });
  user = await openUserPage(fleet, ADMIN, '/index');
  page = user.page;
  ids = await vehicleIds(user.client, [PLATE, DOORS]);
  await recordSounds(page);
  const feed = recordLiveFeed(page);
  await page.goto(`${fleet.product.url}/mapcontent/mapmonitoring?sel=${ids.get(PLATE)}`);
  await until('positions', () => feed.received.length > 0 || undefined);
});
afterAll(async () => {
  car?.stop();
  await user?.close();
  await fleet?.close();
});

const dialog = (plate: string) => page.getByRole('dialog', { name: plate });
const SERIOUS = 3;
const mark = () => page.locator('[data-sound]');
const stillness = () => expect.poll(() => mark().getAttribute('data-sound'), LIMIT).toBe('idle');

describe('an alarm', () => {
  it('before the first interaction with the page pops up without a sound, and the page says so', async () => {
    const wanted = [kind('illegalDrive'), t('alarmPopup.soundBlocked')];
    car.alarms.raise({ kind: 'illegalDrive' });
    await expect
      .poll(async () => {
        const told = await announcedText(page);
        return wanted.filter((words) => told.includes(words));
      }, LIMIT)
      .toEqual(wanted);
    expect(await playedLevels(page)).toEqual([]);
    await takeScreenshot(page, 'alarm-sound-blocked-zh-light-1440');
    await page.getByText(t('alarmPopup.soundBlocked')).click();
    await stillness();
    expect(await page.getByText(t('alarmPopup.soundBlocked')).count()).toBe(0);
  });

  it.each([
    ['overspeed', 'ordinary', 2, {}],
    ['emergency', 'ordinary', 3, {}],
    ['videoCover', 'ordinary', 2, {}],
    ['adasFcw', 'safety', 2, { level: 1, files: 2 }],
    ['dsmFatigue', 'safety', 3, { level: 2 }],
    ['tpmsTemp', 'safety', 3, {}],
    ['bsdRear', 'safety', 2, {}],
  ] as const)('%s pops up (%s), rings its bell and sounds at level %i', async (key, family, level, more) => {
    const [bell, popup] =
      family === 'safety' ? (['safetyBell', safetyPopup] as const) : (['ordinaryBell', ordinaryPopup] as const);
    await stillness();
    const [rung, sounded] = [await bellCount(page, bell), (await playedLevels(page)).length];
    car.alarms.raise({ kind: key, ...more });
    const shown = popup(page, PLATE).filter({ hasText: kind(key) });
    await shown.waitFor(LIMIT);
    expect(await shown.getAttribute('data-level')).toBe(String(level));
    expect(await coloursOfPopups(page)).toMatchObject({ [level]: COLOURS[level] });
    await takeScreenshot(page, `alarm-${key}-zh-light-1440`);
    await expect.poll(() => bellCount(page, bell), LIMIT).toBe(rung + 1);
    // the sound of level 3 repeats until it is acknowledged
    await expect.poll(async () => [...new Set((await playedLevels(page)).slice(sounded))], LIMIT).toEqual([level]);
    if (key === 'adasFcw')
      await shown
        .getByText(/\d\/2$/)
        .filter({ hasText: t('alarmPopup.files') })
        .waitFor(LIMIT);
    expect(await accessibilityViolations(page)).toEqual([]);
    if (level === SERIOUS) await acknowledgeSerious(page, `${kind(key)} · ${PLATE}`);
  });

  it('of a serious kind sets the state of the vehicle in its dialog and in the tree', async () => {
    await dialog(PLATE).getByText(t('monitor.status5'), { exact: true }).first().waitFor(LIMIT);
    car.alarms.lower('emergency');
    for (const key of ['overspeed', 'illegalDrive', 'videoCover'] as const) car.alarms.lower(key);
    await dialog(PLATE).getByText(t('monitor.status3'), { exact: true }).first().waitFor(LIMIT);
  });

  it('of the lowest level opens no pop-up and makes no sound: it rings the bell and is in the list', async () => {
    await stillness();
    const [rung, sounded] = [await bellCount(page, 'ordinaryBell'), (await playedLevels(page)).length];
    car.alarms.raise({ kind: 'antennaOpen' });
    await expect.poll(() => bellCount(page, 'ordinaryBell'), LIMIT).toBe(rung + 1);
    const drawer = await openAlarmDrawer(page);
    await drawer
      .getByRole('listitem')
      .filter({ hasText: kind('antennaOpen') })
      .waitFor(LIMIT);
    expect(
      await ordinaryPopup(page, PLATE)
        .filter({ hasText: kind('antennaOpen') })
        .count(),
    ).toBe(0);
    expect((await playedLevels(page)).length).toBe(sounded);
    // the list has all alarms, the newest first
    expect(await drawer.getByRole('listitem').count()).toBe(9);
    await drawer.getByRole('searchbox').fill(kind('tpmsTemp'));
    await expect.poll(() => drawer.getByRole('listitem').count(), LIMIT).toBe(1);
    await takeScreenshot(page, 'alarm-drawer-zh-light-1440');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached', ...LIMIT });
  });

  it('of an unknown kind affects no other alarm, and the terminal continues', async () => {
    const rung = await bellCount(page, 'safetyBell');
    car.alarms.raise({ kind: { item: 0x65, type: 0xe5 } });
    car.alarms.raise({ kind: 'dsmSmoke' });
    await safetyPopup(page, PLATE)
      .filter({ hasText: kind('dsmSmoke') })
      .waitFor(LIMIT);
    await expect.poll(() => bellCount(page, 'safetyBell'), LIMIT).toBe(rung + 1);
    const { list } = await user.client.post('activeSafety/alarm/list', { targIds: [ids.get(PLATE)] });
    expect(list.map(({ warnId }: { warnId: number }) => warnId).sort()).toEqual([66, 77, 79, 92, 97]);
    await until('all to be acknowledged', () => car.unsent() === 0 || undefined);
  });

  it('is not raised by a status bit: the dialog shows the vehicle state instead', async () => {
    await navigate(page, `/mapcontent/mapmonitoring?sel=${ids.get(DOORS)}`, { locate: true });
    await dialog(DOORS).waitFor(LIMIT);
    await dialog(DOORS)
      .getByRole('button', { name: t('monitor.allFields') })
      .click();
    await dialog(DOORS).getByText(t('monitor.fuelCut')).first().waitFor(LIMIT);
    expect((await user.client.post('warnScheme/listWarnHistory', { targIds: [ids.get(DOORS)] })).list).toEqual([]);
  });
});
