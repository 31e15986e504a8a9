import { expect, it } from 'vitest';
import { createInFlightSet } from './in-flight-set.ts';

const errors: unknown[] = [];
const failed = (err: unknown) => void errors.push(err);

it('a settled item counts as in flight until the first scan after it was stored', async () => {
  const inFlight = createInFlightSet();
  inFlight.startScan();
  for (const name of ['a', 'b', 'c']) inFlight.add(name);
  const written = Promise.withResolvers<void>();
  inFlight.settle(['a', 'b'], written.promise, failed);
  inFlight.startScan();
  expect(['a', 'b', 'c'].map(inFlight.has)).toEqual([true, true, true]);
  written.resolve();
  await new Promise(setImmediate);
  expect(['a', 'b', 'c'].map(inFlight.has)).toEqual([true, true, true]);
  inFlight.startScan();
  expect(['a', 'b', 'c'].map(inFlight.has)).toEqual([false, false, true]);
  expect(errors).toEqual([]);
});

it('an item whose result cannot be stored is sent again, and the error is reported', async () => {
  const inFlight = createInFlightSet();
  inFlight.add('a');
  const away = new Error('the database is away');
  inFlight.settle(['a'], Promise.reject(away), failed);
  await new Promise(setImmediate);
  inFlight.startScan();
  expect([inFlight.has('a'), errors]).toEqual([false, [away]]);
});

it('the set is cleared with its link: settling over the old link does not affect items sent again', async () => {
  const inFlight = createInFlightSet();
  const late = Promise.withResolvers<void>();
  for (const name of ['a', 'b']) inFlight.add(name);
  inFlight.settle(['a'], Promise.resolve(), failed);
  inFlight.settle(['b'], late.promise, failed);
  await new Promise(setImmediate);
  inFlight.clear();
  for (const name of ['a', 'b']) inFlight.add(name);
  late.resolve();
  await new Promise(setImmediate);
  inFlight.startScan();
  expect(['a', 'b'].map(inFlight.has)).toEqual([true, true]);
});
