/** A company from nothing: all its records are imported; its dispatcher views, edits, deletes and restores vehicles. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePage, closePages, openBrowser, openPage, readDownload, takeScreenshot } from './support/browser.ts';
import { type Client, clientOf, until } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { translate } from './support/login.ts';
import { type Product, startProduct } from './support/product.ts';
import { newDataDir } from './support/shared-services.ts';
import { csvFile, type Rows, type SheetFile, xlsxFile } from './support/sheets.ts';
import { type Place, startTerminal, type Terminal } from './support/terminal.ts';

const LIMIT = { timeout: 30_000 };
const ADMIN = 'Correct_horse_7';
const CHOSEN = 'Road_worthy_2026';
const COMPANY = '联运物流';
const DISPATCHER = 'dispatcher';
/** Vehicles of the dispatcher's department; the second one never reports. */
const [OWN, QUIET, FOREIGN] = ['沪B80001', '沪B80002', '沪B80003'] as const;
const [OWN_PHONE, FOREIGN_PHONE] = ['13900080001', '13900080003'] as const;

const t = (key: string, values: Readonly<Record<string, string>> = {}) => translate('zh', key, values);
/** The column headings of a resource's import template. */
const headings = (area: string, ...keys: string[]) => keys.map((key) => t(`${area}.${key}`));

const dataDir = newDataDir();
const terminals: Terminal[] = [];
let product: Product;
let browser: Browser;
let timer: NodeJS.Timeout | undefined;
/** First passwords from the import, by login name. */
const passwords = new Map<string, string>();

beforeAll(async () => {
  product = await startProduct(dataDir, { AUTO_REGISTER: 'off', ADMIN_PASSWORD: ADMIN });
  browser = await openBrowser();
});
afterAll(async () => {
  clearInterval(timer);
  for (const terminal of terminals) terminal.close();
  await closePages();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

type UserPage = { readonly page: Page; close(): Promise<void> };

/** A page in a new browser context, at the login. */
async function openLoginPage(): Promise<UserPage> {
  const { page, faults } = await openPage(browser, product.url, { language: 'zh', scheme: 'light', width: 1440, height: 900 });
  await page.goto(`${product.url}/login`);
  return {
    page,
    close: async () => {
      expect(faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
      await closePage(page);
    },
  };
}

async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'), LIMIT);
}

/** Opens a page by its menu entry, when it has one. */
const open = async (page: Page, path: string, title: string) => {
  const entry = page.getByRole('navigation', { name: t('bar.sidebar') }).locator(`a[href="${path}"]`);
  if (await entry.isVisible()) await entry.click();
  else await page.goto(product.url + path);
  await page.getByRole('heading', { name: title }).waitFor(LIMIT);
};
const rowsOf = (page: Page): Locator => page.locator('tbody tr[data-row-key]').filter({ visible: true });
const rowOf = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text });

/** Calls the API outside the browser, with the session of the page. */
async function clientIn(page: Page): Promise<Client> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token');
  return clientOf(product.url, decodeURIComponent(token!.value));
}

/** Opens the import dialog of the current page and selects a file. */
async function choose(page: Page, file: SheetFile): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^导入/ });
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: '导入', exact: true }).click();
  await dialog.locator('input[type="file"]').setInputFiles(file);
  return dialog;
}

/** Imports a valid file; the dialog stays open. */
async function bring(page: Page, file: SheetFile, adds: number): Promise<Locator> {
  const dialog = await choose(page, file);
  const all = dialog.getByRole('button', { name: '全部导入' });
  await all.waitFor(LIMIT);
  expect(await figure(dialog, '新增')).toBe(String(adds));
  await all.click();
  await dialog.getByText('导入完成').waitFor(LIMIT);
  return dialog;
}
const figure = (dialog: Locator, name: string) =>
  dialog.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();
const close = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden', ...LIMIT });
};

const DEPARTMENTS: Rows = [
  headings('department', 'deptName', 'parentId'),
  ['华东车队', COMPANY],
  ['上海分队', '华东车队'],
  ['华西车队', COMPANY],
];
const ROLES: Rows = [
  headings('role', 'roleName', 'deptId', 'codes'),
  ['调度员', COMPANY, `${t('role.monitor')}；车辆信息管理；驾驶员管理；已删车辆管理`],
];
const USERS: Rows = [
  headings('user', 'loginName', 'userName', 'deptId', 'roles', 'mobile'),
  [DISPATCHER, '李静', '华东车队', '调度员', '13800001234'],
  ['keeper', '王芳', '华西车队', '调度员', '13800001235'],
];
const DRIVERS: Rows = [
  headings(
    'driver',
    ...['driverName', 'deptId', 'mobile', 'idCard', 'licenceNo', 'licenceClass', 'licenceTo', 'qualNo', 'qualType', 'qualTo'],
  ),
  [
    '张伟',
    '华东车队',
    '13800002001',
    '110101199003070214',
    '110101199003070214',
    'A1',
    '2031-01-01',
    'Q2000001',
    '1',
    '2031-01-01',
  ],
];
const VEHICLES: Rows = [
  headings('vehicle', 'carNo', 'plateColor', 'deptId', 'phone', 'driverId'),
  [OWN, '黄色', '上海分队', OWN_PHONE, '张伟'],
  [QUIET, '黄色', '华东车队', '', ''],
  [FOREIGN, '黄色', '华西车队', FOREIGN_PHONE, ''],
];
const SUPERIORS: Rows = [
  headings(
    'superior',
    ...['platName', 'deptId', 'ip', 'port', 'userId', 'password', 'accessCode', 'localIp', 'localPort', 'm1', 'ia1', 'ic1'],
  ),
  ['上海监管', COMPANY, 'gov.example.com', '9809', '1001', 'Secret1', '2002', '127.0.0.1', '19809', '10', '20', '30'],
];

/** South out of the city at 60 km/h, one report per second. */
const placeAt = (step: number): Place => ({
  lng: 121.6,
  lat: 31.1 - step * 0.000_15,
  speedKmh: 60,
  heading: 180,
  at: Date.now(),
});

async function drive(phone: string, plate: string): Promise<Terminal> {
  const terminal = await startTerminal(product.gatewayPort, `0${phone}`, plate);
  terminals.push(terminal);
  await terminal.report(placeAt(0));
  return terminal;
}

describe('a company administrator', () => {
  let user: UserPage;
  let page: Page;
  beforeAll(async () => {
    user = await openLoginPage();
    page = user.page;
    await signIn(page, 'admin', ADMIN);
  });
  afterAll(() => user?.close());

  it('creates one department by hand and imports the others from a file, after its errors are corrected', async () => {
    await open(page, '/platform/departManagement', '部门管理');
    await page.getByRole('button', { name: /^(plus )?新增$/ }).click();
    const form = page.getByRole('dialog', { name: '新增 - 部门管理' });
    await form.getByLabel('部门名称').fill(COMPANY);
    await form.getByLabel('上级部门').click();
    await page.locator('.ant-select-tree').getByText('总部', { exact: true }).click();
    await form.getByRole('button', { name: '保存' }).click();
    await rowOf(page, COMPANY).waitFor(LIMIT);

    // an invalid file writes nothing and names its wrong cells; corrected, it is imported
    const [titles, first, ...others] = DEPARTMENTS;
    const wrong = await choose(page, csvFile('部门', [titles!, first!, ['上', '华东车队'], ['华西车队', '没有的部门']]));
    const errors = wrong.getByRole('region', { name: '错误明细' });
    await errors.getByText('A3', { exact: true }).waitFor(LIMIT);
    await errors.getByText('B4', { exact: true }).waitFor(LIMIT);
    expect(await errors.getByText('找不到“没有的部门”，或无权使用').count()).toBe(1);
    expect(await wrong.getByRole('button', { name: '全部导入' }).count()).toBe(0);
    await takeScreenshot(page, 'company-import-errors-zh-light-1440');
    expect(await accessibilityViolations(page)).toEqual([]);
    await wrong.getByRole('button', { name: '重新选择文件' }).click();
    await close(await bring(page, csvFile('部门', [titles!, first!, ...others]), 3));
    await rowOf(page, '上海分队').waitFor(LIMIT);
  });

  it('imports roles and users from files; the passwords are shown once', async () => {
    await open(page, '/platform/roleManagement', '角色管理');
    await close(await bring(page, xlsxFile('角色', ROLES), 1));
    await rowOf(page, '调度员').waitFor(LIMIT);

    await open(page, '/platform/userManagement/echarForTable', '用户管理');
    const made = await bring(page, csvFile('用户', USERS), 2);
    const told = made.getByRole('region', { name: '新增记录的一次性信息' });
    await told.getByText('keeper', { exact: true }).waitFor(LIMIT);
    await takeScreenshot(page, 'company-import-passwords-zh-light-1440');
    const saved = page.waitForEvent('download');
    await told.getByRole('button', { name: '保存为 csv' }).click();
    const [heads, ...lines] = (await readDownload(await saved)).toString().replace('\uFEFF', '').trim().split('\r\n');
    expect(heads).toBe('登录名,初始密码');
    for (const line of lines) passwords.set(line.split(',')[0]!, line.split(',')[1]!);
    expect([...passwords.keys()]).toEqual([DISPATCHER, 'keeper']);
    await close(made);
    await rowOf(page, DISPATCHER).waitFor(LIMIT);
  });

  it('imports drivers, vehicles and a superior platform from files', async () => {
    await open(page, '/platform/driverManagement', '驾驶员管理');
    await close(await bring(page, xlsxFile('驾驶员', DRIVERS), 1));
    await open(page, '/platform/carInfoManagement', '车辆信息管理');
    await close(await bring(page, xlsxFile('车辆', VEHICLES), 3));
    await rowOf(page, FOREIGN).waitFor(LIMIT);
    await takeScreenshot(page, 'company-vehicles-zh-light-1440');
    await open(page, '/platform/supPlatformManagement', '上级平台管理');
    await close(await bring(page, csvFile('上级平台', SUPERIORS), 1));
    await rowOf(page, '上海监管').waitFor(LIMIT);
  });
});

describe('a company at work', () => {
  it('terminals register only with a phone number that was entered with a vehicle', async () => {
    await expect(startTerminal(product.gatewayPort, '013900099999', '沪B99999')).rejects.toThrow('refused');
    const [own, foreign] = [await drive(OWN_PHONE, OWN), await drive(FOREIGN_PHONE, FOREIGN)];
    let step = 1;
    timer = setInterval(() => {
      for (const terminal of [own, foreign]) void terminal.report(placeAt(step)).catch(() => undefined);
      step++;
    }, 1_000);
  });

  it('a dispatcher changes the initial password and sees exactly the vehicles of their department, live', async () => {
    const user = await openLoginPage();
    const { page } = user;
    await signIn(page, DISPATCHER, passwords.get(DISPATCHER)!);
    const forced = page.getByRole('dialog', { name: '请先修改初始密码' });
    await forced.getByLabel('旧密码', { exact: true }).fill(passwords.get(DISPATCHER)!);
    await forced.getByLabel('新密码', { exact: true }).fill(CHOSEN);
    await forced.getByLabel('确认密码', { exact: true }).fill(CHOSEN);
    await takeScreenshot(page, 'company-first-password-zh-light-1440');
    await forced.getByRole('button', { name: '修改密码' }).click();
    await page.waitForURL(/\/login/, LIMIT);
    await signIn(page, DISPATCHER, CHOSEN);

    await page.goto(`${product.url}/mapcontent/mapmonitoring`);
    const tree = page.getByRole('tree', { name: '部门与车辆' });
    await tree.getByRole('treeitem', { name: '华东车队' }).first().click();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: QUIET }).waitFor(LIMIT);
    await tree.getByRole('treeitem', { name: '上海分队' }).first().click();
    await page.keyboard.press('ArrowRight');
    const vehicle = tree.getByRole('treeitem', { name: OWN });
    await vehicle.waitFor(LIMIT);
    expect(await tree.getByText(COMPANY).count()).toBe(0);
    expect(await tree.getByText('华西车队').count()).toBe(0);

    await vehicle.dblclick();
    const dialog = page.getByRole('dialog', { name: OWN });
    await dialog.getByText('行驶').first().waitFor(LIMIT);
    await dialog.getByRole('button', { name: '显示全部' }).click();
    const place = () =>
      dialog
        .getByText(/31\.0\d+/)
        .first()
        .textContent();
    const before = await place();
    await expect.poll(place, LIMIT).not.toBe(before);
    await takeScreenshot(page, 'company-live-zh-light-1440');

    const client = await clientIn(page);
    const root = (await client.post('mainPage/getLeftTree2')).list[0];
    expect(root.ltName).toBe('华东车队');
    const { list } = await client.post('mainPage/getCarListByDeptId', { deptId: root.deptId });
    expect(list.map(({ ltName }: { ltName: string }) => ltName).toSorted()).toEqual([OWN, QUIET]);
    expect(await client.post('mainPage/countByStatus')).toMatchObject({ total: 2, moving: 1, offline: 1 });
    expect((await client.post('mainPage/getTreeByCarNo', { carNo: FOREIGN })).list).toEqual([]);
    const init = await client.socket('init');
    const all = await until('all vehicles', () => (init.messages.includes('bye') ? init.messages : undefined));
    const known = all.flatMap(({ data = [] }) => data as { cno: string }[]).map(({ cno }) => cno);
    expect(known.toSorted()).toEqual([OWN, QUIET]);
    init.close();
    await user.close();
  });

  it('the dispatcher edits a vehicle, deletes it, and restores it with its terminal', async () => {
    const user = await openLoginPage();
    const { page } = user;
    await signIn(page, DISPATCHER, CHOSEN);
    await open(page, '/platform/carInfoManagement', '车辆信息管理');
    await rowOf(page, OWN).waitFor(LIMIT);
    expect(await rowsOf(page).count()).toBe(2);
    await rowOf(page, OWN).getByRole('button', { name: '编辑' }).click();
    const form = page.getByRole('dialog', { name: OWN });
    await form.getByLabel('自编号').fill('A8001');
    await form.getByRole('button', { name: '保存' }).click();
    await form.waitFor({ state: 'hidden', ...LIMIT });

    await rowOf(page, OWN).getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    const asked = page.getByRole('dialog', { name: `删除“${OWN}”？` });
    await asked.getByLabel('删除原因').fill('转让');
    await asked.getByRole('button', { name: /删\s?除/ }).click();
    await rowOf(page, OWN).waitFor({ state: 'detached', ...LIMIT });
    await expect(startTerminal(product.gatewayPort, `0${OWN_PHONE}`, OWN)).rejects.toThrow('refused');
    const client = await clientIn(page);
    await until('the vehicle to be gone from the tree', async () => {
      const { list } = await client.post('mainPage/getTreeByCarNo', { carNo: OWN });
      return list.length === 0 || undefined;
    });

    await open(page, '/platform/deletedCarsManagement', '已删车辆管理');
    const gone = rowOf(page, OWN);
    await gone.getByText('转让').waitFor(LIMIT);
    expect(await rowsOf(page).count()).toBe(1);
    await takeScreenshot(page, 'company-deleted-zh-light-1440');
    await gone.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '恢复' }).click();
    await page
      .getByRole('dialog', { name: `恢复 ${OWN}？` })
      .getByRole('button', { name: /恢\s?复/ })
      .click();
    await gone.waitFor({ state: 'detached', ...LIMIT });

    await open(page, '/platform/carInfoManagement', '车辆信息管理');
    await page.getByRole('button', { name: '查询' }).click();
    await rowOf(page, OWN).getByRole('button', { name: '编辑' }).click();
    expect(await page.getByRole('dialog', { name: OWN }).getByLabel('自编号').inputValue()).toBe('A8001');
    await drive(OWN_PHONE, OWN);
    await until('the vehicle to be live again', async () => {
      const { list } = await client.post('mainPage/getTreeByCarNo', { carNo: OWN });
      return list[0]?.status === '2' ? list[0] : undefined;
    });
    await user.close();
  });
});
