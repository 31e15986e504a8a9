/** A notice from its author to its readers: pushed at once, read one after the other, with a list of readers. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { closePages, takeScreenshot } from './support/browser.ts';
import { type Installation, LIMIT, NARROW, openUserPage, startDemo } from './support/installation.ts';
import { translate } from './support/login.ts';
import { runRowAction } from './support/reports.ts';
import { findTextKey } from './support/text-keys.ts';

vi.setConfig({ testTimeout: 240_000 });

const MANAGEMENT = '/platform/publicnoticeManagement';
const TITLE = '台风停运通知';
const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => translate('zh', key, values);

let demo: Installation;
beforeAll(async () => {
  demo = await startDemo();
});
// a page left open by a failed step would slow the next one
afterEach(async () => {
  await closePages();
});
afterAll(() => demo?.close());

it('is published to selected users, who see it at once, and to no one else', async () => {
  const writer = await openUserPage(demo, 'demo', MANAGEMENT);
  const reader = await openUserPage(demo, 'dispatcher', '/index');
  const other = await openUserPage(demo, 'safety', '/index');
  const bell = (page: typeof reader.page) => page.getByRole('button', { name: new RegExp(`^${t('notices.bell')}`) });
  await bell(reader.page).waitFor(LIMIT);
  const before = await bell(reader.page).getAttribute('aria-label');

  const { page, client } = writer;
  await page
    .getByRole('button', { name: t('resource.add') })
    .first()
    .click(LIMIT);
  const form = page.getByRole('dialog', { name: t('notice.addTitle') });
  await form.getByLabel(t('notice.scope')).waitFor(LIMIT);
  // the field for readers appears with the scope "some users"
  await form.getByLabel(t('notice.scope')).click();
  await page.getByTitle(t('enumeration.noticeScopeUsers'), { exact: true }).last().click();
  await form.getByLabel(t('notice.users')).waitFor(LIMIT);
  await takeScreenshot(page, 'notice-form-zh-light-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await form.getByRole('button', { name: t('form.cancel') }).click();
  await page.getByRole('button', { name: t('form.discard') }).click();
  await form.waitFor({ state: 'hidden', ...LIMIT });
  const users = (await client.post('user/optionUser', { text: 'dispatcher' })).list as { id: string }[];
  const [{ deptId }] = (await client.post('mainPage/getDeptTree')).list;
  const values = {
    noticeTitle: TITLE,
    deptId,
    scope: 4,
    users: [users[0]!.id],
    kind: 1,
    level: 2,
    noticeContent: '今晚 20:00 起停运。\n<b>注意安全</b>',
    expireAt: Date.now() + DAY_MS,
  };
  const { id } = await client.post('notice/addNotice', { values });
  await client.post('notice/publishNotice', { ids: [id] });

  // pushed: no wait for the next poll after five minutes
  await expect.poll(() => bell(reader.page).getAttribute('aria-label'), LIMIT).not.toBe(before);
  await bell(reader.page).click();
  const list = reader.page.getByRole('dialog', { name: t('notices.list') });
  await takeScreenshot(reader.page, 'notice-list-zh-light-1440');
  await list.getByRole('button', { name: new RegExp(TITLE) }).click();
  const shown = reader.page.getByRole('dialog', { name: TITLE });
  await shown.getByText('<b>注意安全</b>').waitFor(LIMIT);
  await shown.getByRole('button', { name: t('notices.previous') }).click();
  await shown.getByText('当前已是第一条!').waitFor(LIMIT);
  expect(await accessibilityViolations(reader.page)).toEqual([]);
  await takeScreenshot(reader.page, 'notice-first-zh-light-1440');
  const dialog = reader.page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: t('notices.next') });
  await expect
    .poll(async () => {
      await next.click();
      return dialog.getByText('当前已是最后一条!').count();
    }, LIMIT)
    .toBe(1);
  await expect.poll(() => bell(reader.page).getAttribute('aria-label'), LIMIT).toBe(t('notices.bell'));
  await reader.close();

  const theirs = (await other.client.post('notice/listByUserIdAndDeptId')).list as { noticeTitle: string }[];
  expect(theirs.map(({ noticeTitle }) => noticeTitle)).not.toContain(TITLE);
  await other.close();

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: TITLE });
  await runRowAction(page, row, t('notice.readState'));
  await page.getByText(t('notice.readCount', { readers: 1, reached: 1 })).waitFor(LIMIT);
  await takeScreenshot(page, 'notice-readers-zh-light-1440');
  await writer.close();
});

const LOOKS = [
  { language: 'en', scheme: 'dark', width: 1440, height: 900 },
  { language: 'zh', scheme: 'light', ...NARROW },
  { language: 'en', scheme: 'dark', ...NARROW },
] as const;

it.each(LOOKS)('reads in $language, $scheme, $width px wide', async (look) => {
  const user = await openUserPage(demo, 'demo', MANAGEMENT, look);
  const { page } = user;
  await page.locator('[data-row-key]').first().waitFor(LIMIT);
  await page
    .getByRole('button', { name: new RegExp(`^${translate(look.language, 'notices.bell')}`) })
    .first()
    .click(LIMIT);
  await page.getByRole('dialog', { name: translate(look.language, 'notices.list') }).waitFor(LIMIT);
  expect(await findTextKey(page)).toBeUndefined();
  expect(await accessibilityViolations(page)).toEqual([]);
  await takeScreenshot(page, `notices-${look.language}-${look.scheme}-${look.width}`);
  await user.close();
});
