import { allPermissions } from '@fleetwarden/contract/permission-tree';
import type { People } from '../modules/identity/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter } from './entry.ts';
import { COMPANIES } from './fleets.ts';

const [NORTH, EAST, SOUTH, CENTRAL] = COMPANIES;

/** A role of the demo: all codes with one of these prefixes. */
type DemoRole = {
  readonly roleName: string;
  readonly remark: string;
  readonly codes: readonly string[];
  readonly users: readonly (readonly [loginName: string, userName: string, department: string | null])[];
};

const ROLES: readonly DemoRole[] = [
  {
    roleName: '调度主管',
    remark: '查看实时位置和轨迹，处理报警，向车辆下发消息',
    codes: ['201', '202', '205', '207'],
    users: [
      ['zhao_min', '赵敏', NORTH],
      ['qian_wenbin', '钱文斌', EAST],
    ],
  },
  {
    roleName: '设备维修员',
    remark: '处理终端报修和安装工单',
    codes: ['20101', '20102', '207', '60101', '61201', '620', '623'],
    users: [
      ['sun_zhiqiang', '孙志强', NORTH],
      ['zhou_jun', '周俊杰', SOUTH],
    ],
  },
  {
    roleName: '车辆档案员',
    remark: '维护部门、车辆、驾驶员档案和到期提醒',
    codes: ['207', '601', '602', '605', '60901', '60910', '619'],
    users: [
      ['wu_xiaoyan', '吴晓燕', null],
      ['zheng_limei', '郑丽梅', CENTRAL],
    ],
  },
];

const ROLES_SF: readonly DemoRole[] = [
  {
    roleName: '网点管理员',
    remark: '管理本网点的车辆和用户',
    codes: ['201', '202', '207', '601', '605', '621'],
    users: [['sf_feng_lei', '冯磊', EAST]],
  },
  {
    roleName: '线路调度员',
    remark: '跟踪干线车辆，处理报警',
    codes: ['201', '202', '205', '207'],
    users: [['sf_chu_xiaolong', '褚小龙', EAST]],
  },
  {
    roleName: '客服查询员',
    remark: '只查看车辆位置和轨迹',
    codes: ['20101', '20102', '20105', '207'],
    users: [['sf_wei_na', '卫娜', NORTH]],
  },
];

/** Numbers that no operator of the country hands out. */
const mobile = (n: number): string => `1008001${String(n).padStart(4, '0')}`;

/** Creates roles of the company and their users, with random passwords. */
export async function enterDemoPeople(tx: Queryable, by: Actor, people: People): Promise<void> {
  const idOf = await departmentIds(tx, by.departmentId);
  let numbers = 0;
  for (const [{ users, roles }, rows] of [
    [people.own, ROLES],
    [people.sf, ROLES_SF],
  ] as const) {
    const ids = await enter(
      tx,
      roles,
      rows.map(({ roleName, remark, codes }) => ({
        roleName,
        remark,
        enabled: true,
        codes: allPermissions.filter((code) => codes.some((prefix) => code.startsWith(prefix))),
      })),
      by,
    );
    const holders = rows.flatMap((row, at) =>
      row.users.map(([loginName, userName, department]) => ({
        loginName,
        userName,
        mobile: mobile(++numbers),
        roles: [ids[at]!],
        deptId: idOf.get(department ?? '') ?? by.departmentId,
      })),
    );
    await enter(tx, users, holders, by);
  }
}
