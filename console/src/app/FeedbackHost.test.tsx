import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askToSignInAgain, notify, useFeedback } from '../api/feedback.ts';
import { startTexts } from '../api/i18n.ts';
import { useSession } from '../api/session.ts';
import { FeedbackHost } from './FeedbackHost.tsx';
// Long timeout for busy machines.
import '../ui/testing.tsx';

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  useFeedback.setState({ notices: [], elsewhere: false });
});

it('shows a message', async () => {
  render(<FeedbackHost />);
  notify('error', '请求失败,请联系管理员');
  expect(await screen.findByText('请求失败,请联系管理员')).toBeTruthy();
});

it.each([
  ['about a refusal for 3 s', 3],
  ['about a network error for 5 s', 5],
])('shows a message %s', async (_what, seconds) => {
  vi.useFakeTimers();
  render(<FeedbackHost />);
  await act(() => vi.dynamicImportSettled());
  await act(async () => notify('error', '请求失败', seconds));
  const message = screen.getByText('请求失败').closest('[role="alert"]');
  // happy-dom ends no animation: a closed message stays
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1_000 - 100));
  expect(message?.className).not.toContain('leave');
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(message?.className).toContain('leave');
});

it('shows HTML as plain text', async () => {
  render(<FeedbackHost />);
  notify('error', '<img src=x onerror=alert(1)>');
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});

it('prompts until it is answered: Escape and a click outside leave it open', async () => {
  askToSignInAgain();
  render(<FeedbackHost />);
  const dialog = await screen.findByRole('dialog', { name: '异地登录' });
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.closest('.ant-modal-wrap') as HTMLElement);
  expect(screen.getByRole('dialog', { name: '异地登录' })).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.replaceAll(' ', ''))).toEqual(['重新登录']);
});

it('prompts for a new login after a login elsewhere, then removes the token and reloads', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  useSession.setState({ token: 'abc.secret' });
  askToSignInAgain();
  render(<FeedbackHost />);
  expect(await screen.findByRole('dialog', { name: '异地登录' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '重新登录' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(useSession.getState().token).toBeNull();
});

it('shows the action of a message as a button', async () => {
  const run = vi.fn();
  render(<FeedbackHost />);
  notify('success', '导出：已完成', 8, { label: '打开文件', run });
  await userEvent.click(await screen.findByRole('button', { name: '打开文件' }));
  expect(run).toHaveBeenCalledOnce();
});

it('shows two messages with the same text if each has its own button', async () => {
  const runs: number[] = [];
  render(<FeedbackHost />);
  for (const n of [1, 2]) notify('success', '导出：已完成', 8, { label: `打开 ${n}`, run: () => runs.push(n) });
  for (const n of [2, 1]) await userEvent.click(await screen.findByRole('button', { name: `打开 ${n}` }));
  expect(runs).toEqual([2, 1]);
});
