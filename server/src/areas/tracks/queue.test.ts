import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.ts';

const limits = { atOnce: 2, waiting: 3, ofAccount: 4 };

/** Works that end when they are told to, and which of them have begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) => () => {
    begun.push(name);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise;
  };
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(name),
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('works that are large', () => {
  it('run a few at once, the others in their turn, whatever becomes of those before', async () => {
    const queue = createQueue(limits);
    const { begun, work, end, fail } = works();
    const all = ['a', 'b', 'c', 'd'].map((name, i) => queue(i, work(name)));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    fail('b');
    await expect(all[1]).rejects.toBe('b');
    end('a');
    expect(await all[0]).toBe('a');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all([all[2], all[3]])).toEqual(['c', 'd']);
  });

  it('are refused where one account has enough, and where too many wait; room comes back', async () => {
    const queue = createQueue(limits);
    const { work, end } = works();
    const own = ['a', 'b', 'c', 'd'].map((name) => queue(1, work(name)));
    await settled();
    await expect(queue(1, work('e'))).rejects.toMatchObject({ kind: 'tooMany' });
    const other = queue(2, work('f'));
    await expect(queue(3, work('g'))).rejects.toMatchObject({ kind: 'tooMany' });
    for (const name of ['a', 'b', 'c', 'd', 'f']) {
      await settled();
      end(name);
    }
    expect(await Promise.all([...own, other])).toEqual(['a', 'b', 'c', 'd', 'f']);
    const again = queue(1, work('h'));
    await settled();
    end('h');
    expect(await again).toBe('h');
  });
});
