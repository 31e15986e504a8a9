import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StreamKey } from './relay.ts';

/** What a view shows, and who may open it. */
export type Grant = StreamKey & {
  readonly dataType: 0 | 1;
  readonly departmentId: number;
  readonly accountId: number;
  readonly account: string;
  /** Of the session. */
  readonly prefix: string;
  readonly limitMs: number;
};

const TOKEN_BYTES = 18;
const SIGN_CHARACTERS = 22;

/** Signed addresses of views: valid once, for a short time, in the session that requested them. */
export function createTickets({
  key,
  lifeMs,
  now,
}: {
  readonly key: Buffer;
  readonly lifeMs: number;
  readonly now: () => number;
}) {
  const grants = new Map<string, { readonly grant: Grant; readonly expiry: number }>();
  const sign = (id: string) => createHmac('sha256', key).update(`view ${id}`).digest('base64url').slice(0, SIGN_CHARACTERS);
  const dropExpired = () => {
    for (const [id, { expiry }] of grants) {
      if (expiry > now()) return;
      grants.delete(id);
    }
  };
  const readToken = (token: string): string | undefined => {
    const [id = '', signature = '', ...more] = token.split('.');
    const [sent, expected] = [Buffer.from(signature), Buffer.from(sign(id))];
    return more.length === 0 && sent.length === expected.length && timingSafeEqual(sent, expected) ? id : undefined;
  };

  return {
    /** The token, and the id of the view. */
    issue: (grant: Grant): { readonly token: string; readonly id: string } => {
      dropExpired();
      const id = randomBytes(TOKEN_BYTES).toString('base64url');
      grants.set(id, { grant, expiry: now() + lifeMs });
      return { token: `${id}.${sign(id)}`, id };
    },
    /** The session that may use the token; undefined: wrong, expired or used. */
    find: (token: string): Grant | undefined => {
      dropExpired();
      const id = readToken(token);
      return id === undefined ? undefined : grants.get(id)?.grant;
    },
    /** Uses the token up. */
    take: (token: string): Grant | undefined => {
      dropExpired();
      const id = readToken(token);
      const found = id === undefined ? undefined : grants.get(id);
      if (id !== undefined) grants.delete(id);
      return found?.grant;
    },
    /** Views that may still be opened. */
    get open(): readonly Grant[] {
      dropExpired();
      return [...grants.values()].map(({ grant }) => grant);
    },
  };
}

export type Tickets = ReturnType<typeof createTickets>;
