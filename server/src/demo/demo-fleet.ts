import { resources } from '@fleetwarden/contract/resources';
import { DEFAULT_TIME_ZONE } from '@fleetwarden/domain/business-day';
import { type FleetRecords, fleetRecords } from '../modules/fleet/index.ts';
import { scopeOf } from '../modules/identity/index.ts';
import { createMemoryBus } from '../platform/bus/memory-bus.ts';
import type { ServerEvents } from '../platform/bus/server-events.ts';
import type { Db, Queryable } from '../platform/db/database.ts';
import { createFieldEncryption } from '../platform/resources/field-encryption.ts';
import { createResourceStore } from '../platform/resources/resource.ts';

/** The records of a fleet before the server listens: no calls, no notifications. Scopes are those of the transaction. */
export function demoFleet(db: Db, tx: Queryable, secretKey: string): FleetRecords {
  const encryption = createFieldEncryption(secretKey);
  const below = (departmentId: number) => scopeOf(tx, departmentId);
  const bus = createMemoryBus<ServerEvents>(() => undefined);
  return fleetRecords(
    (resource, hooks = {}) => createResourceStore({ db, resource, hooks, all: resources, encryption, below, now: Date.now }),
    { bus, timeZone: DEFAULT_TIME_ZONE },
  );
}
