import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MenuButton } from './MenuButton.tsx';

const below = vi.fn((event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented);
afterEach(() => {
  document.removeEventListener('keydown', below);
  cleanup();
});

describe('Escape', () => {
  it('closes the menu, returns the focus to its button and does not affect elements below', async () => {
    const user = userEvent.setup();
    document.addEventListener('keydown', below);
    render(
      <MenuButton label="Show" items={[{ key: 'plates', label: 'Plates', onSelect: vi.fn() }]}>
        Show
      </MenuButton>,
    );
    const button = screen.getByRole('button', { name: 'Show' });
    await user.click(button);
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Plates' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(below).toHaveLastReturnedWith(false);
    await user.keyboard('{Escape}');
    expect(below).toHaveLastReturnedWith(true);
  });

  it('closes a menu that the mouse opened, wherever the focus is', async () => {
    const user = userEvent.setup();
    document.addEventListener('keydown', below);
    render(
      <MenuButton label="Go" hover items={[{ key: 'map', label: 'Map', onSelect: vi.fn() }]}>
        Go
      </MenuButton>,
    );
    await user.hover(screen.getByRole('button', { name: 'Go' }));
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(below).toHaveLastReturnedWith(false);
  });
});
