import type { Session } from '../session.ts';
import type { Claimed } from './store.ts';

/** A command that was sent to a terminal and is not answered yet. */
export type Pending = {
  readonly id: number;
  readonly claims: number;
  readonly vehicleId: number;
  readonly messageId: number;
  readonly answerId: number | null;
  readonly resends: number;
  readonly limitMs: number;
  readonly session: Session;
  /** Serial of its first frame; a long message has several, with the serials behind it. */
  readonly serial: number;
  readonly frames: readonly Uint8Array[];
  /** Times it was sent, over all connections. */
  sends: number;
  /** Epoch ms. */
  deadlineAt: number;
  /** The terminal said by the general answer that it took it; another message may still come. */
  accepted: boolean;
  /** When a part of it was accepted that is not the last; null before. */
  partAt: number | null;
};

/** Which of a command's frames has this serial; -1 for none. */
export const partOf = ({ serial, frames }: Pending, answered: number): number => {
  const part = (answered - serial) & 0xffff;
  return part < frames.length ? part : -1;
};

/** What was sent and is not answered: by command, and by session in the order of sending. */
export class PendingCommands {
  readonly #byId = new Map<number, Pending>();
  readonly #bySession = new Map<Session, Pending[]>();

  get size(): number {
    return this.#byId.size;
  }

  all(): IterableIterator<Pending> {
    return this.#byId.values();
  }

  of(session: Session): readonly Pending[] {
    return this.#bySession.get(session) ?? [];
  }

  add(
    { id, vehicle_id, message_id, answer_id, resends, limit_ms, sends, claims }: Claimed,
    sent: Pick<Pending, 'session' | 'serial' | 'frames'>,
    now: number,
  ): void {
    const pending: Pending = {
      id,
      claims,
      resends,
      sends,
      ...sent,
      vehicleId: vehicle_id,
      messageId: message_id,
      answerId: answer_id,
      limitMs: limit_ms,
      deadlineAt: now + limit_ms,
      accepted: false,
      partAt: null,
    };
    this.#byId.set(id, pending);
    const others = this.#bySession.get(sent.session);
    if (others) others.push(pending);
    else this.#bySession.set(sent.session, [pending]);
  }

  remove(pending: Pending): void {
    this.#byId.delete(pending.id);
    const left = this.of(pending.session).filter((other) => other !== pending);
    if (left.length > 0) this.#bySession.set(pending.session, left);
    else this.#bySession.delete(pending.session);
  }

  /** The command a general answer is about: by the serial and the id it names. */
  answered(session: Session, serial: number, messageId: number): Pending | undefined {
    return this.of(session).find((pending) => pending.messageId === messageId && partOf(pending, serial) >= 0);
  }

  /** The command a named answer is about: by its serial, or the oldest that waits for such a message where it has none. */
  named(session: Session, answerId: number, serial: number | null): Pending | undefined {
    return this.of(session).find((pending) => pending.answerId === answerId && (serial === null || partOf(pending, serial) >= 0));
  }
}
