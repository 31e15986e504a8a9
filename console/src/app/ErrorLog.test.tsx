import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
// Loaded before the test waits: the button loads it on first use.
import './ErrorLog.tsx';
import { clearErrors, logError } from '../api/error-log.ts';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { ErrorLogButton } from './ErrorLogButton.tsx';
// Long timeout for busy machines.
import '../ui/testing.tsx';

beforeEach(async () => {
  await startTexts('zh');
  clearErrors();
});
afterEach(cleanup);

it('is visible only while there are errors, with their number', async () => {
  render(<ErrorLogButton />);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => logError(new Error('a')));
  expect(screen.getByRole('button', { name: '错误日志（1 条）' })).toBeTruthy();
});

it('opens a dialog with message, info, URL and stack, and clears all', async () => {
  logError(Object.assign(new Error('x <b>is</b> undefined'), { stack: 'Error: x\n    at Page' }), 'in Page');
  render(<ErrorLogButton />);
  await userEvent.click(screen.getByRole('button', { name: '错误日志（1 条）' }));
  const dialog = await screen.findByRole('dialog', { name: '错误日志' });
  for (const column of ['信息', '来源', '地址', '堆栈']) expect(within(dialog).getAllByText(column).length).toBeGreaterThan(0);
  for (const text of ['x <b>is</b> undefined', 'in Page', location.href]) expect(within(dialog).getByText(text)).toBeTruthy();
  expect(within(dialog).getByText(/at Page/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: '全部清除' }));
  await waitFor(() => expect(within(dialog).queryByText('in Page')).toBeNull());
});

it('does not close on a click outside', async () => {
  logError(new Error('a'));
  render(<ErrorLogButton />);
  await userEvent.click(screen.getByRole('button'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(dialog.parentElement as HTMLElement);
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('is Clear All in English', async () => {
  await switchLanguage('en');
  logError(new Error('a'));
  render(<ErrorLogButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Error Log (1)' }));
  expect(await screen.findByRole('button', { name: 'Clear All' })).toBeTruthy();
});
