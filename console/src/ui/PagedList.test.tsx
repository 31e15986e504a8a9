import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { PagedList } from './PagedList.tsx';
import { giveSize, renderLive, storeOf } from './testing.tsx';

type Row = { readonly id: string };
const load = vi.fn(async ({ pageModel }: { pageModel: { page: number; limit: number } }) => ({
  list: [{ id: `行${pageModel.page}` }],
  total: 45,
}));

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  load.mockClear();
});
afterEach(cleanup);

function Rows() {
  const [about, setAbout] = useState('a');
  return (
    <>
      <button type="button" onClick={() => setAbout('b')}>
        another
      </button>
      <PagedList<Row>
        question={['rows', about]}
        load={load}
        rowKey="id"
        columns={[{ key: 'id', dataIndex: 'id', title: 'id' }]}
        scroll={{ x: 'max-content' }}
      />
    </>
  );
}

it('loads one page at a time, and the first page for another query', async () => {
  const user = userEvent.setup();
  renderLive(<Rows />, storeOf([]));
  await screen.findByText('行1');
  await user.click(screen.getByTitle('3'));
  await screen.findByText('行3');
  await user.click(screen.getByRole('button', { name: 'another' }));
  await screen.findByText('行1');
  expect(load.mock.calls.map(([{ pageModel }]) => pageModel)).toEqual([1, 3, 1].map((page) => ({ page, limit: 20 })));
});

it('shows the error, and retries', async () => {
  load.mockRejectedValueOnce(new Error('没有网络'));
  renderLive(<Rows />, storeOf([]));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('没有网络'));
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('行1')).toBeTruthy();
});

it('can be scrolled with the keyboard if it contains nothing focusable', async () => {
  renderLive(<Rows />, storeOf([]));
  const row = await screen.findByText('行1');
  expect(row.closest('[tabindex="0"]')).toBeTruthy();
});
