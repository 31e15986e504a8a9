import { expect, it } from 'vitest';
import { createInFlightSet } from './in-flight-set.ts';

const errors: unknown[] = [];
const failed = (err: unknown) => void errors.push(err);

it('has what settled counted as under way until the next look, which does not read it any more', async () => {
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

it('has what could not be written down sent again, and says why', async () => {
  const inFlight = createInFlightSet();
  inFlight.add('a');
  const away = new Error('the database is away');
  inFlight.settle(['a'], Promise.reject(away), failed);
  await new Promise(setImmediate);
  inFlight.startScan();
  expect([inFlight.has('a'), errors]).toEqual([false, [away]]);
});

it('forgets all with the link: what was sent anew over the next is not settled by the one before', async () => {
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
