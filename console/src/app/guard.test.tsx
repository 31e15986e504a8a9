import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie } from '../api/cookie.ts';
import { takeNotices, useFeedback } from '../api/feedback.ts';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { usePlatform } from '../api/platform.ts';
import { endSession, useSession } from '../api/session.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';
import { isPending } from './access.ts';
import { failureText, guard } from './guard.ts';
import { tableRoutes } from './route-table.ts';
import { routes } from './routes.tsx';
import { clearTags, useTags } from './tags.ts';

// The shell and the pages have their own tests; here only the choice of the page matters.
vi.mock('./Shell.tsx', () => ({
  Shell: () => (
    <QueryClientProvider client={new QueryClient()}>
      <main>
        <Outlet />
      </main>
    </QueryClientProvider>
  ),
}));
vi.mock('../features/screens/Dashboard.tsx', () => ({ Dashboard: () => <h1>the start page</h1> }));
vi.mock('../features/monitor/MonitorPage.tsx', () => ({ MonitorPage: () => <h1>the map</h1> }));
vi.mock('../features/identity/LoginPage.tsx', () => ({ LoginPage: () => <h1>the login</h1> }));

const START = '/index';
const MONITORING = '/mapcontent/mapmonitoring';
const WALLS = [
  '/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew',
  '/visorycontrolBigsreen/historyvideoNew/historyvideoNew',
];
const inspection = { carNo: '京A12345', carId: '5', targId: '6', color: 2 };
const inspector = () => ({ userInfo: { ...userInfo, inspection }, rights: [] });

function open(address: string, user: () => unknown = () => ({ userInfo, rights: ['2'] })) {
  const server = stubServer({ 'user/getLoginInfo': user });
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  const at = () => router.state.location.pathname + router.state.location.search;
  return { server, router, at, settled: () => waitFor(() => expect(router.state.navigation.state).toBe('idle')) };
}

const haveToken = () => useSession.setState({ token: '0123456789abcdef.secret' });

beforeEach(async () => {
  await startTexts('zh');
  endSession();
  clearTags();
  takeNotices();
  useFeedback.setState({ elsewhere: false });
});
afterEach(cleanup);

describe('without a token', () => {
  it.each([
    `${MONITORING}?sel=7`,
    '/carinspection/carmapcontent',
    '/visorycontrolBigsreen/bigScreen/bigScreen',
    '/i18n/index',
    '/nowhere',
  ])('%s redirects to the login page with the path to return to', async (address) => {
    const { at, server } = open(address);
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(address)}`));
    expect(await screen.findByText('the login')).toBeTruthy();
    expect(server.of('user/getLoginInfo')).toHaveLength(0);
  });
  it('the start page needs no path to return to', async () => {
    const { at } = open('/');
    await waitFor(() => expect(at()).toBe('/login'));
    await waitFor(() => expect(document.title).toBe('登录 - 车队卫士'));
  });
  it.each([...WALLS, '/login', '/loginSF', '/loginReceive', '/401', '/404'])('%s is open', async (address) => {
    const { at, server, settled } = open(address);
    await settled();
    expect(at()).toBe(address);
    expect(server.of('user/getLoginInfo')).toHaveLength(0);
  });
});

describe('every page of the table without a token', () => {
  const OPEN = [...WALLS, '/login', '/loginSF', '/loginReceive', '/auth-redirect', '/401', '/404'];
  const asked = (path: string) => ({ request: new Request(`http://console.test${path}?a=1`) });

  it('redirects to the login page with the path to return to, except the open ones', async () => {
    for (const route of tableRoutes) {
      const answer = await guard(asked(route.path), route).catch((refused: Response) => refused.headers.get('Location'));
      const login = `/login?redirect=${encodeURIComponent(`${route.path}?a=1`)}`;
      expect([route.path, answer]).toEqual([route.path, OPEN.includes(route.path) ? null : login]);
    }
  });
  it('a refresh requires the login first', async () => {
    const { at } = open(`/redirect${MONITORING}?sel=7`);
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(`${MONITORING}?sel=7`)}`));
  });
});

describe('the window’s title', () => {
  it('contains the names of page and platform, after every navigation and in the user’s language', async () => {
    haveToken();
    const { router } = open(MONITORING);
    await waitFor(() => expect(document.title).toBe('监控中心 - 车队卫士'));
    usePlatform.setState({ platName: '某某监控平台' });
    await router.navigate('/404');
    await waitFor(() => expect(document.title).toBe('页面不存在 - 某某监控平台'));
    await switchLanguage('en');
    await waitFor(() => expect(document.title).toBe('Not found - 某某监控平台'));
    usePlatform.setState({ platName: '<b>&amp;</b>' });
    await waitFor(() => expect(document.title).toBe('Not found - <b>&amp;</b>'));
    usePlatform.setState({ platName: '' });
  });
});

describe('with a token', () => {
  it('loads the user once, checks the permissions and repeats the navigation', async () => {
    haveToken();
    const { at, server, router } = open(`${MONITORING}?sel=7`);
    expect(await screen.findByText('the map')).toBeTruthy();
    expect(at()).toBe(`${MONITORING}?sel=7`);
    expect(server.of('user/getLoginInfo')[0]?.authorization).toBe('0123456789abcdef.secret');
    await router.navigate('/404');
    expect(server.of('user/getLoginInfo')).toHaveLength(1);
  });
  it('loads the user once for concurrent navigations', async () => {
    haveToken();
    const { server, router, settled } = open(MONITORING);
    void router.navigate('/i18n/index');
    await router.navigate(`${MONITORING}?sel=1`);
    await settled();
    expect(server.of('user/getLoginInfo')).toHaveLength(1);
  });
  it.each(['/login', '/loginSF'])('%s redirects to the start page', async (address) => {
    haveToken();
    const { at } = open(address);
    await waitFor(() => expect(at()).toBe(START));
  });
  it('the home page is the start page, whatever the permissions', async () => {
    haveToken();
    const { at } = open('/', () => ({ userInfo, rights: [] }));
    await waitFor(() => expect(at()).toBe(START));
    expect(await screen.findByText('the start page')).toBeTruthy();
  });
  it('a failure removes the token, shows its message and redirects to the login page', async () => {
    haveToken();
    const { at } = open(MONITORING, () => refuse('5000', '请求失败,请联系管理员'));
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(MONITORING)}`));
    expect(useSession.getState().token).toBeNull();
    expect(takeNotices().map(({ text }) => text)).toEqual(['请求失败,请联系管理员']);
  });
  it.each(['expired', 'revoked', 'forged'])('a token that is %s is removed, and its user must sign in again', async () => {
    haveToken();
    const { at } = open(MONITORING, () => refuse('4007', '登录已失效，请重新登录'));
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(MONITORING)}`));
    expect(useSession.getState().token).toBeNull();
    expect(readCookie('token') || null).toBeNull();
    expect(takeNotices().map(({ text }) => text)).toEqual(['登录已失效，请重新登录']);
  });
  it('a failure without a message shows Has Error', () => {
    expect([new Error(''), undefined, 'x'].map(failureText)).toEqual(['Has Error', 'Has Error', 'Has Error']);
  });
  it('a login elsewhere shows only its dialog', async () => {
    haveToken();
    const { at } = open(MONITORING, () => refuse('9001', '您的账号已在其他地方登录'));
    await waitFor(() => expect(at()).toMatch(/^\/login/));
    expect(useFeedback.getState().elsewhere).toBe(true);
    expect(takeNotices()).toEqual([]);
  });
  it('shows 404 for an unknown address', async () => {
    haveToken();
    const { at } = open('/nowhere');
    await waitFor(() => expect(at()).toBe('/404'));
    expect(await screen.findByText('页面不存在')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '返回首页' }));
    expect(await screen.findByText('the start page')).toBeTruthy();
  });
  it('shows 401 for a page without its permission, and names the permission', async () => {
    haveToken();
    const { at } = open(MONITORING, () => ({ userInfo, rights: ['3'] }));
    await waitFor(() => expect(at()).toBe(`/401?page=${encodeURIComponent(MONITORING)}`));
    expect(await screen.findByText('无操作权限')).toBeTruthy();
    expect(screen.getByText('打开“监控中心”需要权限：监控中心 (2)。请联系管理员开通。')).toBeTruthy();
  });
  it('shows no text from the URL on the 401 page', async () => {
    haveToken();
    open('/401?page=%3Cb%3Ecall%200900%3C%2Fb%3E');
    expect(await screen.findByText('如需访问，请联系管理员开通')).toBeTruthy();
  });
  it.each(WALLS)('requires the permission for %s although it is open', async (address) => {
    haveToken();
    const { at } = open(address, () => ({ userInfo, rights: [] }));
    await waitFor(() => expect(at()).toBe(`/401?page=${encodeURIComponent(address)}`));
  });
});

describe('inspection', () => {
  it.each(['/', MONITORING, '/nowhere', '/setup/common/carsetup', '/login'])('%s redirects to its only page', async (address) => {
    haveToken();
    const { at } = open(address, inspector);
    await waitFor(() => expect(at()).toBe('/carinspection/carmapcontent'));
    expect(sessionStorage.getItem('carNo')).toBe('京A12345');
  });
  it('its page is closed to every other session', async () => {
    haveToken();
    const { at } = open('/carinspection/carmapcontent');
    await waitFor(() => expect(at()).toBe(START));
    expect(sessionStorage.getItem('carNo')).toBeNull();
  });
});

describe('/redirect', () => {
  it.each([
    [`${MONITORING}?sel=7&q=a%26b`, `${MONITORING}?sel=7&q=a%26b`],
    ['//evil.example/', '/404'],
    ['/%2Fevil.example', '/404'],
    ['/https://evil.example', '/404'],
    ['/nowhere', '/404'],
    ['/redirect/index', '/404'],
    ['/', '/404'],
  ])('%s redirects to %s', async (target, leads) => {
    haveToken();
    const { at, settled } = open(`/redirect${target}`);
    await settled();
    await waitFor(() => expect(at()).toBe(leads));
  });
});

describe('/mapcontent', () => {
  it.each(['/mapcontent', '/mapcontent/'])('%s opens the monitoring centre with its query', async (address) => {
    haveToken();
    const { at } = open(`${address}?sel=7`);
    expect(await screen.findByText('the map')).toBeTruthy();
    expect(at()).toBe(`${MONITORING}?sel=7`);
  });
  it('requires the login first, and then its permission', async () => {
    const { at } = open('/mapcontent');
    await waitFor(() => expect(at()).toBe(`/login?redirect=${encodeURIComponent(MONITORING)}`));
    cleanup();
    haveToken();
    const other = open('/mapcontent', () => ({ userInfo, rights: ['3'] }));
    await waitFor(() => expect(other.at()).toBe(`/401?${new URLSearchParams({ page: MONITORING })}`));
  });
});

describe('/auth-redirect', () => {
  afterEach(() => vi.restoreAllMocks());
  it('passes its query to its opener, of the same origin only, and closes', async () => {
    const postMessage = vi.fn();
    vi.spyOn(window, 'opener', 'get').mockReturnValue({ postMessage } as unknown as Window);
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    const { settled } = open('/auth-redirect?code=1&state=2');
    await settled();
    expect(postMessage).toHaveBeenCalledExactlyOnceWith('?code=1&state=2', location.origin);
    expect(close).toHaveBeenCalledOnce();
  });
  it('redirects to the login page without an opener', async () => {
    const { at } = open('/auth-redirect?code=1');
    await waitFor(() => expect(at()).toBe('/login'));
  });
});

describe('pending pages', () => {
  const pending = tableRoutes.find(({ path, bare, roles }) => isPending(path) && !bare && roles);

  it.skipIf(!pending)('say so inside the shell, and link back', async () => {
    haveToken();
    const { router, at } = open(MONITORING, () => ({ userInfo, rights: ['2', ...(pending?.roles ?? [])] }));
    await screen.findByText('the map');
    await router.navigate(pending?.path ?? '');
    expect(await screen.findByText(`${i18next.t(pending?.title ?? 'page.home')}暂未开放`)).toBeTruthy();
    expect(screen.getByText('此页面将在后续版本提供')).toBeTruthy();
    expect(screen.getByRole('main')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /返回/ }));
    await waitFor(() => expect(at()).toBe(START));
  });
  it.skipIf(!pending)('still require their permission', async () => {
    haveToken();
    const { at } = open(pending?.path ?? '', () => ({ userInfo, rights: [] }));
    await waitFor(() => expect(at()).toBe(`/401?page=${encodeURIComponent(pending?.path ?? '')}`));
  });
});

it('every shown page gets a tag, and error pages get none', async () => {
  haveToken();
  const { router } = open(`${MONITORING}?sel=7`);
  await screen.findByText('the map');
  await router.navigate('/404');
  await screen.findByText('页面不存在');
  expect(useTags.getState().tags.filter(({ affix }) => !affix)).toEqual([
    {
      path: MONITORING,
      fullPath: `${MONITORING}?sel=7`,
      query: { sel: '7' },
      title: 'page.monitoring',
      name: 'mapmonitoring',
      affix: false,
    },
  ]);
});
