/** What is done with users and roles beside keeping their records; the same calls for the accounts of either console. */
import { z } from 'zod';
import { type Call, defineCalls, type PermissionCode } from '../../call.ts';
import { Instant } from '../../values/instant.ts';
import { RecordId } from '../../values/record-id.ts';

const ids = z.array(RecordId).min(1).max(500);

/** One try to sign in. */
const LoginRow = z.object({
  id: z.number(),
  at: z.number(),
  ok: z.boolean(),
  /** Name of the error it was refused with (contract/errors). */
  reason: z.string().nullable(),
  peerIp: z.string(),
});
export type LoginRow = z.infer<typeof LoginRow>;

const users = (path: string, code: PermissionCode) => {
  const button = (digits: string) => `${code}${digits}` as PermissionCode;
  return {
    enableUser: {
      method: 'POST',
      path: `${path}/enableUser`,
      permission: button('07'),
      audited: true,
      summary: 'Enables users, or disables them and ends their sessions; nobody disables themself.',
      data: z.object({ ids, enabled: z.boolean() }),
      reply: z.object({ changed: z.number() }),
    },
    resetPasswd: {
      method: 'POST',
      path: `${path}/resetPasswd`,
      permission: button('10'),
      audited: true,
      summary:
        'Gives a user another password and ends their sessions: a random one, replied this once, or the encrypted one that is sent. It is to be changed at the next login.',
      data: z.object({ id: RecordId, vPasswd: z.string().min(1).max(1024).optional() }),
      reply: z.object({ password: z.string().nullable() }),
    },
    unlockUser: {
      method: 'POST',
      path: `${path}/unlockUser`,
      permission: button('11'),
      audited: true,
      summary: 'Forgets the failed logins of users, so that they may try again at once.',
      data: z.object({ ids }),
      reply: z.object({ unlocked: z.number() }),
    },
    kickUser: {
      method: 'POST',
      path: `${path}/kickUser`,
      permission: button('12'),
      audited: true,
      summary: 'Ends every session of users; their holders get 9001 on their next call.',
      data: z.object({ ids }),
      reply: z.object({ ended: z.number() }),
    },
    listLoginLog: {
      method: 'POST',
      path: `${path}/listLoginLog`,
      permission: button('13'),
      read: true,
      paged: true,
      summary: 'Logins of a user, also those that failed, newest first.',
      data: z.object({ id: RecordId, ok: z.boolean().optional(), startTime: Instant.optional(), endTime: Instant.optional() }),
      reply: z.object({ list: z.array(LoginRow) }),
    },
  } as const satisfies Readonly<Record<string, Call>>;
};

const RoleUser = z.object({ id: z.string(), loginName: z.string(), userName: z.string(), deptName: z.string() });
export type RoleUser = z.infer<typeof RoleUser>;

const roles = (path: string, code: PermissionCode) => {
  const button = (digits: string) => `${code}${digits}` as PermissionCode;
  return {
    listRoleUser: {
      method: 'POST',
      path: `${path}/listRoleUser`,
      permission: button('01'),
      read: true,
      paged: true,
      summary: 'Users of the caller’s scope that hold a role; with `free` those that do not.',
      data: z.object({ id: RecordId, free: z.boolean().default(false), text: z.string().trim().max(32).optional() }),
      reply: z.object({ list: z.array(RoleUser) }),
    },
    copyRole: {
      method: 'POST',
      path: `${path}/copyRole`,
      permission: button('14'),
      audited: true,
      summary: 'A new role with the permissions of another, as far as the caller holds them, in a department of the caller’s.',
      data: z.object({ id: RecordId, roleName: z.string().trim().min(2).max(20), deptId: RecordId }),
      reply: z.object({ id: z.string() }),
    },
    bindUser: {
      method: 'POST',
      path: `${path}/bindUser`,
      permission: button('15'),
      audited: true,
      summary: 'Gives a role to users and takes it from others; only a role whose every permission the caller holds is given.',
      data: z.object({
        id: RecordId,
        add: z.array(RecordId).max(500).default([]),
        remove: z.array(RecordId).max(500).default([]),
      }),
      reply: z.object({ added: z.number(), removed: z.number() }),
    },
  } as const satisfies Readonly<Record<string, Call>>;
};

/** Those of one console, as the pages of both know them: paths begin with the resource's own. */
export const peopleCalls = defineCalls({ ...users('user', '604'), ...roles('role', '606') });

export const userCalls = defineCalls(users('user', '604'));
export const userSFCalls = defineCalls(users('userSF', '621'));
export const roleCalls = defineCalls(roles('role', '606'));
export const roleSFCalls = defineCalls(roles('roleSF', '622'));
