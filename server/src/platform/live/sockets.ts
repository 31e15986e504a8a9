import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { socketClose, socketPath } from '@fleetwarden/contract/live/live-sockets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Authenticate, type Caller, type Principal, userMay } from '../http/principal.ts';
import { Connection, type SocketKind } from './connection.ts';
import { CLOSE_GRACE_MS, MAX_SOCKETS_PER_ACCOUNT, PING_EVERY_MS, RENEW_EVERY_MS } from './limits.ts';
import { admitUpgrade, UpgradeRefused } from './upgrade.ts';

export type SocketsOptions = {
  readonly authenticate: Authenticate;
  /** The same for a session that was admitted before: throws CallError when it has ended. */
  readonly renew: (prefix: string) => Promise<Caller>;
  /** What opens each socket to a user: any one of them. */
  readonly permission: Readonly<Record<SocketKind, readonly (PermissionCode | 'signedIn')[]>>;
  /** What happens on each socket once it is open. */
  readonly serve: Readonly<Record<SocketKind, (connection: Connection) => void>>;
  /** Origins of pages besides those of this host, as 'https://console.example'. */
  readonly allowedOrigins?: readonly string[];
  readonly pingEveryMs?: number;
  readonly renewEveryMs?: number;
};

export type Sockets = {
  /** Closes the sockets of a session that ended. */
  closeSession(prefix: string, reason: 'logout' | 'elsewhere' | 'expired'): void;
  /** How many are open, by kind. */
  count(kind: SocketKind): number;
  start(): void;
  stop(): Promise<void>;
};

/** Serves the live sockets: who may open them, how long they live, and that they end with their session. */
export function registerSockets(app: FastifyInstance, options: SocketsOptions): Sockets {
  const { authenticate, renew, serve } = options;
  const open = new Set<Connection>();
  const users = new WeakMap<FastifyRequest, Principal>();
  const ofAccount = (accountId: number) => [...open].filter(({ principal }) => principal.accountId === accountId).length;

  /** Never an inspection, nor who must change their password first. */
  const mayOpen = (caller: Caller, kind: SocketKind): caller is Principal =>
    options.permission[kind].some((code) => userMay(caller, code));
  /** What is told on a socket follows from what opened it. */
  const mayTheSame = (before: Caller, now: Caller, kind: SocketKind) =>
    options.permission[kind].every((code) => userMay(before, code) === userMay(now, code));

  for (const kind of ['init', 'gpsmsg', 'commonmsg'] as const) {
    app.get<{ Params: { prefix: string } }>(
      socketPath[kind](':prefix'),
      {
        websocket: true,
        preValidation: async (request) => {
          const user = await admitUpgrade(request, authenticate, options.allowedOrigins ?? []);
          if (!mayOpen(user, kind)) throw new UpgradeRefused(403, 'not permitted');
          if (ofAccount(user.accountId) >= MAX_SOCKETS_PER_ACCOUNT) throw new UpgradeRefused(429, 'too many sockets');
          users.set(request, user);
        },
      },
      (socket, request) => {
        const connection = new Connection(kind, users.get(request)!, socket);
        // many upgrades at once were all admitted before the first of them counted
        if (ofAccount(connection.principal.accountId) >= MAX_SOCKETS_PER_ACCOUNT) {
          connection.close(socketClose.tooMany);
          return;
        }
        open.add(connection);
        void connection.closed.then(() => open.delete(connection));
        serve[kind](connection);
      },
    );
  }

  const closeSession: Sockets['closeSession'] = (prefix, reason) => {
    for (const connection of open)
      if (connection.principal.prefix === prefix)
        connection.close(reason === 'elsewhere' ? socketClose.signedInElsewhere : socketClose.signedOut);
  };

  /** Keeps sessions in use from idling out, and notices those that ended or changed unheard. */
  const renewAll = async () => {
    for (const prefix of new Set([...open].map(({ principal }) => principal.prefix)))
      await renew(prefix).then(closeChanged, (error: unknown) => {
        // only an answer ends a socket: while the database is away nobody is thrown out
        if (error instanceof CallError) closeSession(prefix, error.kind === 'signedInElsewhere' ? 'elsewhere' : 'expired');
      });
  };
  const closeChanged = (user: Caller) => {
    for (const connection of open) {
      const { kind, principal } = connection;
      const moved = principal.departmentId !== user.departmentId;
      if (principal.prefix === user.prefix && (moved || !mayTheSame(principal, user, kind)))
        connection.close(socketClose.rightsChanged);
    }
  };

  const timers: NodeJS.Timeout[] = [];
  return {
    closeSession,
    count: (kind) => [...open].filter((connection) => connection.kind === kind).length,
    start: () => {
      timers.push(
        setInterval(() => {
          for (const connection of open) connection.ping();
        }, options.pingEveryMs ?? PING_EVERY_MS),
        setInterval(() => void renewAll(), options.renewEveryMs ?? RENEW_EVERY_MS),
      );
    },
    stop: async () => {
      for (const timer of timers.splice(0)) clearInterval(timer);
      const leaving = [...open];
      for (const connection of leaving) connection.close(socketClose.stopping);
      const grace = setTimeout(() => {
        for (const connection of leaving) connection.terminate();
      }, CLOSE_GRACE_MS);
      await Promise.all(leaving.map((connection) => connection.closed));
      clearTimeout(grace);
    },
  };
}
