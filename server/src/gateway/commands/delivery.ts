import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { GatewayLimits } from '../limits.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { Session } from '../session.ts';
import { GENERAL_ANSWER, readAnswer } from './answers.ts';
import { contentOf } from './bodies.ts';
import { DueVehicles } from './due.ts';
import { createOutcomes } from './outcomes.ts';
import { type Pending, PendingCommands, partOf } from './pending.ts';
import { type Claimed, createCommandStore, type Outcome, type Reachable, STATE } from './store.ts';

/** Not sent for a fault of ours. */
const INTERNAL = 5000;
/** Vehicles asked for at once. */
const CLAIM_VEHICLES = 200;
const AGAIN_MS = 1_000;

export type DeliveryOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: GatewayMetrics;
  readonly limits: GatewayLimits;
  /** The session of a vehicle's terminal, where this node holds it. */
  readonly sessionOf: (vehicleId: number) => Session | undefined;
  readonly now: () => number;
  /** Opens what the parameters of a command keep closed (`sealedPassword`). */
  readonly open: (sealed: string) => string;
};

/**
 * Sends commands to the terminals whose sessions this node holds, and finds out what became of them. A command is a row of `command`
 * until it is settled: the bus only says where to look, so neither a lost message nor a crash loses one.
 */
export type Delivery = {
  start(): void;
  /** A session's reports are taken from now on: what waits for its vehicle is sent. */
  joined(session: Session): void;
  /** A session is over: what it did not answer is sent again when the terminal is back, if it may be. */
  left(session: Session): void;
  /** A message that answers a command; false for one that answers none. Throws CodecError. */
  hear(session: Session, id: number, body: Uint8Array): boolean;
  /** The terminal asks for parts of a long message again (0x0005); false where it was sent none of that serial. */
  repeat(session: Session, serial: number, indexes: readonly number[]): boolean;
  /** Sends again or gives up what nobody answered. Call it now and then. */
  sweep(now: number): void;
  /** Settles what is under way; sessions have left before. */
  stop(): Promise<void>;
};

export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, bus, log, metrics, limits, sessionOf, now } = options;
  const store = createCommandStore(db, limits);
  const outcomes = createOutcomes({ store, bus, log, now });
  const pending = new PendingCommands();
  /** Settled, but not written yet: they still count. */
  const settling = new Map<number, number>();
  const due = new DueVehicles();
  /** Vehicles whose terminal has just come. */
  const back = new Set<number>();
  /** Vehicles for which more waits than their terminal was asked at once. */
  const more = new Set<number>();
  let pumping = false;
  let pumped: Promise<void> = Promise.resolve();
  let expiring = false;
  let expireAt = 0;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  const ends: (() => void)[] = [];

  const wake = (vehicleIds: readonly number[]) => {
    due.add(vehicleIds);
    if (!pumping && !stopped) pumped = pump();
  };

  const settle = (outcome: Outcome, vehicleId: number) => {
    settling.set(outcome.id, vehicleId);
    metrics.commands.inc({ state: String(outcome.state) });
    outcomes.add(outcome, () => {
      settling.delete(outcome.id);
      // room for what waits, and a command that waits again for a terminal that is here already
      if (more.delete(vehicleId) || (outcome.state === STATE.waiting && sessionOf(vehicleId) !== undefined) || due.size > 0)
        wake([vehicleId]);
    });
  };

  const end = (command: Pending, state: Outcome['state'], resultCode: number | null = null, resultData: unknown = null) => {
    pending.remove(command);
    const { id, claims, sends, vehicleId } = command;
    settle({ id, claims, state, sends, resultCode, resultData }, vehicleId);
  };

  const opened = ({ sealedPassword, ...params }: Claimed['params']): Claimed['params'] =>
    typeof sealedPassword === 'string' && sealedPassword !== '' ? { ...params, password: options.open(sealedPassword) } : params;

  const send = (command: Claimed) => {
    const { id, claims, sends, vehicle_id: vehicleId } = command;
    const outcome = (state: Outcome['state'], sent: number, resultCode: number | null) =>
      settle({ id, claims, state, sends: sent, resultCode, resultData: null }, vehicleId);
    const session = sessionOf(vehicleId);
    // it left while its commands were read
    if (session === undefined) return outcome(STATE.waiting, sends - 1, null);
    try {
      const { serial, frames } = session.transmit(contentOf(command.message_id, opened(command.params), session.version));
      pending.add(command, { session, serial, frames }, now());
    } catch (error) {
      log.error({ err: error, command: id, message: command.message_id }, 'a command could not be written');
      outcome(STATE.refused, sends - 1, INTERNAL);
    }
  };

  const held = (vehicleIds: ReadonlySet<number>): number[] => {
    const ids: number[] = [];
    for (const command of pending.all()) if (vehicleIds.has(command.vehicleId)) ids.push(command.id);
    for (const [id, vehicleId] of settling) if (vehicleIds.has(vehicleId)) ids.push(id);
    return ids;
  };

  /** The next vehicles whose terminals can be asked something. */
  const reachable = (most: number): Reachable[] => {
    const vehicles: Reachable[] = [];
    for (const vehicleId of due.take(most)) {
      const session = sessionOf(vehicleId);
      if (session === undefined) continue;
      const room = limits.commandsPerTerminal - pending.of(session).length;
      if (room > 0) vehicles.push({ vehicleId, room, back: back.delete(vehicleId) });
      else more.add(vehicleId);
    }
    return vehicles;
  };

  const pump = async (): Promise<void> => {
    pumping = true;
    try {
      while (!stopped && due.size > 0) {
        const room = limits.commandsUnderWay - pending.size - settling.size;
        // whatever is settled next goes on here
        if (room <= 0) return;
        const vehicles = reachable(Math.min(CLAIM_VEHICLES, room));
        if (vehicles.length === 0) continue;
        await take(vehicles);
      }
    } finally {
      pumping = false;
    }
  };

  const take = async (vehicles: readonly Reachable[]): Promise<void> => {
    const ids = new Set(vehicles.map(({ vehicleId }) => vehicleId));
    let claimed: Claimed[];
    try {
      claimed = await store.claim(vehicles, held(ids), now());
    } catch (error) {
      log.warn({ err: error, vehicles: vehicles.length }, 'commands wait for the database');
      for (const { vehicleId, back: wasBack } of vehicles) if (wasBack) back.add(vehicleId);
      again ??= setTimeout(() => {
        again = undefined;
        wake([...ids]);
      }, AGAIN_MS);
      return;
    }
    claimed.sort((a, b) => a.id - b.id);
    for (const { vehicleId, room } of vehicles)
      if (claimed.filter((command) => command.vehicle_id === vehicleId).length === room) more.add(vehicleId);
    for (const command of claimed) send(command);
    if (claimed.length > 0) bus.publish('command.changed', { ids: claimed.map(({ id }) => id) });
  };

  /** The general answer: to the whole message, or to one of its parts. */
  const general = (session: Session, body: Uint8Array): boolean => {
    const said = readAnswer(GENERAL_ANSWER, body, session.version);
    if (said === null || said.serial === null) return false;
    const command = pending.answered(session, said.serial, (body[2]! << 8) | body[3]!);
    if (command === undefined) return false;
    if (said.result !== 0) end(command, STATE.refused, said.result);
    else if (partOf(command, said.serial) < command.frames.length - 1) command.partAt = now();
    else accept(command);
    return true;
  };

  const accept = (command: Pending) => {
    if (command.answerId === null) end(command, STATE.ok, 0);
    // the message that was asked for is still to come
    else command.accepted = true;
  };

  const expire = async (time: number): Promise<void> => {
    if (expiring || time < expireAt) return;
    expiring = true;
    expireAt = time + limits.commandExpiryMs;
    try {
      const { ids, vehicleIds } = await store.expire(time);
      if (ids.length > 0) bus.publish('command.changed', { ids });
      if (vehicleIds.length > 0) wake(vehicleIds);
    } catch (error) {
      log.warn({ err: error }, 'commands could not be expired');
    } finally {
      expiring = false;
    }
  };

  const late = (command: Pending, time: number) => {
    if (command.accepted) end(command, STATE.ok, 0);
    else if (command.sends <= command.resends) {
      command.sends++;
      command.deadlineAt = time + command.limitMs;
      command.session.repeat(command.frames);
    } else end(command, STATE.timedOut);
  };

  return {
    start: () => {
      ends.push(bus.subscribe('command.queued', ({ vehicleIds }) => wake(vehicleIds)));
    },
    joined: (session) => {
      const vehicleId = session.entry?.vehicleId;
      if (vehicleId == null) return;
      back.add(vehicleId);
      wake([vehicleId]);
    },
    left: (session) => {
      for (const command of [...pending.of(session)]) {
        if (command.accepted) end(command, STATE.ok, 0);
        // that it was cut off is no missing answer yet
        else end(command, command.resends > 0 && command.sends < limits.commandSends ? STATE.waiting : STATE.timedOut);
      }
    },
    hear: (session, id, body) => {
      if (id === GENERAL_ANSWER) return general(session, body);
      const said = readAnswer(id, body, session.version);
      if (said === null) return false;
      const command = pending.named(session, id, said.serial);
      if (command === undefined) return false;
      const data = body.length <= limits.commandAnswerBytes ? said.data : { bytes: body.length };
      if (said.result === 0) end(command, STATE.answered, 0, data);
      else end(command, STATE.refused, said.result, data);
      return true;
    },
    repeat: (session, serial, indexes) => {
      const command = pending.of(session).find((each) => each.serial === serial);
      if (command === undefined) return false;
      session.repeat(indexes.flatMap((index) => command.frames[index - 1] ?? []));
      return true;
    },
    sweep: (time) => {
      for (const command of [...pending.all()]) {
        // a terminal that answers the whole by its first serial says no more than that
        if (command.partAt !== null && time - command.partAt >= limits.commandPartsMs) {
          command.partAt = null;
          accept(command);
        } else if (time >= command.deadlineAt) late(command, time);
      }
      void expire(time);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(again);
      for (const finish of ends.splice(0)) finish();
      await pumped;
      await outcomes.stop();
    },
  };
}
