import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Authenticate, Caller } from '../../platform/http/principal.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { createVideoCalls, type VideoSettings } from './calls.ts';
import { TICKET_LIFE_MS, VIEWS_KEPT_MS } from './limits.ts';
import type { Relay } from './relay.ts';
import * as store from './store.ts';
import { createStreamRequests } from './stream-requests.ts';
import { createTickets } from './tickets.ts';
import { createViews } from './views.ts';

export { isKnownPhone } from './store.ts';

export type Video = {
  readonly handlers: Handlers<typeof videoCalls>;
  /** Ends views that an earlier process left open. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** For the maintenance job: forgets views past their time at `now` (epoch ms). */
export const forgetViews = (db: Db, now: number): Promise<number> => store.forgetViews(db, now - VIEWS_KEPT_MS);

/** Live video: requests, permissions, limits, viewers and the log of views. The relay moves the pictures. */
export function createVideo(deps: {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly relay: Relay;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly settings: () => Promise<VideoSettings>;
  readonly authenticate: Authenticate;
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly signingKey: Buffer;
  /** PUBLIC_HOST; undefined: an address of this machine. */
  readonly publicHost: () => string | undefined;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}): Video {
  const { signingKey, publicUrl, publicHost, now } = deps;
  const tickets = createTickets({ key: signingKey, lifeMs: TICKET_LIFE_MS, now });
  const hostFor = (address: string | null) => publicHost() ?? ownAddress(address);
  const requests = createStreamRequests({ ...deps, hostFor });
  const views = createViews({ ...deps, tickets, allowedOrigins: publicUrl ? [publicUrl] : [] });
  return {
    handlers: createVideoCalls({ ...deps, tickets, views, requests }),
    start: async () => {
      await store.endLostViews(deps.db);
    },
    stop: async () => {
      requests.stop();
      await views.stop();
    },
  };
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';

/** An address of this machine: its own for a terminal on it, otherwise the first one of its network. */
function ownAddress(terminal: string | null): string {
  const loopback = '127.0.0.1';
  if (terminal !== null && isLoopback(terminal)) return loopback;
  const external = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && isIP(each.address) === 4);
  return external?.address ?? loopback;
}
