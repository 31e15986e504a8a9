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
    summary: 'Enables users, or disables them and ends their sessions; nobody disables themself.',
    data: z.object({ ids, enabled: z.boolean() }),
    reply: z.object({ changed: z.number() }),
  },
  resetPasswd: {
    summary:
      'Gives a user another password and ends their sessions: a random one, replied this once, or the encrypted one that is sent. It is to be changed at the next login.',
    data: z.object({ id: RecordId, vPasswd: z.string().min(1).max(1024).optional() }),
    reply: z.object({ password: z.string().nullable() }),
  },
  unlockUser: {
    summary: 'Forgets the failed logins of users, so that they may try again at once.',
    data: z.object({ ids }),
    reply: z.object({ unlocked: z.number() }),
  },
  kickUser: {
    summary: 'Ends every session of users; their holders get 9001 on their next call.',
    data: z.object({ ids }),
    reply: z.object({ ended: z.number() }),
  },
  listLoginLog: {
    summary: 'Logins of a user, also those that failed, newest first.',
    data: z.object({ id: RecordId, ok: z.boolean().optional(), startTime: Instant.optional(), endTime: Instant.optional() }),
    reply: z.object({ list: z.array(LoginRow) }),
  },
} satisfies Record<string, CallSchemas>;

const RoleUser = z.object({ id: z.string(), loginName: z.string(), userName: z.string(), deptName: z.string() });
export type RoleUser = z.infer<typeof RoleUser>;

export const roleSchemas = {
  listRoleUser: {
    summary: 'Users of the caller’s scope that hold a role; with `free` those that do not.',
    data: z.object({ id: RecordId, free: z.boolean().default(false), text: z.string().trim().max(32).optional() }),
    reply: z.object({ list: z.array(RoleUser) }),
  },
  copyRole: {
    summary: 'A new role with the permissions of another, as far as the caller holds them, in a department of the caller’s.',
    data: z.object({ id: RecordId, roleName: z.string().trim().min(2).max(20), deptId: RecordId }),
    reply: z.object({ id: z.string() }),
  },
  bindUser: {
    summary: 'Gives a role to users and takes it from others; only a role whose every permission the caller holds is given.',
    data: z.object({
      id: RecordId,
      add: z.array(RecordId).max(500).default([]),
      remove: z.array(RecordId).max(500).default([]),
    }),
    reply: z.object({ added: z.number(), removed: z.number() }),
  },
} satisfies Record<string, CallSchemas>;
