/** Alarms are handled in each way: the text to the driver, the history of the case, and the view of a colleague. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import {
  alarmRow,
  alarmRows,
  caseSteps,
  decide,
  handlingDialog,
  holdPopups,
  isOfKind,
  kind,
  openAlarmDrawer,
  openMap,
  ordinaryPopup,
  safetyPopup,
} from './support/alarms.ts';
import { takeScreenshot } from './support/browser.ts';
import { type Client, until } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { createColleague } from './support/records.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';

const COLLEAGUE = { account: 'lisi', userName: '李四', password: 'Night_shift_2026' };
const [FIRST, SECOND] = ['沪B95011', '沪B95012'] as const;
const [DANGER, QUEUE, SAFETY] = [
  '/QuickBar/danger',
  '/adasAlarm/adasAlarmDeal',
  '/activesafety/safetyalarm/safetyalarm',
] as const;

const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let fleet: Fleet;
let first: SimulatedTerminal;
let second: SimulatedTerminal;
let own: UserPage;
let other: UserPage;
let client: Client;
/** The user's page shows the map, the colleague's page a list. */
let page: Page;
let theirs: Page;

beforeAll(async () => {
  fleet = await startFleet();
  const { gatewayPort, url } = fleet.product;
  first = await startSimulatedTerminal(gatewayPort, { phone: '13900095011', plate: FIRST, lng: 121.47, lat: 31.23 });
  second = await startSimulatedTerminal(gatewayPort, { phone: '13900095012', plate: SECOND, lng: 121.5, lat: 31.23 });
  own = await openUserPage(fleet, ADMIN, '/index');
  ({ page, client } = own);
  await createColleague(client, url, COLLEAGUE);
  other = await openUserPage(fleet, COLLEAGUE.account, DANGER, { password: COLLEAGUE.password });
  theirs = other.page;
  await openMap(page, url);
});
afterAll(async () => {
  first?.stop();
  second?.stop();
  await own?.close();
  await other?.close();
  await fleet?.close();
});

const open = (on: Page, path: string) => on.goto(fleet.product.url + path);
const handle = t('alarmPopup.handle');
const done = (on: Page) => on.getByText(t('alarmHandling.done')).first().waitFor(LIMIT);
const texts = (car: SimulatedTerminal) => car.received.flatMap((message) => (message.type === 'sendText' ? [message.body] : []));
/** The newest alarm of a kind, from the API. */
async function newest(plate: string, key: string) {
  const { list } = await client.post('warnScheme/listWarnHistory', { carNo: plate });
  return list.find((row: { subTypeName: string }) => isOfKind(row, key));
}
const stateOf = (plate: string, key: string, state: number) =>
  expect.poll(async () => (await newest(plate, key))?.state, LIMIT).toBe(state);
/** The history of an alarm's case, from its page. */
async function stepsOf(path: string, plate: string, key: string): Promise<string[]> {
  const { alarmGid } = await newest(plate, key);
  await open(page, `${path}?tab=history&alarmGid=${alarmGid}`);
  await caseSteps(page).first().waitFor(LIMIT);
  return caseSteps(page).allTextContents();
}

describe('an alarm is handled', () => {
  it('by message: the driver gets it, the case shows the acknowledgement, and the alarm is confirmed to the terminal', async () => {
    await holdPopups(page, kind('emergency'));
    first.alarms.raise({ kind: 'emergency' });
    await Promise.all([
      alarmRow(theirs, FIRST, kind('emergency')).waitFor(LIMIT),
      ordinaryPopup(page, FIRST).getByRole('button', { name: handle }).click(LIMIT),
    ]);
    const text = t('alarmHandling.defaultText', { type: kind('emergency') });
    expect(
      await handlingDialog(page)
        .getByRole('textbox', { name: t('vehicleWindow.text') })
        .inputValue(),
    ).toBe(text);
    expect(await accessibilityViolations(page)).toEqual([]);
    await takeScreenshot(page, 'alarm-deal-zh-light-1440');
    await decide(page, 1, '已联系驾驶员');
    await done(page);
    await until('the text', () => texts(first)[0]);
    // 3 and speech
    expect(texts(first)).toMatchObject([{ flag: 8, text }]);
    await until('the confirmation', () => first.received.find(({ type }) => type === 'confirmAlarm'));
    expect(first.received.find(({ type }) => type === 'confirmAlarm')).toMatchObject({ body: { alarmBits: 1 } });
    // the colleague's list loses the alarm
    await alarmRow(theirs, FIRST, kind('emergency')).waitFor({ state: 'detached', ...LIMIT });
    await until('both answers', async () => {
      const { history } = await client.post('warnScheme/getWarnDetail', {
        alarmGid: (await newest(FIRST, 'emergency')).alarmGid,
      });
      return history.filter(({ action }: { action: string }) => action === 'answer').length === 2 || undefined;
    });
    const steps = (await stepsOf(DANGER, FIRST, 'emergency')).join('\n');
    for (const words of ['act_handled', 'act_message', 'act_confirmed', 'act_answer', 'command2'])
      expect(steps).toContain(t(`alarmHistory.${words}`));
    expect(steps).toContain(text);
    expect(steps).toContain('已联系驾驶员');
    await takeScreenshot(page, 'alarm-case-zh-light-1440');
    // no button is left: the terminal has its confirmation
    await expect.poll(async () => (await newest(FIRST, 'emergency')).endTime !== null, LIMIT).toBe(true);
  });

  it('by phone, from the list of all alarms', async () => {
    await openMap(page, fleet.product.url);
    await holdPopups(page, kind('fatigue'));
    second.alarms.raise({ kind: 'fatigue' });
    await ordinaryPopup(page, SECOND).waitFor(LIMIT);
    const drawer = await openAlarmDrawer(page);
    const item = drawer.getByRole('listitem').filter({ hasText: SECOND });
    await item.getByRole('button', { name: handle }).click(LIMIT);
    await decide(page, 5, '已电话通知休息');
    await done(page);
    await item.getByText(t('alarmHistory.state2')).waitFor(LIMIT);
    await stateOf(SECOND, 'fatigue', 2);
    expect(await newest(SECOND, 'fatigue')).toMatchObject({ dealType: 5, vNotes: '已电话通知休息' });
    expect(texts(second)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('as a false alarm, from the page that its pop-up links to', async () => {
    await openMap(page, fleet.product.url);
    await holdPopups(page, kind('mainOff'));
    first.alarms.raise({ kind: 'mainOff' });
    await ordinaryPopup(page, FIRST)
      .filter({ hasText: kind('mainOff') })
      .getByRole('link', { name: t('alarmPopup.view') })
      .click(LIMIT);
    const named = page.getByRole('dialog').filter({ hasText: kind('mainOff') });
    const button = named.getByRole('button', { name: new RegExp(`^${[...t('alarmHistory.handle')].join('\\s*')}$`) });
    await button.click(LIMIT);
    await takeScreenshot(page, 'alarm-named-zh-light-1440');
    await decide(page, 6);
    await done(page);
    await caseSteps(page)
      .filter({ hasText: t('alarmHistory.act_false') })
      .waitFor(LIMIT);
    expect(await button.count()).toBe(0);
    await alarmRow(page, FIRST, kind('mainOff')).waitFor({ state: 'detached', ...LIMIT });
    await stateOf(FIRST, 'mainOff', 3);
  });

  it('one after the other, with the keyboard only', async () => {
    for (const each of ['stolen', 'fuel'] as const) first.alarms.raise({ kind: each });
    await open(page, DANGER);
    await expect.poll(() => alarmRows(page).count(), LIMIT).toBe(2);
    await alarmRow(page, FIRST, kind('stolen'))
      .getByRole('button', { name: t('alarmHistory.handle') })
      .click(LIMIT);
    await handlingDialog(page).getByText(kind('stolen')).first().waitFor(LIMIT);
    await page.keyboard.press('5');
    await takeScreenshot(page, 'alarm-next-zh-light-1440');
    await page.keyboard.press('Control+Enter');
    await handlingDialog(page).getByText(kind('fuel')).first().waitFor(LIMIT);
    await page.keyboard.press('6');
    await page.keyboard.press('Control+Enter');
    await page.getByText(t('alarmHistory.noneWaiting')).first().waitFor(LIMIT);
    await stateOf(FIRST, 'stolen', 2);
    await stateOf(FIRST, 'fuel', 3);
  });

  it('in a batch with others: each driver gets one text', async () => {
    const before = [texts(first).length, texts(second).length];
    for (const car of [first, second]) car.alarms.raise({ kind: 'collision' });
    first.alarms.raise({ kind: 'dayOver' });
    await open(page, DANGER);
    await expect.poll(() => alarmRows(page).count(), LIMIT).toBe(3);
    await page
      .getByRole('checkbox', { name: 'Select all' })
      .or(page.locator('thead input[type="checkbox"]'))
      .first()
      .check(LIMIT);
    await page.getByRole('button', { name: t('alarmHistory.batch') }).click(LIMIT);
    await expect.poll(() => handlingDialog(page).getByRole('listitem').count(), LIMIT).toBe(3);
    await takeScreenshot(page, 'alarm-batch-zh-light-1440');
    await decide(page, 1);
    await done(page);
    await expect.poll(() => alarmRows(page).count(), LIMIT).toBe(0);
    await until('both texts', () => (texts(first).length > before[0]! && texts(second).length > before[1]!) || undefined);
    expect([texts(first).length, texts(second).length]).toEqual(before.map((count) => count + 1));
    for (const [plate, key] of [
      [FIRST, 'collision'],
      [FIRST, 'dayOver'],
      [SECOND, 'collision'],
    ] as const)
      expect(await newest(plate, key)).toMatchObject({ state: 2, dealType: 1 });
  });
});

describe('among colleagues', () => {
  it('the second user to submit sees that it is already handled, and no message is sent', async () => {
    await openMap(page, fleet.product.url);
    await open(theirs, SAFETY);
    await holdPopups(page, kind('dsmPhone'));
    first.alarms.raise({ kind: 'dsmPhone', level: 2 });
    await safetyPopup(page, FIRST).getByRole('button', { name: handle }).click(LIMIT);
    await handlingDialog(page).waitFor(LIMIT);
    await alarmRow(theirs, FIRST)
      .getByRole('button', { name: t('alarmHistory.handle') })
      .click(LIMIT);
    await decide(theirs, 5);
    await done(theirs);
    const [calls, sent] = [own.calls.length, texts(first).length];
    await decide(page, 1);
    await page.getByText(t('alarmHandling.already')).waitFor(LIMIT);
    await takeScreenshot(page, 'alarm-already-zh-light-1440');
    const made = own.calls.slice(calls).map((request) => new URL(request.url()).pathname);
    expect(made.filter((path) => /saveWarnHistoryDeal|sendMessage|confirmAlarm/.test(path))).toEqual([]);
    expect(made.filter((path) => path.endsWith('/alarm/handleAlarms'))).toHaveLength(1);
    expect(texts(first)).toHaveLength(sent);
    await page.keyboard.press('Escape');
    await handlingDialog(page).waitFor({ state: 'detached', ...LIMIT });
    expect(await newest(FIRST, 'dsmPhone')).toMatchObject({ state: 2, dealType: 5, dealtBy: COLLEAGUE.userName });
  });

  it('a colleague sees the name of the user who handles an alarm; cancelling releases the claim', async () => {
    await open(page, SAFETY);
    await open(theirs, QUEUE);
    second.alarms.raise({ kind: 'adasPcw', level: 2 });
    await alarmRow(theirs, SECOND)
      .getByRole('button', { name: t('alarmHistory.handle') })
      .click(LIMIT);
    await handlingDialog(theirs).waitFor(LIMIT);
    await alarmRow(page, SECOND)
      .getByText(t('alarmHistory.handlingBy', { name: COLLEAGUE.userName }))
      .waitFor(LIMIT);
    expect(
      await alarmRow(page, SECOND)
        .getByRole('button', { name: t('alarmHistory.handle') })
        .isDisabled(),
    ).toBe(true);
    await takeScreenshot(page, 'alarm-claimed-zh-light-1440');
    await handlingDialog(theirs)
      .getByRole('button', { name: t('form.cancel') })
      .click();
    await expect
      .poll(
        () =>
          alarmRow(page, SECOND)
            .getByRole('button', { name: t('alarmHistory.handle') })
            .isEnabled(),
        LIMIT,
      )
      .toBe(true);
    expect(await newest(SECOND, 'adasPcw')).toMatchObject({ state: 0, claimedBy: '' });
  });

  it('two simultaneous decisions are recorded as one', async () => {
    const { alarmGid, targId } = await newest(SECOND, 'adasPcw');
    const data = { dealList: [{ alarmGid, targId }], dealType: 5, vNotes: '' };
    const outcomes = await Promise.allSettled(
      [client, other.client].map((each) => each.post('warnScheme/saveWarnHistoryDeal', data)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await alarmRow(page, SECOND).waitFor({ state: 'detached', ...LIMIT });
    const { history } = await client.post('warnScheme/getWarnDetail', { alarmGid });
    expect(history.filter(({ action }: { action: string }) => action === 'handled')).toHaveLength(1);
  });
});
