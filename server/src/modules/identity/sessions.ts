import { CallError } from '@fleetwarden/contract/errors';
import type { ServerBus, ServerEvents } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/http/principal.ts';
import type { IdentitySettings } from './identity-settings.ts';
import { MAX_SESSIONS, SEEN_EVERY_MS, SESSION_MAX_MS } from './limits.ts';
import { passwordDue } from './password-age.ts';
import type { Rights } from './rights.ts';
import * as store from './session-store.ts';
import { hashSecret, newToken, parseToken, secretMatches } from './token.ts';

export type Peer = { readonly peerIp: string; readonly userAgent: string };
type Reason = ServerEvents['session.ended']['reason'];

export type Sessions = {
  /** The holder of the token; throws CallError notSignedIn or signedInElsewhere. */
  authenticate(token: string): Promise<Caller>;
  /** The same for a session whose token was checked before: sockets call it periodically to stay alive. */
  renew(prefix: string): Promise<Caller>;
  /** Starts a session and ends the holder's surplus ones; returns the token. */
  open(holder: store.Holder, departmentId: number, peer: Peer): Promise<string>;
  close(prefix: string): Promise<void>;
  /** Publishes that sessions ended, after the commit. */
  ended(prefixes: readonly string[], reason: Reason): void;
};

const MAX_USER_AGENT = 300;
/** Expected ends of a session, after which the holder signs in again. Other ends were caused by other users. */
const EXPECTED_ENDS: readonly (string | null)[] = ['logout', 'expired', 'password'];

export type SessionsDeps = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly settings: IdentitySettings;
  readonly rights: Rights;
  readonly now: () => number;
};

export function createSessions({ db, bus, settings, rights, now }: SessionsDeps): Sessions {
  const ended: Sessions['ended'] = (prefixes, reason) => {
    for (const prefix of prefixes) bus.publish('session.ended', { prefix, reason });
  };

  const admit = async (row: store.SessionRow | undefined): Promise<Caller> => {
    if (!row) throw new CallError('notSignedIn');
    const { prefix, department_id: departmentId } = row;
    if (row.ended_at !== null) throw new CallError(EXPECTED_ENDS.includes(row.end_reason) ? 'notSignedIn' : 'signedInElsewhere');
    const department = await settings.of(departmentId);
    const idleMs = department.sessionMinutes * 60_000;
    const at = now();
    if (at >= row.expires_at || at >= row.seen_at + idleMs || !row.usable) {
      if (await store.endSession(db, prefix, 'expired', at)) ended([prefix], 'expired');
      throw new CallError('notSignedIn');
    }
    if (at - row.seen_at >= Math.min(SEEN_EVERY_MS, idleMs / 10)) await store.touchSession(db, prefix, at);
    if (row.kind === 'inspection') return { kind: 'inspection', prefix, vehicleId: row.vehicle_id, departmentId };
    return {
      kind: 'user',
      prefix,
      accountId: row.account_id,
      account: row.login_name,
      departmentId,
      rights: await rights.of(row.roles),
      mustChangePassword: passwordDue(row, department, at),
    };
  };

  return {
    authenticate: async (token) => {
      const parts = parseToken(token);
      if (!parts) throw new CallError('notSignedIn');
      const row = await store.sessionByPrefix(db, parts.prefix, now());
      return admit(row && secretMatches(parts.secret, row.secret_hash) ? row : undefined);
    },
    renew: async (prefix) => admit(await store.sessionByPrefix(db, prefix, now())),
    open: async (holder, departmentId, { peerIp, userAgent }) => {
      const { oneSession } = await settings.of(departmentId);
      const most = oneSession && 'accountId' in holder ? 1 : MAX_SESSIONS;
      const { prefix, secret } = newToken();
      const at = now();
      const earlier = await db.transaction(async (tx) => {
        await store.lockHolder(tx, holder);
        const ends = await store.endSessionsOf(tx, holder, 'elsewhere', at, most - 1);
        await store.insertSession(tx, {
          prefix,
          secretHash: hashSecret(secret),
          holder,
          now: at,
          expiresAt: at + SESSION_MAX_MS,
          peerIp,
          userAgent: userAgent.slice(0, MAX_USER_AGENT),
        });
        return ends;
      });
      ended(earlier, 'elsewhere');
      return `${prefix}.${secret}`;
    },
    close: async (prefix) => {
      if (await store.endSession(db, prefix, 'logout', now())) ended([prefix], 'logout');
    },
    ended,
  };
}
