import { lowerPlatform } from '@fleetwarden/contract/platforms/lower-platform-resource';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { giveSize, page, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { ForwardPage } from './ForwardPage.tsx';

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const lower = {
  ...Object.fromEntries(Object.keys(lowerPlatform.fields).map((key) => [key, null])),
  id: '5',
  version: 1,
  createdAt: 1_000,
  updatedAt: 2_000,
  platName: '区县平台',
  standard: 1,
  deptId: '1',
  deptName: '集团',
  state: 1,
  accessCode: '7',
  userId: '10001',
  mainState: 2,
  subState: 3,
  linkReason: 'silent',
  lastAt: 3_000,
};

function setUp() {
  useSession.setState({ token: 'p.s', userInfo, rights: ['60701', '60702', '60703'] });
  const server = stubServer({
    'forward/listForward': () => page([]),
    'lower/listLowerPlatform': () => page([lower]),
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '集团', parentId: null }] }),
  });
  const router = createMemoryRouter([{ path: '/', element: <ForwardPage /> }]);
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}

it('the forwarding page lists forwarding targets, and in a second tab the subordinate platforms with their link state', async () => {
  const { server, router, user } = setUp();
  await user.click(await screen.findByText('下级平台'));
  expect(router.state.location.search).toBe('?tab=list');
  const row = within((await screen.findByText('区县平台')).closest('tr')!);
  expect(row.getByText('已登录').dataset['tone']).toBe('good');
  expect(row.getByText('断开').dataset['tone']).toBe('bad');
  expect(screen.getByText(/下级平台通过 809 接入本平台/)).toBeDefined();
  await user.click(screen.getByText('转发平台'));
  expect(router.state.location.search).toBe('');
  await screen.findByText(/维护接收数据副本的第三方平台/);
  expect(server.of('forward/listForward').length).toBeGreaterThan(0);
});
