/** What surrounds every page: top bar, bells and notices, sidebar, breadcrumbs and tags, with the demo in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from './support/axe.ts';
import { type Look, openBrowser, openPage, picture } from './support/browser.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from './support/product.ts';
import { type Demo, demoAt, openAs, say, targetsIn } from './support/shell.ts';

const LIMIT = { timeout: 20_000 };
const WIDE: Look = { language: 'zh', scheme: 'light', width: 1440, height: 900 };
const LOG = '/platform/operationLog';
const SESSIONS = '/platform/sessionManagement';
const SETTINGS = '/setup/platsettings';
const HELP = 'https://help.fleet.example/';

const dataDir = newDataDir();
let product: Product;
let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  product = await startProduct(dataDir, { DEMO: 'on', DEMO_VEHICLES: '3' });
  [browser, demo] = await Promise.all([openBrowser(), demoAt(product.url)]);
});
afterAll(async () => {
  await browser?.close();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path, LIMIT);
const bar = (page: Page) => page.getByRole('navigation', { name: say('zh', 'shell.navigation') });
const tags = (page: Page) => page.getByRole('navigation', { name: say('zh', 'tags.label') });
const sidebar = (page: Page) => page.getByRole('navigation', { name: say('zh', 'bar.sidebar') });
const tagNames = async (page: Page) => (await tags(page).getByRole('link').allTextContents()).map((name) => name.trim());

async function leave(page: Page, faults: readonly string[]): Promise<void> {
  expect(faults.filter((fault) => !fault.includes('favicon'))).toEqual([]);
  await page.context().close();
}

async function menuOf(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: say('zh', 'shell.userMenu') }).click();
  const menu = page.getByRole('menu', { name: say('zh', 'shell.userMenu') });
  await menu.waitFor(LIMIT);
  return (await menu.getByRole('menuitem').allTextContents()).map((text) => text.trim());
}

describe('the top bar', () => {
  it('has the entries of a role, and leads where they are', async () => {
    const administrator = await openAs(browser, demo, 'demo', WIDE);
    await administrator.page.goto(`${demo.url}/index`);
    await bar(administrator.page).getByRole('link').first().waitFor(LIMIT);
    expect(await targetsIn(bar(administrator.page))).toEqual(['/mapcontent/mapmonitoring', LOG, SETTINGS]);
    await bar(administrator.page).getByRole('link', { name: '信息管理' }).click();
    await at(administrator.page, LOG);
    expect(await bar(administrator.page).locator('[aria-current]').getAttribute('aria-label')).toBe('信息管理');
    await leave(administrator.page, administrator.faults);

    const operator = await openAs(browser, demo, 'dispatcher', WIDE);
    await operator.page.goto(`${demo.url}/index`);
    await bar(operator.page).getByRole('link').first().waitFor(LIMIT);
    expect(await targetsIn(bar(operator.page))).toEqual(['/mapcontent/mapmonitoring']);
    await leave(operator.page, operator.faults);
  });

  it('opens help and certificate where they are configured, for whoever may', async () => {
    const { page, faults, client } = await openAs(browser, demo, 'demo', WIDE);
    const socket = page.waitForEvent('websocket', (opened) => opened.url().includes('/commonmsg/'));
    await page.goto(`${demo.url}/index`);
    expect(await menuOf(page)).not.toContain('帮助');
    await page.keyboard.press('Escape');
    // its first answer to a heartbeat: whoever answers also tells
    await (await socket).waitForEvent('framereceived', LIMIT);

    const { version } = await client.post('setting/getPlatSetting');
    const values = { helpUrl: HELP, certificateUrl: 'https://certificate.fleet.example/show' };
    await client.post('setting/savePlatSetting', { version, values });
    // told by the socket, without a reload
    await expect
      .poll(async () => {
        const items = await menuOf(page);
        await page.keyboard.press('Escape');
        return items;
      }, LIMIT)
      .toContain('帮助');
    await menuOf(page);
    expect(await page.getByRole('menuitem', { name: '帮助' }).getAttribute('href')).toBe(HELP);
    const popup = page.context().waitForEvent('page');
    await page.context().route('https://certificate.fleet.example/**', (route) => route.fulfill({ body: 'certificate' }));
    await page.getByRole('menuitem', { name: '入网证明' }).click();
    const certificate = await popup;
    await certificate.waitForURL(/certificate\.fleet\.example/, LIMIT);
    const query = new URL(certificate.url()).searchParams;
    expect(['userID', 'account', 'userName', 'auth'].filter((name) => !query.get(name))).toEqual([]);
    await leave(page, faults);

    const supervisor = await openAs(browser, demo, 'supervisor', WIDE);
    await supervisor.page.goto(`${demo.url}/index`);
    const items = await menuOf(supervisor.page);
    expect(items).toContain('个人信息');
    expect(items).not.toContain('入网证明');
    await leave(supervisor.page, supervisor.faults);
  });

  it('counts notices, shows them one by one, and ends at both ends', async () => {
    const { page, faults } = await openAs(browser, demo, 'safety', WIDE);
    await page.goto(`${demo.url}/index`);
    await page.getByRole('button', { name: '通知，3 条未读' }).click();
    const list = page.getByRole('dialog', { name: '通知列表' });
    await list.getByRole('button').first().click();
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: '下一条' }) });
    await dialog.waitFor(LIMIT);
    await picture(page, 'notice-zh-light-1440');
    await dialog.getByRole('button', { name: '上一条' }).click();
    await dialog.getByText('当前已是第一条!').waitFor(LIMIT);
    for (let i = 0; i < 3; i++) await dialog.getByRole('button', { name: '下一条' }).click();
    await dialog.getByText('当前已是最后一条!').waitFor(LIMIT);
    // not by a click beside it
    await page.mouse.click(5, 400);
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '通知', exact: true }).waitFor(LIMIT);
    await page.getByRole('link', { name: /^普通报警，/ }).waitFor(LIMIT);
    await leave(page, faults);
  });

  it('fills the screen, and stands on a phone', async () => {
    const { page, faults } = await openAs(browser, demo, 'demo', WIDE);
    await page.goto(`${demo.url}/index`);
    await page.getByRole('button', { name: '全屏' }).click();
    await page.getByRole('button', { name: '退出全屏' }).click();
    await page.getByRole('button', { name: '全屏' }).waitFor(LIMIT);
    await leave(page, faults);

    for (const language of ['zh', 'es'] as const) {
      const phone = await openAs(browser, demo, 'demo', { language, scheme: 'dark', width: 390, height: 844 });
      await phone.page.goto(`${demo.url}/index`);
      await phone.page.locator('main h2').first().waitFor(LIMIT);
      const wider = await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect([language, wider]).toEqual([language, false]);
      await phone.page.getByRole('button', { name: say(language, 'shell.userMenu') }).click();
      await picture(phone.page, `user-menu-${language}-dark-390`);
      await leave(phone.page, phone.faults);
    }
  });
});

describe('sidebar, breadcrumbs and tags', () => {
  it('show with pages of a group alone; the sidebar remembers whether it is open', async () => {
    const { page, faults } = await openAs(browser, demo, 'demo', WIDE);
    await page.goto(`${demo.url}${LOG}`);
    await sidebar(page).waitFor(LIMIT);
    expect(await targetsIn(sidebar(page))).toEqual([LOG, SESSIONS]);
    expect((await sidebar(page).boundingBox())?.width).toBe(13.125 * 16);
    expect(await page.getByRole('navigation', { name: '当前位置' }).textContent()).toMatch(/信息管理.*操作日志/);
    await picture(page, 'sidebar-zh-light-1440');

    await sidebar(page).getByRole('button', { name: '收起' }).click();
    await sidebar(page).getByRole('button', { name: '展开' }).waitFor(LIMIT);
    await page.reload();
    await sidebar(page).getByRole('button', { name: '展开' }).click();
    await sidebar(page).getByText('收起').waitFor(LIMIT);

    await page.getByRole('link', { name: '监控中心' }).first().click();
    await at(page, '/mapcontent/mapmonitoring');
    await sidebar(page).waitFor({ state: 'detached', ...LIMIT });
    expect(await tags(page).count()).toBe(0);
    await leave(page, faults);
  });

  it('lies over the page on a narrow window, and goes when one is chosen', async () => {
    const { page, faults } = await openAs(browser, demo, 'demo', { ...WIDE, width: 991 });
    await page.goto(`${demo.url}${LOG}`);
    await page.getByRole('button', { name: '打开侧边菜单' }).click();
    await sidebar(page).getByRole('link', { name: '登录会话' }).click();
    await at(page, SESSIONS);
    await expect.poll(() => sidebar(page).isVisible(), LIMIT).toBe(false);
    await leave(page, faults);
  });

  it('keep visited pages as they were left, and close them in every way', async () => {
    const { page, faults } = await openAs(browser, demo, 'demo', WIDE);
    await page.goto(`${demo.url}${LOG}`);
    const account = page.getByRole('textbox', { name: '账号' });
    await account.fill('left');
    await account.press('Enter');
    await page.waitForURL(/account=left/, LIMIT);
    await sidebar(page).getByRole('link', { name: '登录会话' }).click();
    await at(page, SESSIONS);
    await bar(page).getByRole('link', { name: '设置中心' }).click();
    await at(page, SETTINGS);
    await expect.poll(() => tagNames(page), LIMIT).toEqual(['首页', '操作日志', '登录会话', '平台设置']);
    expect(await tags(page).getByRole('button', { name: '关闭首页' }).count()).toBe(0);

    await tags(page).getByRole('link', { name: '操作日志' }).click();
    await at(page, LOG);
    await expect.poll(() => account.inputValue(), LIMIT).toBe('left');
    expect(new URL(page.url()).searchParams.get('account')).toBe('left');
    await picture(page, 'tags-zh-light-1440');

    // a middle click closes another page's tag; closing the active one leads to the last that remains
    await tags(page).getByRole('link', { name: '登录会话' }).click({ button: 'middle' });
    await expect.poll(() => tagNames(page), LIMIT).toEqual(['首页', '操作日志', '平台设置']);
    await tags(page).getByRole('button', { name: '关闭操作日志' }).click();
    await at(page, SETTINGS);
    await bar(page).getByRole('link', { name: '信息管理' }).click();
    await at(page, LOG);
    expect(await account.inputValue()).toBe('');

    // refresh draws the page anew
    await account.fill('not asked for');
    const act = async (tag: string, action: string) => {
      await tags(page).getByRole('link', { name: tag }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    };
    await act('操作日志', '刷新');
    await expect.poll(() => account.inputValue(), LIMIT).toBe('');
    await at(page, LOG);
    await act('操作日志', '关闭其他');
    await expect.poll(() => tagNames(page), LIMIT).toEqual(['首页', '操作日志']);
    await act('操作日志', '关闭全部');
    await at(page, '/index');
    await leave(page, faults);
  });
});

describe('accessibility', () => {
  it.each(['light', 'dark'] as const)('has no serious fault on login and shell, %s', async (scheme) => {
    for (const width of [1440, 390]) {
      const look: Look = { ...WIDE, scheme, width, height: width === 390 ? 844 : 900 };
      const login = await openPage(browser, demo.url, look);
      await login.page.goto(`${demo.url}/login`);
      await login.page.locator('form').waitFor(LIMIT);
      expect([scheme, width, await seriousFaults(login.page)]).toEqual([scheme, width, []]);
      await leave(login.page, login.faults);

      const { page, faults } = await openAs(browser, demo, 'demo', look);
      for (const path of ['/index', LOG, SETTINGS]) {
        await page.goto(`${demo.url}${path}`);
        await page.locator('main :is(h1, h2)').first().waitFor(LIMIT);
        // what fades in has its full colours then
        await page.waitForTimeout(500);
        expect([path, scheme, width, await seriousFaults(page)]).toEqual([path, scheme, width, []]);
      }
      await leave(page, faults);
    }
  });
});
