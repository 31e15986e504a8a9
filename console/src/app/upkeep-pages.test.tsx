import { expiry } from '@fleetwarden/contract/expiry/expiry-resource';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import { ExpiryPage } from '../features/expiry/ExpiryPage.tsx';
import { installPage } from '../features/installations/install-page.ts';
import { noticePage } from '../features/notices/notice-page.ts';
import { repairPage } from '../features/repairs/repair-page.tsx';
import { ResourcePage } from '../shared/resource/ResourcePage.tsx';
import type { ResourcePageRow } from '../shared/resource/resource-hooks.ts';
import { findDialog, giveSize, page, refuse, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../ui/testing.tsx';

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const recordOf = (fields: object, values: object) => ({
  ...Object.fromEntries(Object.keys(fields).map((key) => [key, null])),
  id: '5',
  version: 2,
  createdAt: 1_000,
  updatedAt: 2_000,
  deptId: '1',
  deptName: '演示集团',
  ...values,
});

function show(element: ReactElement, calls: Parameters<typeof stubServer>[0], rights: readonly string[]) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    ...calls,
  });
  const router = createMemoryRouter([{ path: '/', element }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}
const showPage = (row: ResourcePageRow, list: string, record: object, rights: readonly string[], calls: object = {}) =>
  show(<ResourcePage {...row} />, { [list]: () => page([recordOf(row.resource.fields, record)]), ...calls }, rights);

const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;
/** Opens the actions of the only row. */
async function actionsOf(user: ReturnType<typeof userEvent.setup>, row: HTMLElement) {
  const names = within(row)
    .getAllByRole('button')
    .map((button) => button.textContent);
  const more = within(row).queryByRole('button', { name: '更多' });
  if (!more) return names;
  await user.click(more);
  const items = await screen.findAllByRole('menuitem');
  return [...names.filter((name) => name !== ''), ...items.map(({ textContent }) => textContent)];
}
const said = () => waitFor(() => expect(takeNotices().map(({ text }) => text)).not.toEqual([]));

describe('notices', () => {
  const open = (state: number, rights: readonly string[], calls: object = {}) =>
    showPage(noticePage, 'notice/listNotice', { noticeTitle: '停机维护', kind: 1, level: 1, state, reads: 1 }, rights, {
      'notice/publishNotice': () => ({ published: 1 }),
      'notice/revokeNotice': () => ({ revoked: 1 }),
      ...calls,
    });
  const ALL = ['61801', '61810', '61811', '61812'];
  const [DRAFT, PUBLISHED] = [1, 2];

  it('are published after a confirmation, and withdrawn', async () => {
    const { server, user } = open(DRAFT, ALL);
    await runRowAction(user, await rowOf('停机维护'), '发布');
    await user.click(within(await findDialog('发布“停机维护”？')).getByRole('button', { name: '发布' }));
    await waitFor(() => expect(server.of('notice/publishNotice')[0]?.data).toEqual({ ids: ['5'] }));
    await waitFor(() => expect(server.of('notice/listNotice').length).toBeGreaterThan(1));
    cleanup();
    const published = open(PUBLISHED, ALL);
    await runRowAction(published.user, await rowOf('停机维护'), '撤回');
    await published.user.click(within(await findDialog('撤回“停机维护”？')).getByRole('button', { name: '撤回' }));
    await waitFor(() => expect(published.server.of('notice/revokeNotice')[0]?.data).toEqual({ ids: ['5'] }));
  });

  it('show who has read them', async () => {
    const readers = [
      { accountId: '1', userName: '李静', loginName: 'lijing', deptName: '演示集团', readAt: Date.UTC(2026, 0, 2) },
      { accountId: '2', userName: '王强', loginName: 'wang', deptName: '演示集团', readAt: null },
    ];
    const { server, user } = open(PUBLISHED, ALL, {
      'notice/listReadState': ({ data }: { data: Readonly<Record<string, unknown>> }) => ({
        ...page(data['read'] === false ? readers.slice(1) : readers),
        list: data['read'] === false ? readers.slice(1) : readers,
        readers: 1,
        reached: 2,
      }),
    });
    await runRowAction(user, await rowOf('停机维护'), '阅读情况');
    expect(await screen.findByText('已读 1 / 共 2 人')).toBeDefined();
    expect(await screen.findByText('李静')).toBeDefined();
    await user.click(screen.getByText('未读', { selector: '.ant-segmented-item-label' }));
    await waitFor(() => expect(server.of('notice/listReadState').at(-1)?.data).toEqual({ noticeId: '5', read: false }));
    await waitFor(() => expect(screen.queryByText('李静')).toBeNull());
  });

  it('offer the actions that their state and the user’s permissions allow', async () => {
    const { user } = open(PUBLISHED, ['61801']);
    expect(await actionsOf(user, await rowOf('停机维护'))).toEqual(['查看']);
    cleanup();
    const draft = open(DRAFT, ALL);
    expect(await actionsOf(draft.user, await rowOf('停机维护'))).toEqual(['查看', '发布']);
  });
});

describe('due items', () => {
  const due = (more: object = {}) =>
    recordOf(expiry.fields, { object: '沪A00001', kind: 1, dueDate: '2026-12-05', daysLeft: 14, state: 1, ...more });
  const open = (records: readonly object[], rights = ['61901', '61902', '61910', '61911']) =>
    show(
      <ExpiryPage />,
      {
        'expiry/listExpiry': () => page(records),
        'expiry/listRule': () => page([]),
        'expiry/handleExpiry': () => ({ handled: 1 }),
        'expiry/sendRemind': () => ({ told: 3 }),
      },
      rights,
    );

  it('show in words whether they are due soon, today or overdue', async () => {
    open([due(), due({ id: '6', object: '沪A00002', daysLeft: 0 }), due({ id: '7', object: '沪A00003', daysLeft: -2 })]);
    expect(await screen.findByText('剩余 14 天')).toBeDefined();
    expect(screen.getByText('今天到期')).toBeDefined();
    expect(screen.getByText('已过期 2 天')).toBeDefined();
  });

  it('are handled with a note, and reminders are sent', async () => {
    const { server, user } = open([due()]);
    const row = await rowOf('沪A00001');
    await runRowAction(user, row, '立即提醒');
    await waitFor(() => expect(server.of('expiry/sendRemind')[0]?.data).toEqual({ ids: ['5'] }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('已提醒 3 人'));
    await runRowAction(user, row, '处理');
    const form = within(await screen.findByRole('dialog'));
    await user.type(form.getByRole('textbox', { name: '处理说明' }), '已续保');
    await user.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.of('expiry/handleExpiry')[0]?.data).toEqual({ ids: ['5'], state: 2, note: '已续保' }));
    await said();
  });

  it('offer a reminder only while they are open', async () => {
    const { user } = open([due({ state: 2 })]);
    expect(await actionsOf(user, await rowOf('沪A00001'))).toEqual(['查看', '处理']);
  });

  it('have a separate view for rules, which is in the URL', async () => {
    const { server, router, user } = open([due({ state: 2 })]);
    await user.click(await screen.findByText('提醒规则'));
    await waitFor(() => expect(server.of('expiry/listRule').length).toBe(1));
    expect(router.state.location.search).toBe('?tab=rules');
    expect(screen.getAllByRole('button', { name: /新增/ }).length).toBeGreaterThan(0);
  });
});

describe('repairs', () => {
  const open = (state: number, rights: readonly string[], calls: object = {}) =>
    showPage(
      repairPage,
      'repair/listRepair',
      { repairNo: 'WX000001', plate: '沪A00001', vehicleId: '1', kind: 1, fault: 1, state, overdue: true },
      rights,
      { 'repair/changeState': () => ({ state: 2 }), 'repair/listMove': () => ({ list: [] }), ...calls },
    );
  const ALL = ['62001', '62010', '62011', '62012', '62013', '62014'];
  const [OPEN, CHECKING, DONE] = [1, 4, 5];

  it('offer the actions that their state and the user’s permissions allow', async () => {
    const at = async (state: number, rights: readonly string[]) => {
      const { user } = open(state, rights);
      const actions = await actionsOf(user, await rowOf('WX000001'));
      cleanup();
      return actions;
    };
    expect(await at(OPEN, ALL)).toEqual(['查看', '派单', '取消维修']);
    expect(await at(CHECKING, ALL)).toEqual(['查看', '验收通过', '返修']);
    expect(await at(DONE, ALL)).toEqual(['查看']);
    expect(await at(OPEN, ['62001'])).toEqual(['查看']);
  });

  it('require mandatory fields, and send them with the version that was read', async () => {
    const { server, user } = open(OPEN, ALL);
    const row = await rowOf('WX000001');
    expect(within(row).getByText('已超期')).toBeDefined();
    await runRowAction(user, row, '派单');
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('button', { name: '派单' }));
    await form.findByText('必填');
    expect(server.of('repair/changeState')).toHaveLength(0);
    await user.type(form.getByRole('textbox', { name: '维修人员' }), '张伟');
    await user.click(form.getByRole('button', { name: '派单' }));
    await waitFor(() => expect(server.of('repair/changeState')).toHaveLength(1));
    expect(server.of('repair/changeState')[0]?.data).toEqual({
      id: '5',
      version: 2,
      action: 'dispatch',
      note: '',
      values: { worker: '张伟', workerTel: null, planAt: null },
    });
  });

  it('show their history below the record', async () => {
    const move = { action: 'dispatch', from: 1, to: 2, note: '尽快', by: '李静', at: 1_000 };
    const { user } = open(OPEN, ['62001'], {
      'repair/getRepair': () => recordOf(repairPage.resource.fields, { repairNo: 'WX000001', state: OPEN }),
      'repair/listMove': () => ({ list: [move] }),
    });
    await runRowAction(user, await rowOf('WX000001'), '查看');
    const history = within(await screen.findByRole('region', { name: '处理记录' }));
    expect(history.getByText(/派单 李静/)).toBeDefined();
    expect(history.getByText('尽快')).toBeDefined();
  });
});

describe('installations', () => {
  const record = { installNo: 'AZ000001', carNo: '沪A00001', plateColor: 2, kind: 1, installer: '张伟', phone: '13900000001' };
  const open = (state: number, calls: object = {}) =>
    showPage(installPage, 'install/listInstall', { ...record, state, features: [] }, ['62301', '62310', '62311', '62312'], {
      'install/getInstall': () => recordOf(installPage.resource.fields, { ...record, state, features: [], registered: true }),
      'install/runCheck': () => ({ registered: true, online: true, fixed: false }),
      'install/acceptInstall': () => ({ state: 4 }),
      'install/rejectInstall': () => ({ state: 5 }),
      ...calls,
    });
  const [OPEN, CHECKING, ACCEPTED] = [1, 3, 4];

  it('are checked, and the result is shown', async () => {
    const { server, user } = open(OPEN);
    await runRowAction(user, await rowOf('AZ000001'), '自动检测');
    await waitFor(() => expect(server.of('install/runCheck')[0]?.data).toEqual({ id: '5' }));
    await waitFor(() => expect(server.of('install/getInstall')).toHaveLength(1));
    expect(await screen.findByText('已注册', { selector: 'dt' })).toBeDefined();
  });

  it('are accepted after a confirmation; a conflicting change is reported', async () => {
    const { server, user } = open(CHECKING, { 'install/acceptInstall': () => refuse('4010', '数据已被他人修改') });
    await runRowAction(user, await rowOf('AZ000001'), '验收通过');
    await user.click(within(await findDialog('确认验收“AZ000001”？')).getByRole('button', { name: '验收通过' }));
    await waitFor(() => expect(server.of('install/acceptInstall')[0]?.data).toEqual({ id: '5', version: 2 }));
    await waitFor(() => expect(takeNotices().map(({ text }) => text)).toContain('数据已被他人修改'));
  });

  it('are rejected with a reason', async () => {
    const { server, user } = open(CHECKING);
    const row = await rowOf('AZ000001');
    expect(await actionsOf(user, row)).toEqual(['查看', '自动检测', '验收通过', '驳回']);
    await user.click(await screen.findByText('驳回'));
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('button', { name: '驳回' }));
    await form.findByText('必填');
    await user.type(form.getByRole('textbox', { name: '驳回原因' }), '无视频');
    await user.click(form.getByRole('button', { name: '驳回' }));
    await waitFor(() => expect(server.of('install/rejectInstall')[0]?.data).toEqual({ id: '5', version: 2, reason: '无视频' }));
  });

  it('offer no actions after acceptance', async () => {
    const { user } = open(ACCEPTED);
    expect(await actionsOf(user, await rowOf('AZ000001'))).toEqual(['查看']);
  });
});
