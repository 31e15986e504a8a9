import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContextMenu } from './ContextMenu.tsx';

afterEach(cleanup);

function setUp() {
  const [first, second, third, onClose] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const sections = [
    {
      key: 'view',
      items: [
        { key: 'a', label: 'Locate', onSelect: first },
        { key: 'b', label: 'Follow', onSelect: second },
      ],
    },
    { key: 'record', items: [{ key: 'c', label: 'Copy', onSelect: third }] },
  ];
  const before = document.createElement('button');
  document.body.append(before);
  before.focus();
  const shown = render(<ContextMenu label="京A1" at={{ x: 10, y: 20 }} sections={sections} onClose={onClose} />);
  return { ...shown, before, first, second, third, onClose, user: userEvent.setup() };
}
const focused = () => document.activeElement?.textContent;

describe('a context menu', () => {
  it('supports the keyboard: arrows wrap around, Home and End jump to the ends, a letter jumps to its item', async () => {
    const { user } = setUp();
    expect(screen.getByRole('menu', { name: '京A1' })).toBeTruthy();
    expect(focused()).toBe('Locate');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Copy');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Follow');
    await user.keyboard('{End}');
    expect(focused()).toBe('Copy');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Locate');
    await user.keyboard('c');
    expect(focused()).toBe('Copy');
  });

  it('closes, then runs the selected action', async () => {
    const { user, second, onClose } = setUp();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('closes on Escape, on Tab, and on a press elsewhere', async () => {
    const { user, onClose } = setUp();
    await user.keyboard('{Escape}');
    await user.keyboard('{Tab}');
    expect(onClose).toHaveBeenCalledTimes(2);
    await user.pointer({ keys: '[MouseLeft]', target: screen.getByText('Locate') });
    const calls = onClose.mock.calls.length;
    await user.pointer({ keys: '[MouseLeft]', target: document.body });
    expect(onClose.mock.calls.length).toBe(calls + 1);
  });

  it('returns the focus to its previous element', () => {
    const { unmount, before } = setUp();
    unmount();
    expect(document.activeElement).toBe(before);
    before.remove();
  });
});
