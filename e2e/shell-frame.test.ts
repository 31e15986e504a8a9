/** What surrounds every page: top bar, bells and notices, user menu, sidebar, breadcrumbs and tags. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { type Installation, LIMIT, NARROW, openUserPage, startDemo } from './support/installation.ts';
import { translate } from './support/login.ts';

const HOME = '/index';
const LOG = '/platform/operationLog';
const SESSIONS = '/platform/sessionManagement';
const SETTINGS = '/setup/platsettings';
/** The first page of the settings. */
const CARS = '/setup/common/carsetup';
const WIDE = { width: 1440, height: 900 };

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path, LIMIT);
const open = (page: Page, path: string) => page.goto(`${demo.product.url}${path}`);
const nav = (page: Page, name: string) => page.getByRole('navigation', { name });
const menuOf = (page: Page) => page.getByRole('button', { name: /^用户菜单/ });
const labels = (page: Page, name: string) =>
  nav(page, name)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as unknown as { ariaLabel: string }).ariaLabel));

describe('the top bar', () => {
  // Specification 2.3 and 6: entries whose pages come with later issues lead nowhere and are left out
  const ALL = ['监控中心', '历史回放', '报警规则', '报表分析', '主动安全', '信息管理', '设置中心'];
  it.each([
    ['demo', ALL, ['监控中心', '信息管理', '设置中心']],
    ['demosf', ALL, ['监控中心', '信息管理']],
    ['supervisor', ALL.filter((name) => name !== '设置中心'), ['监控中心']],
    ['dispatcher', ['监控中心', '历史回放', '报表分析', '主动安全'], ['监控中心']],
  ])('offers %s the pages that the role may open, in the order of the specification', async (account, offered, least) => {
    const user = await openUserPage(demo, account, HOME);
    await nav(user.page, '主导航').getByRole('link').first().waitFor(LIMIT);
    const shown = await labels(user.page, '主导航');
    expect(shown).toEqual(offered.filter((name) => shown.includes(name)));
    expect(shown).toEqual(expect.arrayContaining(least));
    expect(await nav(user.page, '主导航').getByRole('button', { name: '数据中心' }).count()).toBeLessThanOrEqual(1);
    await user.page.getByRole('link', { name: /^普通报警，\d+ 条(, 99\+)?$/ }).waitFor(LIMIT);
    await user.page.getByRole('link', { name: /^主动安全报警，\d+ 条(, 99\+)?$/ }).waitFor(LIMIT);
    await user.close();
  });

  it('has a user menu with help and certificate if they are configured, the certificate with 20601 only', async () => {
    const user = await openUserPage(demo, 'platform', HOME);
    const { page, client } = user;
    const socket = page.waitForEvent('websocket', {
      predicate: (opened) => opened.url().includes('/commonmsg/'),
      ...LIMIT,
    });
    await menuOf(page).click();
    const items = page.getByRole('menu').getByRole('menuitem');
    const own = ['个人信息', '修改密码', '我的登录记录', '督办'];
    const all = [...own, '值班', '退出登录'];
    await items.first().waitFor(LIMIT);
    expect(await items.allTextContents()).toEqual(['首页', '入网证明', ...all]);
    const said = page.getByText('未配置入网证明地址').waitFor(LIMIT);
    await page.getByRole('menuitem', { name: '入网证明' }).click();
    await said;

    // the first answer to its heartbeat: the server then sends notices, too
    await (await socket).waitForEvent('framereceived', LIMIT);
    const { url } = demo.product;
    const { version } = await client.post('setting/getPlatSetting');
    const values = { helpUrl: `${url}/livez?help`, certificateUrl: `${url}/livez?card=1` };
    await client.post('setting/savePlatSetting', { version, values });
    // pushed by the socket, without a reload
    await menuOf(page).click();
    await page.getByRole('menuitem', { name: '帮助' }).waitFor(LIMIT);
    expect(await items.allTextContents()).toEqual(['首页', '帮助', '入网证明', ...all]);
    expect(await page.getByRole('menuitem', { name: '帮助' }).getAttribute('href')).toBe(values.helpUrl);
    await takeScreenshot(page, 'user-menu-zh-light-1440');
    const opened = page.context().waitForEvent('page', LIMIT);
    await page.getByRole('menuitem', { name: '入网证明' }).click();
    const certificate = await opened;
    await certificate.waitForURL((address) => address.pathname === '/livez', LIMIT);
    const { searchParams } = new URL(certificate.url());
    expect(Object.fromEntries(searchParams)).toMatchObject({ card: '1', account: 'platform', userName: '平台管理员' });
    for (const name of ['userID', 'auth']) expect(searchParams.get(name)).toBeTruthy();
    await certificate.close();
    await user.close();

    const looking = await openUserPage(demo, 'supervisor', HOME);
    await menuOf(looking.page).click();
    await looking.page.getByRole('menuitem', { name: '首页' }).waitFor(LIMIT);
    expect(await looking.page.getByRole('menu').getByRole('menuitem').allTextContents()).toEqual([
      '首页',
      '帮助',
      ...own,
      '退出登录',
    ]);
    await looking.close();
  });

  it('lists notices, each with links to the previous and the next one, and counts the unread ones', async () => {
    const user = await openUserPage(demo, 'dispatcher', HOME);
    const { page } = user;
    await page.getByRole('button', { name: '通知，3 条未读' }).click();
    const list = page.getByRole('dialog', { name: '通知列表' });
    const titles = ['关于加强雨雾天气行车安全管理的通知', '疲劳驾驶报警处理要求', '平台例行维护公告'] as const;
    for (const title of titles) await list.getByText(title).waitFor(LIMIT);
    await takeScreenshot(page, 'notices-zh-light-1440');
    await list.getByText(titles[0]).click();
    const dialog = (title: string) => page.getByRole('dialog', { name: title });
    await dialog(titles[0]).waitFor(LIMIT);
    await page.getByRole('button', { name: '上一条' }).click();
    await page.getByText('当前已是第一条!').waitFor(LIMIT);
    await takeScreenshot(page, 'notice-zh-light-1440');
    for (const title of titles.slice(1)) {
      await page.getByRole('button', { name: '下一条' }).click();
      await dialog(title).waitFor(LIMIT);
    }
    await page.getByRole('button', { name: '下一条' }).click();
    await page.getByText('当前已是最后一条!').waitFor(LIMIT);
    // specification 9: a click outside leaves it open
    await page.mouse.click(5, 5);
    await dialog(titles[2]).getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: '通知', exact: true }).waitFor(LIMIT);
    await page.reload();
    await page.getByRole('button', { name: '通知', exact: true }).waitFor(LIMIT);
    await user.close();
  });

  it('switches to full screen, or says that the browser cannot', async () => {
    const user = await openUserPage(demo, 'dispatcher', HOME);
    const { page } = user;
    await page.getByRole('button', { name: '全屏' }).click();
    await page.getByRole('button', { name: '退出全屏' }).click();
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor(LIMIT);
    await page.evaluate("Object.defineProperty(document, 'fullscreenEnabled', { value: false })");
    const said = page.getByText('you browser can not work').waitFor(LIMIT);
    await page.getByRole('button', { name: '全屏' }).click();
    await said;
    await user.close();
  });
});

describe('the sidebar', () => {
  it('shows the group of the page, collapses, stores that in a cookie, and overlays the page under 992 px', async () => {
    const user = await openUserPage(demo, 'demo', HOME);
    const { page } = user;
    const side = nav(page, '侧边菜单');
    await nav(page, '主导航').getByRole('link', { name: '信息管理' }).click();
    await side.waitFor(LIMIT);
    await open(page, LOG);
    await side.getByRole('link', { name: '操作日志' }).waitFor(LIMIT);
    expect(await labels(page, '侧边菜单')).toEqual(expect.arrayContaining(['操作日志', '登录会话']));
    expect(await labels(page, '侧边菜单')).not.toContain('平台设置');
    expect(await side.locator('[aria-current="page"]').getAttribute('aria-label')).toBe('操作日志');
    const width = async () => (await side.boundingBox())?.width;
    expect(await width()).toBe(13.125 * 16);

    await side.getByRole('button', { name: '收起' }).click();
    await expect.poll(width, LIMIT).toBeLessThan(100);
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
    expect(await cookie()).toBe('0');
    await page.reload();
    await side.getByRole('button', { name: '展开' }).waitFor(LIMIT);
    await takeScreenshot(page, 'sidebar-collapsed-zh-light-1440');
    await side.getByRole('button', { name: '展开' }).click();
    await expect.poll(cookie).toBe('1');

    const trail = nav(page, '当前位置').getByRole('listitem');
    expect(await trail.allTextContents()).toEqual(['信息管理', '操作日志']);
    await nav(page, '主导航').getByRole('link', { name: '监控中心' }).waitFor(LIMIT);
    await nav(page, '已打开的页面').getByRole('link', { name: '首页' }).click();
    await at(page, HOME);
    await side.waitFor({ state: 'detached', ...LIMIT });

    await page.setViewportSize(NARROW);
    await open(page, LOG);
    const opener = page.getByRole('button', { name: '打开侧边菜单' });
    await opener.waitFor(LIMIT);
    expect(await side.count()).toBe(0);
    await opener.click();
    await side.waitFor(LIMIT);
    await takeScreenshot(page, 'sidebar-over-zh-light-390');
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached', ...LIMIT });
    await opener.click();
    await side.getByRole('link', { name: '登录会话' }).click();
    await at(page, SESSIONS);
    await side.waitFor({ state: 'detached', ...LIMIT });
    await user.close();
  });
});

describe('the tags', () => {
  it('preserve the state of their pages, and can be closed, refreshed and cleared', async () => {
    const user = await openUserPage(demo, 'demo', LOG);
    const { page } = user;
    const bar = nav(page, '已打开的页面');
    const tag = (name: string) => bar.getByRole('link', { name, exact: true });
    const names = () => bar.getByRole('link').allTextContents();
    const item = async (name: string, entry: string) => {
      await tag(name).click({ button: 'right' });
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    const account = page.getByRole('textbox', { name: '账号' });

    await account.fill('kept text');
    const side = nav(page, '侧边菜单');
    await side.getByRole('link', { name: '登录会话' }).click();
    await at(page, SESSIONS);
    await nav(page, '主导航').getByRole('link', { name: '设置中心' }).click();
    await at(page, CARS);
    await expect.poll(names, LIMIT).toEqual(['首页', '操作日志', '登录会话', '车辆设置']);
    await takeScreenshot(page, 'tags-zh-light-1440');
    await tag('操作日志').click();
    await at(page, LOG);
    expect(await account.inputValue()).toBe('kept text');
    await item('操作日志', '刷新');
    await expect.poll(() => account.inputValue(), LIMIT).toBe('');
    await at(page, LOG);

    // the home page stays
    expect(await bar.getByRole('button', { name: '关闭首页' }).count()).toBe(0);
    await tag('首页').click({ button: 'right' });
    expect(await page.getByRole('menuitem', { name: '关闭', exact: true }).isDisabled()).toBe(true);
    await takeScreenshot(page, 'tag-menu-zh-light-1440');
    await page.keyboard.press('Escape');
    await tag('首页').click({ button: 'middle' });

    // closing the current page opens the last remaining one
    await bar.getByRole('button', { name: '关闭操作日志' }).click();
    await at(page, CARS);
    await expect.poll(names, LIMIT).toEqual(['首页', '登录会话', '车辆设置']);
    await tag('登录会话').click({ button: 'middle' });
    await expect.poll(names, LIMIT).toEqual(['首页', '车辆设置']);
    await at(page, CARS);
    await open(page, LOG);
    await tag('操作日志').waitFor(LIMIT);
    await open(page, SESSIONS);
    await expect.poll(names, LIMIT).toEqual(['首页', '车辆设置', '操作日志', '登录会话']);
    await item('操作日志', '关闭其他');
    await at(page, LOG);
    await expect.poll(names, LIMIT).toEqual(['首页', '操作日志']);
    await item('操作日志', '关闭全部');
    await at(page, HOME);
    await user.close();
  });
});

describe('the frame', () => {
  it.each(['zh', 'en', 'es', 'ja'] as const)(
    'is complete in %s, in the light and dark themes, wide and narrow',
    async (language) => {
      const user = await openUserPage(demo, 'demo', LOG, { language });
      const { page } = user;
      const text = (key: string) => translate(language, key);
      await nav(page, text('shell.navigation'))
        .getByRole('link', { name: text('page.monitoring') })
        .waitFor(LIMIT);
      await nav(page, text('bar.sidebar'))
        .getByRole('link', { name: text('page.operationLog') })
        .waitFor(LIMIT);
      await nav(page, text('bar.sidebar'))
        .getByRole('button', { name: text('bar.collapse') })
        .waitFor(LIMIT);
      await nav(page, text('tags.label'))
        .getByRole('link', { name: text('page.home') })
        .waitFor(LIMIT);
      expect(await nav(page, text('bar.breadcrumbs')).getByRole('listitem').allTextContents()).toEqual([
        text('page.information'),
        text('page.operationLog'),
      ]);
      for (const [size, colorScheme] of [
        [WIDE, 'light'],
        [NARROW, 'dark'],
      ] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.getByRole('banner').waitFor(LIMIT);
        await takeScreenshot(page, `frame-${language}-${colorScheme}-${size.width}`);
        // no part of the frame is wider than the window
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), LIMIT).toBe(size.width);
      }
      await page.getByRole('button', { name: text('shell.navigation') }).click();
      await page.getByRole('menuitem', { name: text('page.monitoring') }).waitFor(LIMIT);
      await takeScreenshot(page, `frame-menu-${language}-dark-390`);
      await user.close();
    },
  );

  it.each(['light', 'dark'] as const)('and its pages have no accessibility violations, %s', async (scheme) => {
    const user = await openUserPage(demo, 'demo', HOME, { scheme });
    const { page } = user;
    for (const path of [HOME, LOG, SETTINGS]) {
      await page.setViewportSize(WIDE);
      await open(page, path);
      await page.locator('main :is(h1, h2)').first().waitFor(LIMIT);
      for (const size of [WIDE, NARROW]) {
        await page.setViewportSize(size);
        expect([path, scheme, size.width, await accessibilityViolations(page)]).toEqual([path, scheme, size.width, []]);
      }
    }
    await user.close();
  });
});
