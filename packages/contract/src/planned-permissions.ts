import type { PermissionCode } from './call.ts';
import { type PermissionRow, permissionTree } from './permission-tree.ts';

/** Pages and actions of the specification that this release lacks. No call or page checks their codes, nor those below them. */
const PLANNED_PAGES: readonly PermissionCode[] = [
  ...(['10101', '10102', '10202', '10203'] as const),
  ...(['40701', '40702', '40703', '40704', '40705', '40706', '40707', '40708', '40709', '40710'] as const),
  ...(['40712', '40713', '40714', '40715'] as const),
  ...(['1502', '1503', '1505', '1506', '1507'] as const),
];

const planned = new Set<PermissionCode>(PLANNED_PAGES);
// parents stand before their children
for (const { code, parent } of permissionTree) if (parent !== null && planned.has(parent)) planned.add(code);

/** Codes without effect in this release. Built-in roles hold them already; the role editor does not offer them. */
export const plannedPermissions: ReadonlySet<PermissionCode> = planned;

/** What the role editor offers. */
export const offeredPermissions: readonly PermissionRow[] = permissionTree.filter(({ code }) => !planned.has(code));
