import { act, renderHook } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { describe, expect, it } from 'vitest';
import { listOf, matching, oneOf, text, useQueryEdit, useUrlState } from './use-url-state.ts';

const PARAMS = {
  status: oneOf(['all', 'alarm', 'offline'], 'all'),
  size: oneOf([10, 20], 10),
  q: text,
  sel: matching(/^\d+$/),
  targIds: { ...listOf(/^\d+$/, 2), name: 'targId' },
};

const open = (search: string) =>
  renderHook(
    () => {
      const [state, change] = useUrlState(PARAMS);
      return { state, change, search: useLocation().search, navigate: useNavigate() };
    },
    { wrapper: ({ children }) => <MemoryRouter initialEntries={[`/${search}`]}>{children}</MemoryRouter> },
  ).result;

describe('state in the URL', () => {
  it('is read, and invalid values are ignored', () => {
    expect(open('?status=alarm&size=20&q=粤B&sel=7&targId=7,8,7,9').current.state).toEqual({
      status: 'alarm',
      size: 20,
      q: '粤B',
      sel: '7',
      targIds: ['7', '8'],
    });
    expect(open('?status=x&size=7&sel=x&targId=x').current.state).toEqual({
      status: 'all',
      size: 10,
      q: '',
      sel: null,
      targIds: [],
    });
  });

  it('is left out if it has its default, and leaves other parameters unchanged', () => {
    const result = open('?status=alarm&q=粤B&sel=7&page=3');
    act(() => result.current.change({ status: 'all', q: '', sel: null, targIds: ['7', '8'] }));
    expect(result.current.search).toBe('?page=3&targId=7%2C8');
  });

  it('contains a change that was made while another change was waiting', () => {
    const result = open('');
    const whenTyped = result.current.change;
    act(() => result.current.change({ status: 'offline' }));
    act(() => whenTyped({ q: '京' }));
    expect(result.current.state).toMatchObject({ status: 'offline', q: '京' });
  });

  it('applies two changes at the same moment', () => {
    const result = open('');
    act(() => {
      result.current.change({ q: '京' });
      result.current.change({ sel: '7' });
    });
    expect(result.current.state).toMatchObject({ q: '京', sel: '7' });
  });

  it('adds a history entry only if that is requested', () => {
    const result = open('?q=a');
    act(() => result.current.change({ q: 'b' }, false));
    act(() => result.current.change({ q: 'c' }));
    act(() => void result.current.navigate(-1));
    expect(result.current.state.q).toBe('a');
  });
});

it('the current URL is read, even if the rendered state is older', () => {
  const { result } = renderHook(() => useQueryEdit(), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={['/?q=a']}>{children}</MemoryRouter>,
  });
  const [, edit, standing] = result.current;
  act(() => {
    edit((query) => query.set('q', 'b'), { replace: true });
    expect(String(standing())).toBe('q=b');
  });
  const copy = standing();
  copy.set('q', 'c');
  expect(String(standing())).toBe('q=b');
});
