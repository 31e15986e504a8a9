import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistories, playRounds } from './property-histories.ts';

const history = fc.array(fc.nat({ max: 100 }), { maxLength: 10 });
/** Finds a number above 50 wrong. */
const compareAll = (played: (readonly number[][])[]) => async (histories: readonly number[][]) => {
  played.push(histories);
  return histories.map((numbers) => async () => expect(numbers.filter((n) => n > 50)).toEqual([]));
};
const messageOf = (run: Promise<void>) =>
  run.then(
    () => 'passed',
    (error: Error) => error.message,
  );

describe('histories in one database', () => {
  it('run once, in parallel, with the same result for the same seed', async () => {
    const played: (readonly number[][])[] = [];
    const play = async (histories: readonly number[][]) => {
      played.push(histories);
      return histories.map(() => async () => undefined);
    };
    for (const seed of [7, 7, 8]) await checkHistories({ runs: 30, history, play, seed });
    expect(played.map(({ length }) => length)).toEqual([30, 30, 30]);
    expect(played[1]).toEqual(played[0]);
    expect(played[2]).not.toEqual(played[0]);
    expect(new Set(played[0]!.map((numbers) => numbers.join())).size).toBeGreaterThan(20);
  });

  it('report seed and path of a failing history, which runs again alone and is shrunk', async () => {
    const played: (readonly number[][])[] = [];
    const message = await messageOf(checkHistories({ runs: 30, history, play: compareAll(played), seed: 7 }));
    const differing = played[0]!.findIndex((numbers) => numbers.some((n) => n > 50));
    expect(played[1]).toEqual([played[0]![differing]]);
    expect(played.slice(1).every(({ length }) => length === 1)).toBe(true);
    expect(message).toContain(`seed: 7, path: "${differing}:`);
    expect(message).toContain('Counterexample: [[51]]');
  });

  it('report a history that fails only together with the others', async () => {
    const play = async (histories: readonly number[][]) => histories.map((_, index) => async () => expect(index).not.toBe(3));
    const message = await messageOf(checkHistories({ runs: 5, history, play, seed: 7 }));
    expect(message).toMatch(/^FC_SEED=7: history 3 differs only beside the others: \[/);
  });

  it('report the seed if they cannot run, or are not all compared', async () => {
    const refuse = async () => Promise.reject(new Error('refused'));
    expect(await messageOf(checkHistories({ runs: 5, history, play: refuse, seed: 7 }))).toContain('FC_SEED=7');
    expect(await messageOf(checkHistories({ runs: 5, history, play: async () => [], seed: 7 }))).toContain('0 comparisons of 5');
  });
});

it('rounds of histories run in order, and all histories end with the last one', async () => {
  const log: string[] = [];
  const step = (name: string) => async () => log.push(name);
  await playRounds([[[step('a0')], [step('a1'), step('a2')]], [[step('b0')]], []], async () => log.push('after'));
  expect(log).toEqual(['a0', 'after', 'a1', 'b0', 'a2', 'after']);
});
