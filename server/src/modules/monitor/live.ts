import { HEARS_ALARMS } from '@fleetwarden/contract/alarms/alarm-rights';
import { socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { DeptChanged } from '@fleetwarden/contract/monitor/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
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
import { sendInitList } from './init-list.ts';
import { TICK_MS } from './limits.ts';
import { ServerClustering } from './server-clustering.ts';
import { Tick, TickMemory } from './tick.ts';
import { Viewer } from './viewer.ts';
import { createViewerSelections } from './viewer-selections.ts';

export type LiveOptions = {
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly allowedOrigins?: readonly string[];
  readonly tickMs?: number;
  readonly pingEveryMs?: number;
  readonly renewEveryMs?: number;
  /** How long messages that make consoles reload are sent to sockets that open later. */
  readonly repeatMs?: number;
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

/** Sends a supervision on `gpsmsg` to the users that `who` selects. */
export type PublishSupervision = (
  who: (principal: Principal) => boolean | Promise<boolean>,
  task: SuperviseTask,
) => Promise<void>;

export type Live = {
  /** Sends messages other than positions to consoles. */
  readonly hub: Hub;
  readonly sockets: Sockets;
  readonly publishSupervision: PublishSupervision;
  /** After a registry reload: `touched` are the departments that changed. */
  reloaded(touched: ReadonlySet<number>): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** The live sockets: initial list, positions once per second, and the hub for other messages. Call it before the app listens. */
export function createLive(deps: LiveDeps): Live {
  const { app, bus, registry, alarms, follow, scopes, log, now } = deps;
  const hub = createHub(deps.repeatMs);
  const viewers = new Set<Viewer>();
  const memory = new TickMemory();
  const clustering = new ServerClustering(registry, now);
  const selections = createViewerSelections({ registry, follow, scopes, viewers });
  let cursor = registry.change;

  /** Logs a failure and closes the socket. */
  const orClose = (connection: Connection, work: Promise<void>) => {
    work.catch((error: unknown) => {
      log.error({ err: error, socket: connection.kind }, 'socket could not be served');
      connection.close(socketClose.failed);
    });
  };

  const sockets = registerSockets(app, {
    ...deps,
    permission: {
      init: [permission.liveMap],
      gpsmsg: [permission.liveMap, ...HEARS_ALARMS, permission.viewSupervision],
      commonmsg: ['signedIn'],
    },
    serve: {
      init: (connection) =>
        orClose(
          connection,
          selections.loadCurrent(connection.principal).then((selection) => sendInitList(connection, registry, selection)),
        ),
      gpsmsg: (connection) =>
        orClose(
          connection,
          selections.loadCurrent(connection.principal).then(async (selection) => {
            if (!connection.open) return;
            const viewer = new Viewer({
              connection,
              registry,
              alarms,
              clustering,
              selection,
              now,
              positions: userMay(connection.principal, permission.liveMap),
            });
            viewers.add(viewer);
            void connection.closed.then(() => viewers.delete(viewer));
            // the selection may have changed meanwhile
            viewer.select(await selections.load(connection.principal));
          }),
        ),
      commonmsg: (connection) =>
        hub.join(connection, async (departmentId) => (await scopes.of(connection.principal.departmentId)).has(departmentId)),
    },
  });

  const sendAlarms = () => {
    for (const viewer of viewers) viewer.sendAlarms();
  };

  const tick = () => {
    const dirty = registry.takeDirty();
    // paused consoles get the latest states when they resume
    const awake = [...viewers].some((viewer) => viewer.awake);
    const next = new Tick({ from: cursor, to: registry.change, at: now(), dirty: awake ? dirty : [], memory });
    cursor = next.to;
    for (const viewer of viewers) viewer.send(next);
    sendAlarms();
  };

  const unsubscribe = [
    bus.subscribe('alarms.changed', (news) => {
      alarms.take(news);
      sendAlarms();
    }),
    bus.subscribe('risks.entered', (entered) => {
      alarms.takeRisks(entered);
      sendAlarms();
    }),
    bus.subscribe('session.ended', ({ prefix, reason }) => sockets.closeSession(prefix, reason)),
    bus.subscribe('follow.changed', async ({ accountId }) => {
      follow.changed(accountId);
      await selections.reselect(
        (viewer) => viewer.selection.accountId === accountId,
        () => false,
      );
    }),
  ];
  let timer: NodeJS.Timeout | undefined;
  return {
    hub,
    sockets,
    publishSupervision: async (who, task) => {
      const json = JSON.stringify(task);
      await Promise.all(
        [...viewers].map(async (viewer) => {
          if (await who(viewer.connection.principal)) viewer.sendSupervision(json);
        }),
      );
    },
    reloaded: async (touched) => {
      alarms.reloaded();
      await selections.reselect(
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
