import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readCookie } from '../api/cookie.ts';
import { takeNotices } from '../api/feedback.ts';
import { preferredLanguage, startTexts } from '../api/i18n.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('changes the language immediately and saves it', async () => {
  render(<LanguageSwitch />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'English');
  await screen.findByRole('combobox', { name: 'Language' });
  expect(document.documentElement.lang).toBe('en');
  expect(readCookie('language')).toBe('en');
  expect(preferredLanguage()).toBe('en');
  expect(takeNotices()).toEqual([{ kind: 'success', text: 'Language changed', seconds: 3 }]);
});

it('stays in the current language, and shows the reason, if the other one cannot be loaded', async () => {
  vi.spyOn(i18next, 'hasResourceBundle').mockReturnValue(false);
  vi.spyOn(i18next, 'addResourceBundle').mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  render(<LanguageSwitch />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '语言' }), '日本語');
  await waitFor(() => expect(takeNotices()).toEqual([{ kind: 'error', text: '网络连接失败，请检查网络后重试', seconds: 5 }]));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '语言' }).value).toBe('zh');
  expect(document.documentElement.lang).toBe('zh');
});

it('does not offer the current language', () => {
  render(<LanguageSwitch />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['中文', 'English', 'Español', '日本語']);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: '中文' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'English' }).disabled).toBe(false);
});
