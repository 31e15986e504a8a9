import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import { userInfo } from '../ui/testing.tsx';
import { KeepAliveOutlet } from './KeepAliveOutlet.tsx';
import { TagsView } from './TagsView.tsx';
import { clearTags, useTags, visit } from './tags.ts';

const MAP = '/mapcontent/mapmonitoring';
const ROLES = '/platform/roleManagement';
const CARS = '/setup/common/carsetup';

function openRouter(current: string) {
  const frame = (
    <>
      <TagsView />
      <KeepAliveOutlet />
    </>
  );
  const router = createMemoryRouter([{ element: frame, children: [{ path: '*', element: null }] }], {
    initialEntries: [current],
  });
  render(<RouterProvider router={router} />);
  return { router };
}

function open(current: string) {
  const { router } = openRouter(current);
  return () => router.state.location.pathname + router.state.location.search;
}

const names = () => screen.getAllByRole('link').map((link) => link.textContent);
const item = (name: string) => within(screen.getByRole('menu')).getByRole('menuitem', { name });

beforeEach(async () => {
  await startTexts('zh');
  useSession.setState({ token: 'a.b', userInfo, rights: ['2', '606', '70101'] });
  clearTags();
  for (const address of ['/index', MAP, `${ROLES}?page=2`, CARS]) visit(address);
});
afterEach(cleanup);

it('lists the open pages as links and marks the one shown', () => {
  open(ROLES);
  expect(screen.getByRole('navigation', { name: '已打开的页面' })).toBeTruthy();
  expect(names()).toEqual(['首页', '监控中心', '角色管理', expect.any(String)]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('角色管理');
});

it('a link opens the last URL of its page', async () => {
  const at = open(MAP);
  await userEvent.click(screen.getByRole('link', { name: '角色管理' }));
  expect(at()).toBe(`${ROLES}?page=2`);
});

it('hides the tag of a page that the user may no longer open', () => {
  useSession.setState({ rights: ['2', '70101'] });
  open(MAP);
  expect(screen.queryByRole('link', { name: '角色管理' })).toBeNull();
});

describe('closing', () => {
  it('another tag does not change the shown page', async () => {
    const at = open(MAP);
    await userEvent.click(screen.getByRole('button', { name: '关闭角色管理' }));
    expect(screen.queryByRole('link', { name: '角色管理' })).toBeNull();
    expect(at()).toBe(MAP);
    expect(document.activeElement).toBe(screen.getByRole('link', { current: 'page' }));
  });
  it('the active tag opens the last remaining one', async () => {
    const at = open(CARS);
    fireEvent(screen.getByRole('link', { current: 'page' }), new MouseEvent('auxclick', { button: 1, bubbles: true }));
    await waitFor(() => expect(at()).toBe(`${ROLES}?page=2`));
    await waitFor(() => expect(names()).toEqual(['首页', '监控中心', '角色管理']));
  });
  it('the only tag opens the start page', async () => {
    clearTags();
    visit(ROLES);
    const at = open(ROLES);
    await userEvent.click(screen.getByRole('button', { name: '关闭角色管理' }));
    await waitFor(() => expect(at()).toBe('/index'));
    await waitFor(() => expect(names()).toEqual(['首页']));
  });
  it('the active tag has no repeated effect when the user navigates back to the page it opened', async () => {
    const { router } = openRouter(CARS);
    await userEvent.click(screen.getByRole('link', { current: 'page' }).nextElementSibling as HTMLElement);
    await waitFor(() => expect(names()).toEqual(['首页', '监控中心', '角色管理']));
    await act(() => router.navigate(CARS));
    await act(() => router.navigate(-1));
    expect(router.state.location.pathname).toBe(ROLES);
    expect(names()).toHaveLength(4);
  });
  it('works with a middle click and opens no window', () => {
    open(MAP);
    const click = new MouseEvent('auxclick', { button: 1, bubbles: true, cancelable: true });
    fireEvent(screen.getByRole('link', { name: '角色管理' }), click);
    expect(click.defaultPrevented).toBe(true);
    expect(screen.queryByRole('link', { name: '角色管理' })).toBeNull();
  });
  it('works with Delete on the focused tag', async () => {
    open(MAP);
    screen.getByRole('link', { name: '角色管理' }).focus();
    await userEvent.keyboard('{Delete}');
    expect(screen.queryByRole('link', { name: '角色管理' })).toBeNull();
  });
  it('never works for an affix tag', async () => {
    open(MAP);
    const home = screen.getByRole('link', { name: '首页' });
    expect(screen.queryByRole('button', { name: '关闭首页' })).toBeNull();
    fireEvent(home, new MouseEvent('auxclick', { button: 1, bubbles: true }));
    home.focus();
    await userEvent.keyboard('{Delete}');
    expect(names()[0]).toBe('首页');
    fireEvent.contextMenu(home);
    expect(item('关闭').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(item('关闭'));
    expect(names()[0]).toBe('首页');
  });
});

describe('the context menu', () => {
  it('has four actions; the arrow keys move through them and Escape returns the focus', async () => {
    open(MAP);
    const link = screen.getByRole('link', { name: '角色管理' });
    link.focus();
    fireEvent.contextMenu(link);
    const menu = screen.getByRole('menu', { name: '“角色管理”的标签操作' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((entry) => entry.textContent),
    ).toEqual(['刷新', '关闭', '关闭其他', '关闭全部']);
    expect(document.activeElement).toBe(item('刷新'));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(item('关闭其他'));
    await userEvent.keyboard('{End}{ArrowDown}');
    expect(document.activeElement).toBe(item('刷新'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(link);
  });
  it('closes on a press outside', () => {
    open(MAP);
    fireEvent.contextMenu(screen.getByRole('link', { name: '角色管理' }));
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });
  it('刷新 redirects through /redirect, with the query', async () => {
    const at = open(MAP);
    fireEvent.contextMenu(screen.getByRole('link', { name: '角色管理' }));
    await userEvent.click(item('刷新'));
    expect(at()).toBe(`/redirect${ROLES}?page=2`);
  });
  it('关闭其他 opens the tag that remains', async () => {
    const at = open(MAP);
    fireEvent.contextMenu(screen.getByRole('link', { name: '角色管理' }));
    await userEvent.click(item('关闭其他'));
    await waitFor(() => expect(names()).toEqual(['首页', '角色管理']));
    expect(at()).toBe(`${ROLES}?page=2`);
  });
  it('关闭全部 preserves the affix tags and opens the last of them', async () => {
    const at = open(MAP);
    fireEvent.contextMenu(screen.getByRole('link', { name: '角色管理' }));
    await userEvent.click(item('关闭全部'));
    await waitFor(() => expect(useTags.getState().tags.map(({ path }) => path)).toEqual(['/index']));
    expect(at()).toBe('/index');
  });
});
