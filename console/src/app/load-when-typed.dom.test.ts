import { expect, it, vi } from 'vitest';
import { loadWhenTyped } from './load-when-typed.ts';

it('loads at the first input only, and ignores failures', async () => {
  const load = vi.fn(async () => {});
  const fail = vi.fn(() => Promise.reject(new Error('offline')));
  loadWhenTyped([fail, load]);
  expect(load).not.toHaveBeenCalled();
  for (let i = 0; i < 2; i++) window.dispatchEvent(new Event('input'));
  expect(load).toHaveBeenCalledTimes(1);
  expect(fail).toHaveBeenCalledTimes(1);
  await Promise.resolve();
});
