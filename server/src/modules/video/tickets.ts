import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StreamKey } from './relay.ts';

export type Target = StreamKey & { readonly departmentId: number };

/** What a view shows, and who may open it. */
export type Grant = StreamKey & {
  /** Of the view. */
  readonly id: string;
  /** The streams of a broadcast. The key names the first. */
  readonly targets?: readonly Target[];
  /** As 0x9101. */
  readonly dataType: number;
  readonly departmentId: number;
  readonly accountId: number;
  readonly account: string;
  /** Of the session. */
  readonly prefix: string;
  readonly limitMs: number;
  /** A rotation shows it. */
  readonly patrol?: boolean;
  /** Times of a recording, epoch ms. */
  readonly startTime?: number;
  readonly endTime?: number;
};

/** The streams of a view: of several vehicles for a broadcast. */
export const targetsOf = (grant: Omit<Grant, 'id'>): readonly Target[] => grant.targets ?? [grant];

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
  const grants = new Map<string, { readonly grant: Grant; readonly expiry: number; isUsed: boolean }>();
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
  const findUnused = (token: string) => {
    dropExpired();
    const id = readToken(token);
    const found = id === undefined ? undefined : grants.get(id);
    return found?.isUsed ? undefined : found;
  };

  return {
    /** The token, and the id of the view. */
    issue: (wish: Omit<Grant, 'id'>): { readonly token: string; readonly id: string } => {
      dropExpired();
      const id = randomBytes(TOKEN_BYTES).toString('base64url');
      grants.set(id, { grant: { ...wish, id }, expiry: now() + lifeMs, isUsed: false });
      return { token: `${id}.${sign(id)}`, id };
    },
    /** The session that may use the token; undefined: wrong, expired or used. */
    find: (token: string): Grant | undefined => findUnused(token)?.grant,
    /** Uses the token up. Its view counts as open until `drop`, or until the token would expire. */
    take: (token: string): Grant | undefined => {
      const found = findUnused(token);
      if (found) found.isUsed = true;
      return found?.grant;
    },
    /** Withdraws the token of a view: it does not count any more. */
    drop: (id: string): void => void grants.delete(id),
    /** Views that may still be opened, or whose socket opens now. */
    get open(): readonly Grant[] {
      dropExpired();
      return [...grants.values()].map(({ grant }) => grant);
    },
  };
}

export type Tickets = ReturnType<typeof createTickets>;
