import type { PermissionCode } from '../call.ts';
import { type PermissionRow, permissionTree, withAncestors } from '../permission-tree.ts';

/** A role that every installation has: `key` names it in `locale` (`role.<key>`) and in the database. */
export type BuiltInRole = { readonly key: BuiltInRoleKey; readonly codes: readonly PermissionCode[] };
export type BuiltInRoleKey =
  | 'superAdministrator'
  | 'platformAdministrator'
  | 'agent'
  | 'enterpriseAdministrator'
  | 'monitor'
  | 'safetyOfficer'
  | 'supervisor';

type Test = (row: PermissionRow) => boolean;

const rows = new Map(permissionTree.map((row) => [row.code, row]));
const within =
  (...roots: readonly PermissionCode[]): Test =>
  (row) => {
    for (let at: PermissionRow | undefined = row; at; at = at.parent === null ? undefined : rows.get(at.parent))
      if (roots.includes(at.code)) return true;
    return false;
  };
/** Matching codes with the groups above them, in the order of the tree. */
const listCodes = (test: Test): PermissionCode[] => {
  const held = withAncestors(permissionTree.filter(test).map(({ code }) => code));
  return permissionTree.filter(({ code }) => held.has(code)).map(({ code }) => code);
};

/** Dangerous or irreversible actions: control, oil, electricity and doors, raw data to terminals, purging. */
const dangerous = within('7010910', '70110', '70116', '60911');
/** Resellers, links to other platforms, operators, settings of the platform, its SMS accounts. */
const platformOnly = within('603', '607', '608', '610', '615', '702', '706');
/** Services of the platform or an agent for a company: quotas, renewals, unknown terminals, server addresses of terminals. */
const providerOnly = within('616', '60112', '60118', '70406');
/** Pages of the console with client type 7, which has no agents. */
const clientType7 = within('621', '622');
/** An agent hands out of its quota, and does not set it. */
const ownQuota = within('61603');
/** Evidence, files and scoring: administrators only. */
const keeping = within('307', '5020204', '170509');

/** Signatures of the head of safety, which monitoring operators must not give. */
const heads = within('4090111', '4090211');

/** Buttons that look and change nothing: no other button is the supervisor's, also none that a later release adds. */
const LOOKING: readonly string[] = [
  'view',
  'viewDashboard',
  'alarmList',
  'viewSupervision',
  'readNotices',
  'query',
  'play',
  'download',
  'downloadFiles',
  'locateAndFollow',
  'tracking',
  'temporaryTracking',
  'trackPlayback',
  'regionSearch',
  'distance',
  'mapSettings',
  'carInfo',
  'ownerInfo',
  'changeLog',
  'loginLog',
  'log',
  'messageLog',
  'records',
  'readState',
  'dutyLog',
  'exportRows',
  'exportPositions',
  'printFile',
  'print',
  'printSheet',
].map((action) => `action.${action}`);
const withButtons = new Set(permissionTree.filter(({ kind }) => kind === 'button').map(({ parent }) => parent));
/** Permissions to view: pages without buttons (reports and screens), and view buttons of the other pages. */
const looking: Test = (row) => (row.kind === 'button' ? LOOKING.includes(row.name) : !withButtons.has(row.code));

const monitoring = within('1', '2', '3', '4', '5', '17');
const safety = within('1', '2', '3', '4', '5', '13', '15', '17', '705');
const agency = within('1', '2', '3', '4', '6', '7');
const supervision = within('1', '2', '3', '4', '5', '6', '13', '15', '17');

/** In the order of what they may do. The first holds every code of the tree, also those a later release adds. */
export const builtInRoles: readonly BuiltInRole[] = [
  { key: 'superAdministrator', codes: listCodes(() => true) },
  { key: 'platformAdministrator', codes: listCodes((row) => !dangerous(row)) },
  {
    key: 'agent',
    codes: listCodes((row) => agency(row) && !platformOnly(row) && !clientType7(row) && !dangerous(row) && !ownQuota(row)),
  },
  { key: 'enterpriseAdministrator', codes: listCodes((row) => !platformOnly(row) && !providerOnly(row) && !dangerous(row)) },
  { key: 'monitor', codes: listCodes((row) => monitoring(row) && !keeping(row) && !heads(row)) },
  { key: 'safetyOfficer', codes: listCodes((row) => safety(row) && !keeping(row)) },
  { key: 'supervisor', codes: listCodes((row) => supervision(row) && looking(row) && !platformOnly(row)) },
];
