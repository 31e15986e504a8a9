/** A notice from the one who writes it to those it is meant for: at once, read one after the other, and who has read it. */
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { seriousFaults } from './support/axe.ts';
import { picture } from './support/browser.ts';
import { say } from './support/shell.ts';
import { keyShown } from './support/texts.ts';
import { LIMIT, NARROW, openWorkplace, takeSeat, type Workplace } from './support/workplace.ts';

vi.setConfig({ testTimeout: 240_000 });

const MANAGEMENT = '/platform/publicnoticeManagement';
const TITLE = '台风停运通知';
const t = (key: string, values: Readonly<Record<string, string | number>> = {}) => say('zh', key, values);

let place: Workplace;
beforeAll(async () => {
  place = await openWorkplace();
});
// a page that a failed step left open would slow the next one
afterEach(async () => {
  for (const context of place.browser.contexts()) await context.close();
});
afterAll(() => place?.close());

it('is published to some people, who see it at once, and to nobody else', async () => {
  const writer = await takeSeat(place, 'demo', MANAGEMENT);
  const reader = await takeSeat(place, 'dispatcher', '/index');
  const other = await takeSeat(place, 'safety', '/index');
  const bell = (page: typeof reader.page) => page.getByRole('button', { name: new RegExp(`^${t('notices.bell')}`) });
  await bell(reader.page).waitFor(LIMIT);
  const before = await bell(reader.page).getAttribute('aria-label');

  const { page, client } = writer;
  await page
    .getByRole('button', { name: t('resource.add') })
    .first()
    .click(LIMIT);
  const form = page.getByRole('dialog', { name: t('resource.addTitle', { page: t('page.publicnoticeManagement') }) });
  await form.getByLabel(t('notice.scope')).waitFor(LIMIT);
  // whom it is for is asked once it is for some people
  await form.getByLabel(t('notice.scope')).click();
  await page.getByTitle(t('enumeration.noticeScopeUsers'), { exact: true }).last().click();
  await form.getByLabel(t('notice.users')).waitFor(LIMIT);
  await picture(page, 'notice-form-zh-light-1440');
  expect(await seriousFaults(page)).toEqual([]);
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

  // pushed: nobody waits for the next five minutes
  await expect.poll(() => bell(reader.page).getAttribute('aria-label'), LIMIT).not.toBe(before);
  await bell(reader.page).click();
  const list = reader.page.getByRole('dialog', { name: t('notices.list') });
  await picture(reader.page, 'notice-list-zh-light-1440');
  await list.getByRole('button', { name: new RegExp(TITLE) }).click();
  const shown = reader.page.getByRole('dialog', { name: TITLE });
  await shown.getByText('<b>注意安全</b>').waitFor(LIMIT);
  await shown.getByRole('button', { name: t('notices.previous') }).click();
  await shown.getByText('当前已是第一条!').waitFor(LIMIT);
  expect(await seriousFaults(reader.page)).toEqual([]);
  await picture(reader.page, 'notice-first-zh-light-1440');
  const dialog = reader.page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: t('notices.next') });
  await expect
    .poll(async () => {
      await next.click();
      return dialog.getByText('当前已是最后一条!').count();
    }, LIMIT)
    .toBe(1);
  await expect.poll(() => bell(reader.page).getAttribute('aria-label'), LIMIT).toBe(t('notices.bell'));
  await reader.leave();

  const theirs = (await other.client.post('notice/listByUserIdAndDeptId')).list as { noticeTitle: string }[];
  expect(theirs.map(({ noticeTitle }) => noticeTitle)).not.toContain(TITLE);
  await other.leave();

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: TITLE });
  await row.getByRole('button', { name: t('table.more') }).click(LIMIT);
  await page.getByRole('menuitem', { name: t('notice.readState') }).click(LIMIT);
  await page.getByText(t('notice.readCount', { readers: 1, reached: 1 })).waitFor(LIMIT);
  await picture(page, 'notice-readers-zh-light-1440');
  await writer.leave();
});

const LOOKS = [
  { language: 'en', scheme: 'dark', width: 1440, height: 900 },
  { language: 'zh', scheme: 'light', ...NARROW },
  { language: 'en', scheme: 'dark', ...NARROW },
] as const;

it.each(LOOKS)('reads in $language, $scheme, $width px wide', async (look) => {
  const seat = await takeSeat(place, 'demo', MANAGEMENT, look);
  const { page } = seat;
  await page.locator('.ant-table-row').first().waitFor(LIMIT);
  await page
    .getByRole('button', { name: new RegExp(`^${say(look.language, 'notices.bell')}`) })
    .first()
    .click(LIMIT);
  await page.getByRole('dialog', { name: say(look.language, 'notices.list') }).waitFor(LIMIT);
  expect(await keyShown(page)).toBeUndefined();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, `notices-${look.language}-${look.scheme}-${look.width}`);
  await seat.leave();
});
