import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { browserIn } from '../testing-browser.ts';
import { AntdProvider } from '../theme/AntdProvider.tsx';
import { countThatFit, SearchTableForm } from './SearchTableForm.tsx';
import type { TableColumn } from './table-columns.ts';
import type { Filters } from './use-table-url.ts';

const columns: readonly TableColumn<object>[] = [{ key: 'plate', title: '车牌号', search: { kind: 'text' } }];

const form = (mode: 'visible' | 'hidden', filters: Filters) => (
  <AntdProvider>
    <Activity mode={mode}>
      <SearchTableForm name="trucks" columns={columns} filters={filters} onSearch={vi.fn()} onRepeat={vi.fn()} />
    </Activity>
  </AntdProvider>
);
const plate = () => screen.findByRole<HTMLInputElement>('textbox', { name: '车牌号' });

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

it('retains typed values that are not yet searched while its page is hidden, and follows the URL', async () => {
  const { rerender } = render(form('visible', {}));
  await userEvent.type(await plate(), '京A');
  rerender(form('hidden', {}));
  rerender(form('visible', {}));
  expect((await plate()).value).toBe('京A');
  rerender(form('visible', { plate: '沪B' }));
  expect((await plate()).value).toBe('沪B');
  rerender(form('visible', {}));
  expect((await plate()).value).toBe('');
});

it('uses the time zone of the platform for entered times, in any time zone of the browser', async () => {
  browserIn('America/New_York', '2026-11-22T11:30:00-05:00');
  const [from, to] = ['2026-11-20T08:00:00+08:00', '2026-11-20T09:59:59.999+08:00'].map((text) => Date.parse(text));
  const onSearch = vi.fn();
  render(
    <AntdProvider>
      <SearchTableForm
        name="trucks"
        columns={[{ key: 'at', title: '时间', search: { kind: 'dateRange' } }]}
        filters={{ startTime: from!, endTime: to! }}
        onSearch={onSearch}
        onRepeat={vi.fn()}
      />
    </AntdProvider>,
  );
  const inputs = await screen.findAllByRole<HTMLInputElement>('textbox');
  expect(inputs.map(({ value }) => value)).toEqual(['2026-11-20 08:00', '2026-11-20 09:59']);
  await userEvent.click(inputs[0]!);
  await userEvent.click(await screen.findByText('昨天'));
  await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }));
  // it is half past midnight of the 23rd there
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({
    startTime: Date.parse('2026-11-22T00:00:00+08:00'),
    endTime: Date.parse('2026-11-22T23:59:59.999+08:00'),
  });
});

it('shows as many filters as fit in one row with their labels, at least one and at most four', () => {
  const texts = (...titles: string[]) => titles.map((title) => ({ key: title, title, search: { kind: 'text' } as const }));
  const short = texts('车牌号', '车牌颜色', '车架号', '手机号', '姓名');
  const long = texts('Número de matrícula', 'Color de matrícula', 'Número de bastidor (VIN)', 'Teléfono', 'Nombre');
  const [zh, es] = [
    ['查询', '重置', '展开'],
    ['Buscar', 'Restablecer', 'Más filtros'],
  ];
  expect(countThatFit(short, zh!, 0)).toBe(4);
  expect(countThatFit(short, zh!, 900)).toBeGreaterThan(countThatFit(long, es!, 900));
  expect(countThatFit(long, es!, 200)).toBe(1);
  expect(countThatFit([{ key: 'at', title: '时间', search: { kind: 'dateRange' } }, ...short], zh!, 900)).toBeLessThan(4);
  expect(countThatFit(short, zh!, 5_000)).toBe(4);
});
