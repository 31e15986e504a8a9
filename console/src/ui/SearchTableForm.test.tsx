import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AntdProvider } from './AntdProvider.tsx';
import { startTexts } from './i18n.ts';
import { SearchTableForm } from './SearchTableForm.tsx';
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

it('keeps what was typed and not yet asked for while its page is kept, and follows the address', async () => {
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
