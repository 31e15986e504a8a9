import { z } from 'zod';
import type { CallSchemas } from '../../call.ts';
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

export const userSchemas = {
  enableUser: {
    summary: 'Enables users, or disables them and ends their sessions. Users cannot disable themselves.',
    data: z.object({ ids, enabled: z.boolean() }),
    reply: z.object({ changed: z.number() }),
  },
  resetPasswd: {
    summary:
      'Resets the password of a user and ends the user’s sessions. The new password is the encrypted one in the request, or a random one that is returned only once. The user must change it at the next login.',
    data: z.object({ id: RecordId, vPasswd: z.string().min(1).max(1024).optional() }),
    reply: z.object({ password: z.string().nullable() }),
  },
  unlockUser: {
    summary: 'Clears the failed logins of users, so that they can try again at once.',
    data: z.object({ ids }),
    reply: z.object({ unlocked: z.number() }),
  },
  kickUser: {
    summary: 'Ends all sessions of users. The next call of these users returns 9001.',
    data: z.object({ ids }),
    reply: z.object({ ended: z.number() }),
  },
  listLoginLog: {
    summary: 'Lists the logins of a user, including failed ones, newest first.',
    data: z.object({ id: RecordId, ok: z.boolean().optional(), startTime: Instant.optional(), endTime: Instant.optional() }),
    reply: z.object({ list: z.array(LoginRow) }),
  },
} satisfies Record<string, CallSchemas>;

const RoleUser = z.object({ id: z.string(), loginName: z.string(), userName: z.string(), deptName: z.string() });
export type RoleUser = z.infer<typeof RoleUser>;

export const roleSchemas = {
  listRoleUser: {
    summary: 'Lists users of the caller’s scope that have a role; with `free`, users that do not have it.',
    data: z.object({ id: RecordId, free: z.boolean().default(false), text: z.string().trim().max(32).optional() }),
    reply: z.object({ list: z.array(RoleUser) }),
  },
  copyRole: {
    summary:
      'Creates a role in a department of the caller’s scope with the permissions of another role. Leaves out permissions that the caller does not have.',
    data: z.object({ id: RecordId, roleName: z.string().trim().min(2).max(20), deptId: RecordId }),
    reply: z.object({ id: z.string() }),
  },
  bindUser: {
    summary:
      'Assigns a role to users and removes it from others. Only a caller who has all permissions of the role can assign it.',
    data: z.object({
      id: RecordId,
      add: z.array(RecordId).max(500).default([]),
      remove: z.array(RecordId).max(500).default([]),
    }),
    reply: z.object({ added: z.number(), removed: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
