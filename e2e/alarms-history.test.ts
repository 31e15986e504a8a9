/** Past alarms by each filter of their pages; pages, pop-ups and dialogs in each colour scheme, size and language. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { alarmRows, caseSteps, holdPopups, isOfKind, kind, openAlarmDrawer, openMap } from './support/alarms.ts';
import { takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, NARROW, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { createColleague, findRootDepartment } from './support/records.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';
import { findTextKey } from './support/text-keys.ts';

const [FIRST, SECOND] = ['沪B95021', '沪B95022'] as const;
const [DANGER, QUEUE, SAFETY] = [
  '/QuickBar/danger',
  '/adasAlarm/adasAlarmDeal',
  '/activesafety/safetyalarm/safetyalarm',
] as const;
/** A case takes seven screenshots. */
const LONG_MS = 300_000;
const COLLEAGUE = { account: 'lisi', userName: '李四', password: 'Night_shift_2026' };

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let first: SimulatedTerminal;
let second: SimulatedTerminal;
let user: UserPage;
let page: Page;

beforeAll(async () => {
  fleet = await startFleet();
  const { gatewayPort } = fleet.product;
  first = await startSimulatedTerminal(gatewayPort, { phone: '13900095021', plate: FIRST, lng: 121.47, lat: 31.23 });
  second = await startSimulatedTerminal(gatewayPort, { phone: '13900095022', plate: SECOND, lng: 121.5, lat: 31.23 });
  user = await openUserPage(fleet, ADMIN, '/index');
  ({ page } = user);
  for (const key of ['overspeed', 'fatigue', 'antennaOpen'] as const) first.alarms.raise({ kind: key });
  second.alarms.raise({ kind: 'overspeed' });
  first.alarms.raise({ kind: 'adasFcw', files: 2 });
  first.alarms.raise({ kind: 'dsmPhone', level: 2 });
  second.alarms.raise({ kind: 'dsmPhone' });
  const list = await until('all of them', async () => {
    const told = await user.client.post('warnScheme/listWarnHistory');
    return told.list.length === 7 ? told.list : undefined;
  });
  await handle(list, FIRST, 'fatigue', 5);
  await handle(list, FIRST, 'dsmPhone', 6);
  await createColleague(user.client, fleet.product.url, COLLEAGUE);
});
afterAll(async () => {
  first?.stop();
  second?.stop();
  await user?.close();
  await fleet?.close();
});

type Told = { carNo: string; subTypeName: string; alarmGid: string; targId: string };
async function handle(list: Told[], plate: string, key: string, dealType: number): Promise<void> {
  const found = list.find((row) => row.carNo === plate && isOfKind(row, key))!;
  const { alarmGid, targId } = found;
  await user.client.post('warnScheme/saveWarnHistoryDeal', { dealList: [{ alarmGid, targId }], dealType, vNotes: '' });
}

/** Vehicle and alarm kind of the visible rows. */
const shown = async () => {
  const rows = await alarmRows(page).allTextContents();
  const kinds = ['overspeed', 'fatigue', 'antennaOpen', 'adasFcw', 'dsmPhone'];
  return rows
    .map((text) => `${[FIRST, SECOND].find((plate) => text.includes(plate))} ${kinds.find((key) => text.includes(kind(key)))}`)
    .sort();
};
/** The number of rows that the visible page tells. */
const total = (count: number) => page.getByText(t('table.total', { total: count })).filter({ visible: true });
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
    await navigate(page, `${path}?tab=history${filters}`);
    await total(found.length).waitFor(LIMIT);
    await expect.poll(shown, LIMIT).toEqual(found);
  });

  it('is filtered by a form, and the URL holds the filters', async () => {
    await navigate(page, `${DANGER}?tab=history`);
    await total(4).waitFor(LIMIT);
    await page.getByRole('combobox', { name: t('alarmHistory.type') }).fill(kind('fatigue'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('table.query') }).click();
    await expect.poll(shown, LIMIT).toEqual([A('fatigue')]);
    expect(new URL(page.url()).searchParams.get('warnId')).toBe('2');
    await page.getByText(t('alarmHistory.handledBy', { name: ADMIN })).waitFor(LIMIT);
    await alarmRows(page).getByText(kind('fatigue')).click();
    await caseSteps(page)
      .filter({ hasText: t('alarmHistory.deal5') })
      .waitFor(LIMIT);
    await takeScreenshot(page, 'alarm-detail-zh-light-1440');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('is summarized on the dashboard, whose rows link to it', async () => {
    await navigate(page, '/index');
    const card = (key: string) => page.getByRole('region', { name: t(`screens.${key}`), exact: true });
    const plates = (key: string) => expect.poll(() => card(key).locator('tbody tr').count(), LIMIT);
    await card('alarms').getByText(t('screens.emergency')).waitFor(LIMIT);
    await plates('waitingOrdinary').toBe(3);
    await plates('waitingSafety').toBe(2);
    await plates('alarmRank').toBe(2);
    await plates('alarmKinds').toBe(5);
    await card('alarms').scrollIntoViewIfNeeded();
    await takeScreenshot(page, 'dashboard-alarms-zh-light-1440');
    expect(await accessibilityViolations(page)).toEqual([]);
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

  it('lists waiting alarms in the active-safety queue, the most urgent first', async () => {
    await navigate(page, QUEUE);
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
  it('pop-ups, list, dialog and pages have all texts and no accessibility violations', { timeout: LONG_MS }, async () => {
    const name = `${look.language}-${look.scheme}-${look.width}`;
    const { account, password } = COLLEAGUE;
    const own = await openUserPage(fleet, account, '/index', { ...look, password });
    // an account that follows no vehicle gets no positions
    await own.client.get('car/checkedDept', { deptId: await findRootDepartment(own.client) });
    const at = async (what: string) => {
      await takeScreenshot(own.page, `alarms-${what}-${name}`);
      expect([what, await accessibilityViolations(own.page)]).toEqual([what, []]);
      expect([what, await findTextKey(own.page)]).toEqual([what, undefined]);
    };
    for (const [what, path] of [
      ['danger', DANGER],
      ['danger-history', `${DANGER}?tab=history`],
      ['queue', QUEUE],
      ['safety', `${SAFETY}?tab=history`],
    ] as const) {
      await navigate(own.page, path);
      await alarmRows(own.page).first().waitFor(LIMIT);
      await at(what);
    }
    await openMap(own.page, fleet.product.url);
    first.alarms.raise({ kind: 'dsmSmoke', level: 2 });
    const popups = own.page.getByRole('alert').filter({ has: own.page.getByRole('heading') });
    await popups.filter({ hasText: translate(look.language, 'alarm.dsmSmoke') }).waitFor(LIMIT);
    const raised = translate(look.language, `alarm.${raises}`);
    await holdPopups(own.page, raised);
    first.alarms.raise({ kind: raises });
    const ordinary = popups.filter({ hasText: raised });
    await ordinary.waitFor(LIMIT);
    await at('popups');
    await ordinary.getByRole('button', { name: translate(look.language, 'alarmPopup.handle') }).click(LIMIT);
    const dialog = own.page.getByRole('dialog', { name: translate(look.language, 'alarmHandling.title') });
    await dialog.getByRole('radio').first().waitFor(LIMIT);
    await at('deal');
    await own.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...LIMIT });
    await (await openAlarmDrawer(own.page, look.language)).getByRole('listitem').first().waitFor(LIMIT);
    await at('drawer');
    await own.close();
  });
});
