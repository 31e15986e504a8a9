import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCookie } from './cookie.ts';
import { takeNotices } from './feedback.ts';
import { preferredLanguage, startTexts } from './i18n.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

it('changes the language on the spot and remembers it', async () => {
  render(<LanguageSwitch />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '语言' }), 'English');
  await screen.findByRole('combobox', { name: 'Language' });
  expect(document.documentElement.lang).toBe('en');
  expect(readCookie('language')).toBe('en');
  expect(preferredLanguage()).toBe('en');
  expect(takeNotices()).toEqual([{ kind: 'success', text: 'Switch Language Success', seconds: 3 }]);
});

it('does not offer the current language', () => {
  render(<LanguageSwitch />);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['中文', 'English', 'Español', '日本語']);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: '中文' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLOptionElement>('option', { name: 'English' }).disabled).toBe(false);
});
