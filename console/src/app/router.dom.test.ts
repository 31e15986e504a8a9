import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { pageSignal } from '../api/page-signal.ts';
import { endSession, knowUser, useSession } from '../api/session.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';
import { createRouter } from './router.tsx';
import { useTags, visit } from './tags.ts';

vi.mock('../features/monitor/MonitorPage.tsx', () => ({ MonitorPage: () => null }));

type Opened = { user?: { clientType?: 4 | 7 | undefined; inspection?: object | undefined }; address?: string | undefined };

async function opened({ user = {}, address = '/mapcontent/mapmonitoring?sel=7' }: Opened) {
  stubServer({ 'user/getLoginInfo': () => ({ userInfo: { ...userInfo, ...user }, rights: ['2'] }) });
  useSession.setState({ token: 'abc.secret' });
  window.history.replaceState(null, '', address);
  const router = createRouter();
  await vi.waitFor(() => expect(useSession.getState().rights).toEqual(['2']));
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  return { router, at: () => router.state.location.pathname + router.state.location.search };
}

beforeEach(() => startTexts('zh'));
afterEach(endSession);

describe('the end of a session', () => {
  it.each([
    { user: { clientType: 4 as const }, leads: '/login?redirect=%2Fmapcontent%2Fmapmonitoring%3Fsel%3D7' },
    { user: { clientType: 7 as const }, leads: '/loginSF' },
    { user: { inspection: { carNo: '京A1', carId: '1', targId: '1', color: 1 } }, leads: '/login' },
    { user: {}, address: '/404', leads: '/login' },
  ])('redirects a user $user to $leads', async ({ leads, ...rest }) => {
    const { router, at } = await opened(rest);
    endSession();
    await vi.waitFor(() => expect(at()).toBe(leads));
    router.dispose();
  });

  it('clears token, roles, stored credentials and open tabs', async () => {
    const { router } = await opened({});
    visit('/mapcontent/mapmonitoring?sel=7');
    sessionStorage.setItem('carNo', '京A1');
    expect(localStorage.getItem('rights')).toBe('["2"]');
    endSession();
    expect(useSession.getState()).toMatchObject({ token: null, rights: null, userInfo: null });
    expect(document.cookie).not.toContain('token=');
    for (const key of ['username', 'userId', 'rights']) expect(localStorage.getItem(key)).toBeNull();
    for (const key of ['tags', 'carNo']) expect(sessionStorage.getItem(key)).toBeNull();
    expect(useTags.getState().tags.filter(({ affix }) => !affix)).toEqual([]);
    router.dispose();
  });
});

describe('a role that is removed while its user is signed in', () => {
  it('redirects from its page to 401, and does not affect other pages', async () => {
    const { router, at } = await opened({});
    knowUser(userInfo, ['2', '3']);
    await vi.waitFor(() => expect(router.state.revalidation).toBe('idle'));
    expect(at()).toBe('/mapcontent/mapmonitoring?sel=7');
    knowUser(userInfo, ['3']);
    await vi.waitFor(() => expect(at()).toBe('/401?page=%2Fmapcontent%2Fmapmonitoring'));
    expect(useSession.getState().token).toBe('abc.secret');
    router.dispose();
  });
});

describe('a token that the server refuses', () => {
  it.each(['expired', 'revoked', 'forged'])(
    'because it is %s redirects to the login page with the path to return to, and clears the session',
    async () => {
      stubServer({ 'user/getLoginInfo': () => refuse('4007', '登录已失效，请重新登录') });
      useSession.setState({ token: 'abc.secret' });
      window.history.replaceState(null, '', '/mapcontent/mapmonitoring?sel=7');
      const router = createRouter();
      await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
      expect(router.state.location.search).toBe('?redirect=%2Fmapcontent%2Fmapmonitoring%3Fsel%3D7');
      expect(useSession.getState().token).toBeNull();
      router.dispose();
    },
  );
});

describe('leaving a page', () => {
  it('aborts its reads; another query of the same page does not', async () => {
    const { router } = await opened({});
    const signal = pageSignal();
    await router.navigate('/mapcontent/mapmonitoring?sel=8');
    expect(signal.aborted).toBe(false);
    await router.navigate('/404');
    expect(signal.aborted).toBe(true);
    expect(pageSignal().aborted).toBe(false);
    router.dispose();
  });
  it('by a refresh aborts its reads, too', async () => {
    const { router, at } = await opened({});
    const signal = pageSignal();
    await router.navigate('/redirect/mapcontent/mapmonitoring?sel=8');
    expect(at()).toBe('/mapcontent/mapmonitoring?sel=8');
    expect(signal.aborted).toBe(true);
    router.dispose();
  });
});
