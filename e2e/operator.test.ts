/** An operator's first minutes: sign in, find a vehicle, follow it, see it move, read its dialog, sign out. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePage, closePages, type Look, openBrowser, openPage, takeScreenshot } from './support/browser.ts';
import { removeDataDir } from './support/data-dir.ts';
import { type Product, startProduct } from './support/product.ts';
import { copyDataDir } from './support/shared-services.ts';
import { type Place, startTerminal, type Terminal } from './support/terminal.ts';

const PASSWORD = 'Correct_horse_7';
const PLATE = '沪B71234';
const OTHER = '京A20002';
const LIMIT = { timeout: 30_000 };

const words = {
  zh: {
    account: '账号',
    password: '密码',
    signIn: '登录',
    tree: '部门与车辆',
    search: '搜索车辆',
    group: '未分组',
    info: '车辆信息',
    menu: '用户菜单',
    signOut: '退出登录',
    wrong: '账号或密码错误',
    moving: '行驶',
    all: '显示全部',
    panel: '展开车辆列表',
  },
  en: {
    account: 'Account',
    password: 'Password',
    signIn: 'Sign in',
    tree: 'Departments and vehicles',
    search: 'Search vehicles',
    group: '未分组',
    info: 'Vehicle',
    menu: 'User menu',
    signOut: 'Sign out',
    wrong: 'Incorrect account or password',
    moving: 'Moving',
    all: 'Show all',
    panel: 'Show vehicles',
  },
} as const;

const dataDir = await copyDataDir('fleet');
let product: Product;
let browser: Browser;
let driving: Terminal;
let standing: Terminal;
let timer: NodeJS.Timeout;

/** North-east out of Shanghai at 72 km/h, one report a second. */
function placeAt(step: number): Place {
  return { lng: 121.47 + step * 0.000_15, lat: 31.23 + step * 0.000_13, speedKmh: 72, heading: 45, at: Date.now() };
}

beforeAll(async () => {
  product = await startProduct(dataDir, { AUTO_REGISTER: 'on', ADMIN_PASSWORD: PASSWORD });
  browser = await openBrowser();
  driving = await startTerminal(product.gatewayPort, '013900012345', PLATE);
  standing = await startTerminal(product.gatewayPort, '013900067890', OTHER);
  await standing.report({ lng: 116.4, lat: 39.9, speedKmh: 0, heading: 0, at: Date.now() });
  let step = 0;
  await driving.report(placeAt(step++));
  timer = setInterval(() => void driving.report(placeAt(step++)).catch(() => undefined), 1_000);
});
afterAll(async () => {
  clearInterval(timer);
  driving?.close();
  standing?.close();
  await closePages();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

async function story(look: Look): Promise<void> {
  const text = words[look.language === 'zh' ? 'zh' : 'en'];
  const name = `${look.language}-${look.scheme}-${look.width}`;
  const { page, faults } = await openPage(browser, product.url, look);

  await page.goto(`${product.url}/mapcontent/mapmonitoring`);
  await page.waitForURL(/\/login\?redirect=/, LIMIT);
  await page.getByRole('textbox', { name: text.account, exact: true }).fill('admin');
  await page.getByLabel(text.password, { exact: true }).fill('wrong');
  await page.getByRole('button', { name: text.signIn, exact: true }).click();
  await page.getByText(text.wrong).waitFor(LIMIT);
  await takeScreenshot(page, `login-${name}`);
  await page.getByLabel(text.password, { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/mapcontent\/mapmonitoring/, LIMIT);

  if (look.width < 992) await page.getByRole('button', { name: text.panel }).click();
  const tree = page.getByRole('tree', { name: text.tree });
  const group = tree.getByRole('treeitem', { name: text.group });
  await group.waitFor(LIMIT);
  await group.click();
  await page.keyboard.press('ArrowRight');
  const vehicle = tree.getByRole('treeitem', { name: PLATE });
  await vehicle.waitFor(LIMIT);
  await tree.getByRole('treeitem', { name: OTHER }).waitFor(LIMIT);
  await takeScreenshot(page, `tree-${name}`);

  const search = page.getByRole('textbox', { name: text.search }).or(page.getByRole('searchbox', { name: text.search }));
  await search.fill('712');
  await tree.getByRole('treeitem', { name: OTHER }).waitFor({ state: 'detached', ...LIMIT });
  await vehicle.waitFor(LIMIT);

  // the first account follows its department; the checkbox unfollows one vehicle and follows it again
  const box = vehicle.locator('[data-checked]').first();
  await expect.poll(() => vehicle.getAttribute('aria-checked'), LIMIT).toBe('true');
  const unfollowed = page.waitForResponse((r) => r.url().includes('car/unCheckedCar'));
  await box.click();
  expect((await (await unfollowed).json()).code).toBe('0');
  await expect.poll(() => vehicle.getAttribute('aria-checked'), LIMIT).toBe('false');
  const followed = page.waitForResponse((r) => r.url().includes('car/checkedCar'));
  await box.click();
  expect((await (await followed).json()).code).toBe('0');
  await expect.poll(() => vehicle.getAttribute('aria-checked'), LIMIT).toBe('true');

  await vehicle.dblclick();
  const dialog = page.getByRole('dialog', { name: PLATE });
  await dialog.waitFor(LIMIT);
  await dialog.getByText(text.moving).first().waitFor(LIMIT);
  await dialog.getByRole('button', { name: text.all }).click();
  const place = () =>
    dialog
      .getByText(/121\.\d{3,}/)
      .first()
      .textContent();
  const before = await place();
  await expect.poll(place, LIMIT).not.toBe(before);
  await takeScreenshot(page, `dialog-${name}`);

  await page.getByRole('button', { name: text.menu }).click();
  await page.getByRole('menuitem', { name: text.signOut }).click();
  await page.waitForURL(/\/login/, LIMIT);
  expect(faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
  await closePage(page);
}

describe("an operator's first minutes", () => {
  it('in Chinese, on a wide light screen', () =>
    story({ language: 'zh', scheme: 'light', width: 1440, height: 900, motion: true }));
  it('in English, on a dark phone', () => story({ language: 'en', scheme: 'dark', width: 390, height: 844, motion: true }));
});
