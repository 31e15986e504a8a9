import { getText } from '@fleetwarden/locale/languages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { giveSize } from '../../ui/testing.tsx';
import { TextsPage } from './TextsPage.tsx';

beforeAll(() => giveSize(400));
beforeEach(() => startTexts('zh'));
afterEach(cleanup);

function Address() {
  return <p data-testid="address">{decodeURIComponent(useLocation().search)}</p>;
}

async function open(search = '') {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/i18n/index${search}`]}>
        <TextsPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  if (!search.includes('maps')) await screen.findByRole('searchbox');
}
const firstRow = () => screen.getAllByRole('row')[1]!;
const address = () => screen.getByTestId('address').textContent;

describe('the page of all texts', () => {
  it('shows every key with its four languages side by side, and renders only the visible rows', async () => {
    await open();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '键名',
      '中文',
      'English',
      'Español',
      '日本語',
    ]);
    const rows = screen.getAllByRole('row').length;
    const all = Number(screen.getByRole('table').getAttribute('aria-rowcount'));
    expect(all).toBeGreaterThan(500);
    expect(rows).toBeGreaterThan(5);
    expect(rows).toBeLessThan(60);
    expect(within(firstRow()).getAllByRole('cell')).toHaveLength(4);
  });

  it('counts the texts of each language', async () => {
    await open();
    const languages = within(screen.getByRole('list', { name: '语言覆盖' })).getAllByRole('listitem');
    expect(languages.map(({ textContent }) => textContent?.replace(/[\d,]+/g, 'n'))).toEqual([
      '中文n / n完整',
      'Englishn / n完整',
      'Españoln / n完整',
      '日本語n / n完整',
    ]);
  });

  it('searches the texts of all languages, and saves the search in the URL', async () => {
    await open();
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索文本' }), 'Reintentar');
    const found = await screen.findByRole('rowheader', { name: 'common.retry' });
    expect(
      within(found.closest('tr')!)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toContain('再試行');
    expect(address()).toBe('?q=Reintentar');
  });

  it('is filtered by area, and shows a message if no text is left', async () => {
    await open('?q=zoom');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '范围' }), 'map');
    expect(screen.getByText('共 2 条')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: '仅显示缺少的文本' }));
    expect(screen.getByText('没有符合条件的文本')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '清空条件' }));
    expect(address()).toBe('');
    expect(screen.getByRole('table')).toBeTruthy();
  });

  it('sorts by the texts of a language, in the order of that language', async () => {
    await open('?area=map');
    await userEvent.click(screen.getByRole('button', { name: 'Español' }));
    expect(screen.getByRole('columnheader', { name: 'Español' }).getAttribute('aria-sort')).toBe('ascending');
    const shown = screen.getAllByRole('rowheader').map(({ textContent }) => getText('es', textContent));
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual(shown.toSorted(new Intl.Collator('es').compare));
    expect(address()).toBe('?area=map&order=es');
  });

  it('shows the meaning of the numbers in the display maps', async () => {
    await open('?tab=maps');
    const standard = screen.getByRole('table', { name: '平台标准' });
    expect(
      within(standard)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['02011版标准', '其他数值2019版标准']);
    expect(screen.getAllByRole('table')).toHaveLength(8);
    expect(within(screen.getByRole('table', { name: '图标类型' })).getAllByRole('row')).toHaveLength(4);
  });

  it('switches between its tabs with the arrow keys', async () => {
    await open();
    screen.getByRole('tab', { name: '文本' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: '显示映射' }).getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement?.textContent).toBe('显示映射');
    expect(address()).toBe('?tab=maps');
  });
});
