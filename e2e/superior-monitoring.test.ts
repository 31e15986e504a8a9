/** Links to superior platforms before the first connection, with the demo in a real browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { takeScreenshot } from './support/browser.ts';
import { type Installation, LIMIT, NARROW, nextReply, openUserPage, startDemo } from './support/installation.ts';

const PAGE = '/platform/supPlatformMonitoring';

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

it('shows that no link was started, what is missing, and whether an address answers', async () => {
  const user = await openUserPage(demo, 'demo', PAGE);
  const { page, client } = user;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('危险货物运输监测平台').waitFor(LIMIT);
  expect(await row('危险货物运输监测平台').getByText('未启动').count()).toBe(2);
  await row('危险货物运输监测平台')
    .getByText(/缺少版本号.*未绑定车辆/)
    .waitFor(LIMIT);
  await row('市级重点车辆监管平台').getByText('设为暂不链接').waitFor(LIMIT);

  // a loopback address is refused on every machine
  const { list } = await client.post('plat/listSuperior', { platName: '市级' });
  const { id, version } = list[0];
  const record = await client.post('plat/getSuperior', { id });
  const kept = Object.entries(record).filter(([key, value]) => !UNSENT.includes(key) && !key.endsWith('Name') && value !== null);
  const values = { ...Object.fromEntries(kept), platName: record.platName, ip: '127.0.0.1' };
  await client.post('plat/editSuperior', { id, version, values });
  const tested = nextReply(page, 'plat/testSuperior');
  await row('市级重点车辆监管平台').getByRole('button', { name: '更多' }).click(LIMIT);
  await page.getByRole('menuitem', { name: '测试连接' }).click(LIMIT);
  expect((await (await tested).json()).data).toEqual({ result: 5, ms: null });
  await row('市级重点车辆监管平台').getByText('地址不允许测试').waitFor(LIMIT);
  await row('市级重点车辆监管平台').getByText('127.0.0.1:9809').waitFor(LIMIT);
  await user.close();
});

/** Values that the server sets, and secrets, which stay. */
const UNSENT = ['id', 'version', 'createdAt', 'updatedAt', 'vehicles', 'password', 'encryptKey', 'm1', 'ia1', 'ic1'];

it.each([
  ['zh', 'light', {}],
  ['en', 'dark', {}],
  ['es', 'light', NARROW],
  ['ja', 'dark', NARROW],
] as const)('has no accessibility violations in %s, %s', async (language, scheme, size) => {
  const user = await openUserPage(demo, 'platform', PAGE, { language, scheme, ...size });
  await user.page.locator('[data-row-key]').first().waitFor(LIMIT);
  await takeScreenshot(user.page, `superior-monitoring-${language}-${scheme}`);
  expect(await accessibilityViolations(user.page)).toEqual([]);
  await user.close();
});
