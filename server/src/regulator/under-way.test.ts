import { expect, it } from 'vitest';
import { createUnderWay } from './under-way.ts';

const told: unknown[] = [];
const failed = (err: unknown) => void told.push(err);

it('has what settled counted as under way until the next look, which does not read it any more', async () => {
  const underWay = createUnderWay();
  underWay.look();
  for (const name of ['a', 'b', 'c']) underWay.add(name);
  const written = Promise.withResolvers<void>();
  underWay.settles(['a', 'b'], written.promise, failed);
  underWay.look();
  expect(['a', 'b', 'c'].map(underWay.has)).toEqual([true, true, true]);
  written.resolve();
  await new Promise(setImmediate);
  expect(['a', 'b', 'c'].map(underWay.has)).toEqual([true, true, true]);
  underWay.look();
  expect(['a', 'b', 'c'].map(underWay.has)).toEqual([false, false, true]);
  expect(told).toEqual([]);
});

it('has what could not be written down sent again, and says why', async () => {
  const underWay = createUnderWay();
  underWay.add('a');
  const away = new Error('the database is away');
  underWay.settles(['a'], Promise.reject(away), failed);
  await new Promise(setImmediate);
  underWay.look();
  expect([underWay.has('a'), told]).toEqual([false, [away]]);
});

it('forgets all with the link: what was sent anew over the next is not settled by the one before', async () => {
  const underWay = createUnderWay();
  const late = Promise.withResolvers<void>();
  for (const name of ['a', 'b']) underWay.add(name);
  underWay.settles(['a'], Promise.resolve(), failed);
  underWay.settles(['b'], late.promise, failed);
  await new Promise(setImmediate);
  underWay.clear();
  for (const name of ['a', 'b']) underWay.add(name);
  late.resolve();
  await new Promise(setImmediate);
  underWay.look();
  expect(['a', 'b'].map(underWay.has)).toEqual([true, true]);
});
