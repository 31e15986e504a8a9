import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { NEW_VEHICLES_DELAY_MS } from './limits.ts';
import { plan, type SetSender } from './sender.ts';
import { type NewVehicle, templatesForNew } from './template-store.ts';

/** Sends the template of its department to each new vehicle, once, when its terminal connects. */
export function createNewVehicles(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly sender: SetSender;
  readonly log: Pick<Log, 'warn'>;
}): { stop(): Promise<void> } {
  const { db, bus, sender, log } = deps;
  const connected = new Set<number>();
  let working: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const send = async (): Promise<void> => {
    const ids = [...connected];
    connected.clear();
    const rows = await templatesForNew(db, ids);
    for (const [templateName, vehicles] of Map.groupBy(rows, ({ name }) => name))
      await sender.send(
        { accountId: null },
        { source: 'default', templateName, queueOffline: true, planned: vehicles.map(planNew) },
      );
  };
  const flush = () => {
    timer = undefined;
    working = working.then(send).catch((error: unknown) => {
      // sent when the terminal connects next
      log.warn({ err: error }, 'templates for new vehicles not sent');
    });
  };
  const unsubscribe = bus.subscribe('terminal.online', ({ vehicleId }) => {
    connected.add(vehicleId);
    timer ??= setTimeout(flush, NEW_VEHICLES_DELAY_MS);
  });
  return {
    stop: async () => {
      unsubscribe();
      clearTimeout(timer);
      await working;
    },
  };
}

const planNew = ({ vehicle_id: id, plate, protocol_version, parameters }: NewVehicle) =>
  plan({ id, plate, protocol_version, terminal_no: null }, parameters, { strict: false });
