import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import { page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { linkPage } from './link-page.tsx';

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const blank = Object.fromEntries(Object.keys(linkPage.resource.fields).map((key) => [key, null]));
const platform = (more: object) => ({
  id: '5',
  version: 1,
  createdAt: 1_000,
  updatedAt: 2_000,
  ...blank,
  platName: '省监管平台',
  standard: 1,
  linkState: 0,
  gaps: [4, 5],
  mainState: 4,
  subState: 4,
  vehicles: 0,
  online: 0,
  sent: 0,
  failed: 0,
  received: 0,
  queued: 0,
  address: 'province.example:9809',
  deptId: '1',
  deptName: '演示集团',
  ...more,
});

function setUp(rights: readonly string[], test: object = { result: 0, ms: 12 }) {
  useSession.setState({ token: 'p.s', userInfo, rights });
  let row = platform({});
  const server = stubServer({
    'plat/listLinkState': () => page([row]),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
    'plat/testSuperior': () => test,
  });
  const router = createMemoryRouter([{ path: '/', element: <ResourcePage {...linkPage} /> }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, user: userEvent.setup(), becomes: (more: object) => (row = platform(more)) };
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr')!;

describe('superior platform monitoring', () => {
  it('shows that no link was started, and which configuration is missing', async () => {
    setUp(['61001']);
    const row = within(await rowOf('省监管平台'));
    expect(row.getAllByText('未启动')).toHaveLength(2);
    expect(row.getByText(/缺少版本号.*未绑定车辆/)).toBeDefined();
    expect(row.queryByRole('button', { name: '测试连接' })).toBeNull();
  });

  it('tests the connection to an address, and shows its duration', async () => {
    const { server, user, becomes } = setUp(['61001', '60810']);
    const row = await rowOf('省监管平台');
    becomes({ gaps: [], probeResult: 0, probeMs: 12, probedAt: 3_000 });
    await runRowAction(user, row, '测试连接');
    await waitFor(() => expect(server.of('plat/testSuperior')[0]?.data).toEqual({ id: '5' }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '省监管平台：可达，12 ms' }]));
    expect(await screen.findByText('可达 12 ms')).toBeDefined();
    expect(screen.getByText('配置齐全')).toBeDefined();
  });

  it('shows why an address was not reached', async () => {
    const { user } = setUp(['61001', '60810'], { result: 3, ms: null });
    await runRowAction(user, await rowOf('省监管平台'), '测试连接');
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'error', text: '省监管平台：域名无法解析' }]));
  });

  it('updates the link states while the page is open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { becomes } = setUp(['61001']);
    await rowOf('省监管平台');
    becomes({ mainState: 3, mainReason: '对端关闭连接' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await screen.findByText('断开')).getAttribute('title')).toBe('对端关闭连接');
  });
});
