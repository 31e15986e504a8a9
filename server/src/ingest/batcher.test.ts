import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, expect, it, vi } from 'vitest';
import { report } from '../../test/support/ingest/location-reports.ts';
import { createLog } from '../platform/observe/log.ts';
import { createMetrics } from '../platform/observe/metrics.ts';
import { Batcher } from './batcher.ts';
import { ingestMetrics } from './metrics.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('commits on time although the system clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const commits: PromiseWithResolvers<void>[] = [];
  const batcher = new Batcher({
    writer: {
      write: async () => {
        const commit = Promise.withResolvers<void>();
        commits.push(commit);
        await commit.promise;
        return new Set<number>();
      },
      close: () => undefined,
    },
    log: createLog('silent'),
    metrics: ingestMetrics(createMetrics()),
    correct: (report) => report,
    onStored: () => undefined,
  });
  const stored: number[] = [];
  const send = (number: number) =>
    batcher.accept([report(1, number)], { stored: () => void stored.push(number), refused: () => undefined });
  const commit = async (number: number) => {
    await vi.waitUntil(() => commits.length === number);
    commits[number - 1]?.resolve();
  };

  send(1);
  await vi.waitUntil(() => commits.length === 1);
  // waits for the first commit
  send(2);
  vi.setSystemTime(Date.now() - HOUR_MS);
  await commit(1);
  await commit(2);
  await vi.waitUntil(() => stored.length === 2);
  expect(stored).toEqual([1, 2]);
  expect(await batcher.stop(1_000)).toBe(0);
});
