import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { usePlatform } from '../api/platform.ts';
import { endSession, useSession } from '../api/session.ts';
import { usePreferences } from '../ui/preferences.ts';
import { refuse, stubServer, userInfo } from '../ui/testing.tsx';
import { TopBar } from './TopBar.tsx';

// Valid once every page exists
vi.mock('./pages.ts', () => ({ pages: {}, pendingPages: [] }));

const ALL = ['1', '101', '10101', '10102', '10103', '102', '10202', '10203', '2', '3', '13', '17', '604', '70101', '20601'];
const account = {
  openProfile: vi.fn(),
  openChangePassword: vi.fn(),
  openOwnSessions: vi.fn(),
  openDuty: vi.fn(),
  openSupervisions: vi.fn(),
};
const Bell = () => <button type="button">铃</button>;

const WIDE = 1440;
const NARROW = 390;
const resize = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });

function open(options: { rights?: string[]; user?: Partial<typeof userInfo>; path?: string; inspection?: boolean } = {}) {
  const { rights = ALL, user = {}, path = '/index', inspection = false } = options;
  const one = inspection ? { carNo: '京A12345', carId: '1', targId: '1', color: 2 } : null;
  useSession.setState({ token: 'abc.secret', rights, userInfo: { ...userInfo, ...user, inspection: one } as never });
  const router = createMemoryRouter([{ path: '*', element: <TopBar tools={[Bell]} account={account} /> }], {
    initialEntries: [path],
  });
  render(<RouterProvider router={router} />);
  return router;
}

let server: ReturnType<typeof stubServer>;

beforeEach(async () => {
  resize(WIDE);
  await startTexts('zh');
  server = stubServer({
    'user/loginPage': () => ({ platName: '', logoUrl: '', footer: '', captcha: false, demo: null }),
    'setting/saveUserSetting': ({ data }) => ({ ...userInfo.settings, ...data }),
  });
});
afterEach(() => {
  cleanup();
  endSession();
  takeNotices();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  // later files share the window
  resize(WIDE);
  usePlatform.setState({ platName: '', logoUrl: '' });
});

const entries = () => within(screen.getByRole('navigation', { name: '主导航' }));
const userMenu = async () => {
  await userEvent.click(screen.getByRole('button', { name: '用户菜单 系统管理员' }));
  return within(screen.getByRole('menu', { name: '用户菜单' }));
};

describe('the entries', () => {
  it('are links in the specification’s order, after the data centre', () => {
    open();
    expect(entries().getByRole('button', { name: '数据中心' })).toBeTruthy();
    expect(
      entries()
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-label')),
    ).toEqual(['监控中心', '历史回放', '报警规则', '报表分析', '主动安全', '信息管理', '设置中心']);
  });
  it('mark the entry whose number the page has', () => {
    open({ path: '/platform/driverManagement' });
    expect(entries().getByRole('link', { current: 'page' }).textContent).toContain('信息管理');
  });
  it('the logo and the platform’s name link to the monitoring centre', async () => {
    const router = open();
    await userEvent.click(screen.getByRole('link', { name: '车队卫士' }));
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
  });
});

it('entries without space are behind 更多, never on a second line', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.children.length * 120;
  });
  open({ path: '/platform/driverManagement' });
  const more = entries().getByRole('button', { name: '更多', current: true });
  expect(
    entries()
      .getAllByRole('link')
      .map((link) => link.getAttribute('aria-label')),
  ).toEqual(['监控中心', '历史回放']);
  await userEvent.click(more);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    '报警规则',
    '报表分析',
    '主动安全',
    '信息管理',
    '设置中心',
  ]);
});

it('the platform’s name follows the language', async () => {
  server = stubServer({
    'dept/qryPlatInfoByDeptId': () => ({ platName: i18next.language === 'en' ? 'Fleetwarden' : '车队卫士', logoUrl: '' }),
  });
  open();
  await screen.findByRole('link', { name: '车队卫士' });
  await act(() => switchLanguage('en'));
  expect(await screen.findByRole('link', { name: 'Fleetwarden' })).toBeTruthy();
});

describe('the data centre', () => {
  it('opens on hover and closes when the pointer leaves', async () => {
    open();
    const user = userEvent.setup();
    await user.hover(screen.getByRole('button', { name: '数据中心' }));
    expect(within(screen.getByRole('group', { name: '智能大屏' })).getAllByRole('menuitem')).toHaveLength(3);
    expect(within(screen.getByRole('group', { name: '智能看板' })).getAllByRole('menuitem')).toHaveLength(2);
    await user.unhover(screen.getByRole('button', { name: '数据中心' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
  it('opens with the keyboard; its pages open in this window', async () => {
    const router = open();
    screen.getByRole('button', { name: '数据中心' }).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('企业概况大屏');
    await userEvent.keyboard('{ArrowDown}{End}');
    expect(document.activeElement?.textContent).toBe('安全看板');
    await userEvent.keyboard('{Home}{Enter}');
    expect(router.state.location.pathname).toBe('/visorycontrolBigsreen/bigScreen/bigScreen');
  });
  it('opens on touch and closes with Escape', async () => {
    open();
    const button = screen.getByRole('button', { name: '数据中心' });
    await userEvent.pointer([{ keys: '[TouchA]', target: button }]);
    expect(screen.getByRole('menu')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});

describe('the user menu', () => {
  it('shows the real name and its initial', () => {
    open();
    const button = screen.getByRole('button', { name: '用户菜单 系统管理员' });
    expect(button.textContent).toBe('系统管理员');
    expect(button.querySelector('[data-initial]')?.getAttribute('data-initial')).toBe('系');
  });
  it('shows HTML in names as plain text, and accepts 10,000 characters', () => {
    const username = '<img src=x onerror=alert(1)>';
    open({ user: { username, account: username } });
    expect(screen.getByRole('button', { name: `用户菜单 ${username}` }).textContent).toBe(username);
    expect(document.querySelector('img[src="x"]')).toBeNull();
    cleanup();
    open({ user: { username: '长'.repeat(10_000) } });
    expect(screen.getByRole('button', { name: /^用户菜单 长/ })).toBeTruthy();
  });
  it('offers dashboard, help, certificate, profile, password, sign-ins and log-out, in this order', async () => {
    open({ user: { helpUrl: 'https://help.example.com/' } });
    const menu = await userMenu();
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      '首页',
      '帮助',
      '入网证明',
      '个人信息',
      '修改密码',
      '我的登录记录',
      '退出登录',
    ]);
    expect(menu.getByRole('menuitem', { name: '首页' }).getAttribute('href')).toBe('/index');
    const help = menu.getByRole('menuitem', { name: '帮助' });
    expect(help.getAttribute('href')).toBe('https://help.example.com/');
    expect(help.getAttribute('target')).toBe('_blank');
    expect(help.getAttribute('rel')).toContain('noopener');
  });
  it('omits help if none is configured, and the certificate without 20601', async () => {
    open({ rights: ['2'] });
    const menu = await userMenu();
    expect(menu.queryByRole('menuitem', { name: '帮助' })).toBeNull();
    expect(menu.queryByRole('menuitem', { name: '入网证明' })).toBeNull();
  });
  it.each([
    ['个人信息', account.openProfile],
    ['修改密码', account.openChangePassword],
    ['我的登录记录', account.openOwnSessions],
  ])('opens %s', async (name, action) => {
    open();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name }));
    expect(action).toHaveBeenCalledOnce();
  });
  it('opens supervisions and duty for users who answer superior platforms, and for no others', async () => {
    open({ rights: ['208', '20801', '20803'] });
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '督办' }));
    expect(account.openSupervisions).toHaveBeenCalledOnce();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '值班' }));
    expect(account.openDuty).toHaveBeenCalledOnce();
    cleanup();
    open({ rights: ['2'] });
    const menu = await userMenu();
    expect(menu.queryByRole('menuitem', { name: '督办' })).toBeNull();
    expect(menu.queryByRole('menuitem', { name: '值班' })).toBeNull();
  });
  it('logs out', async () => {
    server = stubServer({ 'user/loginPage': () => ({}), 'user/loginOut': () => ({}) });
    open();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '退出登录' }));
    await waitFor(() => expect(useSession.getState().token).toBeNull());
    expect(server.of('user/loginOut')).toHaveLength(1);
  });
});

describe('the network-access certificate', () => {
  const URL_OF = 'https://certs.example.com/?auth=x&userID=7&account=admin&userName=a';
  function stubTab() {
    const tab = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() };
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as never);
    return { tab, opened };
  }

  it('opens in a tab that is created within the click and has no opener', async () => {
    let answer: (reply: object) => void = () => {};
    server = stubServer({
      'user/loginPage': () => ({}),
      'user/getCertificateUrl': () => new Promise((resolve) => (answer = resolve)),
    });
    const { tab, opened } = stubTab();
    open();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '入网证明' }));
    expect(opened).toHaveBeenCalledWith('', '_blank');
    expect(tab.opener).toBeNull();
    await waitFor(() => expect(server.of('user/getCertificateUrl')).toHaveLength(1));
    answer({ url: URL_OF });
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(URL_OF));
  });
  it('closes the tab again and says why if no certificate is configured', async () => {
    server = stubServer({
      'user/loginPage': () => ({}),
      'user/getCertificateUrl': () => refuse('4004', '未配置入网证明地址'),
    });
    const { tab } = stubTab();
    open();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '入网证明' }));
    await waitFor(() => expect(tab.close).toHaveBeenCalled());
    expect(takeNotices().map(({ text }) => text)).toEqual(['未配置入网证明地址']);
  });
  it('opens only the address of a web page', async () => {
    server = stubServer({
      'user/loginPage': () => ({}),
      'user/getCertificateUrl': () => ({ url: 'javascript:alert(1)' }),
    });
    const { tab } = stubTab();
    open();
    await userEvent.click((await userMenu()).getByRole('menuitem', { name: '入网证明' }));
    await waitFor(() => expect(tab.close).toHaveBeenCalled());
    expect(tab.location.replace).not.toHaveBeenCalled();
    expect(takeNotices().map(({ text }) => text)).toEqual(['未配置入网证明地址']);
  });
});

describe('the tools', () => {
  it('include those of other parts of the console', () => {
    open();
    expect(screen.getByRole('button', { name: '铃' })).toBeTruthy();
  });
  it('offer default, medium, small and mini with medium as the default, and confirm a change', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: '布局大小' }));
    const sizes = screen.getAllByRole('menuitemradio');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['默认', '中等', '小', '超小']);
    expect(screen.getByRole('menuitemradio', { checked: true }).textContent).toBe('中等');
    await userEvent.click(screen.getByRole('menuitemradio', { name: '小' }));
    expect(usePreferences.getState().settings.size).toBe('small');
    expect(takeNotices()).toEqual([{ kind: 'success', text: 'Switch Size Success', seconds: 3 }]);
  });
  it('do not offer the current size', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: '布局大小' }));
    const current = screen.getByRole('menuitemradio', { checked: true });
    expect(current.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(current);
    expect(takeNotices()).toEqual([]);
  });
  it('change between light and dark', async () => {
    open();
    const before = usePreferences.getState().mode;
    await userEvent.click(screen.getByRole('button', { name: /切换为/ }));
    expect(usePreferences.getState().mode).not.toBe(before);
  });
  it('warn if full screen is not supported', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: '全屏' }));
    expect(takeNotices()).toEqual([{ kind: 'warning', text: 'you browser can not work', seconds: 3 }]);
  });
});

describe('under 992 px', () => {
  beforeEach(() => resize(NARROW));

  it.each([
    [991, true],
    [992, false],
  ])('the entries are behind a button: at %i px %s', (width, behind) => {
    resize(width);
    open();
    expect(entries().queryByRole('button', { name: '主导航' }) !== null).toBe(behind);
  });
  it('the button opens the same entries, with the active one marked', async () => {
    const router = open({ path: '/report/navigationReporting' });
    await userEvent.click(entries().getByRole('button', { name: '主导航' }));
    const menu = within(screen.getByRole('menu', { name: '主导航' }));
    expect(menu.getAllByRole('menuitem')).toHaveLength(7 + 5);
    expect(menu.getByRole('menuitem', { current: 'page' }).textContent).toBe('报表分析');
    await userEvent.click(menu.getByRole('menuitem', { name: '报警规则' }));
    expect(router.state.location.pathname).toBe('/alarmrule/common/platWarmplans');
  });
  it('the secondary tools are in the user menu', async () => {
    open();
    expect(screen.queryByRole('button', { name: '全屏' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: '语言' })).toBeNull();
    const menu = await userMenu();
    expect(menu.getByRole('menuitem', { name: '全屏' })).toBeTruthy();
    expect(menu.getByRole('menuitem', { name: '界面设置' })).toBeTruthy();
    expect(menu.getByRole('group', { name: '布局大小' })).toBeTruthy();
    const languages = within(menu.getByRole('group', { name: '语言' }));
    expect(languages.getByRole('menuitemradio', { name: '中文' }).getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(languages.getByRole('menuitemradio', { name: 'English' }));
    await waitFor(() => expect(takeNotices()).toEqual([{ kind: 'success', text: 'Language changed', seconds: 3 }]));
    expect(document.documentElement.lang).toBe('en');
  });
});

describe.each([WIDE, NARROW])('in inspection mode, at %i px', (width) => {
  beforeEach(() => resize(width));

  it('the only entry is the monitoring centre, which links to its own page', () => {
    open({ inspection: true, path: '/carinspection/carmapcontent' });
    const [link, ...others] = entries().getAllByRole('link');
    expect(others).toEqual([]);
    expect(link?.getAttribute('aria-label')).toBe('监控中心');
    expect(link?.getAttribute('href')).toBe('/carinspection/carmapcontent');
    expect(link?.getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: '车队卫士' }).getAttribute('href')).toBe('/carinspection/carmapcontent');
  });
  it('bells, search and settings are hidden; the user can only log out', async () => {
    open({ inspection: true });
    expect(screen.queryByRole('button', { name: '铃' })).toBeNull();
    expect(screen.queryByRole('button', { name: '界面设置' })).toBeNull();
    expect((await userMenu()).getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['退出登录']);
  });
});
