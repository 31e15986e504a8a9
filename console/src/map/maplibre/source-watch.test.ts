import type { Map as MapLibre } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSource } from './source-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const listeners = new Map<string, (event: object) => void>();
  const map = { on: listeners.set.bind(listeners), off: listeners.delete.bind(listeners) } as unknown as MapLibre;
  const failed = vi.fn();
  const end = watchSource(map, 'tiles', failed);
  const tile = (name: string, state = 'loading', sourceId = 'tiles') => listeners.get(name)?.({ sourceId, tile: { state } });
  return { tile, failed, end, rest: () => listeners.get('idle')?.({}), listeners };
}

it('a source whose tiles all fail is reported once', () => {
  const { tile, rest, failed, listeners } = setUp();
  tile('dataloading');
  tile('error', 'errored');
  tile('error', 'errored', 'near');
  expect(failed).not.toHaveBeenCalled();
  rest();
  expect(failed).toHaveBeenCalledExactlyOnceWith('blocked');
  expect(listeners.size).toBe(0);
});

it('a source that does not answer is reported after a time', () => {
  const { tile, failed } = setUp();
  vi.advanceTimersByTime(60_000);
  expect(failed).not.toHaveBeenCalled();
  tile('dataloading');
  // moved away: the tile was aborted
  tile('data', 'unloaded');
  vi.advanceTimersByTime(15_000);
  expect(failed).toHaveBeenCalledExactlyOnceWith('timeout');
});

it('a source with one loaded tile is available, whatever fails later', () => {
  const { tile, rest, failed } = setUp();
  tile('dataloading');
  tile('error', 'errored');
  tile('data', 'loaded');
  tile('error', 'errored');
  rest();
  vi.advanceTimersByTime(60_000);
  expect(failed).not.toHaveBeenCalled();
});

it('a view without tiles of the source is not a fault', () => {
  const { tile, rest, failed } = setUp();
  tile('dataloading');
  rest();
  vi.advanceTimersByTime(60_000);
  expect(failed).not.toHaveBeenCalled();
});
