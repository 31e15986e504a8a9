import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryBoundaries } from './boundary-retry.ts';

const FAULT = new Error('Failed to fetch');
/** Statuses of the server, in order; null: it cannot be reached. The last one stays. */
let answers: (number | null)[];
const logged = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  answers = [200];
  vi.stubGlobal('fetch', async () => {
    const status = answers.length > 1 ? answers.shift() : answers[0];
    if (status === null) throw new TypeError('Failed to fetch');
    return { status };
  });
  logged.mockClear();
  vi.spyOn(console, 'error').mockImplementation(logged);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function setUp() {
  const listeners = new Map<string, (event: object) => void>();
  const requested: string[] = [];
  const map = {
    on: listeners.set.bind(listeners),
    off: listeners.delete.bind(listeners),
    getSource: (id: string) => ({ setData: (url: string) => requested.push(`${id} ${typeof url}`) }),
  } as unknown as MapLibre;
  const end = retryBoundaries(map);
  const fail = (event: object) => listeners.get('error')?.({ error: FAULT, ...event });
  return { fail, end, requested };
}

it('requests the boundaries that failed again when the server answers, and no others', async () => {
  const { fail, requested } = setUp();
  answers = [null, 502, 200];
  fail({ sourceId: 'near' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requested).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requested).toEqual(['near string']);
  expect(logged).not.toHaveBeenCalled();
});

it('gives up boundaries that the server does not have', async () => {
  const { fail, requested } = setUp();
  for (let i = 0; i < 3; i++) {
    fail({ sourceId: 'world' });
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(requested).toEqual(['world string', 'world string']);
  expect(logged).toHaveBeenCalledExactlyOnceWith(FAULT);
});

it.each([
  ['tiles', { sourceId: 'near', tile: {} }, []],
  ['another source', { sourceId: 'tiles' }, [[FAULT]]],
  ['the style', {}, [[FAULT]]],
])('requests nothing again after a fault of %s', async (_what, event, logs) => {
  const { fail, requested } = setUp();
  fail(event);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requested).toEqual([]);
  expect(logged.mock.calls).toEqual(logs);
});

it('requests nothing for a map that was removed', async () => {
  const { fail, end, requested } = setUp();
  fail({ sourceId: 'far' });
  end();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requested).toEqual([]);
});
