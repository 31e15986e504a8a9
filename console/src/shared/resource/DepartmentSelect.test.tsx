import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { stubServer } from '../../ui/testing.tsx';
import { DepartmentSelect } from './DepartmentSelect.tsx';

beforeEach(() => startTexts('zh'));
afterEach(cleanup);

it('opens only when the departments are loaded, with the roots expanded', async () => {
  const departments = Promise.withResolvers<object>();
  stubServer({ 'mainPage/getDeptTree': () => departments.promise });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <DepartmentSelect label="部门" />
    </QueryClientProvider>,
  );
  const select = () => screen.getByRole<HTMLInputElement>('combobox', { name: '部门' });
  expect(select().disabled).toBe(true);
  const dept = (deptId: string, deptName: string, parentId: string | null) => ({ deptId, deptName, parentId });
  await act(async () => departments.resolve({ list: [dept('1', '总部', null), dept('2', '车队', '1')] }));
  await waitFor(() => expect(select().disabled).toBe(false));
  await userEvent.click(select());
  expect(await screen.findByText('车队')).toBeTruthy();
});
