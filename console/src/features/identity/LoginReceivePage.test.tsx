import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { endSession, startSession, useSession } from '../../api/session.ts';
import { refuse, stubServer, userInfo } from '../../ui/testing.tsx';
import { LoginReceivePage } from './LoginReceivePage.tsx';

const signedIn = { token: '0123456789abcdef.secret', userInfo, rights: ['2'] };

function setUp(address: string, answer: () => unknown = () => signedIn) {
  const server = stubServer({ 'user/loginProxy': answer });
  const router = createMemoryRouter(
    [
      { path: '/loginReceive', Component: LoginReceivePage },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  render(<RouterProvider router={router} />);
  return { server, router, search: () => router.state.location.search };
}

beforeEach(async () => {
  await startTexts('zh');
  endSession();
});
afterEach(cleanup);

describe('/loginReceive', () => {
  it('removes the ticket from the URL at once, shows progress, logs in and opens the monitoring centre', async () => {
    let answer: (reply: unknown) => void = () => undefined;
    const { server, router, search } = setUp('/loginReceive?ticket=t-1', () => new Promise((resolve) => (answer = resolve)));
    await waitFor(() => expect(search()).toBe(''));
    expect(screen.getByRole('status').textContent).toBe('正在登录');
    await waitFor(() => expect(server.of('user/loginProxy').map(({ data }) => data)).toEqual([{ ticket: 't-1' }]));
    answer(signedIn);
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
    expect(useSession.getState().token).toBe(signedIn.token);
    expect(server.of('user/loginProxy')).toHaveLength(1);
  });

  it('prompts before it replaces a session, and logs in only after confirmation', async () => {
    startSession('fedcba9876543210.secret', { ...userInfo, username: '李静' }, ['2']);
    const first = setUp('/loginReceive?ticket=t-1&redirect=%2Findex');
    await screen.findByRole('heading', { name: '您已登录为 李静，是否改用凭证登录？' });
    expect(first.search()).toBe('?redirect=%2Findex');
    expect(first.server.requests).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: '保持当前账号' }));
    await screen.findByText('elsewhere');
    expect(first.server.requests).toHaveLength(0);
    expect(useSession.getState().token).toBe('fedcba9876543210.secret');
    cleanup();

    const second = setUp('/loginReceive?ticket=t-2&redirect=%2Findex');
    fireEvent.click(await screen.findByRole('button', { name: '改用凭证登录' }));
    await screen.findByText('elsewhere');
    expect(second.server.of('user/loginProxy').map(({ data }) => data)).toEqual([{ ticket: 't-2' }]);
    expect(second.router.state.location.pathname).toBe('/index');
    expect(useSession.getState().token).toBe(signedIn.token);
  });

  it('opens the page in the redirect parameter', async () => {
    const { router } = setUp('/loginReceive?ticket=t-1&redirect=%2Findex');
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/index');
  });

  it('does not redirect to another site', async () => {
    const { router } = setUp('/loginReceive?ticket=t-1&redirect=%2F%2Fevil.example');
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
  });

  it.each([
    ['refused', '/loginReceive?ticket=old&redirect=%2Findex', 1],
    ['missing', '/loginReceive?redirect=%2Findex', 0],
  ])('shows 凭证无效或已过期 for a ticket that is %s, with a link to the login page', async (_, address, calls) => {
    const { server } = setUp(address, () => refuse('4001', '请重新核对输入信息！'));
    expect(await screen.findByRole('heading', { name: '凭证无效或已过期' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '前往登录' }).getAttribute('href')).toBe('/login?redirect=%2Findex');
    expect(server.requests).toHaveLength(calls);
  });

  it('shows a network error when the server cannot be reached', async () => {
    setUp('/loginReceive?ticket=t', () => {
      throw new TypeError('failed');
    });
    expect(await screen.findByRole('heading', { name: '网络连接失败，请检查网络后重试' })).toBeTruthy();
  });
});
