import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TabBar } from './TabBar.tsx';

afterEach(cleanup);

const KEYS = ['chart', 'stops', 'trips'] as const;
const onChange = vi.fn();

function Views() {
  const [active, setActive] = useState<(typeof KEYS)[number]>('chart');
  const items = KEYS.map((key) => ({ key, label: key, note: key === 'stops' ? '3' : undefined }));
  return (
    <>
      <TabBar
        label="Views"
        id="view"
        panel="panel"
        items={items}
        active={active}
        onChange={(key, pressed) => {
          onChange(key, pressed);
          setActive(key);
        }}
      />
      <div role="tabpanel" id="panel" aria-labelledby={`view-${active}`} />
    </>
  );
}

it('is one Tab stop, arrows wrap around, and the active tab names the panel', async () => {
  const user = userEvent.setup();
  render(<Views />);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'chart' }));
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'trips', selected: true }));
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('stops3');
  expect(screen.getByRole('tabpanel', { name: /^stops/ }).id).toBe(document.activeElement?.getAttribute('aria-controls'));
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

it('distinguishes a press, also on the active tab, from an arrow key', async () => {
  const user = userEvent.setup();
  render(<Views />);
  await user.click(screen.getByRole('tab', { name: 'chart' }));
  expect(onChange).toHaveBeenLastCalledWith('chart', true);
  await user.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenLastCalledWith('stops', false);
});
