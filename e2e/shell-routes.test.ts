/** Every page of the route table, and the guard before them, in a real browser. */
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closePage, type Look, openPage, takeScreenshot } from './support/browser.ts';
import { signIn } from './support/client.ts';
import { type Installation, openUserPage, startDemo } from './support/installation.ts';
import { fillLogin, linkPaths, translate } from './support/login.ts';

const LIMIT = { timeout: 30_000 };
const WIDE: Look = { language: 'zh', scheme: 'light', width: 1440, height: 900 };
const MONITORING = '/mapcontent/mapmonitoring';
const HOME = '/index';

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const isAt = (path: string) => (url: URL) => url.pathname + url.search === path;
const at = (page: Page, path: string) => page.waitForURL(isAt(path), LIMIT);
const open = (page: Page, path: string) => page.goto(`${demo.product.url}${path}`);

/** The pages of a signed-in user: all but login, error and inspection pages. */
type Row = { readonly path: string; readonly title: string; readonly nav: number; readonly open?: true; readonly bare?: true };
const rows: readonly Row[] = consoleRoutes;
const pages = rows.filter((route) => (!route.open || route.bare) && route.path !== '/carinspection/carmapcontent');

/** In the browser: what the page shows, null while it loads. Cached pages are in the document but hidden. */
const SHOWN = `(path, start, pending) => {
  if (location.pathname !== path || !document.title.startsWith(start)) return null;
  const isSeen = (selector, wanted = () => true) =>
    [...document.querySelectorAll(selector)].some((element) => wanted(element) && element.checkVisibility());
  if (isSeen('[role="status"] p', ({ textContent }) => textContent === pending)) return 'pending';
  return !isSeen('main [role="status"][aria-label]') && isSeen('main *') ? 'built' : null;
}`;

/** Waits for the page; returns whether it is built or pending. */
function drawn(page: Page, { path, title }: Row): Promise<string> {
  const name = translate('zh', title);
  const wanted = [path, `${name} - `, translate('zh', 'route.pendingTitle', { page: name })];
  const shown = `(${SHOWN})(...${JSON.stringify(wanted)})`;
  return page.evaluate(`new Promise((done, fail) => {
    const end = Date.now() + ${LIMIT.timeout};
    const look = () => {
      const shown = ${shown};
      if (shown) done(shown);
      else if (Date.now() > end) fail(new Error('not drawn: ${path} at ' + location.href));
      else setTimeout(look, 20);
    };
    look();
  })`);
}

/** Navigates like the browser's buttons. */
const walk = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`);

describe('the route table', () => {
  it('is complete for the super administrator: pages render, pending pages say so and are in no menu', {
    timeout: 900_000,
  }, async () => {
    const { page, faults } = await openUserPage(demo, 'demo', HOME);
    await page.getByRole('heading', { name: '车辆概况' }).waitFor(LIMIT);
    const pending: string[] = [];
    const built: Row[] = [];
    const offered = new Set<string>();
    const main = page.getByRole('navigation', { name: '主导航' });
    await main.getByRole('link').first().waitFor(LIMIT);
    for (const route of pages) {
      await walk(page, route.path);
      if ((await drawn(page, route)) === 'pending') {
        pending.push(route.path);
        continue;
      }
      built.push(route);
      const menus = route.nav >= 3 && route.nav <= 7 ? [main, page.getByRole('navigation', { name: '侧边菜单' })] : [main];
      for (const menu of menus) for (const target of await linkPaths(menu)) offered.add(target);
    }
    expect(built.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        HOME,
        '/QuickBar/index',
        '/i18n/index',
        MONITORING,
        '/platform/operationLog',
        '/platform/sessionManagement',
        '/setup/platsettings',
      ]),
    );
    await takeScreenshot(page, 'pending-zh-light-1440');

    // by address, too: one page of each section
    for (const nav of new Set(built.map((route) => route.nav))) {
      const route = built.findLast((each) => each.nav === nav)!;
      await open(page, route.path);
      expect(await drawn(page, route)).toBe('built');
    }
    expect(offered).toContain(MONITORING);
    expect(offered).toContain('/platform/operationLog');
    expect(pending.filter((path) => offered.has(path))).toEqual([]);

    // no other session can open an inspection's page
    await open(page, '/carinspection/carmapcontent');
    await at(page, HOME);
    expect(faults).toEqual([]);
    await closePage(page);
  });
});

describe('the guard', () => {
  it('without a token shows open pages only, and redirects every other to the login', async () => {
    const { page, faults } = await openPage(demo.browser, demo.product.url, WIDE);
    for (const path of [HOME, '/platform/operationLog?account=demo', '/report/navigationReporting', '/nowhere']) {
      await open(page, path);
      await at(page, `/login?redirect=${encodeURIComponent(path)}`);
    }
    await open(page, '/');
    await at(page, '/login');
    await open(page, '/auth-redirect');
    await at(page, '/login');
    await open(page, '/loginSF');
    await page.getByRole('heading', { name: 'SF 版登录' }).waitFor(LIMIT);
    for (const [path, title] of [
      ['/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew', '视频监控墙'],
      ['/visorycontrolBigsreen/historyvideoNew/historyvideoNew', '历史视频'],
    ] as const) {
      await open(page, path);
      await expect.poll(() => page.title(), LIMIT).toBe(`${title} - 车队卫士`);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('returns to the requested page after the login, and refuses to redirect to another site', async () => {
    const { page, faults } = await openPage(demo.browser, demo.product.url, WIDE);
    await open(page, '/platform/operationLog?account=demo');
    await at(page, '/login?redirect=%2Fplatform%2FoperationLog%3Faccount%3Ddemo');
    await expect.poll(() => page.title(), LIMIT).toBe('登录 - 车队卫士');
    await fillLogin(page, 'platform', demo.password);
    await at(page, '/platform/operationLog?account=demo');
    await expect.poll(() => page.title(), LIMIT).toBe('操作日志 - 车队卫士');

    for (const foreign of ['//example.org/x', '/\\example.org', 'https://example.org/']) {
      await page.context().clearCookies({ name: 'token' });
      await open(page, `/login?redirect=${encodeURIComponent(foreign)}`);
      await fillLogin(page, 'platform', demo.password);
      await at(page, MONITORING);
    }
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('with a token redirects the login to the home page, shows 401 with the permission and 404, and reloads pages', async () => {
    const { page, faults } = await openUserPage(demo, 'dispatcher', HOME);
    for (const path of ['/', '/login', '/loginSF', '/auth-redirect']) {
      await open(page, path);
      await at(page, HOME);
    }
    await open(page, '/setup/platsettings');
    await at(page, '/401?page=%2Fsetup%2Fplatsettings');
    await page.getByText('打开“平台设置”需要权限：平台设置 (702)。请联系管理员开通。').waitFor(LIMIT);
    await takeScreenshot(page, '401-zh-light-1440');
    await open(page, '/nowhere');
    await at(page, '/404');
    await page.getByText('页面不存在').waitFor(LIMIT);
    await page.getByRole('button', { name: '返回首页' }).click();
    await at(page, HOME);

    await open(page, '/i18n/index?q=kept');
    const text = page.getByRole('searchbox').first();
    await text.waitFor(LIMIT);
    await walk(page, '/redirect/i18n/index');
    await at(page, '/i18n/index');
    await expect.poll(() => text.inputValue(), LIMIT).toBe('');
    await open(page, '/redirect/nowhere');
    await at(page, '/404');

    // the login window of another page returns its answer
    const answer = await page.evaluate(`new Promise((done) => {
      addEventListener('message', ({ data, origin }) => origin === location.origin && done(data), { once: true });
      window.open('/auth-redirect?code=7');
    })`);
    expect(answer).toBe('?code=7');
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('ends a session that the server does not know, and says why', async () => {
    const { page, faults } = await openPage(demo.browser, demo.product.url, WIDE);
    await page.context().addCookies([{ name: 'token', value: 'forged.token', url: demo.product.url }]);
    // shown for seconds only
    const said = page.getByText('登录已失效，请重新登录').waitFor(LIMIT);
    await open(page, HOME);
    await at(page, '/login?redirect=%2Findex');
    await said;
    expect((await page.context().cookies()).some(({ name }) => name === 'token')).toBe(false);
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it('accepts a ticket at /loginReceive once, and no invalid one', async () => {
    const client = await signIn(demo.product.url, 'safety', demo.password);
    const { ticket } = await client.post('user/exchangeTicket');
    const { page, faults } = await openPage(demo.browser, demo.product.url, WIDE);
    await open(page, `/loginReceive?ticket=${ticket}&redirect=%2Fi18n%2Findex`);
    await at(page, '/i18n/index');
    await page.getByRole('button', { name: '用户菜单 安全员' }).waitFor(LIMIT);

    // a link from elsewhere does not replace the session unnoticed
    await open(page, `/loginReceive?ticket=${ticket}`);
    await page.getByRole('heading', { name: '您已登录为 安全员，是否改用凭证登录？' }).waitFor(LIMIT);
    await page.getByRole('button', { name: '保持当前账号' }).click();
    await page.getByRole('button', { name: '用户菜单 安全员' }).waitFor(LIMIT);

    await page.context().clearCookies({ name: 'token' });
    await open(page, `/loginReceive?ticket=${ticket}`);
    await page.getByRole('heading', { name: '凭证无效或已过期' }).waitFor(LIMIT);
    expect(page.url()).not.toContain(ticket);
    await takeScreenshot(page, 'ticket-zh-light-1440');
    await page.getByRole('link', { name: '前往登录' }).click();
    await at(page, '/login');
    expect(faults).toEqual([]);
    await closePage(page);
  });

  it.each(['en', 'es', 'ja'] as const)('works in %s: titles, the redirect after the login, 401 and 404', async (language) => {
    const { page, faults } = await openPage(demo.browser, demo.product.url, { ...WIDE, language, scheme: 'dark' });
    const product = translate(language, 'common.product');
    await open(page, '/i18n/index');
    await at(page, '/login?redirect=%2Fi18n%2Findex');
    await expect.poll(() => page.title(), LIMIT).toBe(`${translate(language, 'page.login')} - ${product}`);
    await fillLogin(page, 'dispatcher', demo.password);
    await at(page, '/i18n/index');
    await expect.poll(() => page.title(), LIMIT).toBe(`${translate(language, 'page.texts')} - ${product}`);
    await walk(page, '/setup/platsettings');
    const title = translate(language, 'page.platsettings');
    await page.getByText(translate(language, 'route.needs', { page: title, permissions: `${title} (702)` })).waitFor(LIMIT);
    await walk(page, '/nowhere');
    await page.getByText(translate(language, 'common.notFoundTitle')).waitFor(LIMIT);
    await walk(page, '/report/carperipheralreport/fuelCurve');
    await page
      .getByText(translate(language, 'route.pendingTitle', { page: translate(language, 'report.fuelCurve') }))
      .waitFor(LIMIT);
    expect(faults).toEqual([]);
    await closePage(page);
  });
});
