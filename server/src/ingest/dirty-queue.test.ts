import { expect, it } from 'vitest';
import { DirtySet } from './dirty-queue.ts';

it('returns the ids that have been dirty longest first, so that each has its turn', () => {
  const dirty = new DirtySet(() => true);
  for (const id of [1, 2, 3, 4, 5]) dirty.add(id);
  expect(dirty.take(false, 2)).toEqual([1, 2]);
  // 3 keeps its place
  for (const id of [1, 3]) dirty.add(id);
  expect(dirty.take(false, 3)).toEqual([3, 4, 5]);
  expect(dirty.take(false, 3)).toEqual([1]);
});

it('returns all ids of all shards at the end', () => {
  const dirty = new DirtySet(() => true, 3);
  for (const id of [1, 2, 3, 4, 5]) dirty.add(id);
  expect(dirty.take(true).sort()).toEqual([1, 2, 3, 4, 5]);
  expect(dirty.take(true)).toEqual([]);
});
