import { setImmediate } from 'node:timers/promises';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Session } from '../session.ts';
import type { Claimed, CommandStore, Reachable } from './command-store.ts';
import { DueVehicles } from './due-vehicles.ts';
import type { InFlightCommands } from './in-flight.ts';

const MAX_VEHICLES_PER_CLAIM = 200;
/** Commands that are written before received messages are read again. */
const SENDS_AT_ONCE = 20;
/** Retry delay while the database is down, ms. */
const RETRY_MS = 1_000;

/** Claims waiting commands in the database while their terminals are online and have room. */
export type ClaimLoop = {
  /** Claims commands of these vehicles. */
  wake(vehicleIds: readonly number[]): void;
  /** The terminal of the vehicle just connected. */
  onJoin(vehicleId: number): void;
  /** A command of the vehicle is settled. `waitsAgain`: it must be sent again. */
  onSettled(vehicleId: number, waitsAgain: boolean): void;
  stop(): Promise<void>;
};

export type ClaimLoopDeps = {
  readonly store: Pick<CommandStore, 'claim'>;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly log: Log;
  readonly limits: Pick<GatewayLimits, 'commandsPerTerminal' | 'commandsInFlight'>;
  readonly inFlight: InFlightCommands;
  readonly findSession: (vehicleId: number) => Session | undefined;
  readonly send: (command: Claimed) => void;
  readonly now: () => number;
};

export function createClaimLoop(deps: ClaimLoopDeps): ClaimLoop {
  const { store, bus, log, limits, inFlight, findSession, send, now } = deps;
  const due = new DueVehicles();
  const reconnected = new Set<number>();
  /** Vehicles whose terminal has no room for all waiting commands. */
  const full = new Set<number>();
  let isRunning = false;
  let run: Promise<void> = Promise.resolve();
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const wake = (vehicleIds: readonly number[]) => {
    due.add(vehicleIds);
    if (!isRunning && !stopped) run = claimAll();
  };

  /** Takes the next due vehicles whose terminals have room. */
  const takeReachable = (max: number): Reachable[] => {
    const vehicles: Reachable[] = [];
    for (const vehicleId of due.take(max)) {
      const session = findSession(vehicleId);
      if (session === undefined) continue;
      const room = limits.commandsPerTerminal - inFlight.listBySession(session).length;
      if (room > 0) vehicles.push({ vehicleId, room, reconnected: reconnected.delete(vehicleId) });
      else full.add(vehicleId);
    }
    return vehicles;
  };

  const claimAll = async (): Promise<void> => {
    isRunning = true;
    try {
      while (!stopped && due.size > 0) {
        const room = limits.commandsInFlight - inFlight.size;
        // the next settled command wakes the loop
        if (room <= 0) return;
        const vehicles = takeReachable(Math.min(MAX_VEHICLES_PER_CLAIM, room));
        if (vehicles.length > 0) await claim(vehicles);
      }
    } finally {
      isRunning = false;
    }
  };

  const claim = async (vehicles: readonly Reachable[]): Promise<void> => {
    const ids = new Set(vehicles.map(({ vehicleId }) => vehicleId));
    let claimed: Claimed[];
    try {
      claimed = await store.claim(vehicles, inFlight.listIds(ids), now());
    } catch (error) {
      log.warn({ err: error, vehicles: vehicles.length }, 'commands wait for the database');
      for (const vehicle of vehicles) if (vehicle.reconnected) reconnected.add(vehicle.vehicleId);
      retry ??= setTimeout(() => {
        retry = undefined;
        wake([...ids]);
      }, RETRY_MS);
      return;
    }
    claimed.sort((a, b) => a.id - b.id);
    for (const { vehicleId, room } of vehicles)
      if (claimed.filter((command) => command.vehicle_id === vehicleId).length === room) full.add(vehicleId);
    for (const [i, command] of claimed.entries()) {
      if (i > 0 && i % SENDS_AT_ONCE === 0) await setImmediate();
      send(command);
    }
    if (claimed.length > 0) bus.publish('command.changed', { ids: claimed.map(({ id }) => id) });
  };

  return {
    wake,
    onJoin: (vehicleId) => {
      reconnected.add(vehicleId);
      wake([vehicleId]);
    },
    onSettled: (vehicleId, waitsAgain) => {
      // the terminal has room again, or is already back for a command that waits again
      if (full.delete(vehicleId) || (waitsAgain && findSession(vehicleId) !== undefined) || due.size > 0) wake([vehicleId]);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await run;
    },
  };
}
