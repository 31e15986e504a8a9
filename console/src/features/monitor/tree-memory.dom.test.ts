import { afterEach, describe, expect, it } from 'vitest';
import { tabStore } from '../../api/storage.ts';
import { readTreeMemory, writeTreeMemory } from './tree-memory.ts';

afterEach(() => tabStore.remove('monitor.tree'));

describe('tree state restored after a reload', () => {
  it('contains the expanded departments and the scroll position', () => {
    expect(readTreeMemory()).toBeNull();
    writeTreeMemory({ open: ['1', '7'], scroll: 560 });
    expect(readTreeMemory()).toEqual({ open: ['1', '7'], scroll: 560 });
  });

  it.each(['', 'x', '{}', '{"open":[1]}', '{"open":"1"}', 'null'])('is ignored if the stored value is %s', (text) => {
    tabStore.set('monitor.tree', text);
    expect(readTreeMemory()).toBeNull();
  });
});
