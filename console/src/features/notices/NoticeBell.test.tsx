import type { Notice } from '@fleetwarden/contract/notices/schemas';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { knowUser } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { NOTICE_REFRESH_MS } from '../../shared/notices.ts';
import { refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { NoticeBell } from './NoticeBell.tsx';

const LIST = 'notice/listByUserIdAndDeptId';
const at = Date.parse('2026-11-21T08:05:09+08:00');
const notice = (id: number, readStatus: 0 | 1 = 0): Notice => ({
  noticeId: String(id),
  noticeTitle: `通知${id}`,
  noticeContent: `第${id}条 <b>内容</b>`,
  updateTime: at,
  readStatus,
});

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function setUp(list: Notice[], { rights = ['20701'], read = () => ({}) as unknown } = {}) {
  knowUser(userInfo, rights);
  const notices = [...list];
  const server = stubServer({ [LIST]: () => ({ list: notices }), 'notice/read': read });
  const common = createCommonMessages();
  renderLive(<NoticeBell />, storeOf([]), common);
  return { server, common, notices };
}
const bell = (name: string) => screen.findByRole('button', { name });
const openList = async (name: string) => {
  await userEvent.click(await bell(name));
  return screen.findByRole('dialog', { name: '通知列表' });
};

describe('the notice bell', () => {
  it('shows the number of unread notices, 99+ above 99', async () => {
    setUp([notice(1), notice(2, 1), notice(3)]);
    expect((await bell('通知，2 条未读')).textContent).toBe('2');
    cleanup();
    setUp(Array.from({ length: 100 }, (_, i) => notice(i)));
    expect((await bell('通知，100 条未读, 99+')).textContent).toBe('99+');
    cleanup();
    setUp([notice(1, 1)]);
    await waitFor(() => expect(screen.getByRole('button', { name: '通知' }).textContent).toBe(''));
  });

  it('is hidden without permission, and sends no request', async () => {
    const { server } = setUp([notice(1)], { rights: ['2'] });
    expect(screen.queryByRole('button')).toBeNull();
    expect(server.requests).toEqual([]);
  });

  it('lists title, time and unread mark', async () => {
    setUp([notice(1), notice(2, 1)]);
    const rows = within(await openList('通知，1 条未读')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['通知111-21 08:05:09', '通知211-21 08:05:09']);
    expect(within(rows[0]!).getByRole('img', { name: '未读' })).toBeTruthy();
    expect(within(rows[1]!).queryByRole('img', { name: '未读' })).toBeNull();
  });

  it('closes its list on Escape and on a click outside', async () => {
    setUp([notice(1)]);
    await openList('通知，1 条未读');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await openList('通知，1 条未读');
    await userEvent.click(document.body);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a message if there are none, and a retry if loading fails', async () => {
    setUp([]);
    expect((await openList('通知')).textContent).toContain('暂无通知');
    cleanup();
    knowUser(userInfo, ['20701']);
    let fails = true;
    stubServer({ [LIST]: () => (fails ? refuse('5000', '请求失败,请联系管理员') : { list: [notice(1)] }) });
    renderLive(<NoticeBell />, storeOf([]));
    const list = await openList('通知');
    await waitFor(() => expect(within(list).getByRole('alert').textContent).toContain('通知加载失败'));
    fails = false;
    await userEvent.click(within(list).getByRole('button', { name: '重试' }));
    expect(await within(list).findByText('通知1')).toBeTruthy();
  });

  it('polls every 300000 ms, and reloads when a notice message arrives', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, common, notices } = setUp([notice(1, 1)]);
    await waitFor(() => expect(server.of(LIST)).toHaveLength(1));
    expect(NOTICE_REFRESH_MS).toBe(300_000);
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    expect(server.of(LIST)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1_500));
    expect(server.of(LIST)).toHaveLength(2);
    notices.unshift(notice(2));
    await act(async () => common.publish({ type: 'notice', data: { noticeId: '2' } }));
    expect(await bell('通知，1 条未读')).toBeTruthy();
    await act(async () => common.publish({ type: 'cmdResult', data: {} }));
    expect(server.of(LIST)).toHaveLength(3);
  });
});

describe('the notice dialog', () => {
  const openFirst = async (count: number) => {
    await userEvent.click(within(await openList(`通知，${count} 条未读`)).getByRole('button', { name: /通知1/ }));
    return screen.findByRole('dialog', { name: '通知1' });
  };

  it('shows title, time and content as plain text, and marks the notice as read: the count drops by 1', async () => {
    const { server } = setUp([notice(1), notice(2)]);
    const dialog = await openFirst(2);
    expect(dialog.textContent).toContain('第1条 <b>内容</b>');
    expect(within(dialog).getByText('11-21 08:05:09')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: '通知列表' })).toBeNull();
    expect(await bell('通知，1 条未读')).toBeTruthy();
    expect(server.of('notice/read').map(({ data }) => data)).toEqual([{ noticeId: '1' }]);
  });

  it('does not change the count if the server refuses the read mark', async () => {
    const { server } = setUp([notice(1)], { read: () => refuse('5000', 'x') });
    await openFirst(1);
    await waitFor(() => expect(server.of('notice/read')).toHaveLength(1));
    expect(await bell('通知，1 条未读')).toBeTruthy();
  });

  it('moves to the previous and next notice, marks each as read, and shows when no more exist', async () => {
    const { server } = setUp([notice(1), notice(2, 1), notice(3)]);
    await openFirst(2);
    const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
    await press('上一条');
    expect(screen.getByRole('status').textContent).toBe('当前已是第一条!');
    await press('下一条');
    expect(await screen.findByRole('dialog', { name: '通知2' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('');
    await press('下一条');
    expect(await screen.findByRole('dialog', { name: '通知3' })).toBeTruthy();
    await press('下一条');
    expect(screen.getByRole('status').textContent).toBe('当前已是最后一条!');
    expect(await bell('通知')).toBeTruthy();
    expect(server.of('notice/read').map(({ data }) => data['noticeId'])).toEqual(['1', '3']);
    await press('上一条');
    expect(await screen.findByRole('dialog', { name: '通知2' })).toBeTruthy();
  });

  it('closes with its button, but not on a click on the backdrop', async () => {
    setUp([notice(1)]);
    const dialog = await openFirst(1);
    // what is pressed beside a modal dialog is the dialog itself
    await userEvent.click(dialog);
    expect(screen.getByRole('dialog', { name: '通知1' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(await bell('通知'));
  });

  it('closes when its notice is revoked', async () => {
    const { common, notices } = setUp([notice(1)]);
    await openFirst(1);
    notices.length = 0;
    await act(async () => common.publish({ type: 'notice', data: {} }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
