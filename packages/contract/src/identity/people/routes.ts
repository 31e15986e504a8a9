/** Actions on users and roles besides editing records; the same calls for the accounts of both consoles. */
import { defineRoutes, type PermissionCode } from '../../call.ts';
import type { roleSchemas, userSchemas } from './schemas.ts';

const button = (code: PermissionCode, digits: string) => `${code}${digits}` as PermissionCode;

const userRoutes = (path: string, code: PermissionCode) =>
  defineRoutes<typeof userSchemas>()({
    enableUser: { method: 'POST', path: `${path}/enableUser`, permission: button(code, '07'), audited: true },
    resetPasswd: { method: 'POST', path: `${path}/resetPasswd`, permission: button(code, '10'), audited: true },
    unlockUser: { method: 'POST', path: `${path}/unlockUser`, permission: button(code, '11'), audited: true },
    kickUser: { method: 'POST', path: `${path}/kickUser`, permission: button(code, '12'), audited: true },
    listLoginLog: { method: 'POST', path: `${path}/listLoginLog`, permission: button(code, '13'), read: true, paged: true },
  });

const roleRoutes = (path: string, code: PermissionCode) =>
  defineRoutes<typeof roleSchemas>()({
    listRoleUser: { method: 'POST', path: `${path}/listRoleUser`, permission: button(code, '01'), read: true, paged: true },
    copyRole: { method: 'POST', path: `${path}/copyRole`, permission: button(code, '14'), audited: true },
    bindUser: { method: 'POST', path: `${path}/bindUser`, permission: button(code, '15'), audited: true },
  });

export const userCalls = userRoutes('user', '604');
export const userSFCalls = userRoutes('userSF', '621');
export const roleCalls = roleRoutes('role', '606');
export const roleSFCalls = roleRoutes('roleSF', '622');

/** The calls of one console: paths start with the name of its resource. */
export const peopleCalls = { ...userCalls, ...roleCalls };
