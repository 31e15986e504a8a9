/** Questions of a regulator, answered in the console: over both links and both versions, with and without encryption, and after a cut link. */
import { networkInterfaces } from 'node:os';
import { startUpperPlatform, type UpperPlatform } from '@fleetwarden/simulator/regulator';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { until } from './support/client.ts';
import { openDatabase } from './support/database.ts';
import { ADMIN, type Fleet, standingAt, startFleet } from './support/fleet.ts';
import { expectConsoleErrors, LIMIT, NARROW, openUserPage, type UserPage } from './support/installation.ts';
import { translate } from './support/login.ts';
import { freePort } from './support/product.ts';
import { findTextKey } from './support/text-keys.ts';

const PAGE = '/platform/supPlatformMonitoring';
const PLATE = '沪B80901';
const OTHER_PLATE = '沪B80902';
/** The second account on duty, with its password. */
const GUARD = 'guard';
const KEYS = { m1: 30_000_000, ia1: 20_000_000, ic1: 20_000_000 };
const PASSWORD = 'abc_123';

/** A non-loopback address of this machine: the product connects to no loopback address. */
const address = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

let fleet: Fleet;
let user: UserPage;
let linkPort = 0;
let accessCode = 70;
let deptId = '';
let cars: string[] = [];
const uppers: UpperPlatform[] = [];

beforeAll(async () => {
  linkPort = await freePort();
  fleet = await startFleet({ REGULATOR_PORT: String(linkPort) });
  const terminal = await fleet.connect('013900080901', PLATE, standingAt(121.5, 31.2));
  fleet.drive(terminal, () => standingAt(121.5, 31.2));
  await fleet.connect('013900080902', OTHER_PLATE, standingAt(121.6, 31.3));
  const db = await openDatabase(fleet.product.dataDir);
  const { rows } = await db.query('select id, department_id from vehicle where plate = any($1) order by plate', [
    [PLATE, OTHER_PLATE],
  ]);
  await db.query(
    `with made as (
       insert into account (login_name, user_name, password_hash, department_id)
       select $1, '李四', password_hash, department_id from account where login_name = $2 returning id
     ) insert into account_role (account_id, role_id)
       select made.id, r.role_id from made, account_role r join account a on a.id = r.account_id where a.login_name = $2`,
    [GUARD, ADMIN],
  );
  await db.end();
  [deptId, cars] = [String(rows[0].department_id), rows.map(({ id }: { id: number }) => String(id))];
  user = await openUserPage(fleet, ADMIN, PAGE);
});
afterAll(async () => {
  await user?.close();
  for (const upper of uppers) await upper.close();
  await fleet?.close();
});

const FORMS = [
  { revision: 2011, encrypted: false },
  { revision: 2011, encrypted: true },
  { revision: 2019, encrypted: false },
  { revision: 2019, encrypted: true },
] as const;

/** Creates a superior platform, binds the vehicle to it and waits for its login. */
async function linked({ revision, encrypted }: (typeof FORMS)[number], platName: string) {
  const code = ++accessCode;
  const upper = await startUpperPlatform({
    revision,
    user: 10_001,
    password: PASSWORD,
    accessCode: code,
    keys: KEYS,
    encryptKey: encrypted ? 256_178 : null,
    host: address!,
    subAt: { host: '127.0.0.1', port: linkPort },
  });
  uppers.push(upper);
  const values = {
    platName,
    standard: revision === 2019 ? 1 : 0,
    deptId,
    linkState: 1,
    ip: address,
    port: upper.port,
    userId: '10001',
    password: PASSWORD,
    accessCode: String(code),
    localIp: address,
    localPort: 40_000 + code,
    platformId: '11010000001',
    heartbeat: 60,
    reconnect: 5,
    encrypt: encrypted ? 1 : 0,
    ...(encrypted ? { encryptKey: '256178' } : {}),
    m1: String(KEYS.m1),
    ia1: String(KEYS.ia1),
    ic1: String(KEYS.ic1),
    coord: 1,
    versionFlag: '1.0.0',
    sendPosition: true,
    sendStatic: true,
    supplement: true,
    supplementHours: 24,
  };
  const { id } = await user.client.post('plat/addSuperior', { values });
  await user.client.post('plat/bindCar', { id, addCars: cars, addDepts: [], removeCars: [], removeDepts: [] });
  await until('both links', () => (upper.signedIn && upper.subUp) || undefined);
  return { upper, id: String(id) };
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

describe.skipIf(!address).each(FORMS)('a regulator of $revision, encrypted: $encrypted', (form) => {
  it('sends a post check, an alarm supervision over a link that is cut, and a text', async () => {
    const { page } = user;
    const name = `平台${form.revision}${form.encrypted ? '密' : '明'}`;
    const { upper } = await linked(form, name);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('已登录').first().waitFor(LIMIT);

    const serial = upper.ask({
      type: 'postCheck',
      body: { objectType: 1, objectId: '7', infoId: 77, text: '谁在岗？', window: 120 },
    });
    const check = dialog(page, '查岗');
    await check.getByText('谁在岗？').waitFor(LIMIT);
    await check.getByRole('timer').waitFor(LIMIT);
    await page.keyboard.press('Escape');
    await check.getByRole('button', { name: '应答' }).click();
    await page.getByText('应答内容不能为空!').waitFor(LIMIT);
    expect(await accessibilityViolations(page)).toEqual([]);
    await takeScreenshot(page, `regulator-check-${form.revision}-${form.encrypted}`);
    await check.getByRole('textbox').fill('张三在岗');
    await check.getByRole('button', { name: '应答' }).click();
    await page.getByText('应答成功!').waitFor(LIMIT);
    await check.waitFor({ state: 'detached', ...LIMIT });
    await until('the answer', () => upper.of('postCheckReply')[0]);
    const { body } = upper.of('postCheckReply')[0]!;
    expect(body).toMatchObject({ text: '张三在岗' });
    expect(body).toMatchObject(form.revision === 2019 ? { sourceType: 0x9301, sourceSerial: serial } : { infoId: 77 });

    const warnTime = Math.floor(Date.now() / 1000);
    const urged = upper.ask({
      type: 'urge',
      body: {
        warnTime,
        deadline: warnTime + 3600,
        level: 0,
        supervisor: '王五',
        phone: '010-1',
        mail: 'w@example.cn',
        ...(form.revision === 2019
          ? { platform: '11000000000', sourceType: 0x1402, sourceSerial: 4_000_000 }
          : { warnSource: 1, warnType: 2, supervisionId: 5 }),
      },
      vehicle: form.revision === 2019 ? null : { plate: PLATE, colour: 2 },
    });
    const tasks = dialog(page, '督办');
    const task = tasks.getByRole('row').filter({ hasText: name });
    await task.getByText('王五').waitFor(LIMIT);
    // the link is down during the answer; the answer is sent after the reconnect
    upper.cut('both');
    await until('the cut', () => !upper.signedIn || undefined);
    await task.getByRole('textbox', { name: '应答内容' }).fill('已联系驾驶员');
    await task.getByRole('button', { name: '应答' }).click();
    await page.getByText('处理成功!').waitFor(LIMIT);
    await task.getByText('已处理').first().waitFor(LIMIT);
    await until('the outcome', () => upper.of('urgeReply')[0], 60_000);
    expect(upper.of('urgeReply').map((each) => each.body)).toMatchObject([
      form.revision === 2019 ? { sourceType: 0x9401, sourceSerial: urged, result: 1 } : { supervisionId: 5, result: 1 },
    ]);
    await takeScreenshot(page, `regulator-tasks-${form.revision}-${form.encrypted}`);
    await tasks.getByRole('button', { name: '关闭' }).click();

    await until('the sub link', () => upper.subUp || undefined, 60_000);
    upper.ask({ type: 'platformText', body: { objectType: 1, objectId: '7', infoId: 9, text: '今晚维护' } });
    const text = dialog(page, '平台间报文');
    await text.getByText('今晚维护').waitFor(LIMIT);
    await until('that it came', () => upper.of('platformTextReply')[0]);
    await text.getByRole('textbox').fill('已知悉');
    await text.getByRole('button', { name: '应答' }).click();
    await text.waitFor({ state: 'detached', ...LIMIT });

    // the monitor page shows all messages decoded
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '监控' }).click();
    await page.getByRole('tab', { name: '报文日志' }).click();
    await page.getByRole('textbox', { name: '消息 ID' }).fill('0x9301');
    await page.getByRole('button', { name: '0x9301' }).first().click();
    await page.getByText(/谁在岗？/).waitFor(LIMIT);
    await takeScreenshot(page, `regulator-log-${form.revision}-${form.encrypted}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: '查岗记录' }).click();
    await page.getByText('张三在岗').waitFor(LIMIT);
    await page.keyboard.press('Escape');
    expect(upper.badFrames).toBe(0);
  });
});

/** In the browser: counts the tones that start from now on. */
const listenToTones = (page: Page) =>
  page.evaluate(`(() => {
    const Own = window.OscillatorNode;
    window.tones = 0;
    window.OscillatorNode = class extends Own {
      start(...when) {
        window.tones++;
        super.start(...when);
      }
    };
  })()`);
const tones = (page: Page) => page.evaluate('window.tones') as Promise<number>;

describe.skipIf(!address)('supervisions', () => {
  it('are shown newest first with a sound, several per vehicle too; a failed answer can be sent again', async () => {
    const { page } = user;
    const { upper } = await linked(FORMS[0], '督办平台');
    await listenToTones(page);
    const urge = (plate: string, supervisionId: number, supervisor: string) => {
      const warnTime = Math.floor(Date.now() / 1000) + supervisionId;
      const body = { warnSource: 1, warnType: 1, warnTime, supervisionId, deadline: warnTime + 3600, level: 1 };
      upper.ask({ type: 'urge', body: { ...body, supervisor, phone: '', mail: '' }, vehicle: { plate, colour: 2 } });
    };
    const tasks = dialog(page, '督办');
    const rows = tasks.getByRole('row').filter({ hasText: '督办平台' });
    urge(PLATE, 61, '赵一');
    await rows.filter({ hasText: '赵一' }).waitFor(LIMIT);
    await until('the sound', async () => (await tones(page)) > 0 || undefined);
    urge(OTHER_PLATE, 62, '钱二');
    await rows.filter({ hasText: '钱二' }).waitFor(LIMIT);
    expect(await rows.first().textContent()).toContain(OTHER_PLATE);
    const heard = await tones(page);
    // another one of the first vehicle has a row of its own, because the first still waits
    urge(PLATE, 63, '孙三');
    await rows.filter({ hasText: '孙三' }).waitFor(LIMIT);
    expect(await rows.count()).toBe(3);
    expect(await rows.first().textContent()).toContain('孙三');
    await until('the sound', async () => (await tones(page)) > heard || undefined);

    const own = rows.filter({ hasText: '钱二' });
    const reply = '**/api/WebGis/warnScheme/sendWarnSuperviseRsp';
    await page.route(reply, (route) => route.abort());
    await own.getByRole('textbox', { name: '应答内容' }).fill('已通知');
    await own.getByRole('button', { name: '应答' }).click();
    await page.getByText('应答失败,请稍后重试!').waitFor(LIMIT);
    await page.unroute(reply);
    expectConsoleErrors(user, /ERR_FAILED/);
    await own.getByRole('button', { name: '应答' }).click();
    await page.getByText('处理成功!').first().waitFor(LIMIT);
    await own.getByText('已处理').first().waitFor(LIMIT);
    await until('the outcome', () => upper.of('urgeReply')[0]);
    expect(upper.of('urgeReply')[0]!.body).toMatchObject({ supervisionId: 62, result: 1 });
    await tasks.getByRole('button', { name: '关闭' }).click();
  });
});

describe.skipIf(!address)('the user on duty', () => {
  it('gets the check first, and the next user gets it if there is no answer', async () => {
    const { page } = user;
    const { upper } = await linked(FORMS[2], '值班平台');
    const next = await openUserPage(fleet, GUARD, PAGE);
    for (const { client } of [user, next]) await client.post('duty/signIn');
    const own = dialog(page, '查岗');
    const theirs = dialog(next.page, '查岗');
    upper.ask({ type: 'postCheck', body: { objectType: 1, objectId: '7', infoId: 78, text: '请值班人应答', window: 60 } });
    await own.getByText('请值班人应答').waitFor(LIMIT);
    expect(await theirs.count()).toBe(0);
    await theirs.getByText('前序值班人员未应答，已转交给您').waitFor(LIMIT);
    await takeScreenshot(next.page, 'regulator-check-escalated');
    await theirs.getByRole('textbox').fill('李四在岗');
    await theirs.getByRole('button', { name: '应答' }).click();
    await next.page.getByText('应答成功!').waitFor(LIMIT);
    await own.waitFor({ state: 'detached', ...LIMIT });
    await until('the answer', () => upper.of('postCheckReply')[0]);
    expect(upper.of('postCheckReply')[0]!.body).toMatchObject({ text: '李四在岗', responder: '李四' });
    for (const { client } of [user, next]) await client.post('duty/handOver', { note: '' });
    await next.close();
  });

  it('signs in from the user menu, and hands over with a note', async () => {
    const { page } = user;
    await page.getByRole('button', { name: /用户菜单/ }).click();
    await page.getByRole('menuitem', { name: '值班' }).click();
    const panel = dialog(page, '值班');
    await panel.getByRole('button', { name: '签到值班' }).click(LIMIT);
    await panel.getByRole('textbox', { name: '交班内容' }).fill('无遗留');
    expect(await accessibilityViolations(page)).toEqual([]);
    await takeScreenshot(page, 'regulator-duty');
    await panel.getByRole('button', { name: '交班' }).click();
    await panel.getByText('无遗留').first().waitFor(LIMIT);
    await panel.getByRole('button', { name: '签到值班' }).waitFor(LIMIT);
  });
});

describe.skipIf(!address)('requests of a regulator', () => {
  it.each([
    ['en', 'dark', {}],
    ['zh', 'light', NARROW],
    ['en', 'dark', NARROW],
  ] as const)('are complete and have no accessibility violations in %s, %s, %o', async (language, scheme, size) => {
    const form = FORMS[2];
    const name = `外观${language}${'width' in size ? size.width : ''}`;
    const { upper } = await linked(form, name);
    const own = await openUserPage(fleet, GUARD, PAGE, { language, scheme, ...size });
    const { page } = own;
    const whole = async (what: string) => {
      await takeScreenshot(page, `regulator-${what}-${language}-${scheme}-${'width' in size ? size.width : 1440}`);
      expect([what, await accessibilityViolations(page), await findTextKey(page)]).toEqual([what, [], undefined]);
    };
    const named = (key: string) => dialog(page, translate(language, key));
    const button = (key: string) => page.getByRole('button', { name: translate(language, key), exact: true });

    upper.ask({
      type: 'postCheck',
      body: { objectType: 1, objectId: '7', infoId: 90, text: '请值班人员应答：今日几人在岗？', window: 240 },
    });
    const check = named('regulators.postCheck');
    await check.getByRole('timer').waitFor(LIMIT);
    await whole('post-check');
    await check.getByRole('textbox').fill('2');
    await check.getByRole('button', { name: translate(language, 'regulators.answer') }).click();
    await check.waitFor({ state: 'detached', ...LIMIT });

    const warnTime = Math.floor(Date.now() / 1000);
    const about = {
      warnTime,
      deadline: warnTime + 3600,
      level: 0,
      supervisor: '王五',
      phone: '010-12345678',
      mail: 'w@example.cn',
    };
    upper.ask({ type: 'urge', body: { ...about, platform: '11000000000', sourceType: 0x1402, sourceSerial: 4_000_001 } });
    const tasks = named('regulators.supervisions');
    await tasks.getByText('王五').first().waitFor(LIMIT);
    const answer = tasks.getByRole('button', { name: translate(language, 'regulators.answer') }).first();
    const { x, width } = (await answer.boundingBox())!;
    expect(x + width).toBeLessThan(page.viewportSize()!.width);
    await whole('supervisions');
    await tasks.getByRole('button', { name: translate(language, 'common.close') }).click();
    await tasks.waitFor({ state: 'detached', ...LIMIT });

    upper.ask({ type: 'platformText', body: { objectType: 1, objectId: '7', infoId: 91, text: '今晚 23:00 至 24:00 平台维护' } });
    await named('regulators.message').getByRole('textbox').waitFor(LIMIT);
    await whole('message');
    await button('regulators.later').click();

    await page.locator('[data-row-key]').first().waitFor(LIMIT);
    await whole('links');
    await own.close();
  });
});
