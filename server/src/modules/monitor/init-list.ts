import { INIT_END, socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { Connection } from '../../platform/live/connection.ts';
import type { FleetRegistry } from './fleet-registry.ts';
import { INIT_PIECE } from './limits.ts';
import { initRecord } from './map-record.ts';
import type { Selection } from './selection.ts';

/**
 * Sends all vehicles of the scope in chunks, each after the network accepted the previous one, then 'bye'. If the registry is
 * reloaded in between, the rest comes from the old list: `gpsmsg` then tells the console to reload.
 */
export async function sendInitList(connection: Connection, registry: FleetRegistry, selection: Selection): Promise<void> {
  const vehicles = registry.vehicles.filter(selection.sees);
  for (let at = 0; at < vehicles.length || at === 0; at += INIT_PIECE) {
    const data = vehicles
      .slice(at, at + INIT_PIECE)
      .map((vehicle) => initRecord(vehicle.facts, vehicle.live, selection.follows(vehicle)));
    if (!(await connection.deliver(JSON.stringify({ data, total: vehicles.length })))) return;
  }
  await connection.deliver(INIT_END);
  connection.close(socketClose.done);
}
