/** Alarms of the past are found again, by each filter of their pages; the pages, pop-ups and dialogs in each look. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmRows, caseSteps, isOfKind, kind, openDrawer, openMap } from './support/alarms.ts';
import { seriousFaults } from './support/axe.ts';
import { picture } from './support/browser.ts';
import { until } from './support/client.ts';
import { ADMIN, type Fleet, openFleet } from './support/fleet.ts';
import { enterColleague, rootDepartment } from './support/records.ts';
import { say as sayIn } from './support/shell.ts';
import { type Simulated, switchOn } from './support/simulated.ts';
import { keyShown } from './support/texts.ts';
import { LIMIT, NARROW, type Seat, takeSeat } from './support/workplace.ts';

const [FIRST, SECOND] = ['沪B95021', '沪B95022'] as const;
const [DANGER, QUEUE, SAFETY] = [
  '/QuickBar/danger',
  '/adasAlarm/adasAlarmDeal',
  '/activesafety/safetyalarm/safetyalarm',
] as const;
/** Seven pictures of a console. */
const LONG_MS = 300_000;
const COLLEAGUE = { account: 'lisi', userName: '李四', password: 'Night_shift_2026' };

const say = (key: string, values: Readonly<Record<string, string | number>> = {}) => sayIn('zh', key, values);

let fleet: Fleet;
let first: Simulated;
let second: Simulated;
let seat: Seat;
let page: Page;

beforeAll(async () => {
  fleet = await openFleet();
  const { gatewayPort } = fleet.product;
  first = await switchOn(gatewayPort, { phone: '13900095021', plate: FIRST, lng: 121.47, lat: 31.23 });
  second = await switchOn(gatewayPort, { phone: '13900095022', plate: SECOND, lng: 121.5, lat: 31.23 });
  seat = await takeSeat(fleet, ADMIN, '/index');
  ({ page } = seat);
  for (const key of ['overspeed', 'fatigue', 'antennaOpen'] as const) first.alarms.raise({ kind: key });
  second.alarms.raise({ kind: 'overspeed' });
  first.alarms.raise({ kind: 'adasFcw', files: 2 });
  first.alarms.raise({ kind: 'dsmPhone', level: 2 });
  second.alarms.raise({ kind: 'dsmPhone' });
  const list = await until('all of them', async () => {
    const told = await seat.client.post('warnScheme/listWarnHistory');
    return told.list.length === 7 ? told.list : undefined;
  });
  await handle(list, FIRST, 'fatigue', 5);
  await handle(list, FIRST, 'dsmPhone', 6);
  await enterColleague(seat.client, fleet.product.url, COLLEAGUE);
});
afterAll(async () => {
  first?.stop();
  second?.stop();
  await seat?.leave();
  await fleet?.close();
});

type Told = { carNo: string; subTypeName: string; alarmGid: string; targId: string };
async function handle(list: Told[], plate: string, key: string, dealType: number): Promise<void> {
  const found = list.find((row) => row.carNo === plate && isOfKind(row, key))!;
  const { alarmGid, targId } = found;
  await seat.client.post('warnScheme/saveWarnHistoryDeal', { dealList: [{ alarmGid, targId }], dealType, vNotes: '' });
}

/** Vehicle and kind of the rows that are shown. */
const shown = async () => {
  const rows = await alarmRows(page).allTextContents();
  const kinds = ['overspeed', 'fatigue', 'antennaOpen', 'adasFcw', 'dsmPhone'];
  return rows
    .map((text) => `${[FIRST, SECOND].find((plate) => text.includes(plate))} ${kinds.find((key) => text.includes(kind(key)))}`)
    .sort();
};
const [A, B] = [(key: string) => `${FIRST} ${key}`, (key: string) => `${SECOND} ${key}`];
const days = (from: number, to: number) => `&startTime=${Date.now() + from * DAY_MS}&endTime=${Date.now() + to * DAY_MS}`;

describe('the history of alarms', () => {
  it.each([
    [DANGER, '', [A('antennaOpen'), A('fatigue'), A('overspeed'), B('overspeed')]],
    [DANGER, '&warnId=1', [A('overspeed'), B('overspeed')]],
    [DANGER, '&level=1', [A('antennaOpen')]],
    [DANGER, '&carNo=95022', [B('overspeed')]],
    [DANGER, '&warmStatus=2', [A('fatigue')]],
    [DANGER, '&warmStatus=0&level=2', [A('overspeed'), B('overspeed')]],
    [DANGER, '&warmStatus=3', []],
    [DANGER, `&level=3${days(-1, 1)}`, [A('fatigue')]],
    [DANGER, days(-9, -2), []],
    [SAFETY, '', [A('adasFcw'), A('dsmPhone'), B('dsmPhone')]],
    [SAFETY, '&only=hasFiles', [A('adasFcw')]],
    [SAFETY, '&only=storm', []],
    [DANGER, '&dealtBy=0', []],
    [SAFETY, '&warmStatus=3', [A('dsmPhone')]],
    [SAFETY, '&warnId=78&level=2', [B('dsmPhone')]],
  ])('at %s%s', async (path, filters, found) => {
    await page.goto(`${fleet.product.url}${path}?tab=history${filters}`);
    await page.getByText(say('table.total', { total: found.length })).waitFor(LIMIT);
    await expect.poll(shown, LIMIT).toEqual(found);
  });

  it('is asked by the form, and what it found is in the address', async () => {
    await page.goto(`${fleet.product.url}${DANGER}?tab=history`);
    await page.getByText(say('table.total', { total: 4 })).waitFor(LIMIT);
    await page.getByRole('combobox', { name: say('alarmHistory.type') }).fill(kind('fatigue'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: say('table.query') }).click();
    await expect.poll(shown, LIMIT).toEqual([A('fatigue')]);
    expect(new URL(page.url()).searchParams.get('warnId')).toBe('2');
    await page.getByText(say('alarmHistory.handledBy', { name: ADMIN })).waitFor(LIMIT);
    await alarmRows(page).getByText(kind('fatigue')).click();
    await caseSteps(page)
      .filter({ hasText: say('alarmHistory.deal5') })
      .waitFor(LIMIT);
    await picture(page, 'alarm-detail-zh-light-1440');
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('is summed on the dashboard, whose rows lead to it', async () => {
    await page.goto(`${fleet.product.url}/index`);
    const card = (key: string) => page.getByRole('region', { name: say(`home.${key}`), exact: true });
    const plates = (key: string) => expect.poll(() => card(key).locator('tbody tr').count(), LIMIT);
    await card('alarms').getByText(say('home.emergency')).waitFor(LIMIT);
    await plates('waitingOrdinary').toBe(3);
    await plates('waitingSafety').toBe(2);
    await plates('alarmRank').toBe(2);
    await plates('alarmKinds').toBe(5);
    await card('alarms').scrollIntoViewIfNeeded();
    await picture(page, 'dashboard-alarms-zh-light-1440');
    expect(await seriousFaults(page)).toEqual([]);
    await card('waitingOrdinary')
      .getByRole('link', { name: kind('antennaOpen') })
      .click();
    await page.getByRole('dialog').getByText(FIRST).first().waitFor(LIMIT);
    expect(new URL(page.url()).pathname).toBe(DANGER);
    await page.goBack();
    await card('alarmKinds')
      .getByRole('link', { name: kind('dsmPhone') })
      .click();
    await expect.poll(shown, LIMIT).toEqual([A('dsmPhone'), B('dsmPhone')]);
  });

  it('keeps what waits in the queue of active safety, the most urgent first', async () => {
    await page.goto(fleet.product.url + QUEUE);
    await expect.poll(shown, LIMIT).toEqual([A('adasFcw'), B('dsmPhone')]);
  });
});

const LOOKS = [
  { language: 'zh', scheme: 'light', width: 1440, height: 900, raises: 'collision' },
  { language: 'en', scheme: 'dark', width: 1440, height: 900, raises: 'rollover' },
  { language: 'zh', scheme: 'dark', ...NARROW, raises: 'stolen' },
  { language: 'en', scheme: 'light', ...NARROW, raises: 'emergency' },
] as const;

describe.each(LOOKS)('in $language, $scheme, $width px wide', ({ raises, ...look }) => {
  it('pop-ups, list, dialog and pages are whole and accessible', { timeout: LONG_MS }, async () => {
    const name = `${look.language}-${look.scheme}-${look.width}`;
    const { account, password } = COLLEAGUE;
    const own = await takeSeat(fleet, account, '/index', { ...look, password });
    // whoever follows nobody is told of no positions
    await own.client.get('car/checkedDept', { deptId: await rootDepartment(own.client) });
    const at = async (what: string) => {
      await picture(own.page, `alarms-${what}-${name}`);
      expect([what, await seriousFaults(own.page)]).toEqual([what, []]);
      expect([what, await keyShown(own.page)]).toEqual([what, undefined]);
    };
    for (const [what, path] of [
      ['danger', DANGER],
      ['danger-history', `${DANGER}?tab=history`],
      ['queue', QUEUE],
      ['safety', `${SAFETY}?tab=history`],
    ] as const) {
      await own.page.goto(fleet.product.url + path);
      await alarmRows(own.page).first().waitFor(LIMIT);
      await at(what);
    }
    await openMap(own.page, fleet.product.url);
    first.alarms.raise({ kind: 'dsmSmoke', level: 2 });
    const popups = own.page.getByRole('alert').filter({ has: own.page.getByRole('heading') });
    await popups.filter({ hasText: sayIn(look.language, 'alarm.dsmSmoke') }).waitFor(LIMIT);
    first.alarms.raise({ kind: raises });
    const ordinary = popups.filter({ hasText: sayIn(look.language, `alarm.${raises}`) });
    // it stays while the pointer is on it
    await ordinary.hover(LIMIT);
    await at('popups');
    await ordinary.getByRole('button', { name: sayIn(look.language, 'alarmPopup.handle') }).click(LIMIT);
    const dialog = own.page.getByRole('dialog', { name: sayIn(look.language, 'alarmDeal.title') });
    await dialog.getByRole('radio').first().waitFor(LIMIT);
    await at('deal');
    await own.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...LIMIT });
    await (await openDrawer(own.page, look.language)).getByRole('listitem').first().waitFor(LIMIT);
    await at('drawer');
    await own.leave();
  });
});
