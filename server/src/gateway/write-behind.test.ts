import { expect, it } from 'vitest';
import { createLog } from '../platform/observe/log.ts';
import { WriteBehind } from './write-behind.ts';

type Row = { readonly key: number; readonly times: number };

class Counts extends WriteBehind<number, Row> {
  count(key: number): void {
    this.put(key, (waiting) => ({ key, times: (waiting?.times ?? 0) + 1 }));
  }

  forget(key: number): Promise<void> {
    return this.drop(key);
  }
}

const create = (write: (rows: readonly Row[]) => Promise<void>) =>
  new Counts({ log: createLog('silent'), intervalMs: 60_000, failure: 'not written', write });

it('writes one row per key, and never twice', async () => {
  const written: Row[] = [];
  const counts = create(async (rows) => void written.push(...rows));
  for (const key of [1, 2, 1, 1]) counts.count(key);
  await counts.stop();
  await counts.stop();
  expect(written).toEqual([
    { key: 1, times: 3 },
    { key: 2, times: 1 },
  ]);
});

it('holds a thousand keys, and drops further ones', async () => {
  const written: Row[] = [];
  const counts = create(async (rows) => void written.push(...rows));
  for (let key = 0; key < 1_500; key++) counts.count(key);
  counts.count(7);
  await counts.stop();
  expect(written).toHaveLength(1_000);
  expect(written[7]).toEqual({ key: 7, times: 2 });
});

it('drops the rows of a failed write, and a key that is no longer wanted', async () => {
  const written: Row[] = [];
  let fails = true;
  const counts = create(async (rows) => {
    if (fails) throw new Error('the database is away');
    written.push(...rows);
  });
  counts.count(1);
  await counts.stop();
  fails = false;
  counts.count(2);
  counts.count(3);
  await counts.forget(2);
  await counts.stop();
  expect(written).toEqual([{ key: 3, times: 1 }]);
});
