import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { GatewayLimits } from '../limits.ts';
import type { CommandStore } from './command-store.ts';
import type { InFlightCommands } from './in-flight.ts';

/** Returns a function that expires overdue commands in the database, at most once per `commandExpiryMs`. */
export function createCommandExpiry(deps: {
  readonly store: Pick<CommandStore, 'expire' | 'postpone'>;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly limits: GatewayLimits;
  readonly inFlight: Pick<InFlightCommands, 'listReceiving'>;
  /** Called with vehicles whose unanswered commands wait for another attempt. */
  readonly wake: (vehicleIds: readonly number[]) => void;
}): (time: number) => Promise<void> {
  const { store, bus, log, limits, inFlight, wake } = deps;
  let isExpiring = false;
  let nextExpiryAt = 0;

  return async (time) => {
    if (isExpiring || time < nextExpiryAt) return;
    isExpiring = true;
    nextExpiryAt = time + limits.commandExpiryMs;
    try {
      const coming = inFlight.listReceiving();
      if (coming.length > 0) await store.postpone(coming);
      const { ids, vehicleIds } = await store.expire(time);
      if (ids.length > 0) bus.publish('command.changed', { ids });
      if (vehicleIds.length > 0) wake(vehicleIds);
    } catch (error) {
      log.warn({ err: error }, 'commands could not be expired');
    } finally {
      isExpiring = false;
    }
  };
}
