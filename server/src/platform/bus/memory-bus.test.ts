import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from './bus.ts';
import { createMemoryBus } from './memory-bus.ts';

let failures: unknown[];
let bus: Bus<Events>;

type Events = { 'vehicle.changed': { vehicleIds: readonly number[] }; 'session.ended': { prefix: string; reason: string } };
beforeEach(() => {
  failures = [];
  bus = createMemoryBus<Events>((subject, error) => failures.push([subject, (error as Error).message]));
});

const changed = (...vehicleIds: number[]) => ({ vehicleIds });

describe('the memory bus', () => {
  it('delivers to each subscriber of a subject in the order of publishing', () => {
    const seen: unknown[] = [];
    bus.subscribe('vehicle.changed', ({ vehicleIds }) => void seen.push(['a', ...vehicleIds]));
    bus.subscribe('vehicle.changed', ({ vehicleIds }) => void seen.push(['b', ...vehicleIds]));
    bus.subscribe('session.ended', () => void seen.push('other'));
    bus.publish('vehicle.changed', changed(1));
    bus.publish('vehicle.changed', changed(2));
    expect(seen).toEqual([
      ['a', 1],
      ['b', 1],
      ['a', 2],
      ['b', 2],
    ]);
  });

  it('accepts a publication without subscribers', () => {
    expect(() => bus.publish('session.ended', { prefix: '00', reason: 'logout' })).not.toThrow();
  });

  it('is not affected if a subscriber throws or rejects: other subscribers and the publisher continue', async () => {
    const seen: number[] = [];
    bus.subscribe('vehicle.changed', () => {
      throw new Error('thrown');
    });
    bus.subscribe('vehicle.changed', async () => {
      throw new Error('rejected');
    });
    bus.subscribe('vehicle.changed', ({ vehicleIds }) => void seen.push(...vehicleIds));
    bus.publish('vehicle.changed', changed(7));
    await Promise.resolve();
    expect(seen).toEqual([7]);
    expect(failures).toEqual([
      ['vehicle.changed', 'thrown'],
      ['vehicle.changed', 'rejected'],
    ]);
  });

  it('ends exactly one subscription, even of the same handler, even during delivery', () => {
    let calls = 0;
    const count = () => void calls++;
    const endFirst = bus.subscribe('vehicle.changed', () => {
      endSecond();
      count();
    });
    const endSecond = bus.subscribe('vehicle.changed', count);
    bus.subscribe('vehicle.changed', count);
    bus.publish('vehicle.changed', changed(1));
    expect(calls).toBe(3);
    endFirst();
    endFirst();
    bus.publish('vehicle.changed', changed(1));
    expect(calls).toBe(4);
  });
});
