import { act, cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useThrottled } from './use-throttled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let call: () => void;
function Caller({ run }: { run: () => void }) {
  call = useThrottled(run, 500);
  return null;
}
const show = (run: () => void, mode: 'visible' | 'hidden' = 'visible') => (
  <Activity mode={mode}>
    <Caller run={run} />
  </Activity>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('runs once for several calls within the interval, and runs again during continuous calls', async () => {
  const run = vi.fn();
  render(show(run));
  for (let at = 0; at < 1_200; at += 100) {
    call();
    await pass(100);
  }
  expect(run).toHaveBeenCalledTimes(2);
  await pass(500);
  expect(run).toHaveBeenCalledTimes(3);
});

it('runs the latest function', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = render(show(first));
  call();
  rerender(show(second));
  await pass(500);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

it('a pending run of a hidden page waits for the next call', async () => {
  const run = vi.fn();
  const { rerender } = render(show(run));
  call();
  rerender(show(run, 'hidden'));
  await pass(1_000);
  expect(run).not.toHaveBeenCalled();
  rerender(show(run));
  call();
  await pass(500);
  expect(run).toHaveBeenCalledTimes(1);
});
