import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '../api/cookie.ts';
import { startTexts } from '../api/i18n.ts';
import { endSession, useSession } from '../api/session.ts';
import { changeSettings } from '../ui/preferences.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';
import { ShellFrame } from './Shell.tsx';
import { useSidebar } from './sidebar-state.ts';

// Valid once every page exists
vi.mock('./pages.ts', () => ({ pages: {}, pendingPages: [] }));

const RIGHTS = ['2', '13', '130101', '130102', '604', '601', '605', '40101', '40102', '41801', '17', '170301', '70101'];
const MONITORING = '/mapcontent/mapmonitoring';
const DRIVERS = '/platform/driverManagement';
const ONLINE_RATE = '/report/basicstatementreport/vehicleOnlineRate';
/** Specification 2.3. */
const DELAY_MS = 300;

const resize = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
const TagBar = () => <div role="tablist" aria-label="标签" />;
const Page = () => (
  <>
    <p>页面</p>
    <Link to="/elsewhere">别处</Link>
    <Outlet />
  </>
);

async function open(path: string) {
  const router = createMemoryRouter(
    [{ path: '*', element: <ShellFrame barTools={[]} account={null} TagBar={TagBar} Page={Page} overlays={[]} /> }],
    { initialEntries: [path] },
  );
  const view = await act(async () => render(<RouterProvider router={router} />));
  return { ...view, go: (to: string) => act(async () => router.navigate(to)), router };
}

const sidebar = () => screen.queryByRole('navigation', { name: '侧边菜单' });
const inSidebar = () => within(screen.getByRole('navigation', { name: '侧边菜单' }));
const tags = () => screen.queryByRole('tablist', { name: '标签' });
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  resize(1440);
  await startTexts('zh');
  stubServer({ 'user/loginPage': () => ({ platName: '', logoUrl: '' }), 'setting/saveUserSetting': () => userInfo.settings });
  useSession.setState({ token: 'abc.secret', rights: RIGHTS, userInfo });
  vi.useFakeTimers();
  useSidebar.setState({ opened: true, over: false });
  changeSettings(userInfo.settings.ui);
});
afterEach(() => {
  cleanup();
  // later files share the window
  resize(1440);
  vi.useRealTimers();
  writeCookie('sidebarStatus', null, 0);
  endSession();
});

describe('sidebar and tag bar', () => {
  it('are visible on a page that shows them', async () => {
    await open(DRIVERS);
    expect(sidebar()).toBeTruthy();
    expect(tags()).toBeTruthy();
  });
  it('appear 300 ms after the navigation to such a page', async () => {
    const { go } = await open(MONITORING);
    await go(DRIVERS);
    await pass(DELAY_MS - 1);
    expect([sidebar(), tags()]).toEqual([null, null]);
    await pass(1);
    expect(sidebar()).toBeTruthy();
    expect(tags()).toBeTruthy();
  });
  it('disappear 300 ms after the navigation away, and do not change until then', async () => {
    const { go } = await open(DRIVERS);
    await go(MONITORING);
    await pass(DELAY_MS - 1);
    expect(inSidebar().getByRole('link', { current: 'page' }).getAttribute('href')).toBe(DRIVERS);
    await pass(1);
    expect([sidebar(), tags()]).toEqual([null, null]);
  });
  it('stay during a navigation from one group to another', async () => {
    const { go } = await open(DRIVERS);
    await go(ONLINE_RATE);
    expect(inSidebar().getByRole('heading', { name: '报表分析' })).toBeTruthy();
    await pass(DELAY_MS);
    expect(sidebar()).toBeTruthy();
  });
  it('stay if the user returns within 300 ms', async () => {
    const { go } = await open(DRIVERS);
    await go(MONITORING);
    await pass(DELAY_MS - 1);
    await go(ONLINE_RATE);
    await pass(DELAY_MS);
    expect(inSidebar().getByRole('heading', { name: '报表分析' })).toBeTruthy();
  });
  it('the tag bar follows the user’s setting', async () => {
    await open(DRIVERS);
    await act(async () => changeSettings({ tagsView: false }));
    expect(tags()).toBeNull();
    expect(sidebar()).toBeTruthy();
  });
});

describe('the sidebar', () => {
  it('contains the pages of the group, with the current one marked', async () => {
    await open(DRIVERS);
    expect(
      inSidebar()
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label')),
    ).toEqual(['用户管理', '车辆信息管理', '驾驶员管理']);
    expect(inSidebar().getByRole('link', { current: 'page' }).getAttribute('aria-label')).toBe('驾驶员管理');
  });
  it('folds inner groups, and opens the one of the current page', async () => {
    await open(ONLINE_RATE);
    const fold = inSidebar().getByRole('button', { name: '基础报表' });
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    expect(inSidebar().getByRole('link', { current: 'page' })).toBeTruthy();
    fireEvent.click(fold);
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(inSidebar().queryByRole('link', { current: 'page' })).toBeNull();
  });
  it('collapses to icons with tooltips, and restores its state at the next visit', async () => {
    await open(DRIVERS);
    const toggle = inSidebar().getByRole('button', { name: '收起' });
    expect(toggle.textContent).toBe('收起');
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(toggle);
    expect(readCookie('sidebarStatus')).toBe('0');
    const link = inSidebar().getByRole('link', { name: '驾驶员管理' });
    expect(link.textContent).toBe('');
    expect(link.getAttribute('title')).toBe('驾驶员管理');
    fireEvent.click(inSidebar().getByRole('button', { name: '展开' }));
    expect(readCookie('sidebarStatus')).toBe('1');
    expect(inSidebar().getByRole('link', { name: '驾驶员管理' }).textContent).toBe('驾驶员管理');
  });
  it.each([
    ['0', false],
    ['1', true],
    [null, true],
  ])('with the cookie at %s opens: %s', async (cookie, opened) => {
    writeCookie('sidebarStatus', cookie, 1);
    vi.resetModules();
    const fresh = await import('./sidebar-state.ts');
    expect(fresh.useSidebar.getState().opened).toBe(opened);
  });
  it('a click on a folded group of the collapsed sidebar opens both', async () => {
    useSidebar.setState({ opened: false });
    await open('/report/navigationReporting');
    fireEvent.click(inSidebar().getByRole('button', { name: '基础报表' }));
    expect(inSidebar().getByRole('link', { name: '车辆上线率统计' }).textContent).toBe('车辆上线率统计');
  });
  it('shows the logo if the user enables it', async () => {
    await open(DRIVERS);
    expect(inSidebar().queryByRole('link', { name: '车队卫士' })).toBeNull();
    await act(async () => changeSettings({ sidebarLogo: true }));
    expect(inSidebar().getByRole('link', { name: '车队卫士' }).getAttribute('href')).toBe(MONITORING);
  });
});

describe('under 992 px', () => {
  const opener = () => screen.getByRole('button', { name: '打开侧边菜单' });

  it.each([
    [991, false],
    [992, true],
  ])('the sidebar is hidden until it is opened: at %i px visible at once: %s', async (width, there) => {
    resize(width);
    await open(DRIVERS);
    expect(sidebar() !== null).toBe(there);
  });

  describe('opened by its button', () => {
    beforeEach(async () => {
      resize(390);
    });
    async function openOver() {
      const view = await open(DRIVERS);
      opener().focus();
      fireEvent.click(opener());
      return view;
    }

    it('gets the focus and has no collapse button', async () => {
      await openOver();
      expect(document.activeElement?.getAttribute('aria-label')).toBe('驾驶员管理');
      expect(opener().getAttribute('aria-expanded')).toBe('true');
      expect(inSidebar().queryByRole('button', { name: '收起' })).toBeNull();
    });
    it('closes on navigation to another page', async () => {
      const { go } = await openOver();
      await go('/platform/carInfoManagement');
      expect(sidebar()).toBeNull();
    });
    it('closes when the user selects the current page again', async () => {
      await openOver();
      fireEvent.click(inSidebar().getByRole('link', { name: '驾驶员管理' }));
      await pass(0);
      expect(sidebar()).toBeNull();
    });
    it('closes on a click outside', async () => {
      await openOver();
      fireEvent.click(screen.getByRole('button', { name: '关闭' }));
      expect(sidebar()).toBeNull();
    });
    it('closes with Escape and returns the focus', async () => {
      await openOver();
      fireEvent.keyDown(document, { key: 'Escape' });
      expect(sidebar()).toBeNull();
      expect(document.activeElement).toBe(opener());
    });
  });
});

describe('breadcrumbs', () => {
  it('link from the group to the page', async () => {
    const { router } = await open(ONLINE_RATE);
    const trail = within(screen.getByRole('navigation', { name: '当前位置' }));
    expect(trail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '报表分析',
      '基础报表',
      '车辆上线率统计',
    ]);
    expect(trail.getByText('车辆上线率统计').getAttribute('aria-current')).toBe('page');
    await act(async () => fireEvent.click(trail.getByRole('link', { name: '报表分析' })));
    expect(router.state.location.pathname).toBe('/report/navigationReporting');
  });
  it('are hidden on pages without a sidebar', async () => {
    await open(MONITORING);
    expect(screen.queryByRole('navigation', { name: '当前位置' })).toBeNull();
  });
});

describe('the header', () => {
  it('is fixed, or scrolls with the page', async () => {
    const { container } = await open(DRIVERS);
    expect(container.querySelector('[data-header="fixed"]')).toBeTruthy();
    await act(async () => changeSettings({ fixedHeader: false }));
    expect(container.querySelector('[data-header="scrolling"]')).toBeTruthy();
  });
});

it('has a skip link that moves the focus to the page content', async () => {
  await open(DRIVERS);
  fireEvent.click(screen.getByRole('button', { name: '跳到页面内容' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
