/** Settings of terminals: parameters set and read back, a fleet compared with a template, photos, and a cut-off with its guards. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { openDatabase } from './support/database.ts';
import { ADMIN, type Fleet, startFleet } from './support/fleet.ts';
import { LIMIT, navigate, openUserPage, type UserPage } from './support/installation.ts';
import { findRootDepartment } from './support/records.ts';
import { button, checkScreen, t } from './support/reports.ts';
import { type SimulatedTerminal, startSimulatedTerminal } from './support/simulated-terminal.ts';

// each step waits for its condition, however slow the machine
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const FLEET_SIZE = 50;
const SPEED = '85';
const plateOf = (index: number) => `沪E${20_000 + index}`;
const PLATE = plateOf(0);

let fleet: Fleet;
let terminals: readonly SimulatedTerminal[];
let user: UserPage;
beforeAll(async () => {
  fleet = await startFleet();
  terminals = await Promise.all(
    Array.from({ length: FLEET_SIZE }, (_, index) =>
      startSimulatedTerminal(fleet.product.gatewayPort, {
        phone: String(13_900_020_000 + index),
        plate: plateOf(index),
        lng: 121.4 + index / 1_000,
        lat: 31.2,
      }),
    ),
  );
  user = await openUserPage(fleet, ADMIN, '/setup/common/terminaloverspeedset');
});
afterAll(async () => {
  for (const terminal of terminals ?? []) terminal.stop();
  await fleet?.close();
});

const panel = (page: Page) => page.getByRole('region', { name: t('terminalSetup.parameters') }).filter({ visible: true });
const results = (page: Page) => page.getByRole('region', { name: t('terminalSetup.results') }).filter({ visible: true });

/** Chooses a vehicle of the tree at the left. */
async function choose(page: Page, plate: string): Promise<void> {
  const aside = page.getByRole('complementary', { name: t('terminalSetup.vehicles') }).filter({ visible: true });
  const search = aside.getByRole('searchbox', { name: t('vehiclePicker.findPlate') });
  await search.fill(plate);
  await search.press('Enter');
  await aside.getByRole('treeitem', { name: plate }).click(LIMIT);
  await aside.getByRole('status').filter({ hasText: '1' }).waitFor(LIMIT);
}

it('sets a speed limit, reads it back, and refuses one beyond the limits before it is sent', async () => {
  const { page } = user;
  await choose(page, PLATE);
  await panel(page).getByText(t('terminalSetup.neverRead')).waitFor(LIMIT);
  await button(panel(page), t('terminalSetup.readNow')).click();
  const speed = panel(page).getByRole('spinbutton', { name: t('terminalParameter.maxSpeedKmh') });
  await panel(page).locator('time').waitFor(LIMIT);
  await speed.fill('999');
  await panel(page)
    .getByRole('button', { name: t('terminalSetup.sendCount_one', { count: 1 }) })
    .click();
  await panel(page).getByRole('alert').waitFor(LIMIT);
  await speed.fill(SPEED);
  await panel(page).getByText(t('terminalSetup.different'), { exact: true }).waitFor(LIMIT);
  await checkScreen(page, 'setup-overspeed-zh-light-1440');
  await panel(page)
    .getByRole('button', { name: t('terminalSetup.sendCount_one', { count: 1 }) })
    .click();
  await results(page).getByText(t('terminalSetup.set_confirmed')).first().waitFor(LIMIT);
  await panel(page)
    .locator('[data-line]')
    .filter({ hasText: t('terminalParameter.maxSpeedKmh') })
    .getByText(SPEED)
    .waitFor(LIMIT);
  const sent = terminals[0]!.received.filter(({ type }) => type === 'setParameters');
  expect(sent.map(({ body }) => body)).toEqual([{ parameters: { maxSpeedKmh: Number(SPEED) } }]);
});

it('compares a fleet with a template and repairs those that deviate', async () => {
  const { page, client } = user;
  await navigate(page, '/setup/common/carsetup?tab=templates');
  await button(page, t('terminalSetup.addTemplate')).click();
  const drawer = page.getByRole('dialog', { name: t('terminalSetup.addTemplate') });
  await drawer.getByLabel(t('terminalSetup.templateName')).fill('限速 85');
  await drawer.getByLabel(t('terminalSetup.department')).click();
  await page.locator('.ant-select-tree-treenode').filter({ visible: true }).first().click(LIMIT);
  await drawer.getByRole('combobox', { name: t('terminalSetup.group') }).click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: t('terminalSetup.group_overspeed'), visible: true })
    .click(LIMIT);
  await drawer.getByRole('spinbutton', { name: t('terminalParameter.maxSpeedKmh') }).fill(SPEED);
  await button(drawer, t('form.save')).click();
  await drawer.waitFor({ state: 'hidden', ...LIMIT });

  // all of the fleet are read
  await readFleet();
  await navigate(page, '/setup/common/carsetup?tab=deviations');
  await page
    .getByRole('combobox', { name: t('terminalSetup.template') })
    .filter({ visible: true })
    .click();
  await page.locator('.ant-select-item-option').filter({ hasText: '限速 85', visible: true }).click(LIMIT);
  const repair = page.getByRole('button', { name: t('terminalSetup.repair', { count: FLEET_SIZE - 1 }) });
  await repair.waitFor(LIMIT);
  await checkScreen(page, 'setup-deviations-zh-light-1440');
  await repair.click();
  const view = page.getByRole('region', { name: t('terminalSetup.view_deviations') });
  await view.getByText(t('terminalSetup.noneFound')).waitFor(LIMIT);
  const { list: templates } = await client.post('terminal/listParamTemplate', {});
  const compared = await client.post('terminal/compareTemplate', { templateId: templates[0].id });
  expect(compared).toMatchObject({ vehicles: FLEET_SIZE, neverRead: 0, conforming: FLEET_SIZE, deviating: 0 });
});

/** Reads the parameters of all vehicles. */
async function readFleet(): Promise<void> {
  const { client } = user;
  const ids: string[] = [];
  for (const { plate } of terminals) {
    const { list } = await client.post('terminal/listParamCar', { text: plate });
    ids.push(list[0].targId);
  }
  await client.post('terminal/readParams', { targIds: ids });
  for (const { plate } of terminals)
    await until(`the parameters of ${plate}`, async () => {
      const { list } = await client.post('terminal/listParamCar', { text: plate });
      return list[0].readAt ?? undefined;
    });
}

it('takes a photo and shows it', async () => {
  const { page } = user;
  await navigate(page, '/setup/terminal/imageVideo');
  await choose(page, PLATE);
  await button(page.getByRole('region', { name: t('command.name_8801') }), t('terminalSetup.send')).click();
  await button(results(page), t('terminalSetup.view')).first().click(LIMIT);
  const photo = page.getByRole('dialog').locator('img').first();
  await photo.waitFor(LIMIT);
  await expect
    .poll(() => photo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), LIMIT)
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
});

it('reads a phone book from a file, and lists the invalid rows', async () => {
  const { page } = user;
  await navigate(page, '/setup/terminal/phoneBook');
  await choose(page, PLATE);
  const form = page.getByRole('region', { name: t('command.name_8401') });
  await button(form, t('resource.import')).click();
  const dialog = page.getByRole('dialog');
  const lines = ['联系人姓名,电话号码', '调度,13800138000', '值班,12'];
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '电话本.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${lines.join('\n')}`) });
  await dialog.getByText('B3').waitFor(LIMIT);
  await checkScreen(page, 'setup-phone-book-import-zh-light-1440');
  await dialog.getByRole('button', { name: t('resource.importGood_one', { count: 1 }) }).click();
  await dialog.waitFor({ state: 'hidden', ...LIMIT });
  await button(form, t('terminalSetup.send')).click();
  const books = () => terminals[0]!.received.filter(({ type }) => type === 'setPhoneBook');
  await expect.poll(() => books().length, LIMIT).toBe(1);
  expect(books()[0]!.body).toMatchObject({ action: 1, contacts: [{ phone: '13800138000', name: '调度' }] });
});

it('warns before it sends a server address that does not answer', async () => {
  const { page } = user;
  await navigate(page, '/setup/common/serverManage');
  await choose(page, PLATE);
  await panel(page)
    .getByRole('textbox', { name: t('terminalParameter.server'), exact: true })
    .fill('127.0.0.1:9;old.invalid');
  await panel(page)
    .getByRole('button', { name: t('terminalSetup.sendCount_one', { count: 1 }) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('terminalSetup.notReachable', { addresses: '127.0.0.1:9' })).waitFor(LIMIT);
  await dialog.getByText(t('terminalSetup.noPort', { addresses: 'old.invalid' })).waitFor(LIMIT);
  // not checked for contrast: the button behind the dialog waits
  await takeScreenshot(page, 'setup-server-probe-zh-light-1440');
  await dialog.getByRole('button', { name: t('form.cancel') }).click();
  await dialog.waitFor({ state: 'hidden', ...LIMIT });
  await button(panel(page), t('terminalSetup.discard')).click();
});

it('cuts fuel and power only for a known model, with the password, and while the vehicle is stationary', async () => {
  const { page, client } = user;
  const cut = t('command.name_8105relayCut');
  await navigate(page, '/setup/terminal/oilElectricDoor');
  await choose(page, PLATE);
  const form = page.getByRole('region', { name: cut });
  const dialog = page.getByRole('dialog', { name: t('terminalSetup.confirmTitle', { command: cut }) });
  const send = async (password: string) => {
    await form.getByRole('textbox').fill('车辆被盗');
    await button(form, cut).click();
    await dialog.getByText(PLATE).waitFor(LIMIT);
    await dialog.getByLabel(t('terminalSetup.password')).fill(password);
    await dialog.getByRole('button', { name: t('terminalSetup.confirmSend_one', { count: 1 }) }).click();
    await dialog.waitFor({ state: 'hidden', ...LIMIT });
  };
  await send(fleet.password);
  await page.getByText(t('error.modelUnsupported')).first().waitFor(LIMIT);
  const deptId = await findRootDepartment(client);
  await client.post('device/addModel', { values: { maker: 'STORY', model: 'S-1', deptId, relay: 1 } });
  await send('Wrong_password_1');
  await page.getByText(t('error.wrongPassword')).first().waitFor(LIMIT);
  const controls = () => terminals[0]!.received.filter(({ type }) => type === 'terminalControl');
  expect(controls()).toEqual([]);
  await checkScreen(page, 'setup-cut-off-zh-light-1440');
  // it has stood for minutes
  const db = await openDatabase(fleet.product.dataDir);
  await db.query(
    `update position set gnss_at = gnss_at - interval '5 minutes' where (vehicle_id, gnss_at) =
      (select v.id, min(p.gnss_at) from position p join vehicle v on v.id = p.vehicle_id where v.plate = $1 group by v.id)`,
    [PLATE],
  );
  await db.end();
  await send(fleet.password);
  await expect.poll(() => controls().length, LIMIT).toBe(1);
  expect(controls()[0]!.body).toMatchObject({ command: 0x64 });
  await user.close();
});
