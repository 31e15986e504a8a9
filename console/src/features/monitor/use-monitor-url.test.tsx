import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { createMemoryRouter, MemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, it, vi } from 'vitest';
import { useMonitorUrl } from './use-monitor-url.ts';

const open = (search: string) =>
  renderHook(useMonitorUrl, {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter>,
  });

function Search({ onSearched }: { onSearched: () => void }) {
  const [{ q }, change] = useMonitorUrl();
  const search = () => {
    change({ q: '京' });
    onSearched();
  };
  return (
    <button type="button" onClick={search}>
      {q || 'all'}
    </button>
  );
}

describe('the state in the URL of the monitoring centre', () => {
  it('is read, and default values are removed', () => {
    const { result } = open('?status=alarm&tab=followed&q=粤B&sel=7');
    expect(result.current[0]).toEqual({ status: 'alarm', tab: 'followed', q: '粤B', sel: '7' });
    act(() => result.current[1]({ status: 'all', q: '', sel: null }));
    expect(result.current[0]).toEqual({ status: 'all', tab: 'followed', q: '', sel: null });
  });

  it('keeps a status selected while the search waited for a pause in typing', () => {
    const { result } = open('');
    const [, whenTyped] = result.current;
    act(() => result.current[1]({ status: 'offline' }));
    act(() => whenTyped({ q: '京' }));
    expect(result.current[0]).toMatchObject({ status: 'offline', q: '京' });
  });

  it('accepts two changes at the same time', () => {
    const { result } = open('');
    act(() => {
      result.current[1]({ q: '京' });
      result.current[1]({ sel: '7' });
    });
    expect(result.current[0]).toMatchObject({ q: '京', sel: '7' });
  });

  it('is rendered before the search returns, without another permission check of the page', async () => {
    const guard = vi.fn(() => null);
    const drawn: (string | null)[] = [];
    const element = <Search onSearched={() => drawn.push(screen.getByRole('button').textContent)} />;
    const route = { path: '/', loader: guard, element, hydrateFallbackElement: <p /> };
    render(<RouterProvider router={createMemoryRouter([route])} />);
    fireEvent.click(await screen.findByText('all'));
    expect(drawn).toEqual(['京']);
    expect(guard).toHaveBeenCalledOnce();
  });
});
