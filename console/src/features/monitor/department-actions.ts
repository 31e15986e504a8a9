import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import { ELSEWHERE } from './department-index.ts';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';

/** Windows that open for all vehicles of a department; one that is not there is left out, and its action with it. */
export type DepartmentOpeners = { readonly groupMessage?: (deptId: string) => void };

export type DepartmentTools = {
  readonly tree: FleetTree;
  readonly follower: Follower;
  readonly openers: DepartmentOpeners;
  readonly exportPositions: (deptId: string) => void;
};

type DepartmentAction = {
  readonly key: 'followAll' | 'unfollowAll' | 'groupMessage' | 'expandOnline' | 'exportPositions';
  readonly text: ParseKeys;
  /** null: whoever may open the monitoring centre. */
  readonly permission: PermissionCode | null;
  /** The server must know the department: that of vehicles from elsewhere it does not. */
  readonly ofServer?: true;
  readonly opener?: keyof DepartmentOpeners;
  readonly run: (tools: DepartmentTools, d: number) => void;
};

const idOf = ({ tree }: DepartmentTools, d: number): string => tree.departments.id[d]!;

/** What can be done with a department of the tree (screen catalogue 3.1). */
const departmentActions: readonly DepartmentAction[] = [
  { key: 'followAll', text: 'vehicleAction.followAll', permission: null, run: ({ follower }, d) => follower.setDept(d, true) },
  {
    key: 'unfollowAll',
    text: 'vehicleAction.unfollowAll',
    permission: null,
    run: ({ follower }, d) => follower.setDept(d, false),
  },
  {
    key: 'groupMessage',
    text: 'vehicleAction.groupMessage',
    permission: permission.groupMessage,
    ofServer: true,
    opener: 'groupMessage',
    run: (tools, d) => tools.openers.groupMessage?.(idOf(tools, d)),
  },
  { key: 'expandOnline', text: 'vehicleAction.expandOnline', permission: null, run: ({ tree }, d) => tree.openOnline(d) },
  {
    key: 'exportPositions',
    text: 'vehicleAction.exportPositions',
    permission: permission.exportPositions,
    ofServer: true,
    run: (tools, d) => tools.exportPositions(idOf(tools, d)),
  },
];

/** The actions whose part is there and whose right the user holds, for this department. */
export const offeredForDepartment = (
  { tree, openers }: Pick<DepartmentTools, 'tree' | 'openers'>,
  d: number,
  rights: readonly string[] | null,
): readonly DepartmentAction[] =>
  departmentActions.filter(
    (action) =>
      (action.opener === undefined || openers[action.opener] !== undefined) &&
      (action.ofServer === undefined || tree.departments.id[d] !== ELSEWHERE) &&
      (action.permission === null || rights?.includes(action.permission)),
  );
