import { expect, it } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';

it('a serial queue runs work in the order of the calls, one at a time, and a failure rejects its own call only', async () => {
  const queue = createSerialQueue();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const results = Promise.allSettled([
    queue.run(async () => {
      steps.push('first begins');
      await first.promise;
      steps.push('first ends');
      return 1;
    }),
    queue.run(async () => {
      steps.push('second');
      throw new Error('no');
    }),
    queue.run(async () => steps.push('third')),
  ]);
  // everything that could run has run
  await new Promise(setImmediate);
  expect(steps).toEqual(['first begins']);
  first.resolve();
  await queue.idle();
  expect(steps).toEqual(['first begins', 'first ends', 'second', 'third']);
  expect(await results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 4 },
  ]);
  await queue.idle();
});
