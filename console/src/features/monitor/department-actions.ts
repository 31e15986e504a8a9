import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import { ELSEWHERE } from './department-index.ts';
import { exportPositions } from './export-positions.ts';
import type { FleetTree } from './fleet-tree.ts';
import type { Follower } from './follower.ts';
import { openVehicleWindow } from './windows/vehicle-window-state.ts';

export type DepartmentTools = { readonly tree: FleetTree; readonly follower: Follower };

type DepartmentAction = {
  readonly key: 'followAll' | 'unfollowAll' | 'groupMessage' | 'expandOnline' | 'exportPositions';
  readonly text: ParseKeys;
  /** null: everyone with the monitoring centre. */
  readonly permission: PermissionCode | null;
  /** Excludes the department of vehicles from elsewhere, unknown to the server. */
  readonly ofServer?: true;
  readonly run: (tools: DepartmentTools, d: number) => void;
};

const named = ({ tree }: DepartmentTools, d: number) => ({
  deptId: tree.departments.id[d]!,
  name: tree.departments.name[d]!,
});

/** Actions of a department in the tree (screen catalogue 3.1). */
const departmentActions: readonly DepartmentAction[] = [
  {
    key: 'followAll',
    text: 'vehicleAction.followAll',
    permission: permission.locateAndFollow,
    run: ({ follower }, d) => follower.setDept(d, true),
  },
  {
    key: 'unfollowAll',
    text: 'vehicleAction.unfollowAll',
    permission: permission.locateAndFollow,
    run: ({ follower }, d) => follower.setDept(d, false),
  },
  {
    key: 'groupMessage',
    text: 'vehicleAction.groupMessage',
    permission: permission.groupMessage,
    ofServer: true,
    run: (tools, d) => openVehicleWindow({ kind: 'groupMessage', departments: [named(tools, d)] }),
  },
  { key: 'expandOnline', text: 'vehicleAction.expandOnline', permission: null, run: ({ tree }, d) => tree.openOnline(d) },
  {
    key: 'exportPositions',
    text: 'vehicleAction.exportPositions',
    permission: permission.exportPositions,
    ofServer: true,
    run: (tools, d) => void exportPositions({ deptId: named(tools, d).deptId }),
  },
];

/** The permitted actions for this department. */
export const offeredForDepartment = (
  { departments }: FleetTree,
  d: number,
  rights: readonly string[] | null,
): readonly DepartmentAction[] =>
  departmentActions.filter(
    (action) =>
      (action.ofServer === undefined || departments.id[d] !== ELSEWHERE) &&
      (action.permission === null || rights?.includes(action.permission)),
  );
