import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import type { PageSize } from '../../ui/table/use-table-url.ts';
import { giveSize, renderLive, storeOf } from '../../ui/testing.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { ReportTable } from './ReportTable.tsx';
import { template } from './testing.ts';

const TOTAL = 100;

/** Says once what size an element has, as soon as it is looked at. */
class FirstSize {
  readonly #tell: (entries: readonly unknown[]) => void;
  constructor(tell: (entries: readonly unknown[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([]);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(async () => {
  await startTexts('zh');
  giveSize(400);
  Object.defineProperty(window, 'ResizeObserver', { configurable: true, value: FirstSize });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Held({ onPage }: { onPage: (page: number, size: PageSize) => void }) {
  const [shown, setShown] = useState<{ page: number; size: PageSize }>({ page: 1, size: 10 });
  const made = template({ reportRedirector: [] });
  const rows = Array.from({ length: shown.size }, (_, at) => ({
    ids: {},
    cells: { carNo: `粤B${shown.page * 1_000 + at}`, mileage: at },
  }));
  return (
    <ReportTable
      template={made}
      columns={made.colCfgList.map((column) => ({ ...column, hidden: false }))}
      rows={rows}
      sums={{}}
      total={TOTAL}
      page={shown.page}
      size={shown.size}
      sort={null}
      request={{ reportId: made.reportId, conditions: {} }}
      top={0}
      pending={false}
      fetching={false}
      empty={null}
      onSort={() => undefined}
      onPage={(page, size) => {
        onPage(page, size);
        setShown({ page, size });
      }}
      onGo={() => undefined}
    />
  );
}

function setUp() {
  const onPage = vi.fn();
  renderLive(
    <AntdProvider>
      <Held onPage={onPage} />
    </AntdProvider>,
    storeOf([]),
  );
  return { onPage, user: userEvent.setup() };
}

it('the report table has pages of 10, 20, 30 or 50 rows, and a new size returns to page 1', async () => {
  const { onPage, user } = setUp();
  await user.click(await screen.findByTitle('2'));
  expect(onPage).toHaveBeenLastCalledWith(2, 10);
  await user.click(screen.getByRole('combobox'));
  const sizes = await waitFor(() => {
    const shown = [...document.querySelectorAll('.ant-select-item-option-content')].map((each) => each.textContent);
    expect(shown).not.toEqual([]);
    return shown;
  });
  expect(sizes).toEqual(['10 条/页', '20 条/页', '30 条/页', '50 条/页']);
  await user.click([...document.querySelectorAll('.ant-select-item-option-content')].at(-1)!);
  expect(onPage).toHaveBeenLastCalledWith(1, 50);
});

it('the report table scrolls to the first row after a page change', async () => {
  const { user } = setUp();
  const body = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.ant-table-body');
    if (!found) throw new Error('the rows have no room of their own');
    return found;
  });
  body.scrollTop = 240;
  await user.click(screen.getByTitle('2'));
  await waitFor(() => expect(body.scrollTop).toBe(0));
  expect(screen.getByText('粤B2000')).toBeDefined();
});
