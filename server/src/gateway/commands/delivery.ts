import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { GatewayLimits } from '../limits.ts';
import type { GatewayMetrics } from '../metrics.ts';
import type { Session } from '../session.ts';
import { createClaimLoop } from './claim-loop.ts';
import { createCommandExpiry } from './command-expiry.ts';
import { type Claimed, createCommandStore, type Outcome, STATE } from './command-store.ts';
import { encodeCommand } from './encode-command.ts';
import { findFrame, type InFlightCommand, InFlightCommands } from './in-flight.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { type Answer, readAnswer, TERMINAL_ACK } from './read-answer.ts';
import { ReceivedList } from './received-list.ts';

/** Answers a command, or tells that a card was inserted: it cannot be a late answer. */
const DRIVER_CARD = 0x0702;
/** Its serial names the upload in 0x9207 and 0x1206. */
const UPLOAD_RECORDING = 0x9206;
/** Result code of a command that could not be encoded. */
const INTERNAL_ERROR = 5000;

export type DeliveryOptions = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly metrics: GatewayMetrics;
  readonly limits: GatewayLimits;
  /** The session of a vehicle's terminal, if it is on this node. */
  readonly findSession: (vehicleId: number) => Session | undefined;
  readonly now: () => number;
  /** Decrypts the parameter `sealedPassword` of a command. */
  readonly decrypt: (sealed: string) => string;
};

/**
 * Sends commands to the terminals on this node, and records their outcomes. A command is a row of `command` until it is settled.
 * Bus messages only trigger a query, so neither a lost message nor a crash loses a command.
 */
export type Delivery = {
  start(): void;
  /** A session became live: waiting commands of its vehicle are sent. */
  onJoin(session: Session): void;
  /** A session ended: its unanswered commands are sent again after a reconnect, if they allow it. */
  onLeave(session: Session): void;
  /** Handles an answer to a command; returns the command's id, null if it matches none. Throws CodecError. */
  acceptAnswer(session: Session, id: number, body: Uint8Array): number | null;
  /** Sends sub-packages again (0x0005); false if no command has that first serial. */
  resendParts(session: Session, firstSerial: number, indexes: readonly number[]): boolean;
  /** Sends unanswered commands again, or times them out. Call it periodically. */
  sweep(now: number): void;
  /** Writes the remaining outcomes. All sessions must have left before. */
  stop(): Promise<void>;
};

export function createDelivery(options: DeliveryOptions): Delivery {
  const { db, bus, log, metrics, limits, findSession, now } = options;
  const store = createCommandStore(db, limits);
  const writer = createOutcomeWriter({ store, bus, log, now });
  const inFlight = new InFlightCommands();
  /** Timed out commands; their late answers still count. `deadlineAt`: until when. */
  const timedOut = new InFlightCommands();
  const cleanups: (() => void)[] = [];

  const settle = (outcome: Outcome, vehicleId: number) => {
    inFlight.startSettling(outcome.id, vehicleId);
    metrics.commands.inc({ state: String(outcome.state) });
    writer.add(outcome, () => {
      inFlight.finishSettling(outcome.id);
      claims.onSettled(vehicleId, outcome.state === STATE.waiting);
    });
  };

  const finish = (
    command: InFlightCommand,
    state: Outcome['state'],
    resultCode: number | null = null,
    resultData: unknown = null,
    upload?: Outcome['upload'],
  ) => {
    inFlight.remove(command);
    timedOut.remove(command);
    const { id, claims: token, sends, vehicleId } = command;
    settle({ id, claims: token, state, sends, resultCode, resultData, ...(upload ? { upload } : {}) }, vehicleId);
  };

  const send = (command: Claimed) => {
    const { id, sends, vehicle_id: vehicleId } = command;
    const settleUnsent = (state: Outcome['state'], resultCode: number | null) =>
      settle({ id, claims: command.claims, state, sends: sends - 1, resultCode, resultData: null }, vehicleId);
    const session = findSession(vehicleId);
    // the terminal disconnected during the query
    if (session === undefined) return settleUnsent(STATE.waiting, null);
    try {
      const { serial, frames } = session.transmit(encodeClaimed(command, session.version, options));
      inFlight.add(command, { session, serial, frames }, now());
    } catch (error) {
      log.error({ err: error, command: id, message: command.message_id }, 'command could not be encoded');
      settleUnsent(STATE.refused, INTERNAL_ERROR);
    }
  };

  const claims = createClaimLoop({ store, bus, log, limits, inFlight, findSession, send, now });
  const expire = createCommandExpiry({ store, bus, log, limits, inFlight, wake: claims.wake });

  /** 0x0001: acknowledges a command, or one of its sub-packages. */
  const acceptAck = (session: Session, body: Uint8Array): number | null => {
    const ack = readAnswer(TERMINAL_ACK, body, session);
    if (ack === null || ack.serial === null) return null;
    const messageId = (body[2]! << 8) | body[3]!;
    const command =
      inFlight.findAcknowledged(session, ack.serial, messageId) ?? timedOut.findAcknowledged(session, ack.serial, messageId);
    if (command === undefined) return null;
    if (ack.result !== 0) finish(command, STATE.refused, ack.result);
    else if (findFrame(command, ack.serial) < command.frames.length - 1) command.partAcceptedAt = now();
    else markAccepted(command);
    return command.id;
  };

  const markAccepted = (command: InFlightCommand) => {
    const data = command.messageId === UPLOAD_RECORDING ? { serial: command.serial } : null;
    if (command.answerId === null) finish(command, STATE.ok, 0, data);
    // the specific answer follows
    else command.accepted = true;
  };

  const handleTimeout = (command: InFlightCommand, time: number) => {
    // a list that stays incomplete is better than none
    if (command.list) finish(command, STATE.answered, 0, command.list.data);
    else if (command.accepted) finish(command, STATE.ok, 0);
    else if (command.sends <= command.resends) {
      command.sends++;
      command.deadlineAt = time + command.limitMs;
      command.session.resend(command.frames);
    } else {
      finish(command, STATE.timedOut);
      command.deadlineAt = time + limits.commandLateMs;
      timedOut.put(command);
    }
  };

  return {
    start: () => {
      cleanups.push(bus.subscribe('command.queued', ({ vehicleIds }) => claims.wake(vehicleIds)));
    },
    onJoin: (session) => {
      const vehicleId = session.entry?.vehicleId;
      if (vehicleId != null) claims.onJoin(vehicleId);
    },
    onLeave: (session) => {
      for (const command of [...inFlight.listBySession(session)])
        if (command.list) finish(command, STATE.answered, 0, command.list.data);
        else finish(command, ...resultAfterDisconnect(command, limits.commandSends));
      for (const command of [...timedOut.listBySession(session)]) timedOut.remove(command);
    },
    acceptAnswer: (session, id, body) => {
      if (id === TERMINAL_ACK) return acceptAck(session, body);
      const answer = readAnswer(id, body, session);
      if (answer === null) return null;
      const late = id === DRIVER_CARD ? undefined : timedOut.findAnswered(session, id, answer);
      const command = inFlight.findAnswered(session, id, answer) ?? late;
      if (command === undefined) return null;
      const { part } = answer;
      if (part) {
        command.list ??= new ReceivedList(limits.recordingListBytes);
        if (command.list.add(body, part)) finish(command, STATE.answered, 0, command.list.data);
        else command.deadlineAt = now() + command.limitMs;
        return command.id;
      }
      const { data, upload } = limitData(answer, body.length, limits);
      if (answer.result === 0) finish(command, STATE.answered, 0, data, upload);
      else finish(command, STATE.refused, answer.result, data);
      return command.id;
    },
    resendParts: (session, firstSerial, indexes) => {
      const command = inFlight.listBySession(session).find(({ serial }) => serial === firstSerial);
      if (command === undefined) return false;
      session.resend(indexes.flatMap((index) => command.frames[index - 1] ?? []));
      return true;
    },
    sweep: (time) => {
      for (const command of [...inFlight.all()]) {
        // some terminals acknowledge a long message only by its first serial
        if (command.partAcceptedAt !== null && time - command.partAcceptedAt >= limits.commandPartsMs) {
          command.partAcceptedAt = null;
          markAccepted(command);
        } else if (time >= command.deadlineAt) handleTimeout(command, time);
      }
      for (const command of [...timedOut.all()]) if (time >= command.deadlineAt) timedOut.remove(command);
      void expire(time);
    },
    stop: async () => {
      for (const cleanup of cleanups.splice(0)) cleanup();
      await claims.stop();
      await writer.stop();
    },
  };
}

/** The data of an answer for the result of its command: of a long one the size, or a summary if it is stored beside the command. */
function limitData(
  { data, recorder }: Pick<Answer, 'data' | 'recorder'>,
  bytes: number,
  { commandAnswerBytes, recorderBytes }: GatewayLimits,
): { readonly data: unknown; readonly upload?: Outcome['upload'] } {
  if (bytes <= commandAnswerBytes) return { data };
  if (recorder === undefined || bytes > recorderBytes) return { data: { bytes } };
  const { block, records, summary } = recorder;
  // a copy, because the block is a view of received bytes
  return { data: summary, upload: { block: Uint8Array.from(block), records } };
}

const resultAfterDisconnect = (
  { accepted, resends, sends }: InFlightCommand,
  maxSends: number,
): [Outcome['state'], number | null] => {
  if (accepted) return [STATE.ok, 0];
  // a lost connection is not yet a missing answer
  return [resends > 0 && sends < maxSends ? STATE.waiting : STATE.timedOut, null];
};

function encodeClaimed(
  command: Claimed,
  version: Session['version'],
  { decrypt, now }: Pick<DeliveryOptions, 'decrypt' | 'now'>,
) {
  const { sealedPassword, ...params } = command.params;
  const isSealed = typeof sealedPassword === 'string' && sealedPassword !== '';
  return encodeCommand(command.message_id, isSealed ? { ...params, password: decrypt(sealedPassword) } : params, version, now());
}
