import type { MapRecord } from '@fleetwarden/contract/live/live';
import type { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Sockets } from '../../platform/live/sockets.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import { AlarmFeed } from './alarm-feed.ts';
import { createMonitorCalls } from './calls.ts';
import { createFleetLoader } from './fleet-loader.ts';
import { FleetRegistry, type FleetVehicle } from './fleet-registry.ts';
import { createFollowStore, vehicleFollowed } from './follow.ts';
import { createLive, type LiveOptions, type PublishSupervision } from './live.ts';
import { mapRecord } from './map-record.ts';
import { newestAlarm } from './store.ts';

export { driverPhone } from './calls.ts';
export type { FleetVehicle } from './fleet-registry.ts';
export type { PublishSupervision } from './live.ts';
export { mapRecord } from './map-record.ts';

export type MonitorOptions = LiveOptions & {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly scopes: Scopes;
  readonly log: FastifyBaseLogger;
  readonly reloadEveryMs?: number;
  readonly now?: () => number;
};

export type Monitor = {
  readonly handlers: Handlers<typeof monitorCalls>;
  /** The newest picture of each vehicle of a scope; null: never seen. */
  liveStates(scope: Scope): Iterable<VehicleLive | null>;
  /** For areas that look for vehicles. */
  readonly fleet: {
    /** Vehicles of a scope, by plate. */
    vehiclesOf(scope: Scope): FleetVehicle[];
    /** Whether an account follows a vehicle. */
    followedBy(accountId: number): Promise<(vehicle: FleetVehicle) => boolean>;
  };
  /** Sends messages other than positions to consoles. */
  readonly hub: Hub;
  readonly publishSupervision: PublishSupervision;
  readonly sockets: Sockets;
  /** A vehicle as it is now; undefined for one that is not known. */
  recordOf(vehicleId: number): MapRecord | undefined;
  /** Reads departments, vehicles and their newest states; throws when the database is away. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** The monitoring centre: vehicle tree, following, and the live sockets on `app`. */
export function createMonitor(options: MonitorOptions): Monitor {
  const { db, bus, scopes, log, now = Date.now } = options;
  const registry = new FleetRegistry(now);
  const follow = createFollowStore(db, (accountId) => bus.publish('follow.changed', { accountId }));
  const alarms = new AlarmFeed(registry);
  const live = createLive({ ...options, registry, alarms, follow, now });
  const loader = createFleetLoader({ db, registry, log, onLoaded: live.reloaded, reloadEveryMs: options.reloadEveryMs });
  const unsubscribe = [
    bus.subscribe('vehicles.updated', (batch) => registry.update(batch)),
    bus.subscribe('fleet.changed', () => loader.again()),
  ];
  return {
    handlers: createMonitorCalls({ db, registry, follow, scopes }),
    liveStates: (scope) => registry.liveStates(scope),
    fleet: {
      vehiclesOf: (scope) => registry.vehicles.filter(({ facts }) => scope.has(facts.departmentId)),
      followedBy: async (accountId) => {
        const rules = await follow.rulesOf(accountId);
        return (vehicle) => vehicleFollowed(rules, vehicle);
      },
    },
    hub: live.hub,
    publishSupervision: live.publishSupervision,
    sockets: live.sockets,
    recordOf: (vehicleId) => {
      const vehicle = registry.vehicle(vehicleId);
      return vehicle && mapRecord(vehicle.facts, vehicle.live);
    },
    start: async () => {
      await loader.load();
      alarms.start(await newestAlarm(db));
      live.start();
    },
    stop: async () => {
      for (const end of unsubscribe) end();
      loader.stop();
      await live.stop();
    },
  };
}
