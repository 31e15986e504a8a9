import { describe, expect, it } from 'vitest';
import { buildQuotaTree, findOverCommitments, type Limits } from './quota-tree.ts';

const limits = (vehicles: number, more: Partial<Limits> = {}): Limits => ({
  vehicles,
  users: 0,
  videoStreams: null,
  videoTrafficGB: null,
  smsCount: null,
  storageGB: null,
  forwards: null,
  ...more,
});
/** 1 > 2 > 3, 1 > 2 > 4, 1 > 5 */
const PARENTS = new Map([
  [1, null],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 1],
]);

describe('a tree of quotas', () => {
  it('skips departments without a quota', () => {
    const tree = buildQuotaTree(
      PARENTS,
      new Map([
        [1, limits(10)],
        [3, limits(4)],
        [4, limits(3)],
        [5, limits(2)],
      ]),
    );
    expect([tree.above(3), tree.above(1), tree.below(1)]).toEqual([1, undefined, [3, 4, 5]]);
    expect(tree.handedOut(1, 'vehicles')).toBe(9);
    expect(findOverCommitments(tree, [4])).toEqual([]);
  });

  it('reports over-committed quotas of parent and child, and ignores items without a limit', () => {
    const tree = buildQuotaTree(
      PARENTS,
      new Map([
        [1, limits(5, { smsCount: 10 })],
        [2, limits(6)],
        [3, limits(7, { smsCount: 11 })],
      ]),
    );
    expect(findOverCommitments(tree, [2])).toEqual([
      { departmentId: 2, item: 'vehicles', limit: 6, sum: 7 },
      { departmentId: 1, item: 'vehicles', limit: 5, sum: 6 },
    ]);
    expect(findOverCommitments(tree, [5])).toHaveLength(1);
  });
});
