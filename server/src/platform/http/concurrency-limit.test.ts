import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const limits = { atOnce: 2, waiting: 3, ofAccount: 4 };

/** Tasks that end on request, and the list of started ones. */
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

describe('a concurrency limit', () => {
  it('runs a few tasks at once and the others in order, even after a failure', async () => {
    const inTurn = createConcurrencyLimit(limits);
    const { begun, work, end, fail } = works();
    const all = ['a', 'b', 'c', 'd'].map((name, i) => inTurn(i, work(name)));
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

  it('refuses tasks beyond the limit of an account or of the queue, and accepts new ones afterwards', async () => {
    const inTurn = createConcurrencyLimit(limits);
    const { work, end } = works();
    const own = ['a', 'b', 'c', 'd'].map((name) => inTurn(1, work(name)));
    await settled();
    await expect(inTurn(1, work('e'))).rejects.toMatchObject({ kind: 'tooMany' });
    const other = inTurn(2, work('f'));
    await expect(inTurn(3, work('g'))).rejects.toMatchObject({ kind: 'tooMany' });
    for (const name of ['a', 'b', 'c', 'd', 'f']) {
      await settled();
      end(name);
    }
    expect(await Promise.all([...own, other])).toEqual(['a', 'b', 'c', 'd', 'f']);
    const again = inTurn(1, work('h'));
    await settled();
    end('h');
    expect(await again).toBe('h');
  });

  it('refuses at once if no task may wait', async () => {
    const inTurn = createConcurrencyLimit({ atOnce: 1, waiting: 0, ofAccount: 1 });
    const { work, end } = works();
    const first = inTurn(1, work('a'));
    await expect(inTurn(2, work('b'))).rejects.toMatchObject({ kind: 'tooMany' });
    end('a');
    expect(await first).toBe('a');
    const second = inTurn(2, work('c'));
    await settled();
    end('c');
    expect(await second).toBe('c');
  });
});
