import type { Session } from '../session.ts';
import type { Claimed } from './command-store.ts';
import type { Answer } from './read-answer.ts';
import type { ReceivedList } from './received-list.ts';

/** A command that was sent to a terminal and is not answered. */
export type InFlightCommand = {
  readonly id: number;
  readonly claims: number;
  readonly vehicleId: number;
  readonly messageId: number;
  readonly answerId: number | null;
  /** The kind of transparent data; null for other commands. */
  readonly dataKind: number | null;
  readonly resends: number;
  readonly limitMs: number;
  readonly session: Session;
  /** Serial of the first frame. The frames of a long message have consecutive serials. */
  readonly serial: number;
  readonly frames: readonly Uint8Array[];
  /** Number of sends over all connections. */
  sends: number;
  /** Epoch ms. */
  deadlineAt: number;
  /** The terminal accepted it by 0x0001; a specific answer may follow. */
  accepted: boolean;
  /** The parts of a list that were received; null: none. */
  list: ReceivedList | null;
  /** When a sub-package before the last was accepted, epoch ms; null before. */
  partAcceptedAt: number | null;
};

/** Index of the frame with a serial; -1 if there is none. Serials wrap at 0xffff. */
export const findFrame = ({ serial, frames }: InFlightCommand, answeredSerial: number): number => {
  const index = (answeredSerial - serial) & 0xffff;
  return index < frames.length ? index : -1;
};

/** The in-flight commands, by id and by session in the order of sending. */
export class InFlightCommands {
  readonly #byId = new Map<number, InFlightCommand>();
  readonly #bySession = new Map<Session, InFlightCommand[]>();
  /** Answered commands whose outcome is not written yet: id -> vehicle. They still count. */
  readonly #settling = new Map<number, number>();

  get size(): number {
    return this.#byId.size + this.#settling.size;
  }

  all(): IterableIterator<InFlightCommand> {
    return this.#byId.values();
  }

  /** Commands whose answer comes in parts, with the time until which the next part may come. */
  listReceiving(): Pick<InFlightCommand, 'id' | 'claims' | 'deadlineAt'>[] {
    const commands: Pick<InFlightCommand, 'id' | 'claims' | 'deadlineAt'>[] = [];
    for (const { id, claims, deadlineAt, list } of this.all()) if (list) commands.push({ id, claims, deadlineAt });
    return commands;
  }

  listBySession(session: Session): readonly InFlightCommand[] {
    return this.#bySession.get(session) ?? [];
  }

  add(
    { id, vehicle_id, message_id, params, answer_id, resends, limit_ms, sends, claims }: Claimed,
    sent: Pick<InFlightCommand, 'session' | 'serial' | 'frames'>,
    now: number,
  ): void {
    const command: InFlightCommand = {
      id,
      claims,
      resends,
      sends,
      ...sent,
      vehicleId: vehicle_id,
      messageId: message_id,
      answerId: answer_id,
      dataKind: typeof params['dataKind'] === 'number' ? params['dataKind'] : null,
      limitMs: limit_ms,
      deadlineAt: now + limit_ms,
      accepted: false,
      partAcceptedAt: null,
      list: null,
    };
    this.put(command);
  }

  put(command: InFlightCommand): void {
    this.#byId.set(command.id, command);
    const others = this.#bySession.get(command.session);
    if (others) others.push(command);
    else this.#bySession.set(command.session, [command]);
  }

  remove(command: InFlightCommand): void {
    this.#byId.delete(command.id);
    const others = this.listBySession(command.session).filter((other) => other !== command);
    if (others.length > 0) this.#bySession.set(command.session, others);
    else this.#bySession.delete(command.session);
  }

  /** The outcome of a command is known, but not written. */
  startSettling(id: number, vehicleId: number): void {
    this.#settling.set(id, vehicleId);
  }

  finishSettling(id: number): void {
    this.#settling.delete(id);
  }

  /** Ids of the commands of these vehicles. */
  listIds(vehicleIds: ReadonlySet<number>): number[] {
    const ids: number[] = [];
    for (const command of this.all()) if (vehicleIds.has(command.vehicleId)) ids.push(command.id);
    for (const [id, vehicleId] of this.#settling) if (vehicleIds.has(vehicleId)) ids.push(id);
    return ids;
  }

  /** The command of a 0x0001, by the serial and message id in it. */
  findAcknowledged(session: Session, serial: number, messageId: number): InFlightCommand | undefined {
    return this.listBySession(session).find((command) => command.messageId === messageId && findFrame(command, serial) >= 0);
  }

  /** The command of a specific answer, by its serial. An answer without serial belongs to the oldest command that waits for it. */
  findAnswered(
    session: Session,
    answerId: number,
    { serial, dataKind }: Pick<Answer, 'serial' | 'dataKind'>,
  ): InFlightCommand | undefined {
    return this.listBySession(session).find(
      (command) =>
        command.answerId === answerId &&
        (serial === null || findFrame(command, serial) >= 0) &&
        (dataKind === undefined || command.dataKind === dataKind),
    );
  }
}
