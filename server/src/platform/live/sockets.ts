import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { socketClose, socketPath } from '@fleetwarden/contract/live/live-sockets';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Authenticate, type Caller, type Principal, userMay } from '../http/principal.ts';
import { Connection, type SocketKind } from './connection.ts';
import { CLOSE_GRACE_MS, MAX_SOCKETS_PER_ACCOUNT, PING_EVERY_MS, RENEW_EVERY_MS } from './limits.ts';
import { admitUpgrade, UpgradeRefused } from './upgrade.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts WebSockets. */
    socket?: true;
  }
}

export type SocketsOptions = {
  readonly authenticate: Authenticate;
  /** Revalidates an admitted session: throws CallError if it has ended. */
  readonly renew: (prefix: string) => Promise<Caller>;
  /** Permissions for each socket; any of them is enough. */
  readonly permission: Readonly<Record<SocketKind, readonly (PermissionCode | 'signedIn')[]>>;
  /** Handlers of each socket once it is open. */
  readonly serve: Readonly<Record<SocketKind, (connection: Connection) => void>>;
  /** Allowed origins besides this host, e.g. 'https://console.example'. */
  readonly allowedOrigins?: readonly string[];
  readonly pingEveryMs?: number;
  readonly renewEveryMs?: number;
};

export type Sockets = {
  /** Closes the sockets of an ended session. */
  closeSession(prefix: string, reason: 'logout' | 'elsewhere' | 'expired'): void;
  /** Number of open sockets, by kind. */
  count(kind: SocketKind): number;
  start(): void;
  stop(): Promise<void>;
};

/** Serves the live sockets: admission, lifetime, and closing with the session. */
export function registerSockets(app: FastifyInstance, options: SocketsOptions): Sockets {
  const { authenticate, renew, serve } = options;
  const open = new Set<Connection>();
  const users = new WeakMap<FastifyRequest, Principal>();
  const ofAccount = (accountId: number) => [...open].filter(({ principal }) => principal.accountId === accountId).length;

  /** Rejects inspections and users who must change their password. */
  const mayOpen = (caller: Caller, kind: SocketKind): caller is Principal =>
    options.permission[kind].some((code) => userMay(caller, code));
  /** The data of a socket depends on the permissions that opened it. */
  const mayTheSame = (before: Caller, now: Caller, kind: SocketKind) =>
    options.permission[kind].every((code) => userMay(before, code) === userMay(now, code));

  for (const kind of ['init', 'gpsmsg', 'commonmsg'] as const) {
    app.get<{ Params: { prefix: string } }>(
      socketPath[kind](':prefix'),
      {
        websocket: true,
        config: { socket: true },
        preValidation: async (request) => {
          const user = await admitUpgrade(request, request.params.prefix, authenticate, options.allowedOrigins ?? []);
          if (!mayOpen(user, kind)) throw new UpgradeRefused(403, 'not permitted');
          if (ofAccount(user.accountId) >= MAX_SOCKETS_PER_ACCOUNT) throw new UpgradeRefused(429, 'too many sockets');
          users.set(request, user);
        },
      },
      (socket, request) => {
        const connection = new Connection(kind, users.get(request)!, socket);
        // Parallel upgrades were admitted before the first of them counted.
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

  /** Keeps sessions from idling out, and finds sessions that ended or changed without an event. */
  const renewAll = async () => {
    for (const prefix of new Set([...open].map(({ principal }) => principal.prefix)))
      await renew(prefix).then(closeChanged, (error: unknown) => {
        // Only an answer closes a socket: while the database is unavailable nothing is closed.
        if (error instanceof CallError) closeSession(prefix, error.kind === 'signedInElsewhere' ? 'elsewhere' : 'expired');
      });
  };
  const closeChanged = (user: Caller) => {
    for (const connection of open) {
      const { kind, principal } = connection;
      if (principal.prefix !== user.prefix) continue;
      const moved = principal.departmentId !== user.departmentId;
      if (moved || user.kind !== 'user' || !mayTheSame(principal, user, kind)) connection.close(socketClose.rightsChanged);
      else connection.renew(user);
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
