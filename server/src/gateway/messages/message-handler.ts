import type { Header } from '@fleetwarden/protocol/jt808';
import type { Session } from '../session.ts';

/** A complete uplink message; sub-packages are already joined. */
export type UplinkMessage = {
  readonly session: Session;
  readonly header: Header;
  readonly body: Uint8Array;
  /** The serial that an answer names: that of the last sub-package of a joined message. */
  readonly serial: number;
  /** Epoch ms. */
  readonly receivedAt: number;
};

/**
 * Handles and answers a message. A CodecError (thrown or rejected) answers it as malformed and quarantines it.
 * After any other rejection the message stays unanswered, so the terminal sends it again.
 */
export type MessageHandler = (message: UplinkMessage) => void | Promise<void>;

/** One row of the registry. */
export type MessageRow = {
  readonly id: number;
  readonly handle: MessageHandler;
  /** The terminal may send it before it is authenticated. */
  readonly beforeLogin?: true;
  /** The handler returns nothing and copies what it keeps of the body, so it gets a view of the read buffer. */
  readonly readsAtOnce?: true;
  /** The message answers one of ours. It gets no answer itself, even if it is refused or malformed. */
  readonly isReply?: true;
};

/** Message id -> row. */
export type MessageRegistry = ReadonlyMap<number, MessageRow>;

/** Throws if two rows have the same message id. */
export function createMessageRegistry(rows: readonly MessageRow[]): MessageRegistry {
  const registry = new Map<number, MessageRow>();
  for (const row of rows) {
    if (registry.has(row.id)) throw new Error(`message 0x${row.id.toString(16).padStart(4, '0')} has two handlers`);
    registry.set(row.id, row);
  }
  return registry;
}
