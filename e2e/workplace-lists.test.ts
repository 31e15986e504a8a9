/** List pages, the command palette and the platform settings, with the demo in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeScreenshot } from './support/browser.ts';
import { signIn } from './support/client.ts';
import { type Installation, LIMIT, NARROW, nextReply, openUserPage, startDemo } from './support/installation.ts';

const LIST = '/platform/operationLog';
/** Saves settings of one department; each save is a line of the log. */
const CHANGES = 12;

const SETTINGS = '/setup/platsettings';
/** A blue square of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
);

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

describe('lists', () => {
  beforeAll(async () => {
    const client = await signIn(demo.product.url, 'platform', demo.password);
    let { version } = await client.post('setting/getPlatSetting');
    for (let count = 0; count < CHANGES; count++)
      ({ version } = await client.post('setting/savePlatSetting', { version, values: { alarmPollSeconds: 31 + count } }));
    await client.post('setting/savePlatSetting', { version, values: { alarmPollSeconds: null } });
  });

  it('filter, sort, page and are restored from their URL', async () => {
    const user = await openUserPage(demo, 'platform', LIST);
    const { page } = user;
    const rows = page.getByRole('table').locator('tbody tr[data-row-key]');
    const total = page.getByText(/^共 [\d,]+ 条$/);
    const search = () => new URL(page.url()).searchParams;
    await expect.poll(() => rows.count(), LIMIT).toBe(10);
    const all = await total.textContent();

    await page.getByRole('textbox', { name: '账号' }).fill(' platform ');
    await page.keyboard.press('Enter');
    await expect.poll(() => search().get('account'), LIMIT).toBe('platform');
    // more than a select renders
    await page.getByRole('combobox', { name: '功能模块' }).fill('平台设置');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '查询' }).click();
    await expect.poll(() => total.textContent(), LIMIT).toBe(`共 ${CHANGES + 1} 条`);
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await expect.poll(() => rows.count(), LIMIT).toBe(CHANGES + 1 - 10);
    expect(search().get('page')).toBe('2');
    await page.reload();
    await expect.poll(() => rows.count(), LIMIT).toBe(CHANGES + 1 - 10);
    await page.goBack();
    await expect.poll(() => rows.count(), LIMIT).toBe(10);
    await page.locator('.ant-pagination-options-size-changer').click();
    await page.locator('.ant-select-item-option').getByText('50 条/页').click();
    await expect.poll(() => rows.count(), LIMIT).toBe(CHANGES + 1);
    expect(search().get('size')).toBe('50');

    const first = () => rows.first().locator('time').getAttribute('datetime');
    const newest = await first();
    await page.getByRole('columnheader', { name: '时间' }).click();
    await expect.poll(first, LIMIT).not.toBe(newest);
    await takeScreenshot(page, 'list-zh-light-1440');

    await page.getByRole('button', { name: '重置' }).click();
    await expect.poll(() => search().get('account'), LIMIT).toBe(null);
    await expect.poll(() => total.textContent(), LIMIT).toBe(all);
    await page.getByRole('textbox', { name: '账号' }).fill('ღ'.repeat(10_000));
    await page.keyboard.press('Enter');
    await page.getByText('没有符合条件的数据').waitFor(LIMIT);
    await takeScreenshot(page, 'list-no-match-zh-light-1440');
    await page.getByRole('button', { name: '清空条件' }).click();
    await expect.poll(() => total.textContent(), LIMIT).toBe(all);
    await user.close();
  });

  it('save the columns for the account', async () => {
    const user = await openUserPage(demo, 'platform', LIST);
    const { page } = user;
    const headers = async () => (await page.getByRole('columnheader').allInnerTexts()).map((one) => one.trim()).filter(Boolean);
    await page.getByRole('columnheader', { name: '姓名' }).waitFor(LIMIT);
    await page.getByRole('button', { name: '列设置' }).click();
    const columns = page.getByRole('dialog', { name: '列设置' });
    await columns.getByRole('checkbox', { name: 'IP 地址' }).uncheck();
    await columns.getByRole('button', { name: '上移部门' }).click();
    await columns.getByRole('button', { name: '固定结果到右侧' }).click();
    // changes are saved after a delay: the last request has all of them
    const saved = page.waitForResponse(
      (response) =>
        response.url().includes('setting/saveUserSetting') &&
        Boolean(response.request().postData()?.includes('"density":"small"')),
      LIMIT,
    );
    await columns.getByText('紧凑').click();
    await takeScreenshot(page, 'columns-zh-light-1440');
    expect((await (await saved).json()).code).toBe('0');
    const arranged = ['时间', '账号', '部门', '姓名', '功能模块', '操作类型', '操作对象', '结果', '操作'];
    await expect.poll(headers, LIMIT).toEqual(arranged);
    await user.close();

    const elsewhere = await openUserPage(demo, 'platform', LIST, { scheme: 'dark' });
    const other = elsewhere.page;
    await other.locator('tbody tr[data-row-key]').first().waitFor(LIMIT);
    const names = (await other.getByRole('columnheader').allInnerTexts()).map((one) => one.trim()).filter(Boolean);
    expect(names).toEqual(arranged);
    const height = async () => (await other.locator('tbody tr[data-row-key]').first().boundingBox())?.height;
    await expect.poll(height, LIMIT).toBeLessThan(32);
    await takeScreenshot(other, 'list-zh-dark-1440');
    await other.getByRole('button', { name: '列设置' }).click();
    await other.getByRole('button', { name: '恢复默认' }).click();
    await other.getByRole('columnheader', { name: 'IP 地址' }).waitFor(LIMIT);
    await elsewhere.close();
  });

  it('select over several pages and export the selection', async () => {
    const user = await openUserPage(demo, 'demo', LIST);
    const { page } = user;
    const boxes = page.getByRole('table').locator('tbody').getByRole('checkbox');
    const rows = page.locator('tbody tr[data-row-key]');
    await expect.poll(() => rows.count(), LIMIT).toBe(10);
    await boxes.first().check();
    await page.getByText('已选 1 项').waitFor(LIMIT);
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('page'), LIMIT).toBe('2');
    await expect.poll(() => boxes.first().isChecked(), LIMIT).toBe(false);
    await boxes.first().check();
    await page.getByText('已选 2 项').waitFor(LIMIT);
    await takeScreenshot(page, 'selection-zh-light-1440');
    const sent = page.waitForRequest((request) => request.url().endsWith('exportOperation'));
    await page.getByRole('button', { name: '导出所选' }).click();
    expect((await sent).postDataJSON().data.ids).toHaveLength(2);
    await page.getByRole('button', { name: '取消选择' }).click();
    await page.getByText('已选 2 项').waitFor({ state: 'detached', ...LIMIT });
    await user.close();

    const phone = await openUserPage(demo, 'demo', LIST, { ...NARROW, scheme: 'dark' });
    await phone.page.getByRole('heading', { name: '操作日志' }).waitFor(LIMIT);
    await takeScreenshot(phone.page, 'list-zh-dark-390');
    await phone.close();
  });
});

describe('the keyboard', () => {
  it('opens a vehicle with two keys', async () => {
    const user = await openUserPage(demo, 'demo', '/index');
    const { page } = user;
    await page.getByRole('heading', { name: '车辆概况' }).waitFor(LIMIT);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: '命令面板' });
    const results = palette.getByRole('listbox', { name: '搜索结果' });
    await results.getByRole('option').first().waitFor(LIMIT);
    await takeScreenshot(page, 'palette-zh-light-1440');
    await page.keyboard.press('1');
    const vehicle = results.getByRole('group', { name: '车辆' }).getByRole('option').first();
    await vehicle.waitFor(LIMIT);
    const plate = /\p{sc=Han}[A-Z][A-Z0-9]{5,6}/u.exec((await vehicle.textContent()) ?? '')?.[0] ?? 'a plate';
    await takeScreenshot(page, 'palette-vehicle-zh-light-1440');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/mapcontent\/mapmonitoring\?sel=/, LIMIT);
    await page.getByRole('dialog', { name: plate }).waitFor(LIMIT);

    // a page and an action; the last opened one comes first next time
    await page.keyboard.press('Control+k');
    await page.keyboard.type('czrz');
    await expect.poll(() => results.getByRole('option').first().textContent(), LIMIT).toContain('操作日志');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/platform\/operationLog/, LIMIT);
    await page.keyboard.press('Control+k');
    expect(await results.getByRole('group', { name: '最近使用' }).getByRole('option').first().textContent()).toContain(
      '操作日志',
    );
    await page.keyboard.type('<script>');
    await palette.getByText('没有结果').waitFor(LIMIT);
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached', ...LIMIT });
    await user.close();
  });

  it('lists its shortcuts, and ignores shortcut keys while the user types', async () => {
    const user = await openUserPage(demo, 'demo', '/platform/operationLog', { scheme: 'dark' });
    const { page } = user;
    const account = page.getByRole('textbox', { name: '账号' });
    const sheet = page.getByRole('dialog', { name: '键盘快捷键' });
    await account.fill('');
    await page.keyboard.type('?gm');
    expect(await account.inputValue()).toBe('?gm');
    expect(await sheet.count()).toBe(0);
    await account.blur();
    await page.keyboard.press('?');
    for (const text of ['Ctrl + K', 'G', 'M', '/', '[']) await sheet.getByText(text, { exact: true }).first().waitFor(LIMIT);
    await takeScreenshot(page, 'shortcuts-zh-dark-1440');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached', ...LIMIT });
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.waitForURL(/\/mapcontent\/mapmonitoring/, LIMIT);
    await user.close();

    const phone = await openUserPage(demo, 'demo', '/index', NARROW);
    await phone.page.getByRole('heading', { name: '车辆概况' }).waitFor(LIMIT);
    await takeScreenshot(phone.page, 'dashboard-zh-light-390');
    await phone.page.keyboard.press('Control+k');
    await phone.page.getByRole('dialog', { name: '命令面板' }).waitFor(LIMIT);
    await takeScreenshot(phone.page, 'palette-zh-light-390');
    await phone.close();
  });
});

describe('platform settings', () => {
  it('are validated, saved, and refused if another user saved first', async () => {
    const user = await openUserPage(demo, 'demo', SETTINGS);
    const rival = await openUserPage(demo, 'platform', SETTINGS, { scheme: 'dark' });
    const { page } = user;
    const save = page.getByRole('button', { name: '保存设置' });
    await page.getByLabel('帮助地址', { exact: true }).fill('javascript:alert(1)');
    await page.getByLabel('平台名称', { exact: true }).fill('x');
    await save.click();
    await page.getByText('请输入以 http:// 或 https:// 开头的地址').waitFor(LIMIT);
    await page.getByText('长度为2-30').waitFor(LIMIT);
    await takeScreenshot(page, 'settings-faults-zh-light-1440');
    // started before, saved after
    await rival.page.getByLabel('页脚文字', { exact: true }).fill('沪ICP备0号');
    await page.getByLabel('帮助地址', { exact: true }).fill('https://help.example/fleet');
    await page.getByLabel('平台名称', { exact: true }).fill('<i>东海</i>车队');
    await page.getByText('2 项未保存').waitFor(LIMIT);
    await save.click();
    await page.getByText('设置已保存').waitFor(LIMIT);
    await page.getByRole('banner').getByText('<i>东海</i>车队').waitFor(LIMIT);
    await page.getByRole('button', { name: /^用户菜单/ }).click();
    expect(await page.getByRole('menuitem', { name: '帮助' }).getAttribute('href')).toBe('https://help.example/fleet');
    await page.keyboard.press('Escape');

    await rival.page.getByRole('button', { name: '保存设置' }).click();
    const stale = rival.page.getByRole('dialog', { name: '数据已被他人修改' });
    await stale.waitFor(LIMIT);
    await takeScreenshot(rival.page, 'settings-stale-zh-dark-1440');
    await stale.getByRole('button', { name: '重新加载' }).click();
    await expect.poll(() => rival.page.getByLabel('平台名称', { exact: true }).inputValue(), LIMIT).toBe('<i>东海</i>车队');
    await expect.poll(() => rival.page.getByLabel('页脚文字', { exact: true }).inputValue(), LIMIT).toBe('');
    await rival.close();

    await page.getByRole('button', { name: '恢复默认：平台名称' }).click();
    await page.getByRole('button', { name: '恢复默认：帮助地址' }).click();
    await page.getByRole('banner').getByRole('link').first().click();
    const question = page.getByRole('dialog', { name: '有未保存的修改' });
    await question.getByRole('button', { name: '继续编辑' }).click();
    await save.click();
    await page.getByText('设置已保存').first().waitFor(LIMIT);
    await page.getByRole('banner').getByText('车队卫士').waitFor(LIMIT);
    await user.close();
  });

  it('of a department apply to subordinate departments until they are reset; with its own logo', async () => {
    const user = await openUserPage(demo, 'demo', SETTINGS);
    const { page } = user;
    await page.getByRole('combobox', { name: '设置范围' }).click();
    await takeScreenshot(page, 'settings-scope-zh-light-1440');
    await page.locator('.ant-select-tree-title').nth(2).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('dept'), LIMIT).not.toBe(null);
    await page.getByRole('tab', { name: '报警' }).click();
    const poll = page.getByLabel('报警轮询间隔', { exact: true });
    await poll.fill('4');
    await page.getByRole('button', { name: '保存设置' }).click();
    await page.getByText('请输入5-600的数字').waitFor(LIMIT);
    await poll.fill('45');
    await page.getByRole('button', { name: '保存设置' }).click();
    await page.getByText('设置已保存').waitFor(LIMIT);
    await page.getByText('沿用上级：30 秒').waitFor(LIMIT);
    await page.getByRole('button', { name: '恢复沿用上级：报警轮询间隔' }).click();
    expect(await poll.inputValue()).toBe('30');
    await page.getByRole('button', { name: '保存设置' }).click();
    await page.getByText('沿用上级', { exact: true }).first().waitFor(LIMIT);

    await page.getByRole('tab', { name: '基础' }).click();
    const choose = page.getByLabel('选择图片', { exact: true }).and(page.locator('input'));
    const refused = nextReply(page, 'dept/uploadLogo');
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload=alert(1)>') });
    expect((await (await refused).json()).code).not.toBe('0');
    await page.getByText('图片格式不支持，请使用 PNG、JPEG 或 WebP').waitFor(LIMIT);
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG });
    await page.getByText('标志已更新').waitFor(LIMIT);
    const logo = page.getByRole('img', { name: '当前标志' });
    await expect.poll(() => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), LIMIT).toBe(1);
    await takeScreenshot(page, 'settings-logo-zh-light-1440');
    await page.getByRole('button', { name: '移除标志' }).click();
    await page.getByText('标志已移除').waitFor(LIMIT);
    await user.close();

    const phone = await openUserPage(demo, 'demo', SETTINGS, { ...NARROW, scheme: 'dark' });
    await phone.page.getByLabel('平台名称', { exact: true }).waitFor(LIMIT);
    await takeScreenshot(phone.page, 'settings-zh-dark-390');
    await phone.close();
  });
});
