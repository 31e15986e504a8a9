/** Login pages of both client types: captcha, lock-out, name and logo, and the inspection of one vehicle. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePage, closePages, type Look, openBrowser, openPage, takeScreenshot } from './support/browser.ts';
import { signIn } from './support/client.ts';
import { removeDataDir } from './support/data-dir.ts';
import { openUserPage } from './support/installation.ts';
import { type Demo, fillLogin, readLoginDemo, translate } from './support/login.ts';
import { type Product, startProduct } from './support/product.ts';
import { copyDataDir } from './support/shared-services.ts';

const LIMIT = { timeout: 30_000 };
const WIDE: Look = { language: 'zh', scheme: 'light', width: 1440, height: 900 };
const MONITORING = '/mapcontent/mapmonitoring';
/** A page without a map, which loads fast. */
const CALM = '/i18n/index';
const FOR_CALM = `redirect=${encodeURIComponent(CALM)}`;
const INSPECTION = '/carinspection/carmapcontent';
const DEMO = { DEMO: 'on', DEMO_VEHICLES: '3', DEMO_HISTORY_DAYS: '1' };
/** A blue pixel. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkiL/+HwAEKwJhJWMmNAAAAABJRU5ErkJggg==';

const dataDir = await copyDataDir('demo');
let product: Product;
let browser: Browser;
let demo: Demo;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(dataDir, { ...DEMO, CAPTCHA: 'on' }), openBrowser()]);
});
afterAll(async () => {
  await closePages();
  const code = await product?.stop();
  removeDataDir(dataDir);
  expect(code).toBe(0);
});

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname + url.search === path, LIMIT);
const open = (page: Page, path: string) => page.goto(`${product.url}${path}`);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: '登录', exact: true });
const signedIn = (page: Page, name: string) => page.getByRole('button', { name: `用户菜单 ${name}` }).waitFor(LIMIT);

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
}

describe('a login with a captcha', () => {
  it('requires one only after three failed attempts; then shows a new image on request and after a wrong answer', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    demo = await readLoginDemo(product.url);
    await open(page, '/login');
    for (let n = 0; n < 3; n++) {
      await fillLogin(page, 'nobody', 'Wrong-1234');
      await page.getByText('账号或密码错误').waitFor(LIMIT);
    }
    const another = page.getByRole('button', { name: '换一张验证码' });
    const image = () => another.locator('img').getAttribute('src', LIMIT);
    const first = await image();
    expect(first).toMatch(/^data:image\//);
    await another.click();
    await expect.poll(image, LIMIT).not.toBe(first);
    const second = await image();

    await fillLogin(page, 'demo', demo.password);
    await page.getByText('请输入验证码').waitFor(LIMIT);
    await field(page, '验证码').fill('????');
    await signInButton(page).click();
    await page.getByText('验证码错误或已过期').waitFor(LIMIT);
    await expect.poll(image, LIMIT).not.toBe(second);
    expect(await field(page, '验证码').inputValue()).toBe('');
    await takeScreenshot(page, 'login-captcha-zh-light-1440');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await closePage(page);
  });
});

describe('a login', () => {
  beforeAll(async () => {
    expect(await product.stop()).toBe(0);
    product = await startProduct(dataDir, { ...DEMO, CAPTCHA: 'off' });
    demo = await readLoginDemo(product.url);
  });

  it('accepts credentials submitted before the server has reported its login options', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    const told = Promise.withResolvers<void>();
    await page.route('**/user/loginPage*', (route) => told.promise.then(() => route.continue()));
    await open(page, `/login?${FOR_CALM}`);
    await field(page, '账号').fill('demo');
    await field(page, '密码').fill(demo.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '正在登录' }).waitFor(LIMIT);
    await takeScreenshot(page, 'login-early-zh-light-1440');
    told.resolve();
    await at(page, CALM);
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('shows missing or wrong fields, warns of caps lock, and remembers the account if selected', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    await open(page, `/login?${FOR_CALM}`);
    const password = field(page, '密码');
    await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await page.getByText('大写锁定已打开').waitFor(LIMIT);
    await takeScreenshot(page, 'login-caps-lock-zh-light-1440');
    await password.dispatchEvent('keydown', { key: 'a' });
    await page.getByText('大写锁定已打开').waitFor({ state: 'hidden', ...LIMIT });
    await signInButton(page).click();
    await page.getByText('请输入账号').waitFor(LIMIT);
    await page.getByText('请输入密码').waitFor(LIMIT);
    await takeScreenshot(page, 'login-missing-zh-light-1440');

    await fillLogin(page, 'agent', 'not the password');
    await page.getByText('账号或密码错误').waitFor(LIMIT);
    await page.getByRole('checkbox', { name: '记住账号' }).check();
    await fillLogin(page, 'agent', demo.password);
    await at(page, CALM);
    await signedIn(page, '代理商');
    await signOut(page);
    await at(page, `/login?${FOR_CALM}`);
    expect(await field(page, '账号').inputValue()).toBe('agent');
    await expect.poll(() => password.evaluate((element) => element.matches(':focus')), LIMIT).toBe(true);
    expect(await password.inputValue()).toBe('');
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('offers the demo accounts, each with one click', async () => {
    const { page, faults } = await openPage(browser, product.url, { ...WIDE, language: 'en' });
    await open(page, '/login');
    const entry = page.getByRole('button', { name: /dispatcher/ });
    await entry.waitFor(LIMIT);
    await takeScreenshot(page, 'login-demo-en-light-1440');
    // without a captcha the click signs in
    await entry.click();
    await at(page, MONITORING);
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('restricts accounts of client type 4 and 7 to their own login pages, after a logout too', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    await open(page, `/loginSF?${FOR_CALM}`);
    await page.getByRole('heading', { name: 'SF 版登录' }).waitFor(LIMIT);
    await fillLogin(page, 'enterprise', demo.password);
    await page.getByText('该账号不能从此页面登录').waitFor(LIMIT);
    await takeScreenshot(page, 'loginSF-refused-zh-light-1440');
    await fillLogin(page, 'demosf', demo.password);
    await at(page, CALM);
    await signedIn(page, 'SF企业管理员');
    await signOut(page);
    await at(page, '/loginSF');
    await page.getByRole('link', { name: '平台账号登录' }).click();
    await at(page, '/login');
    await fillLogin(page, 'demosf', demo.password);
    await page.getByText('该账号不能从此页面登录').waitFor(LIMIT);
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('locks an account after five failures, shows for how long, and accepts other accounts', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    await open(page, '/login');
    for (let failures = 1; failures <= 6; failures++) {
      const answered = page.waitForResponse((reply) => reply.url().endsWith('user/login'), LIMIT);
      await fillLogin(page, 'safety', `guess ${failures}`);
      const { msg } = (await (await answered).json()) as { msg: string };
      expect(msg).toBe(failures <= 5 ? '账号或密码错误' : '登录失败次数过多，请 15 分钟后再试');
      await page.getByText(msg).waitFor(LIMIT);
    }
    await page.getByRole('button', { name: /^1[45]:\d\d 后可重试$/ }).waitFor(LIMIT);
    await takeScreenshot(page, 'login-locked-zh-light-1440');
    await fillLogin(page, 'supervisor', demo.password);
    await at(page, MONITORING);
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('switches the language before the login, and renders in all four, wide and narrow, in the light and dark themes', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    await open(page, '/login');
    const walk = [
      ['zh', 'light', 'en'],
      ['en', 'dark', 'es'],
      ['es', 'light', 'ja'],
      ['ja', 'dark', 'zh'],
    ] as const;
    for (const [language, colorScheme, next] of walk) {
      await page.emulateMedia({ colorScheme });
      await page.getByRole('heading', { name: translate(language, 'login.heading'), exact: true }).waitFor(LIMIT);
      const languages = page.getByRole('combobox', { name: translate(language, 'shell.language') });
      expect(await languages.locator('option').allTextContents()).toEqual(['中文', 'English', 'Español', '日本語']);
      expect(await languages.locator('option:disabled').getAttribute('lang')).toBe(language);
      await takeScreenshot(page, `login-${language}-${colorScheme}-1440`);
      if (next !== 'zh') expect(await accessibilityViolations(page)).toEqual([]);
      const changed = page.getByText(translate(next, 'shell.switchLanguageSuccess'));
      const said = changed.waitFor(LIMIT);
      await languages.selectOption(next);
      await said;
      await changed.waitFor({ state: 'hidden', ...LIMIT });
    }
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'language')?.value).toBe('zh');

    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, colorScheme] of [
      ['/login', 'light'],
      ['/loginSF', 'dark'],
      ['/login?tab=vehicle', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await open(page, path);
      await page.locator('section button').first().waitFor(LIMIT);
      await takeScreenshot(page, `${path.slice(1).replace(/\W/g, '-')}-zh-${colorScheme}-390`);
      expect(await accessibilityViolations(page)).toEqual([]);
      // nothing is wider than the window
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    expect(faults).toEqual([]);
    await closePage(page);
  });
});

describe('name and logo of the platform', () => {
  it('are set on the settings page and shown in the bar, the title and the login; a department has its own', async () => {
    const { page, faults, client } = await openUserPage({ product, browser, password: demo.password }, 'platform', CALM);
    const told = page.waitForEvent('websocket', { predicate: (socket) => socket.url().includes('commonmsg'), ...LIMIT });
    await open(page, '/setup/platsettings');
    await told;
    await field(page, '平台名称').fill('长风运输监控平台');
    await page.getByRole('button', { name: '保存设置' }).click();
    await page.getByText('设置已保存').waitFor(LIMIT);
    await page.getByRole('banner').getByText('长风运输监控平台').waitFor(LIMIT);
    await expect.poll(() => page.title(), LIMIT).toBe('平台设置 - 长风运输监控平台');
    await takeScreenshot(page, 'platsettings-zh-light-1440');

    const company = await signIn(product.url, 'enterprise', demo.password);
    const { userInfo } = await company.post('user/getLoginInfo');
    const { deptId } = userInfo as { deptId: string };
    const { version } = await client.post('setting/getPlatSetting', { deptId });
    await client.post('setting/savePlatSetting', { deptId, version, values: { platName: '南方物流' } });
    await client.post('dept/uploadLogo', { deptId, image: LOGO });

    await signOut(page);
    await at(page, '/login?redirect=%2Fsetup%2Fplatsettings');
    await page.getByText('长风运输监控平台').waitFor(LIMIT);
    await open(page, `/login?deptId=${deptId}&${FOR_CALM}`);
    const top = page.getByRole('banner');
    await top.getByText('南方物流').waitFor(LIMIT);
    await expect
      .poll(() => top.locator('img').evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
    await takeScreenshot(page, 'login-department-zh-light-1440');
    await fillLogin(page, 'enterprise', demo.password);
    await at(page, CALM);
    await page.getByRole('banner').getByText('南方物流').waitFor(LIMIT);
    await expect.poll(() => page.title(), LIMIT).toBe('界面文本 - 南方物流');
    expect(faults).toEqual([]);
    await closePage(page);
  });
});

describe('the inspection of one vehicle', () => {
  it('shows only that vehicle, by calls every 10 s and without sockets', async () => {
    const { page, faults } = await openPage(browser, product.url, WIDE);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const calls: string[] = [];
    const asked: number[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/')) return;
      calls.push(pathname);
      if (pathname.endsWith('car/inspect/list')) asked.push(Date.now());
    });
    const polls = () => asked.length;

    await open(page, '/login?tab=vehicle');
    const { carNo } = demo.inspection;
    await page.getByRole('button', { name: new RegExp(carNo) }).click();
    await signInButton(page).click();
    await at(page, INSPECTION);
    await page.getByRole('heading', { name: carNo }).waitFor(LIMIT);
    await page.locator('canvas').first().waitFor(LIMIT);
    await takeScreenshot(page, 'inspection-zh-light-1440');

    // the monitoring centre is the only entry; no bells, no search, no settings
    const entries = page.getByRole('navigation', { name: '主导航' }).getByRole('link');
    expect(await entries.allTextContents()).toEqual([expect.stringContaining('监控中心')]);
    expect(
      await page
        .getByRole('banner')
        .getByRole('button', { name: /通知|搜索|设置/ })
        .count(),
    ).toBe(0);
    expect(await page.getByRole('banner').getByRole('link', { name: /报警/ }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await takeScreenshot(page, 'inspection-zh-dark-390');
    await expect.poll(polls, LIMIT).toBeGreaterThan(1);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(9_000);

    for (const path of [MONITORING, '/index', '/platform/operationLog']) {
      await open(page, path);
      await at(page, INSPECTION);
    }
    await page.getByRole('heading', { name: carNo }).waitFor(LIMIT);
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['退出登录']);
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await at(page, '/login');
    expect(sockets).toEqual([]);
    expect(calls.filter((path) => /alarm|notice|video|getBellPageNum/i.test(path))).toEqual([]);
    expect(faults).toEqual([]);
    await closePage(page);
  });
});
