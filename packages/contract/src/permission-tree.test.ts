import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { allPermissions, permissionTree, withAncestors } from './permission-tree.ts';
import { permission } from './permissions.ts';

/** console.md 6 and routes.md 2.3-2.5: codes the specification states, ranges written as from-to. */
const SPECIFIED =
  '1 101 10101-10103 102 10202-10203 2 3 13 17 604 621 70101 205 20601 20402 502 50203 50202 1703 170301 1701 170101 1702 170201 ' +
  '1704 1705 1706 606 622 601 614 602 605 603 615 61501 612 608 610 61001 607 616 609 60901 618 619 620 623 1301 130101-130105 ' +
  '130108-130113 15 40101-40125 419 420 402 40201-40207 403 40301-40308 404 40401-40415 405 40501-40521 406 40601-40605 407 ' +
  '40701-40715 408 40801-40813 409 40901-40910 418 41801-41803 704 701 702 703 705 70501 706 70601 70602';

/** Video, alarms and evidence: screen catalogue 11, names by parent and code. */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '204': {
    '20401': '实时视频',
    '20402': '接收视频文件推送',
    '20403': '云台',
    '20404': '对讲',
    '20405': '抓拍',
    '20406': '录像',
    '20407': '广播',
    '20408': '主码流',
  },
  '205': { '20501': '报警列表', '20502': '处理', '20503': '批量处理', '20504': '上报监管' },
  '3': {
    '301': '查询',
    '302': '播放',
    '303': '下载到服务器',
    '304': '下载到本地',
    '305': '任务控制',
    '306': '剪辑',
    '307': '删除文件',
  },
  '502': { '50202': '证据查询' },
  '50202': { '5020201': '查看', '5020204': '删除', '5020206': '导出', '5020210': '锁定', '5020211': '打包下载' },
  '50203': { '5020301': '查看', '5020306': '导出', '5020310': '处理', '5020311': '批量处理', '5020312': '释放' },
  '70114': { '7011401': '查看', '7011409': '下发', '7011404': '删除', '7011406': '导出' },
  '1703': { '170301': '主动安全报警' },
  '170101': { '17010101': '查看' },
  '170201': { '17020101': '查看', '17020106': '导出' },
  '170301': {
    '17030101': '查看',
    '17030106': '导出',
    '17030110': '处理',
    '17030111': '批量处理',
    '17030112': '重新获取附件',
    '17030113': '下载附件',
  },
  '1704': { '170401': '驾驶辅助证据', '170402': '驾驶异常证据' },
  '170401': { '17040101': '查看', '17040106': '导出', '17040110': '锁定' },
  '170402': { '17040201': '查看', '17040206': '导出', '17040210': '锁定' },
};

const specified = SPECIFIED.split(' ').flatMap((range) => {
  const [from, to = from] = range.split('-').map(Number) as [number, number?];
  return Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`);
});

describe('permission tree', () => {
  it('has every code of the specification', () => {
    expect(specified.filter((code) => !(allPermissions as readonly string[]).includes(code))).toEqual([]);
  });
  it('has each code once, parents before children', () => {
    const seen = new Set<string>();
    for (const { code, parent } of permissionTree) {
      expect([code, seen.has(code)]).toEqual([code, false]);
      if (parent !== null) expect([code, seen.has(parent)]).toEqual([code, true]);
      seen.add(code);
    }
  });
  it('has the specified parents: 13, 15 and 17 are root codes, 70102 is below 701', () => {
    const parentOf = (code: string) => permissionTree.find((row) => row.code === code)?.parent;
    expect(['13', '15', '17'].map(parentOf)).toEqual([null, null, null]);
    expect(parentOf('70102')).toBe('701');
    expect(parentOf('1301')).toBe('13');
  });
  it('has a name for each row', () => {
    expect(permissionTree.filter(({ name }) => getText('zh', name) === name)).toEqual([]);
  });
  it.each(Object.entries(NAMED))('has the specified names for the codes below %s', (parent, names) => {
    const nameOf = (code: string) => getText('zh', permissionTree.find((row) => row.code === code)?.name ?? 'none');
    const below = Object.keys(names).map((code) => [permissionTree.find((row) => row.code === code)?.parent, nameOf(code)]);
    expect(below).toEqual(Object.values(names).map((name) => [parent, name]));
  });
  it('contains all permission codes that the source code uses', () => {
    expect(Object.values(permission).filter((code) => !allPermissions.includes(code))).toEqual([]);
  });
});

describe('withAncestors', () => {
  it('adds the page and the groups above a button', () => {
    expect([...withAncestors(['60412'])].sort()).toEqual(['6', '604', '60412']);
  });
  it('leaves out unknown codes', () => {
    expect([...withAncestors(['99999', '', '2'])]).toEqual(['2']);
  });
});
