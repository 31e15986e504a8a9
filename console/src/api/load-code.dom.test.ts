import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCode, noteOutage } from './load-code.ts';

const GONE = new TypeError('Failed to fetch dynamically imported module');

/** Statuses of the server, in order; null: it cannot be reached. The last one stays. */
let answers: (number | null)[];
const asked = vi.fn(async () => {
  const status = answers.length > 1 ? answers.shift() : answers[0];
  if (status === null) throw new TypeError('Failed to fetch');
  return { status };
});

/** Code that is there after `failures` attempts. */
function code(failures: number) {
  return vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw GONE;
    return 'code';
  });
}
let load: ReturnType<typeof code>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
  answers = [200];
});
afterEach(() => {
  noteOutage(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('makes no extra request if the code loads', async () => {
  load = code(0);
  expect(await loadCode(load)).toBe('code');
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0]);
});

it('waits for a server that is offline, or whose proxy says so, however long', async () => {
  answers = [...Array<null>(40).fill(null), 502, 503, 504, 200];
  load = code(1);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([1, 4]);
  await vi.advanceTimersByTimeAsync(1_000_000);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('code');
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([2, 44]);
});

it('gives up when the server answers but does not have the code', async () => {
  load = code(9);
  const loaded = expect(loadCode(load)).rejects.toBe(GONE);
  await vi.runAllTimersAsync();
  await loaded;
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([3, 2]);
});

it('requests no code during a known outage: the browser may never request a failed module again', async () => {
  noteOutage(true);
  answers = [null, 502, 200];
  load = code(0);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(1_500);
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([0, 2]);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe('code');
  expect([load.mock.calls.length, asked.mock.calls.length]).toEqual([1, 3]);
});

it('loads code at once when a known outage is already over', async () => {
  noteOutage(true);
  load = code(0);
  const loaded = loadCode(load);
  await vi.advanceTimersByTimeAsync(0);
  expect(await loaded).toBe('code');
});
