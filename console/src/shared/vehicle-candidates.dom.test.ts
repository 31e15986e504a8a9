import type { TreeNode } from '@fleetwarden/contract/monitor/schemas';
import { describe, expect, it } from 'vitest';
import { type CandidateSource, merged, VehicleCandidates } from './vehicle-candidates.ts';

const group = (id: string, parentId: string | null, total: number): TreeNode => ({
  ltId: `d${id}`,
  ltName: `部门${id}`,
  ltType: 0,
  deptId: id,
  parentId,
  total,
});
const all = (id: string): TreeNode => ({ ltId: `a${id}`, ltName: '全选', ltType: 9, deptId: id, parentId: id });
const car = (id: string, deptId = '1'): TreeNode => ({
  ltId: `v${id}`,
  ltName: `京A0000${id}`,
  ltType: 3,
  deptId,
  parentId: deptId,
  carNo: `京A0000${id}`,
  carId: id,
  color: 2,
});

/** Department 1 with department 2 below; three vehicles in the first, two per page, one in the second. */
function stand(more: Partial<CandidateSource> = {}, options = {}) {
  const asked: string[] = [];
  const source: CandidateSource = {
    children: async (deptId, page) => {
      asked.push(`children ${deptId} ${page}`);
      if (deptId === undefined) return { list: [group('1', null, 4)], total: 1 };
      if (deptId === '2') return { list: [all('2'), car('4', '2')], total: 1 };
      return page === 1 ? { list: [all('1'), group('2', '1', 1), car('1'), car('2')], total: 3 } : { list: [car('3')], total: 3 };
    },
    byCarNo: async (carNo) => {
      asked.push(`byCarNo ${carNo}`);
      return [car('4', '2')];
    },
    allOf: async (deptId) => (deptId === '1' ? [car('1'), car('2'), car('3'), car('4', '2')] : [car('4', '2')]),
    ...more,
  };
  const candidates = new VehicleCandidates(source, options);
  const names = () => Array.from({ length: candidates.length }, (_, at) => candidates.row(at).key);
  const checks = () => Array.from({ length: candidates.length }, (_, at) => candidates.row(at).checked);
  return { candidates, asked, names, checks };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('vehicle candidates', () => {
  it('that could not be loaded are represented by a row that retries', async () => {
    let offline = false;
    const { candidates, names } = stand({
      children: async (deptId, page) => {
        if (offline) throw new Error('offline');
        if (deptId === undefined) return { list: [group('1', null, 3)], total: 1 };
        return page === 1 ? { list: [all('1'), car('1'), car('2')], total: 3 } : { list: [car('3')], total: 3 };
      },
    });
    await candidates.search('');
    offline = true;
    await candidates.more('1');
    expect(candidates.at(names().indexOf('more-1')).failed).toBe(true);
    offline = false;
    await candidates.more('1');
    expect(names()).toEqual(['d1', 'a1', 'v1', 'v2', 'v3']);
  });

  it('for single selection have no check boxes, and no row for all vehicles of a department', async () => {
    const { candidates, names, checks } = stand({}, { checks: false });
    await candidates.search('');
    expect(names()).toEqual(['d1', 'd2', 'v1', 'v2', 'more-1']);
    candidates.toggleCheck(2);
    expect(checks().every((checked) => checked === undefined)).toBe(true);
    expect(candidates.pending).toEqual([]);
  });

  it('are loaded as departments are expanded, and as the end of the list becomes visible', async () => {
    const { candidates, asked, names } = stand();
    await candidates.search('');
    expect(names()).toEqual(['d1', 'a1', 'd2', 'v1', 'v2', 'more-1']);
    await candidates.more('1');
    expect(names()).toEqual(['d1', 'a1', 'd2', 'v1', 'v2', 'v3']);
    candidates.setOpen(2, true);
    await settled();
    expect(names()).toEqual(['d1', 'a1', 'd2', 'a2', 'v4', 'v1', 'v2', 'v3']);
    expect([candidates.parentOf(4), candidates.parentOf(5), candidates.row(4).level]).toEqual([2, 0, 3]);
    candidates.setOpen(2, false);
    candidates.setOpen(2, true);
    expect(asked).toEqual(['children undefined 1', 'children 1 1', 'children 1 2', 'children 2 1']);
  });

  it('are searched by plate; an empty plate reloads the tree', async () => {
    const { candidates, asked, names } = stand();
    await candidates.search('');
    await candidates.search(' 京A ');
    expect(names()).toEqual(['v4']);
    await candidates.search('  ');
    expect(names()[0]).toBe('d1');
    expect(asked).toEqual(['children undefined 1', 'children 1 1', 'byCarNo 京A', 'children undefined 1', 'children 1 1']);
  });

  it('retain the checked vehicles across searches, and return them once', async () => {
    const { candidates, names, checks } = stand();
    await candidates.search('');
    candidates.toggleCheck(3);
    await candidates.search('4');
    candidates.toggleCheck(0);
    expect(candidates.pending.map(({ carNo }) => carNo)).toEqual(['京A00001', '京A00004']);
    await candidates.search('');
    expect([names()[3], checks()[3]]).toEqual(['v1', true]);
    expect(candidates.take()).toHaveLength(2);
    expect([candidates.pending, checks()[3]]).toEqual([[], false]);
  });

  it('of a department are checked together with all departments below it', async () => {
    const { candidates, checks } = stand();
    await candidates.search('');
    candidates.toggleCheck(0);
    await settled();
    expect(candidates.pending).toHaveLength(4);
    expect(checks().slice(0, 4)).toEqual([true, true, false, true]);
    candidates.toggleCheck(3);
    expect(checks()[0]).toBe('mixed');
    // partly checked: the first toggle checks all, the second none
    candidates.toggleCheck(0);
    await settled();
    expect(checks()[0]).toBe(true);
    candidates.toggleCheck(0);
    expect([candidates.pending, checks()[0]]).toEqual([[], false]);
  });

  it('report a failed load, and can be loaded again', async () => {
    let broken = true;
    const { candidates, names } = stand({
      byCarNo: async () => {
        if (broken) throw new Error('away');
        return [car('4')];
      },
    });
    await candidates.search('京');
    expect([candidates.failed, candidates.loading]).toEqual([true, false]);
    broken = false;
    await candidates.search('京');
    expect([candidates.failed, names()]).toEqual([false, ['v4']]);
  });

  it('ignore the answer to an outdated search', async () => {
    const slow = Promise.withResolvers<readonly TreeNode[]>();
    const { candidates, names } = stand({ byCarNo: (carNo) => (carNo === '1' ? slow.promise : Promise.resolve([car('2')])) });
    const first = candidates.search('1');
    await candidates.search('2');
    slow.resolve([car('1')]);
    await first;
    expect(names()).toEqual(['v2']);
  });
});

describe('associated vehicles', () => {
  it('are merged with pending ones, without duplicates', () => {
    const picked = (ltId: string) => ({ ltId, carId: ltId, carNo: ltId, color: 1 });
    expect(merged([picked('v1'), picked('v2')], [picked('v2'), picked('v3')]).map(({ ltId }) => ltId)).toEqual([
      'v1',
      'v2',
      'v3',
    ]);
  });
});
