import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../ui/feedback.ts';
import { startTexts } from '../ui/i18n.ts';
import { endSession, useSession } from '../ui/session.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';
import { routes } from './routes.tsx';

// Sockets and WebGL are the browser's edge; the rest of the page is real.
vi.mock('../live/connection.ts', () => ({ connectLive: () => ({ setView: () => {}, close: () => {} }) }));
vi.mock('../map/MapView.tsx', () => ({ MapView: () => null }));

function open(address: string, answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer({
    'user/loginPage': () => ({ platName: '', logoUrl: '', captcha: false, demo: null }),
    'user/getLoginInfo': () => ({ userInfo, rights: ['2'] }),
    'mainPage/getDeptTree': () => ({ list: [] }),
    ...answers,
  });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  const at = () => router.state.location.pathname + router.state.location.search;
  return { server, router, at };
}

const haveToken = () => useSession.setState({ token: '0123456789abcdef.secret' });

beforeEach(async () => {
  await startTexts('zh');
  endSession();
  takeNotices();
});
afterEach(cleanup);

describe('without a token', () => {
  it('leads to the login page and remembers the way back', async () => {
    const { at, server } = open('/mapcontent/mapmonitoring?sel=7');
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent('/mapcontent/mapmonitoring?sel=7')}`));
    expect(server.of('user/getLoginInfo')).toHaveLength(0);
    await waitFor(() => expect(document.title).toBe('登录 - 车队卫士'));
  });
  it('does so for unknown addresses too', async () => {
    const { at } = open('/nowhere');
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fnowhere'));
  });
});

describe('with a token', () => {
  it('asks for the user once and shows the monitoring centre', async () => {
    haveToken();
    const { at, server, router } = open('/');
    await waitFor(() => expect(at()).toBe('/mapcontent/mapmonitoring'));
    await waitFor(() => expect(document.title).toBe('监控中心 - 车队卫士'));
    expect(await screen.findByRole('link', { name: '监控中心' })).toBeTruthy();
    expect(server.of('user/getLoginInfo')[0]?.authorization).toBe('0123456789abcdef.secret');
    await router.navigate('/404');
    expect(server.of('user/getLoginInfo')).toHaveLength(1);
  });
  it('leads from the login page home', async () => {
    haveToken();
    const { at } = open('/login');
    await waitFor(() => expect(at()).toBe('/mapcontent/mapmonitoring'));
  });
  it('resets the token, says why and leads to the login page when the user cannot be read', async () => {
    haveToken();
    const { at } = open('/mapcontent/mapmonitoring', { 'user/getLoginInfo': () => refuse('5000', '请求失败,请联系管理员') });
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fmapcontent%2Fmapmonitoring'));
    expect(useSession.getState().token).toBeNull();
    expect(takeNotices().map(({ text }) => text)).toEqual(['请求失败,请联系管理员']);
  });
  it('shows 404 for an unknown address', async () => {
    haveToken();
    const { at } = open('/nowhere');
    await waitFor(() => expect(at()).toBe('/404'));
    expect(await screen.findByText('页面不存在')).toBeTruthy();
  });
  it('shows 401 for a page without its right', async () => {
    haveToken();
    const { at } = open('/mapcontent/mapmonitoring', { 'user/getLoginInfo': () => ({ userInfo, rights: ['3'] }) });
    await waitFor(() => expect(at()).toBe('/401'));
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(screen.queryByRole('link', { name: '监控中心' })).toBeNull();
  });
});
