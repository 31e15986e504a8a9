import type { PermissionCode } from './call.ts';
import { permissionTree } from './permission-tree.ts';

/** A role that every installation has: `key` names it in `locale` (`role.<key>`) and in the database. */
export type BuiltInRole = { readonly key: string; readonly codes: readonly PermissionCode[] };

const all = permissionTree.map(({ code }) => code);
const within =
  (...roots: readonly string[]) =>
  (code: PermissionCode): boolean => {
    const row = permissionTree.find((candidate) => candidate.code === code);
    return roots.includes(code) || (row?.parent != null && within(...roots)(row.parent));
  };
const named = (...names: readonly string[]) => {
  const codes = new Set(permissionTree.filter(({ name }) => names.includes(name)).map(({ code }) => code));
  return (code: PermissionCode) => codes.has(code);
};

/** Only an operator of the whole platform: its settings, links to regulators, resellers, quotas, and what cannot be taken back. */
const platformOnly = within('603', '607', '608', '610', '615', '616', '702', '706');
const dangerous = within('7010910', '7011009', '7011010', '7011011', '70116', '60911');
const changes = named(
  ...[
    'add',
    'edit',
    'remove',
    'importRows',
    'enableDisable',
    'assign',
    'batchEdit',
    'sendToTerminal',
    'handle',
    'handleInBulk',
  ].map((name) => `action.${name}`),
);
const monitoring = within('1', '2', '3', '5', '17');
const reports = within('4');
const safety = within('1', '2', '3', '4', '5', '13', '15', '17', '705');
const view = (code: PermissionCode) => within('1', '201', '3', '4', '5', '6', '13', '15', '17')(code) && !changes(code);

/** In the order of what they may do. The first holds every code of the tree, also those a later release adds. */
export const builtInRoles: readonly BuiltInRole[] = [
  { key: 'superAdministrator', codes: all },
  { key: 'platformAdministrator', codes: all.filter((code) => !dangerous(code)) },
  {
    key: 'agent',
    codes: all.filter(
      (code) => (within('1', '2', '3', '4', '6', '7')(code) && !platformOnly(code) && !dangerous(code)) || within('616')(code),
    ),
  },
  { key: 'enterpriseAdministrator', codes: all.filter((code) => !platformOnly(code) && !dangerous(code)) },
  { key: 'monitor', codes: all.filter((code) => monitoring(code) || reports(code)) },
  { key: 'safetyOfficer', codes: all.filter(safety) },
  { key: 'supervisor', codes: all.filter(view) },
];
