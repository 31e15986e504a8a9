import { area } from '@fleetwarden/contract/geofences/area-resource';
import type { geofencesCalls } from '@fleetwarden/contract/geofences/routes';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { GetText } from '../../platform/http/replies.ts';
import type { Scope } from '../../platform/resources/read.ts';
import type { ResourceStore } from '../../platform/resources/resource.ts';
import type { Resources } from '../../platform/resources/resources.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { CommandService } from '../commands/index.ts';
import { areaHooks } from './area-hooks.ts';
import { createAreaCalls } from './calls.ts';
import { createSending } from './sending.ts';
import { settle } from './store.ts';

export type Geofences = {
  readonly handlers: Handlers<typeof geofencesCalls>;
  readonly areas: ResourceStore;
  /** Catches up on command results of the downtime. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Geofences and routes: records, terminals, import and export. */
export function createGeofences(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly resources: Resources;
  readonly service: CommandService;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<Scope>;
  readonly files: Pick<SignedFiles, 'create'>;
  readonly getText: GetText;
  readonly now?: () => number;
}): Geofences {
  const { db, bus, resources, service, below, files, getText, now = Date.now } = deps;
  const told = () => bus.publish('rules.changed', {});
  const areas = resources.keep(area, { ...areaHooks, committed: told });
  const sending = createSending({ db, service, now });
  // one after the other: each writes what others may write
  const settling = createSerialQueue();
  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => settling.run(() => settle(db, ids)));
  return {
    handlers: createAreaCalls({ areas, sending, below, files, getText, bound: told }),
    areas,
    start: () => settle(db),
    stop: async () => {
      unsubscribe();
      await settling.idle();
    },
  };
}
