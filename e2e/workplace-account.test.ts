/** Refusals, network errors, passwords, profile, sessions and revoked rights of an account. */

import { sign } from '@fleetwarden/contract/sign';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { signIn } from './support/client.ts';
import { openDatabase } from './support/database.ts';
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
const READ = '**/api/WebGis/audit/listOperation';
const CHANGE = '**/api/WebGis/audit/exportOperation';

const CHOSEN = 'Road_worthy_2026';

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function signInByHand(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'), LIMIT);
}

async function onDatabase(workplace: Installation, text: string, values: readonly unknown[]): Promise<void> {
  const db = await openDatabase(workplace.product.dataDir);
  try {
    const { rowCount } = await db.query(text, [...values]);
    expect(rowCount).toBe(1);
  } finally {
    await db.end();
  }
}

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

describe('requests of the console', () => {
  it('are signed, and refusals and network errors are shown', async () => {
    const user = await openUserPage(demo, 'demo', LIST);
    const { page } = user;
    const button = page.getByRole('button', { name: '导出' });
    const message = (text: string) => page.locator('.ant-message').getByText(text, { exact: true });
    const asked = (path: string) => user.calls.filter((call) => call.url().endsWith(path)).length;
    await button.waitFor(LIMIT);

    await page.route(CHANGE, (route) => route.fulfill({ json: { code: '4004', msg: '数据不存在或无权访问', data: null } }));
    await button.click();
    await message('数据不存在或无权访问').waitFor(LIMIT);
    await page.unroute(CHANGE);
    await page.route(CHANGE, (route) => route.fulfill({ json: { code: '5000', msg: '', data: null } }));
    await button.click();
    await message('请求失败,请联系管理员').waitFor(LIMIT);
    await page.unroute(CHANGE);

    // a change is never repeated: it may have arrived
    await page.route(CHANGE, (route) => route.abort());
    const changes = asked('exportOperation');
    await button.click();
    await message('网络连接失败，请检查网络后重试').waitFor(LIMIT);
    await takeScreenshot(page, 'network-zh-light-1440');
    expect(asked('exportOperation')).toBe(changes + 1);
    await page.unroute(CHANGE);
    for (const text of ['数据不存在或无权访问', '请求失败,请联系管理员', '网络连接失败，请检查网络后重试'])
      await message(text).waitFor({ state: 'detached', ...LIMIT });

    // a read is repeated
    await page.route(READ, (route) => route.abort(), { times: 1 });
    const reads = asked('listOperation');
    const answered = page.waitForResponse((response) => response.url().endsWith('listOperation'));
    await page.getByRole('button', { name: '刷新' }).click();
    expect((await (await answered).json()).code).toBe('0');
    expect(asked('listOperation')).toBe(reads + 2);
    expect(await page.locator('.ant-message-notice').count()).toBe(0);
    expectConsoleErrors(user, /net::ERR_FAILED/);

    const posts = user.calls.filter((call) => call.method() === 'POST');
    expect(posts.length).toBeGreaterThan(3);
    for (const post of posts) {
      const body = post.postDataJSON() as { data: Record<string, unknown>; sign: string };
      expect(body.sign, post.url()).toBe(sign(body.data));
      expect((await post.allHeaders())['authorization']).toBe(user.client.token);
    }
    await user.close();
  });

  it('of a page are aborted when the user leaves it, and sent again when the user returns', async () => {
    const user = await openUserPage(demo, 'demo', '/platform/sessionManagement');
    const { page } = user;
    await page.getByRole('cell', { name: 'demo', exact: false }).first().waitFor(LIMIT);
    const sidebar = page.getByRole('navigation', { name: '侧边菜单' });
    await page.route(READ, () => undefined);
    const sent = page.waitForRequest(READ);
    await sidebar.getByRole('link', { name: '操作日志' }).click();
    await sent;
    const gaveUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('listOperation'));
    await sidebar.getByRole('link', { name: '登录会话' }).click();
    expect((await gaveUp).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.getByRole('heading', { name: '登录会话' }).waitFor(LIMIT);
    expect(await page.locator('.ant-message-notice').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^错误日志/ }).count()).toBe(0);
    await page.unroute(READ);
    const answered = page.waitForResponse((response) => response.url().endsWith('listOperation'), LIMIT);
    await sidebar.getByRole('link', { name: '操作日志' }).click();
    expect((await (await answered).json()).code).toBe('0');
    await user.close();
  });

  it('show 异地登录 when the account signs in elsewhere, and redirect to the login page', async () => {
    const user = await openUserPage(demo, 'demo', LIST);
    const { page } = user;
    await page.getByRole('button', { name: '刷新' }).waitFor(LIMIT);
    await signIn(demo.product.url, 'demo', demo.password);
    await page.getByRole('button', { name: '刷新' }).click();
    const dialog = page.getByRole('dialog', { name: '异地登录' });
    await dialog.waitFor(LIMIT);
    await takeScreenshot(page, 'elsewhere-zh-light-1440');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 450);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL(/\/login/, LIMIT);
    await page.getByRole('button', { name: '登录', exact: true }).waitFor(LIMIT);
    await user.close();
  });
});

describe('the account of the user', () => {
  it('changes its own password by the rules, and no plain-text password leaves the browser', async () => {
    const { password } = demo;
    const user = await openUserPage(demo, 'safety', '/index');
    const { page } = user;
    await openMenu(page, '修改密码');
    const drawer = page.getByRole('dialog', { name: '修改密码' });
    const submit = drawer.getByRole('button', { name: '修改密码' });
    const fill = async (old: string, fresh: string, again: string) => {
      await drawer.getByLabel('旧密码').fill(old);
      await drawer.getByLabel('新密码').fill(fresh);
      await drawer.getByLabel('确认密码').fill(again);
      await submit.click();
    };
    await drawer.getByText('至少 8 位，大写字母、小写字母、数字、下划线或其他符号中至少三项').waitFor(LIMIT);
    await submit.click();
    await drawer.getByText('请输入旧密码').waitFor(LIMIT);
    await drawer.getByText('请输入确认密码').waitFor(LIMIT);
    await fill(password, 'Ab1_', 'Ab1_');
    await drawer.getByText('密码至少 8 位').first().waitFor(LIMIT);
    await fill(password, 'lowercaseonly', 'lowercaseonly');
    await drawer.getByText('密码必须包含大写字母、小写字母、数字、下划线或其他符号中的至少三项').first().waitFor(LIMIT);
    await fill(password, CHOSEN, `${CHOSEN}x`);
    await drawer.getByText('两次输入的密码不一致').waitFor(LIMIT);
    await takeScreenshot(page, 'password-zh-light-1440');
    await fill('Not_the_0ld_one', CHOSEN, CHOSEN);
    await page.getByText('密码错误').waitFor(LIMIT);
    await fill(password, CHOSEN, CHOSEN);
    await page.getByText('修改成功').waitFor(LIMIT);
    await page.waitForURL(/\/login/, LIMIT);
    await signInByHand(page, 'safety', CHOSEN);
    const bodies = user.calls.map((call) => `${call.url()} ${call.postData() ?? ''}`).join('\n');
    for (const plain of [password, CHOSEN, 'Not_the_0ld_one']) expect(bodies).not.toContain(plain);
    expect(bodies).toContain('vOldPasswd');
    await user.close();
  });

  it('must change an initial password before anything else', async () => {
    await onDatabase(demo, 'update account set must_change_password = true where login_name = $1', ['dispatcher']);
    const user = await openUserPage(demo, 'dispatcher', '/index', { ...NARROW, scheme: 'dark' });
    const { page } = user;
    const dialog = page.getByRole('dialog', { name: '请先修改初始密码' });
    await dialog.waitFor(LIMIT);
    await takeScreenshot(page, 'forced-password-zh-dark-390');
    await page.keyboard.press('Escape');
    await page.reload();
    await dialog.waitFor(LIMIT);
    await dialog.getByLabel('旧密码').fill(demo.password);
    await dialog.getByLabel('新密码').fill(CHOSEN);
    await dialog.getByLabel('确认密码').fill(CHOSEN);
    await dialog.getByRole('button', { name: '修改密码' }).click();
    await page.waitForURL(/\/login/, LIMIT);
    await signInByHand(page, 'dispatcher', CHOSEN);
    await page.getByRole('button', { name: /^用户菜单/ }).waitFor(LIMIT);
    expect(await dialog.count()).toBe(0);
    await user.close();
  });

  it('saves the profile, confirms before unsaved changes are lost, and lists its own sign-ins', async () => {
    const user = await openUserPage(demo, 'platform', '/index');
    const { page } = user;
    await openMenu(page, '个人信息');
    const drawer = page.getByRole('dialog', { name: '个人信息' });
    await drawer.getByLabel('姓名').fill('<b>王芳</b>');
    await page.mouse.click(200, 450);
    expect(await drawer.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: '有未保存的修改' });
    await question.getByRole('button', { name: '继续编辑' }).click();
    await question.waitFor({ state: 'hidden', ...LIMIT });
    await drawer.getByLabel('手机号').fill('12345');
    await drawer.getByRole('button', { name: '保存' }).click();
    await drawer.getByText('请输入11位手机号').waitFor(LIMIT);
    await drawer.getByLabel('姓名').fill('');
    await drawer.getByText('请输入用户名').waitFor(LIMIT);
    await takeScreenshot(page, 'profile-zh-light-1440');
    await drawer.getByLabel('姓名').fill('<b>王芳</b>');
    await drawer.getByLabel('手机号').fill('13800138000');
    await drawer.getByRole('button', { name: '保存' }).click();
    await page.getByText('操作成功').waitFor(LIMIT);
    await page.getByRole('button', { name: '用户菜单 <b>王芳</b>' }).waitFor(LIMIT);

    await openMenu(page, '我的登录记录');
    const sessions = page.getByRole('dialog', { name: '登录记录' });
    await sessions.getByText('本次登录').waitFor(LIMIT);
    await takeScreenshot(page, 'own-sessions-zh-light-1440');
    await user.close();

    const auditor = await openUserPage(demo, 'demo', '/platform/operationLog');
    const log = auditor.page;
    await log.getByRole('row').filter({ hasText: '修改个人信息' }).first().getByRole('button', { name: '详情' }).click();
    const detail = log.getByRole('dialog', { name: '操作详情' });
    await detail.getByText('<b>王芳</b>').first().waitFor(LIMIT);
    await detail.getByText('平台管理员').first().waitFor(LIMIT);
    await detail.getByText('13800138000').first().waitFor(LIMIT);
    await takeScreenshot(log, 'operation-detail-zh-light-1440');
    await log.keyboard.press('Escape');
    await detail.waitFor({ state: 'hidden', ...LIMIT });

    // the tab of the download closes when the download starts: request the file again
    const opened = log.context().waitForEvent('page', LIMIT);
    const made = nextReply(log, 'audit/exportOperation');
    await log.getByRole('button', { name: '导出' }).click();
    const { data } = (await (await made).json()) as { data: { url: string } };
    await opened;
    const file = await log.request.get(new URL(data.url, log.url()).href);
    expect(file.headers()['content-disposition']).toContain(encodeURIComponent('操作日志'));
    const text = (await file.body()).toString('utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text).toContain('变更前');
    expect(text).toContain('王芳');
    expect(text).not.toContain(CHOSEN);
    await auditor.close();
  });

  it('ends the session of another user, who is notified', async () => {
    const other = await openUserPage(demo, 'dispatcher', '/index', { password: CHOSEN });
    const back = await other.page.getByRole('button', { name: '上个月' }).elementHandle(LIMIT);
    const user = await openUserPage(demo, 'demo', '/platform/sessionManagement');
    const { page } = user;
    const row = page.getByRole('row').filter({ hasText: 'dispatcher' }).filter({ hasText: '在线' });
    await row.getByRole('button', { name: '强制下线' }).click();
    const question = page.getByRole('dialog', { name: '强制下线 dispatcher？' });
    await question.waitFor(LIMIT);
    await takeScreenshot(page, 'force-off-zh-light-1440');
    await question.getByRole('button', { name: '强制下线' }).click();
    await page.getByText('已下线 1 个会话').waitFor(LIMIT);
    await row.waitFor({ state: 'detached', ...LIMIT });
    // another call of the page may be refused first: then the question lies over the button
    await back!.evaluate((button) => (button as unknown as { click(): void }).click());
    await other.page.getByRole('dialog', { name: '异地登录' }).waitFor(LIMIT);
    await other.close();
    await user.close();
  });

  it('loses a removed role at the next call', async () => {
    const user = await openUserPage(demo, 'supervisor', '/index');
    const { page } = user;
    await page.getByRole('heading', { name: '月度行驶' }).waitFor(LIMIT);
    // the cards have their data: a refused one would take the card away
    await page.waitForLoadState('networkidle', LIMIT);
    const back = await page.getByRole('button', { name: '上个月' }).elementHandle(LIMIT);
    await onDatabase(demo, 'delete from account_role using account a where a.id = account_id and a.login_name = $1', [
      'supervisor',
    ]);
    const next = nextReply(page, 'mainPage/dataBoard');
    // at once: another call of the page that is refused may take the card away
    await back!.evaluate((button) => (button as unknown as { click(): void }).click());
    expect(await (await next).json()).toMatchObject({ code: '4003', msg: '无操作权限' });
    await page.goto(`${demo.product.url}/mapcontent/mapmonitoring`);
    await page.waitForURL(/\/401/, LIMIT);
    await takeScreenshot(page, 'forbidden-zh-light-1440');
    await user.close();
  });
});
