// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
/** Commands to many: a firmware upgrade with a cut in the middle, a text to a department with its results, and an SMS rule that fires. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Framer, type Header, readHeader } from '@fleetwarden/protocol/jt808';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { until } from './support/client.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { openProxy, type TcpProxy } from './support/proxy.ts';
import { createDepartment, createVehicle, findRootDepartment } from './support/records.ts';
import { button, checkScreen, runRowAction, t } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const DEPARTMENT = '施工车队';
/** The last one is offline until the end of its story. */
const FLEET = ['沪F30001', '沪F30002', '沪F30003', '沪F30004'] as const;
const phoneOf = (plate: string) => `139000${plate.slice(-5)}`;
const TEXT = '前方施工，请绕行';
const FIRMWARE = { name: 'story-2.1.bin', version: 'V2.1.0', content: randomBytes(200_000) } as const;
/** More than the platform sends before the first acknowledgement, and half of the file. */
const CUT_BYTES = 100_000;
const MOBILE = '13800001234';

let fleet: Fleet;
let user: UserPage;
let page: Page;
let proxy: TcpProxy;
let deptId: string;
const terminals: SimulatedTerminal[] = [];

async function connect(plate: string, port: number): Promise<SimulatedTerminal> {
  const at = { lng: 121.4 + FLEET.indexOf(plate as never) / 1_000, lat: 31.2 };
  const terminal = await startSimulatedTerminal(port, { phone: phoneOf(plate), plate, ...at });
  terminals.push(terminal);
  return terminal;
}

beforeAll(async () => {
  fleet = await startFleet();
  proxy = await openProxy(fleet.product.gatewayPort);
  user = await openUserPage(fleet, ADMIN, '/setup/terminal/firmwareUpgrade');
  ({ page } = user);
  deptId = await createDepartment(user.client, DEPARTMENT, await findRootDepartment(user.client));
  for (const plate of FLEET) await createVehicle(user.client, { carNo: plate, phone: phoneOf(plate), deptId });
  await connect(FLEET[0], proxy.port);
  for (const plate of FLEET.slice(1, -1)) await connect(plate, fleet.product.gatewayPort);
});
afterAll(async () => {
  for (const terminal of terminals) terminal.stop();
  await proxy?.close();
  await fleet?.close();
});

/** Indexes of the sub-packages of an upgrade (0x8108) that the product sent, from 1 on. */
function readUpgradeParts(sent: Uint8Array): Set<number> {
  const headers: Header[] = [];
  new Framer().push(
    sent,
    (frame) => headers.push(readHeader(frame)),
    () => undefined,
  );
  return new Set(headers.filter(({ id }) => id === 0x8108).map(({ index }) => index));
}

const shown = (locator: Locator) => locator.filter({ visible: true });
const tableRow = (text: string) => shown(page.locator('tbody tr[data-row-key]')).filter({ hasText: text });
const option = (text: string) => shown(page.locator('.ant-select-item-option')).filter({ hasText: text });
const region = (name: string) => shown(page.getByRole('region', { name }));
async function runAction(text: string, action: string): Promise<void> {
  await tableRow(text).waitFor(LIMIT);
  await runRowAction(page, tableRow(text), action);
}
const radio = (within: Locator, text: string) => within.getByText(text, { exact: true });

it('upgrades the firmware, shows its progress, and continues after a cut of the connection', async () => {
  await button(page, t('firmware.upload')).first().click(LIMIT);
  const upload = page.getByRole('dialog', { name: t('firmware.upload') });
  await upload
    .locator('input[type="file"]')
    .setInputFiles({ name: FIRMWARE.name, mimeType: 'application/octet-stream', buffer: FIRMWARE.content });
  await upload.getByLabel(t('firmware.version')).fill(FIRMWARE.version);
  await upload.getByLabel(t('firmware.maker')).fill('STORY');
  const models = upload.getByRole('combobox', { name: t('firmware.models') });
  await models.fill('S-1');
  await models.press('Enter');
  await button(upload, t('firmware.upload')).click();
  await upload.waitFor({ state: 'hidden', ...LIMIT });

  await runAction(FIRMWARE.name, t('firmware.start'));
  const start = page.getByRole('dialog', { name: `${t('firmware.start')} ${FIRMWARE.name} ${FIRMWARE.version}` });
  const search = start.getByRole('searchbox', { name: t('vehiclePicker.findPlate') });
  await search.fill(FLEET[0]);
  await search.press('Enter');
  await start.getByRole('treeitem', { name: FLEET[0] }).getByTitle(t('vehiclePicker.check')).click(LIMIT);
  await button(start, t('vehiclePicker.move')).click();
  await start.getByLabel(t('firmware.percent')).fill('100');
  await button(start, t('firmware.start')).click();
  const confirm = page.getByRole('dialog', { name: t('firmware.confirmTitle', { count: 1 }) });
  await confirm.getByText(FLEET[0]).waitFor(LIMIT);
  await confirm.getByLabel(t('firmware.password')).fill(fleet.password);
  proxy.cutAfter(CUT_BYTES);
  await button(confirm, t('firmware.start')).click();
  await start.waitFor({ state: 'hidden', ...LIMIT });

  await button(tableRow(FIRMWARE.name), t('firmware.details')).click(LIMIT);
  const details = page.getByRole('dialog', { name: `${FIRMWARE.name} ${FIRMWARE.version}`, exact: true });
  await until('the cut', async () => proxy.isCut() || undefined, LIMIT.timeout);
  const car = details.locator('tbody tr').filter({ hasText: FLEET[0] });
  await car.getByText(t('enumeration.upgradeStateWaiting')).waitFor(LIMIT);
  const parts = await car
    .getByText(/^\d+ \/ \d+$/)
    .first()
    .textContent(LIMIT);
  const [done, total] = parts!.split(' / ').map(Number) as [number, number];
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(total);
  await page
    .locator('.ant-message-notice')
    .first()
    .waitFor({ state: 'detached', ...LIMIT });
  await checkScreen(page, 'firmware-cut-zh-light-1440');

  const before = proxy.received().length;
  proxy.restore();
  await car.getByText(t('enumeration.upgradeStateSucceeded')).waitFor(LIMIT);
  await car.getByText(`${total} / ${total}`).waitFor(LIMIT);
  // only what the terminal had not acknowledged
  const unacknowledged = Array.from({ length: total - done }, (_, index) => done + index + 1);
  expect(readUpgradeParts(proxy.received().subarray(before))).toEqual(new Set(unacknowledged));
  await details.getByText(t('enumeration.rolloutStateFinished')).first().waitFor(LIMIT);
  const upgrades = terminals[0]!.received.filter(({ type }) => type === 'upgrade');
  expect(upgrades.map(({ body }) => body)).toMatchObject([{ kind: 0, version: FIRMWARE.version }]);
  await checkScreen(page, 'firmware-done-zh-light-1440');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden', ...LIMIT });
  const { list } = await user.client.post('terminal/listParamCar', { text: FLEET[0] });
  expect(list).toMatchObject([{ firmware: FIRMWARE.version }]);
});

it('sends a text to all vehicles of a department, and shows the result of each', async () => {
  const command = t('command.name_8300');
  await navigate(page, '/setup/terminal/messageSettings');
  const form = region(command);
  await form.getByLabel(t('command.field_text')).fill(TEXT);
  await form.getByRole('combobox').first().click();
  await shown(page.locator('.ant-select-item-option')).first().click(LIMIT);
  await page.keyboard.press('Escape');
  await button(form, t('commandBatch.start')).click();
  const dialog = page.getByRole('dialog', { name: t('commandBatch.startTitle', { command }) });
  await dialog.getByLabel(t('commandBatch.name')).fill('施工提醒');
  await radio(dialog, t('commandBatch.toDepartments')).click();
  await dialog.getByRole('combobox', { name: t('terminalSetup.department') }).fill(DEPARTMENT);
  await shown(page.locator('.ant-select-tree-treenode')).filter({ hasText: DEPARTMENT }).last().click(LIMIT);
  await dialog.getByRole('status').filter({ hasText: FLEET[3] }).waitFor(LIMIT);
  await dialog.getByLabel(t('commandBatch.name')).click();
  await checkScreen(page, 'batch-start-zh-light-1440');
  await dialog.getByRole('button', { name: t('terminalSetup.confirmSend_other', { count: FLEET.length }) }).click();
  await page.getByText(t('commandBatch.started')).waitFor(LIMIT);
  await dialog.waitFor({ state: 'hidden', ...LIMIT });

  await navigate(page, '/mapcontent/mapmonitoring');
  await page.getByRole('tab', { name: t('drawer.batches') }).click(LIMIT);
  const batch = page.getByRole('row').filter({ hasText: '施工提醒', visible: true });
  const counts = (succeeded: number, waiting: number) =>
    batch.getByText(t('commandBatch.counts', { succeeded, failed: 0, timedOut: 0, waiting }));
  await counts(3, 1).waitFor(LIMIT);
  await checkScreen(page, 'batch-progress-zh-light-1440');
  // the last one is offline: the text waits for it
  const last = await connect(FLEET[3], fleet.product.gatewayPort);
  await counts(4, 0).waitFor(LIMIT);
  await button(batch, t('commandBatch.results')).click();
  for (const plate of FLEET)
    await page
      .getByRole('row')
      .filter({ hasText: plate, visible: true })
      .getByText(t('enumeration.cmdStateSucceeded'), { exact: true })
      .first()
      .waitFor(LIMIT);
  await checkScreen(page, 'batch-results-zh-light-1440');
  const textsOf = ({ received }: SimulatedTerminal) => received.filter(({ type }) => type === 'sendText').map(({ body }) => body);
  for (const terminal of [...terminals.slice(0, 3), last]) expect(textsOf(terminal)).toMatchObject([{ text: TEXT }]);
});

it('texts a phone when an alarm fits an SMS rule, and logs it with its receipt', async () => {
  const rootId = await findRootDepartment(user.client);
  const account = { accountName: '短信文件', provider: 2, deptId: rootId, signName: '车队卫士', monthCap: 0, state: 1 };
  const { id: accountId } = await user.client.post('sms/addAccount', { values: account });
  const template = { templateName: '紧急报警', accountId, kind: 1, code: 'SMS_1', content: '${plate}发生${alarm}' };
  await user.client.post('sms/addTemplate', { values: template });

  await navigate(page, '/setup/alibbcloundsms/smsRules');
  await button(page, t('resource.add')).first().click(LIMIT);
  const editor = page.getByRole('dialog', { name: t('smsRule.addTitle') });
  const select = async (label: string, text: string) => {
    await editor.getByRole('combobox', { name: label }).fill(text);
    await option(text).first().click(LIMIT);
  };
  await editor.getByLabel(t('smsRule.ruleName')).fill('紧急报警通知');
  await editor.getByRole('combobox', { name: t('smsRule.deptId') }).click();
  await shown(page.locator('.ant-select-tree-treenode')).first().click(LIMIT);
  await select(t('smsRule.types'), t('alarm.emergency'));
  await select(t('smsRule.templateId'), '紧急报警');
  await select(t('smsRule.receivers'), t('enumeration.smsReceiverChosen'));
  await editor.getByLabel(t('smsRule.mobiles')).fill(MOBILE);
  await checkScreen(page, 'sms-rule-zh-light-1440');
  await button(editor, t('form.save')).click();
  await editor.waitFor({ state: 'hidden', ...LIMIT });
  await tableRow('紧急报警通知').waitFor(LIMIT);

  terminals[1]!.alarms.raise({ kind: 'emergency' });
  const folder = join(fleet.product.dataDir, 'sms');
  const line = await until(
    'the short message',
    async () => {
      const [file] = await readdir(folder).catch(() => []);
      return file === undefined ? undefined : (await readFile(join(folder, file), 'utf8')).trim() || undefined;
    },
    LIMIT.timeout,
  );
  expect(line.split('\n').map((each) => JSON.parse(each))).toMatchObject([
    { mobile: MOBILE, signName: '车队卫士', content: `${FLEET[1]}发生${t('alarm.emergency')}` },
  ]);
  await navigate(page, '/setup/alibbcloundsms/smsRules?tab=log');
  await tableRow(FLEET[1]).getByText('紧急报警通知').waitFor(LIMIT);
  await checkScreen(page, 'sms-log-zh-light-1440');
  const { list } = await user.client.post('sms/listLog', {});
  expect(list).toMatchObject([{ carNo: FLEET[1], mobile: '138****1234', content: `${FLEET[1]}发生${t('alarm.emergency')}` }]);
  await user.close();
});
