import { CallError } from '@fleetwarden/contract/errors';
import type { ServerBus } from '../../events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { SEEN_EVERY_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from './limits.ts';
import * as store from './store.ts';
import { hashSecret, newToken, parseToken, secretMatches } from './token.ts';

export type Peer = { readonly peerIp: string; readonly userAgent: string };

export type Sessions = {
  /** Who holds the token; throws CallError notSignedIn or signedInElsewhere. */
  authenticate(token: string): Promise<Principal>;
  /** The same for a session whose token was checked before and that is still in use: a socket asks now and then. */
  renew(prefix: string): Promise<Principal>;
  /** Starts a session and ends the account's others; returns the token. */
  open(accountId: number, peer: Peer): Promise<string>;
  close(prefix: string): Promise<void>;
};

const MAX_USER_AGENT = 300;
/** Ends that somebody else brought about: the holder is told by 9001. */
const TOLD_9001: ReadonlySet<string | null> = new Set(['elsewhere', 'kicked']);

export function createSessions(deps: { db: Db; bus: ServerBus; now: () => number }): Sessions {
  const { db, bus, now } = deps;

  const admit = async (row: store.SessionRow | undefined): Promise<Principal> => {
    if (!row) throw new CallError('notSignedIn');
    if (row.ended_at !== null) throw new CallError(TOLD_9001.has(row.end_reason) ? 'signedInElsewhere' : 'notSignedIn');
    const at = now();
    if (at >= row.expires_at || at >= row.seen_at + SESSION_IDLE_MS || !row.account_usable) {
      if (await store.endSession(db, row.prefix, 'expired', at))
        bus.publish('session.ended', { prefix: row.prefix, reason: 'expired' });
      throw new CallError('notSignedIn');
    }
    if (at - row.seen_at >= SEEN_EVERY_MS) await store.touchSession(db, row.prefix, at);
    return {
      prefix: row.prefix,
      accountId: row.account_id,
      account: row.login_name,
      departmentId: row.department_id,
      rights: new Set(row.codes),
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
    open: async (accountId, { peerIp, userAgent }) => {
      const { prefix, secret } = newToken();
      const at = now();
      const ended = await db.transaction(async (tx) => {
        await store.lockAccount(tx, accountId);
        const earlier = await store.endSessionsOf(tx, accountId, 'elsewhere', at);
        await store.insertSession(tx, {
          prefix,
          secretHash: hashSecret(secret),
          accountId,
          now: at,
          expiresAt: at + SESSION_MAX_MS,
          peerIp,
          userAgent: userAgent.slice(0, MAX_USER_AGENT),
        });
        return earlier;
      });
      for (const earlier of ended) bus.publish('session.ended', { prefix: earlier, reason: 'elsewhere' });
      return `${prefix}.${secret}`;
    },
    close: async (prefix) => {
      if (await store.endSession(db, prefix, 'logout', now())) bus.publish('session.ended', { prefix, reason: 'logout' });
    },
  };
}
