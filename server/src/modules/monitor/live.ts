import { HEARS_ALARMS } from '@fleetwarden/contract/alarms/alarm-rights';
import { socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { DeptChanged } from '@fleetwarden/contract/monitor/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import { type Authenticate, type Caller, type Principal, userMay } from '../../platform/http/principal.ts';
import type { Connection } from '../../platform/live/connection.ts';
import { createHub, type Hub } from '../../platform/live/hub.ts';
import { registerSockets, type Sockets } from '../../platform/live/sockets.ts';
import type { Scopes } from '../identity/index.ts';
import type { AlarmFeed } from './alarm-feed.ts';
import type { FleetRegistry } from './fleet-registry.ts';
import type { FollowStore } from './follow.ts';
import { Gathering } from './gather.ts';
import { sendInitList } from './init-list.ts';
import { TICK_MS } from './limits.ts';
import { type Selection, select } from './selection.ts';
import { Tick, TickMemory } from './tick.ts';
import { Viewer } from './viewer.ts';

export type LiveOptions = {
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly allowedOrigins?: readonly string[];
  readonly tickMs?: number;
  readonly pingEveryMs?: number;
  readonly renewEveryMs?: number;
};

type LiveDeps = LiveOptions & {
  readonly bus: ServerBus;
  readonly registry: FleetRegistry;
  readonly alarms: AlarmFeed;
  readonly follow: FollowStore;
  readonly scopes: Scopes;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
};

export type Live = {
  /** For whoever has something to tell consoles that is no position. */
  readonly hub: Hub;
  readonly sockets: Sockets;
  /** The registry was read again; departments that gained, lost or changed something. */
  reloaded(touched: ReadonlySet<number>): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** The live sockets: initial list, positions once a second, and the hub of everything else. Before the app listens. */
export function createLive(deps: LiveDeps): Live {
  const { app, bus, registry, alarms, follow, scopes, log, now } = deps;
  const hub = createHub();
  const viewers = new Set<Viewer>();
  const memory = new TickMemory();
  const gathering = new Gathering(registry, now);
  let told = registry.change;

  function* selections() {
    for (const viewer of viewers) yield viewer.selection;
  }

  const selectionOf = async (account: Pick<Principal, 'accountId' | 'departmentId'>): Promise<Selection> => {
    const [scope, rules] = await Promise.all([scopes.of(account.departmentId), follow.rulesOf(account.accountId)]);
    // one for all sockets of the account, so that they share their frames
    for (const { selection } of viewers)
      if (
        selection.accountId === account.accountId &&
        selection.scope === scope &&
        selection.rules === rules &&
        selection.generation === registry.generation
      )
        return selection;
    return select(registry, { accountId: account.accountId, departmentId: account.departmentId }, scope, rules, selections());
  };

  const reselect = async (wanted: (viewer: Viewer) => boolean, reload: (viewer: Viewer) => boolean) => {
    for (const viewer of viewers) {
      if (!wanted(viewer)) continue;
      const selection = await selectionOf(viewer.connection.principal);
      viewer.select(selection, reload(viewer));
    }
  };

  const currentSelection = async ({ principal }: Connection): Promise<Selection> => {
    for (;;) {
      const selection = await selectionOf(principal);
      if (selection.generation === registry.generation) return selection;
    }
  };

  /** Whatever goes wrong on the way to a socket ends that socket, and is logged. */
  const orClose = (connection: Connection, work: Promise<void>) => {
    work.catch((error: unknown) => {
      log.error({ err: error, socket: connection.kind }, 'socket could not be served');
      connection.close(socketClose.failed);
    });
  };

  const sockets = registerSockets(app, {
    ...deps,
    permission: { init: [permission.liveMap], gpsmsg: [permission.liveMap, ...HEARS_ALARMS], commonmsg: ['signedIn'] },
    serve: {
      init: (connection) =>
        orClose(
          connection,
          currentSelection(connection).then((selection) => sendInitList(connection, registry, selection)),
        ),
      gpsmsg: (connection) =>
        orClose(
          connection,
          currentSelection(connection).then(async (selection) => {
            if (!connection.open) return;
            const viewer = new Viewer({
              connection,
              registry,
              alarms,
              gathering,
              selection,
              now,
              positions: userMay(connection.principal, permission.liveMap),
            });
            viewers.add(viewer);
            void connection.closed.then(() => viewers.delete(viewer));
            // what was followed while this was being found out
            viewer.select(await selectionOf(connection.principal));
          }),
        ),
      commonmsg: (connection) =>
        hub.join(connection, async (departmentId) => (await scopes.of(connection.principal.departmentId)).has(departmentId)),
    },
  });

  const tellAlarms = () => {
    for (const viewer of viewers) viewer.tellAlarms();
  };

  const tick = () => {
    const dirty = registry.takeDirty();
    // whoever sleeps gets the latest of all of it once awake
    const awake = [...viewers].some((viewer) => viewer.awake);
    const next = new Tick({ from: told, to: registry.change, at: now(), dirty: awake ? dirty : [], memory });
    told = next.to;
    for (const viewer of viewers) viewer.tell(next);
    tellAlarms();
  };

  const unsubscribe = [
    bus.subscribe('alarms.changed', (news) => {
      alarms.take(news);
      tellAlarms();
    }),
    bus.subscribe('risks.entered', (entered) => {
      alarms.takeRisks(entered);
      tellAlarms();
    }),
    bus.subscribe('session.ended', ({ prefix, reason }) => sockets.closeSession(prefix, reason)),
    bus.subscribe('follow.changed', async ({ accountId }) => {
      follow.changed(accountId);
      await reselect(
        (viewer) => viewer.selection.accountId === accountId,
        () => false,
      );
    }),
  ];
  let timer: NodeJS.Timeout | undefined;
  return {
    hub,
    sockets,
    reloaded: async (touched) => {
      alarms.reloaded();
      await reselect(
        () => true,
        ({ selection }) => [...touched].some((id) => selection.scope.has(id)),
      );
      const moved = registry.takeDepartments();
      if (moved.size === 0) return;
      const who = async ({ departmentId }: Principal) => {
        const scope = await scopes.of(departmentId);
        return [...moved].some((id) => scope.has(id));
      };
      await hub.publish({ who }, { type: 'deptChanged', data: {} satisfies DeptChanged });
    },
    start: () => {
      sockets.start();
      timer = setInterval(tick, deps.tickMs ?? TICK_MS);
    },
    stop: async () => {
      clearInterval(timer);
      for (const end of unsubscribe) end();
      await sockets.stop();
    },
  };
}
