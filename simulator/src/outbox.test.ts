import { describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

const frame = Uint8Array.of(0x7e);

describe('an unacknowledged message', () => {
  it('is repeated with growing delays, and then returned as failed', () => {
    const outbox = createOutbox<string>(100, 2);
    outbox.add(7, [frame], 'a', 0);
    expect(outbox.nextAt()).toBe(100);
    expect(outbox.due(99)).toEqual({ again: [], failed: [] });
    expect(outbox.due(100)).toEqual({ again: [frame], failed: [] });
    // T2 = T1 x 2, T3 = T2 x 3
    expect(outbox.nextAt()).toBe(100 + 200);
    expect(outbox.due(300)).toEqual({ again: [frame], failed: [] });
    expect(outbox.nextAt()).toBe(300 + 600);
    expect(outbox.due(900)).toEqual({ again: [], failed: ['a'] });
    expect(outbox.size()).toBe(0);
    expect(outbox.nextAt()).toBe(Number.POSITIVE_INFINITY);
  });

  it('is removed by its acknowledgement, once', () => {
    const outbox = createOutbox<string>(100, 2);
    outbox.add(7, [frame], 'a', 0);
    outbox.add(8, [frame], 'b', 0);
    expect(outbox.acknowledged(7)).toBe('a');
    expect(outbox.acknowledged(7)).toBeUndefined();
    expect(outbox.takeAll()).toEqual(['b']);
  });
});
