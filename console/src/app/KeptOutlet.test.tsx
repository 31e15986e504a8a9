import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { goAnew } from './guard.ts';
import { KeptOutlet } from './KeptOutlet.tsx';
import { routeOf } from './route-table.ts';
import { clearTags, closeTag, useTags } from './tags.ts';

const MAP = '/mapcontent/mapmonitoring';
const OTHER = '/platform/roleManagement';
const PLAIN = '/i18n/index';

const effects = vi.fn();

/** A page with a state, an effect and something of its address. */
function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  const [query] = useSearchParams();
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
      { path: '/redirect/*', loader: goAnew },
      { Component: KeptOutlet, children: [child(MAP), child(OTHER), child(PLAIN)] },
    ],
    { initialEntries: [`${MAP}?q=7`] },
  );
  render(<RouterProvider router={router} />);
  return { go: (to: string) => act(() => router.navigate(to)) };
}

beforeEach(() => {
  clearTags();
  effects.mockClear();
});
afterEach(cleanup);

it('a kept page is there again as it was, its effects only while it is shown', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(`${OTHER}?q=other`);
  await screen.findByRole('button', { name: `${OTHER} 0 other` });
  // Hidden it is no part of the page for anybody, and does not hear of the other address.
  expect(screen.queryByRole('button', { name: new RegExp(MAP) })).toBeNull();
  expect(screen.getByText(`${MAP} 1 7`)).toBeTruthy();
  expect(effects.mock.calls.flat()).toEqual([`${MAP} on`, `${MAP} off`, `${OTHER} on`]);
  await go(`${MAP}?q=7`);
  expect(await screen.findByRole('button', { name: `${MAP} 1 7` })).toBeTruthy();
  expect(effects.mock.calls.flat().slice(3)).toEqual([`${OTHER} off`, `${MAP} on`]);
});

it('closing its tag drops it', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(OTHER);
  act(() => void closeTag(MAP));
  await waitFor(() => expect(screen.queryByText(`${MAP} 1 7`)).toBeNull());
  await go(MAP);
  expect(await screen.findByRole('button', { name: `${MAP} 0 -` })).toBeTruthy();
});

it('drawing it anew drops it too, though it stays where it is', async () => {
  const { go } = open();
  await userEvent.click(await screen.findByRole('button', { name: `${MAP} 0 7` }));
  await go(`/redirect${MAP}?q=7`);
  expect(await screen.findByRole('button', { name: `${MAP} 0 7` })).toBeTruthy();
  expect(effects.mock.calls.flat()).toEqual([`${MAP} on`, `${MAP} off`, `${MAP} on`]);
});

it('a page that is not kept begins anew', async () => {
  const { go } = open();
  await go(PLAIN);
  await userEvent.click(await screen.findByRole('button', { name: `${PLAIN} 0 -` }));
  await go(OTHER);
  await screen.findByRole('button', { name: `${OTHER} 0 -` });
  expect(screen.queryByText(new RegExp(`${PLAIN} 1`))).toBeNull();
});

it('the address a page was left at is its tag’s', async () => {
  const { go } = open();
  await go(`${MAP}?q=8`);
  await go(OTHER);
  const left = () => useTags.getState().tags.filter(({ affix }) => !affix);
  await waitFor(() => expect(left().map(({ fullPath }) => fullPath)).toEqual([`${MAP}?q=8`, OTHER]));
});
