import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import { renderLive, storeOf, stubServer, userInfo, vehicle } from '../ui/testing.tsx';
import { CommandHost } from './CommandHost.tsx';
import { HeaderSearch } from './HeaderSearch.tsx';
import { registerCommands } from './palette-commands.ts';

beforeEach(async () => {
  await startTexts('zh');
  localStorage.removeItem('palette.7');
  takeNotices();
});
afterEach(cleanup);

function setUp(rights: readonly string[] = ['2', '20101', '624', '625']) {
  stubServer({ 'user/loginOut': () => ({}) });
  useSession.setState({ token: 'p.s', userInfo, rights });
  const frame = (
    <>
      <HeaderSearch />
      <input aria-label="elsewhere" />
      <Outlet />
      <CommandHost />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children: [{ path: '*', element: null }] }], {
    initialEntries: ['/start'],
  });
  const store = storeOf([vehicle('1', { cno: '京A12345' }), vehicle('2', { cno: '粤B54321', drv: '李静' })]);
  renderLive(<RouterProvider router={router} />, store);
  return { router, user: userEvent.setup() };
}

async function openPalette(user: ReturnType<typeof userEvent.setup>) {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('dialog', { name: '命令面板' });
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('the command palette', () => {
  it('opens with Ctrl K, offers pages and actions, and closes with Escape, not with a click outside', async () => {
    const { user } = setUp();
    const dialog = await openPalette(user);
    expect(
      within(screen.getByRole('group', { name: '页面' }))
        .getAllByRole('option')
        .map((o) => o.textContent),
    ).toEqual(['首页', '监控中心', '操作日志信息管理', '登录会话信息管理', '报表分析报表分析', '下载中心报表分析']);
    expect(options()).toContain('退出登录');
    expect(options()).toContain('切换语言：English');
    expect(options()).not.toContain('切换语言：简体中文');
    await user.click(dialog);
    expect(screen.getByRole('dialog', { name: '命令面板' })).toBeDefined();
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('accepts text typed before it has opened, and runs no shortcut from it', async () => {
    const { user, router } = setUp();
    await user.keyboard('{Control>}k{/Control}gmx{Backspace}');
    await screen.findByRole('dialog', { name: '命令面板' });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '命令面板' }).value).toBe('gm');
    expect(router.state.location.pathname).toBe('/start');
  });

  it('ranks pages and actions together: a word of a title before similar letters', async () => {
    await startTexts('en');
    const withdraw = registerCommands([{ id: 'demo.parking', title: () => 'Parking detail', run: () => undefined }]);
    const { user } = setUp();
    await user.keyboard('{Control>}k{/Control}dark');
    await waitFor(() => expect(options()[0]).toBe('Switch between light and dark'));
    withdraw();
  });

  it('opens a page by pinyin, the arrows and Enter', async () => {
    const { user, router } = setUp();
    await openPalette(user);
    await user.keyboard('dlhh');
    await waitFor(() => expect(options()[0]).toBe('登录会话信息管理'));
    const box = screen.getByRole('combobox', { name: '命令面板' });
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[0]!.id);
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/platform/sessionManagement');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('finds a vehicle during typing and opens it on the map', async () => {
    const { user, router } = setUp();
    await openPalette(user);
    await user.keyboard('54');
    await waitFor(() => expect(options()[0]).toBe('粤B54321李静'));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe('/mapcontent/mapmonitoring?sel=2');
    expect(router.state.location.state).toEqual({ locate: true });
  });

  it('offers no vehicles to users without the monitoring centre', async () => {
    const { user } = setUp(['624']);
    await openPalette(user);
    await user.keyboard('54321');
    expect(await screen.findByText('没有结果')).toBeDefined();
  });

  it('runs registered commands of other modules, and lists the most recently used first', async () => {
    const run = vi.fn();
    const withdraw = registerCommands([{ id: 'demo.run', title: () => '打开设置抽屉', run }]);
    const { user } = setUp();
    await openPalette(user);
    await user.click(await screen.findByRole('option', { name: '打开设置抽屉' }));
    expect(run).toHaveBeenCalledOnce();
    await openPalette(user);
    expect(
      within(screen.getByRole('group', { name: '最近使用' }))
        .getAllByRole('option')
        .map((o) => o.textContent),
    ).toEqual(['打开设置抽屉']);
    withdraw();
  });

  it('switches the language, and says so in the new language', async () => {
    const { user } = setUp();
    await openPalette(user);
    await user.click(screen.getByRole('option', { name: '切换语言：English' }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ text: 'Language changed' }]));
    await openPaletteIn(user, 'Command palette');
  });
});

async function openPaletteIn(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog', { name })).toBeDefined();
}

describe('shortcuts of the frame', () => {
  it('are listed in a help dialog if they currently work', async () => {
    const { user } = setUp();
    await user.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: '键盘快捷键' });
    const rows = within(sheet)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toContain('命令面板Ctrl + K');
    expect(rows).toContain('前往监控中心GM');
    expect(rows).toContain('搜索页面/');
    expect(rows).toContain('前往首页GH');
    await user.click(within(sheet).getByRole('button', { name: '关闭' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('open the monitoring centre with g m, but not while typing', async () => {
    const { user, router } = setUp();
    await user.click(screen.getByRole('textbox', { name: 'elsewhere' }));
    await user.keyboard('gm');
    expect(router.state.location.pathname).toBe('/start');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('gm');
    expect(router.state.location.pathname).toBe('/mapcontent/mapmonitoring');
  });
});

describe('the header search', () => {
  it('opens with /, finds pages the user may open, and opens the selected one', async () => {
    const { user, router } = setUp(['2', '20101', '624']);
    await user.keyboard('/');
    const box = await screen.findByRole('combobox', { name: '搜索页面' });
    expect(box).toBe(document.activeElement);
    await user.keyboard('日志');
    await waitFor(() => expect(options()).toEqual(['操作日志信息管理']));
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/platform/operationLog');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('says when nothing matches, and closes with Escape', async () => {
    const { user } = setUp(['2', '20101']);
    await user.click(screen.getByRole('button', { name: '搜索页面' }));
    await user.keyboard('登录会话');
    expect(await screen.findByText('没有匹配的页面')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '搜索页面' }));
  });

  it('accepts pinyin only if the user enables it', async () => {
    const { settings } = userInfo;
    const { user } = setUp();
    useSession.setState({ userInfo: { ...userInfo, settings: { ...settings, ui: { ...settings.ui, pinyinSearch: false } } } });
    await user.keyboard('/');
    await user.keyboard('czrz');
    expect(await screen.findByText('没有匹配的页面')).toBeDefined();
  });
});
