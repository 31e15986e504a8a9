import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import { onlineVehicles } from './store.ts';

/** Which vehicles have a connected terminal. */
export type Presence = {
  has(vehicleId: number): boolean;
  /** Reads who was online before this part listened; after the gateway has ended what an earlier process left open. */
  start(): Promise<void>;
  stop(): void;
};

export function createPresence(db: Db, bus: ServerBus): Presence {
  const online = new Set<number>();
  // bus events are newer than the stored state, which is written a second late
  const heard = new Set<number>();
  let reading = true;
  const ends = [
    bus.subscribe('terminal.online', ({ vehicleId }) => {
      if (reading) heard.add(vehicleId);
      online.add(vehicleId);
    }),
    bus.subscribe('terminal.offline', ({ vehicleId }) => {
      if (reading) heard.add(vehicleId);
      online.delete(vehicleId);
    }),
  ];
  return {
    has: (vehicleId) => online.has(vehicleId),
    start: async () => {
      for (const { vehicle_id } of await onlineVehicles(db)) if (!heard.has(vehicle_id)) online.add(vehicle_id);
      reading = false;
      heard.clear();
    },
    stop: () => {
      for (const end of ends) end();
    },
  };
}
