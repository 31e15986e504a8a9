/** Theme, layout, size, language, search and error log of the top bar, with the demo in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import {
  expectConsoleErrors,
  type Installation,
  LIMIT,
  NARROW,
  nextReply,
  openUserPage,
  startDemo,
} from './support/installation.ts';

const LIST = '/platform/operationLog';

const brandOf = (page: Page) => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand')");

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

it('saves theme and layout for the account, across a reload and in another browser', async () => {
  const user = await openUserPage(demo, 'enterprise', LIST);
  const { page } = user;
  const html = page.locator('html');
  const brand = () => brandOf(page);
  const tags = page.getByRole('navigation', { name: '已打开的页面' });
  const sidebar = page.getByRole('navigation', { name: '侧边菜单' });
  const plain = await brand();
  expect(await tags.isVisible()).toBe(true);
  expect(await html.getAttribute('data-theme')).toBe('light');

  await page.getByRole('button', { name: '界面设置' }).click();
  const drawer = page.getByRole('dialog', { name: '界面设置' });
  await drawer.getByRole('radio', { name: '深色' }).check();
  await drawer.getByRole('radio', { name: '青绿' }).check();
  await drawer.getByRole('switch', { name: '标签栏' }).uncheck();
  await drawer.getByRole('switch', { name: '固定顶栏' }).uncheck();
  await drawer.getByRole('switch', { name: '侧边栏标志' }).check();
  const saved = nextReply(page, 'setting/saveUserSetting');
  await drawer.getByRole('switch', { name: '菜单支持拼音搜索' }).uncheck();
  await takeScreenshot(page, 'settings-drawer-zh-dark-1440');
  const chosen = await brand();
  expect(chosen).not.toBe(plain);
  expect((await (await saved).json()).code).toBe('0');

  const check = async (other: typeof page) => {
    await expect.poll(() => other.locator('html').getAttribute('data-theme'), LIMIT).toBe('dark');
    expect(await brandOf(other)).toBe(chosen);
    expect(await other.getByRole('navigation', { name: '已打开的页面' }).count()).toBe(0);
    expect(await other.locator('[data-header]').getAttribute('data-header')).toBe('scrolling');
  };
  await page.reload();
  await sidebar.waitFor(LIMIT);
  await check(page);
  expect(await sidebar.getByRole('link', { name: '车队卫士' }).count()).toBe(1);
  await user.close();

  const elsewhere = await openUserPage(demo, 'enterprise', LIST, NARROW);
  await elsewhere.page.locator('[data-header]').waitFor(LIMIT);
  await check(elsewhere.page);
  await elsewhere.page.getByRole('button', { name: /^用户菜单/ }).click();
  await takeScreenshot(elsewhere.page, 'user-menu-zh-dark-390');
  await elsewhere.page.getByRole('menuitem', { name: '界面设置' }).click();
  const again = elsewhere.page.getByRole('dialog', { name: '界面设置' });
  expect(await again.getByRole('switch', { name: '菜单支持拼音搜索' }).isChecked()).toBe(false);
  await takeScreenshot(elsewhere.page, 'settings-drawer-zh-dark-390');
  await elsewhere.close();
});

it('changes size and language without leaving the page', async () => {
  const user = await openUserPage(demo, 'agent', '/index');
  const { page } = user;
  const size = page.getByRole('button', { name: '布局大小' });
  await size.click();
  const medium = page.getByRole('menuitemradio', { name: '中等' });
  expect(await medium.getAttribute('aria-checked')).toBe('true');
  expect(await medium.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('menuitemradio', { name: '超小' }).click();
  await page.getByText('Switch Size Success').waitFor(LIMIT);
  await size.click();
  expect(await page.getByRole('menuitemradio', { name: '超小' }).getAttribute('aria-checked')).toBe('true');
  await takeScreenshot(page, 'size-zh-light-1440');
  await page.keyboard.press('Escape');

  const language = page.getByRole('combobox', { name: '语言' });
  expect(await language.getByRole('option', { name: '中文' }).isDisabled()).toBe(true);
  await language.selectOption('en');
  await page.getByText('Language changed').waitFor(LIMIT);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await page.getByRole('button', { name: 'Display settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Display settings' });
  await drawer.getByRole('switch', { name: 'Tab bar' }).waitFor(LIMIT);
  // pinyin applies to Chinese only
  expect(await drawer.getByRole('switch', { name: /pinyin/i }).count()).toBe(0);
  await takeScreenshot(page, 'settings-drawer-en-light-1440');
  await user.close();
});

it('finds pages by a part of their name, with a typo and by pinyin', async () => {
  const user = await openUserPage(demo, 'demo', '/index');
  const { page } = user;
  const find = async (text: string) => {
    await page.getByRole('button', { name: '搜索页面' }).click();
    const box = page.getByRole('combobox', { name: '搜索页面' });
    await box.fill(text);
    return page.getByRole('listbox', { name: '搜索结果' }).getByRole('option');
  };
  const byPinyin = await find('ptsz');
  await expect.poll(() => byPinyin.first().textContent(), LIMIT).toContain('平台设置');
  await takeScreenshot(page, 'search-zh-light-1440');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/setup\/platsettings/, LIMIT);
  const bySlip = await find('操作日制');
  await expect.poll(() => bySlip.first().textContent(), LIMIT).toContain('操作日志');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/platform\/operationLog/, LIMIT);
  await find('<img src=x onerror=alert(1)>');
  await page.getByText('没有匹配的页面').waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await user.close();
});

it('logs the errors of a page until they are cleared, and on the server', async () => {
  const user = await openUserPage(demo, 'demo', '/index');
  const { page } = user;
  await page.getByRole('heading', { name: '车辆概况' }).waitFor(LIMIT);
  expect(await page.getByRole('button', { name: /^错误日志/ }).count()).toBe(0);
  const told = nextReply(page, 'audit/saveClientError');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a story <b>broke</b> this page');
    });
  });
  await page.getByRole('button', { name: '错误日志（1 条）' }).click();
  const dialog = page.getByRole('dialog', { name: '错误日志' });
  await dialog.getByText('a story <b>broke</b> this page').first().waitFor(LIMIT);
  await takeScreenshot(page, 'error-log-zh-light-1440');
  await page.mouse.click(5, 450);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: '全部清除' }).click();
  await dialog.getByText('暂无错误').waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden', ...LIMIT });
  await expect.poll(() => page.getByRole('button', { name: /^错误日志/ }).count(), LIMIT).toBe(0);
  expect((await (await told).json()).code).toBe('0');

  await page.goto(`${demo.product.url}${LIST}`);
  await page.getByRole('tab', { name: '前端错误' }).click();
  const row = page.getByRole('row').filter({ hasText: 'a story <b>broke</b> this page' });
  await row.getByRole('button', { name: '详情' }).click();
  await page.getByRole('dialog', { name: '错误详情' }).getByText('demo', { exact: true }).waitFor(LIMIT);
  await takeScreenshot(page, 'client-error-zh-light-1440');
  expectConsoleErrors(user, /a story <b>broke/);
  await user.close();
});
