import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form as AntdForm, Input } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { endSession, useSession } from '../api/session.ts';
import { FormDrawer } from '../ui/FormDrawer.tsx';
import { userInfo } from '../ui/testing.tsx';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';
import { reloadPage } from './guard.ts';
import { KeepAliveOutlet } from './KeepAliveOutlet.tsx';
import { routeOf } from './route-table.ts';
import { TagsView } from './TagsView.tsx';
import { clearTags, closeTags, useTags } from './tags.ts';

const MAP = '/mapcontent/mapmonitoring';
const OTHER = '/platform/roleManagement';
const PLAIN = '/i18n/index';

const effects = vi.fn();
const renders = vi.fn();

/** A page with state, an effect and its URL. */
function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  const [query] = useSearchParams();
  renders(name);
  useEffect(() => {
    effects(`${name} on`);
    return () => effects(`${name} off`);
  }, [name]);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} ${count} ${query.get('q') ?? '-'}`}
    </button>
  );
}

function open() {
  const child = (path: string) => ({ path, element: <Counter name={path} />, handle: { route: routeOf(path) } });
  const router = createMemoryRouter(
    [
      { path: '/redirect/*', loader: reloadPage },
      { Component: KeepAliveOutlet, children: [child(MAP), child(OTHER), child(PLAIN)] },
    ],
    { initialEntries: [`${MAP}?q=7`] },
  );
  render(<RouterProvider router={router} />);
  return { go: (to: string) => act(() => router.navigate(to)) };
}

beforeEach(() => {
  clearTags();
  effects.mockClear();
  renders.mockClear();
});
afterEach(cleanup);

it('a cached page returns with its state, and runs its effects only while it is shown', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(`${OTHER}?q=other`);
  await screen.findByRole('button', { name: `${OTHER} 0 other` });
  // A hidden page is not accessible and ignores other URLs.
  expect(screen.queryByRole('button', { name: new RegExp(MAP) })).toBeNull();
  expect(screen.getByText(`${MAP} 1 7`)).toBeTruthy();
  expect(effects.mock.calls.flat()).toEqual([`${MAP} on`, `${MAP} off`, `${OTHER} on`]);
  await go(`${MAP}?q=7`);
  expect(await screen.findByRole('button', { name: `${MAP} 1 7` })).toBeTruthy();
  expect(effects.mock.calls.flat().slice(3)).toEqual([`${OTHER} off`, `${MAP} on`]);
});

it('a hidden page does not render while others are open', async () => {
  const { go } = open();
  await screen.findByRole('button', { name: `${MAP} 0 7` });
  await go(OTHER);
  const countOf = (name: string) => renders.mock.calls.flat().filter((each) => each === name).length;
  const before = countOf(MAP);
  for (const to of [`${OTHER}?q=1`, PLAIN, `${OTHER}?q=2`]) await go(to);
  expect(await screen.findByRole('button', { name: `${OTHER} 0 2` })).toBeTruthy();
  expect(countOf(MAP)).toBe(before);
});

it('closing its tag removes it from the cache', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(OTHER);
  act(() => closeTags([MAP]));
  await waitFor(() => expect(screen.queryByText(`${MAP} 1 7`)).toBeNull());
  await go(MAP);
  expect(await screen.findByRole('button', { name: `${MAP} 0 -` })).toBeTruthy();
});

it('a refresh removes it from the cache, too, and opens it again', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(`/redirect${MAP}?q=7`);
  expect(await screen.findByRole('button', { name: `${MAP} 0 7` })).toBeTruthy();
  expect(effects.mock.calls.flat()).toEqual([`${MAP} on`, `${MAP} off`, `${MAP} on`]);
});

it('a page that is not cached starts with a new state', async () => {
  const { go } = open();
  await go(PLAIN);
  await userEvent.click(await screen.findByRole('button', { name: `${PLAIN} 0 -` }));
  await go(OTHER);
  await screen.findByRole('button', { name: `${OTHER} 0 -` });
  expect(screen.queryByText(new RegExp(`${PLAIN} 1`))).toBeNull();
});

it('a tag has the URL at which its page was left', async () => {
  const { go } = open();
  await go(`${MAP}?q=8`);
  await go(OTHER);
  const left = () => useTags.getState().tags.filter(({ affix }) => !affix);
  await waitFor(() => expect(left().map(({ fullPath }) => fullPath)).toEqual([`${MAP}?q=8`, OTHER]));
});

describe('a page with unsaved changes', () => {
  const question = () => screen.findByRole('button', { name: '继续编辑' });

  async function openForm() {
    const page = (path: string, element: ReactNode) => ({ path, element, handle: { route: routeOf(path) } });
    const frame = (
      <>
        <TagsView />
        <KeepAliveOutlet />
      </>
    );
    const router = createMemoryRouter(
      [
        { path: '/redirect/*', loader: reloadPage },
        { element: frame, children: [page('/index', <p>home</p>), page(OTHER, <Form />), page(MAP, <p>the map</p>)] },
      ],
      { initialEntries: [MAP] },
    );
    render(<RouterProvider router={router} />);
    await act(() => router.navigate(OTHER));
    // The second time it is shown: it was hidden in between.
    await act(() => router.navigate(MAP));
    await act(() => router.navigate(OTHER));
    await userEvent.click(await screen.findByRole('button', { name: 'edit' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'name' }), 'typed');
    return { router, tags: () => useTags.getState().tags.map(({ path }) => path) };
  }

  beforeEach(async () => {
    await startTexts('zh');
    useSession.setState({ token: 'a.b', userInfo, rights: ['2', '606'] });
  });

  it('stays with its tag if the user continues editing', async () => {
    const { router, tags } = await openForm();
    await userEvent.click(screen.getByRole('button', { name: '关闭角色管理' }));
    await userEvent.click(await question());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'name' }).value).toBe('typed');
    expect(router.state.location.pathname).toBe(OTHER);
    expect(tags()).toEqual(['/index', MAP, OTHER]);
  });

  it('closes with its tag if the user discards them, and opens with a new state', async () => {
    const { router, tags } = await openForm();
    await userEvent.click(screen.getByRole('button', { name: '关闭角色管理' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
    await waitFor(() => expect(tags()).toEqual(['/index', MAP]));
    expect(router.state.location.pathname).toBe(MAP);
    await act(() => router.navigate(OTHER));
    expect(router.state.location.pathname).toBe(OTHER);
    expect(screen.queryByRole('textbox', { name: 'name' })).toBeNull();
  });

  it('is not refreshed without a confirmation', async () => {
    const { router } = await openForm();
    void router.navigate(`/redirect${OTHER}`);
    await userEvent.click(await question());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'name' }).value).toBe('typed');
  });

  it('does not block navigation after the session has ended', async () => {
    const { router } = await openForm();
    endSession();
    await act(() => router.navigate(MAP));
    expect(router.state.location.pathname).toBe(MAP);
  });
});

/** A page with a form in a drawer. */
function Form() {
  const [open, setOpen] = useState(false);
  return (
    <AntdProvider>
      <button type="button" onClick={() => setOpen(true)}>
        edit
      </button>
      <FormDrawer open={open} title="form" onSubmit={async () => {}} onClose={() => setOpen(false)}>
        <AntdForm.Item name="name" label="name">
          <Input />
        </AntdForm.Item>
      </FormDrawer>
    </AntdProvider>
  );
}
