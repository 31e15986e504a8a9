import { afterEach, describe, expect, it } from 'vitest';
import { tabStore } from '../../api/storage.ts';
import { readTreeMemory, writeTreeMemory } from './tree-memory.ts';

afterEach(() => tabStore.remove('monitor.tree'));

describe('what a reload keeps of the tree', () => {
  it('is what was open, and how far it was scrolled', () => {
    expect(readTreeMemory()).toBeNull();
    writeTreeMemory({ open: ['1', '7'], scroll: 560 });
    expect(readTreeMemory()).toEqual({ open: ['1', '7'], scroll: 560 });
  });

  it.each(['', 'x', '{}', '{"open":[1]}', '{"open":"1"}', 'null'])('is nothing where %s stands in its place', (text) => {
    tabStore.set('monitor.tree', text);
    expect(readTreeMemory()).toBeNull();
  });
});
