import { INIT_END, socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { Connection } from '../../platform/live/connection.ts';
import type { FleetRegistry } from './fleet-registry.ts';
import { INIT_PIECE } from './limits.ts';
import { initRecord } from './map-record.ts';
import type { Selection } from './selection.ts';

/**
 * Sends all vehicles of the scope in pieces, each when the network has taken the one before, then 'bye'. Where the registry is
 * read again in between, the rest comes from the list as it was: the console is told to reload on `gpsmsg`.
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
