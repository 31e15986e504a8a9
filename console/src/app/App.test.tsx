import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearErrors, useErrorLog } from '../api/error-log.ts';
import { startTexts } from '../api/i18n.ts';
// Long timeout for busy machines.
import '../ui/testing.tsx';
import { App } from './App.tsx';
import { LoadFailed } from './LoadFailed.tsx';
import { OptionalPart } from './OptionalPart.tsx';

function Broken(): never {
  throw new TypeError('no such column');
}

const Nothing = () => null;
const page = { path: '/', ErrorBoundary: LoadFailed, HydrateFallback: Nothing };

beforeEach(async () => {
  await startTexts('zh');
  clearErrors();
  // React logs every error that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a page that fails to render says so, and is in the error log with its components', async () => {
  render(<App router={createMemoryRouter([{ ...page, Component: Broken }])} />);
  expect((await screen.findByRole('alert')).textContent).toContain('页面加载失败');
  const [entry, ...others] = useErrorLog.getState().entries;
  expect(entry).toMatchObject({ message: 'no such column', info: expect.stringContaining('Broken') });
  expect(others).toEqual([]);
});

it('a page whose code cannot be loaded says so, too', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const lazy = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));
  render(<App router={createMemoryRouter([{ ...page, lazy }])} />);
  await userEvent.click(await screen.findByRole('button', { name: '重试' }));
  expect(reload).toHaveBeenCalledOnce();
  await waitFor(() => expect(useErrorLog.getState().entries[0]?.message).toMatch(/dynamically imported/));
});

it('an optional part outside the pages that fails is left out and is in the error log', async () => {
  render(
    <>
      <p>page</p>
      <OptionalPart>
        <Broken />
      </OptionalPart>
    </>,
  );
  expect(document.body.textContent).toBe('page');
  expect(useErrorLog.getState().entries[0]).toMatchObject({ message: 'no such column', info: expect.stringContaining('Broken') });
});
