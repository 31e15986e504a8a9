import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { SearchBox } from './SearchBox.tsx';

beforeEach(async () => {
  await startTexts('zh');
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function setUp() {
  const [onSearch, onEnter, onDown] = [vi.fn(), vi.fn(), vi.fn()];
  render(<SearchBox value="" onSearch={onSearch} onEnter={onEnter} onDown={onDown} />);
  const box = screen.getByRole('searchbox', { name: '搜索车辆' });
  return { onSearch, onEnter, onDown, box, type: (text: string) => fireEvent.change(box, { target: { value: text } }) };
}

describe('the vehicle search box', () => {
  it('names the searched fields in its placeholder', () => {
    expect(setUp().box.getAttribute('placeholder')).toBe('车牌、首字母、SIM、终端ID、驾驶员');
  });

  it('starts the search 300 ms after the last key press', () => {
    const { onSearch, type } = setUp();
    type('yb');
    vi.advanceTimersByTime(299);
    type('yb5');
    vi.advanceTimersByTime(299);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['yb5']]);
  });

  it.each([
    ['b', ''],
    ['b5', 'b5'],
    ['粤', '粤'],
    [' b ', ''],
  ])('requires two letters or one Chinese character: %j searches for %j', (text, searched) => {
    const { onSearch, type } = setUp();
    type(text);
    vi.advanceTimersByTime(300);
    expect(onSearch.mock.calls).toEqual([[searched]]);
  });

  it('starts the search at once on Enter and selects the first match, but not during IME composition', () => {
    const { box, onSearch, onEnter, type } = setUp();
    type('粤B');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(onEnter).not.toHaveBeenCalled();
    fireEvent.keyDown(box, { key: 'Enter' });
    expect([onSearch.mock.calls, onEnter.mock.calls.length]).toEqual([[['粤B']], 1]);
    vi.advanceTimersByTime(300);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it('is cleared with Escape, and moves the focus out with the down arrow', () => {
    const { box, onSearch, onDown, type } = setUp();
    type('粤B');
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(onDown).toHaveBeenCalledOnce();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect([onSearch.mock.lastCall, (box as HTMLInputElement).value]).toEqual([[''], '']);
  });
});
