import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import FeedbackHost from './FeedbackHost.tsx';
import { askToSignInAgain, notify, useFeedback } from './feedback.ts';
import { startTexts } from './i18n.ts';
import { useSession } from './session.ts';

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  useFeedback.setState({ notices: [], elsewhere: false });
});

it('shows what it is told', async () => {
  render(<FeedbackHost />);
  notify('error', '请求失败,请联系管理员');
  expect(await screen.findByText('请求失败,请联系管理员')).toBeTruthy();
});

it('asks to sign in again after a login elsewhere, then forgets the token and reloads', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  useSession.setState({ token: 'abc.secret' });
  askToSignInAgain();
  render(<FeedbackHost />);
  expect(await screen.findByRole('dialog', { name: '异地登录' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '重新登录' }));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(useSession.getState().token).toBeNull();
});
