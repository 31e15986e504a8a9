import { CodecError } from '../codec/index.ts';
import { type BadFrameReason, decodeFrame, type Wire } from './frame.ts';
import { Framer } from './framer.ts';
import type { Header } from './header.ts';
import { type Content, decodeMessage, encodeMessage, type Message } from './message.ts';
import { messageId } from './messages/table.ts';

/** Settings of one end of a link. */
export type ChannelOptions = {
  readonly wire: Wire;
  /** MSG_GNSSCENTERID. */
  readonly accessCode: number;
  /** The key bodies are encrypted with; null: they are not. */
  readonly encryptKey: number | null;
  /** Version in the headers; default 1.0.0. */
  readonly protocol?: Header['protocol'] | undefined;
  /** Puts bytes on the line. */
  readonly write: (bytes: Uint8Array) => void;
  /** Epoch ms. */
  readonly now: () => number;
};

/** A sent message: serial number, plain body, and size on the wire. */
export type Sent = { readonly id: number; readonly serial: number; readonly body: Uint8Array; readonly bytes: number };

/** A received message with its plain body. `fault`: why `message` could not be read. */
export type ReceivedMessage = {
  readonly header: Header;
  readonly body: Uint8Array;
  readonly message: Message | null;
  readonly fault: string | null;
};

export type ChannelEvents = {
  readonly onMessage: (heard: ReceivedMessage) => void;
  /** Bytes that are no frame. */
  readonly onBad: (reason: BadFrameReason, bytes: Uint8Array) => void;
};

const SERIALS = 2 ** 32;

/** One end of a link: bytes to messages and back, with serials of its own. Holds no socket. */
export class Channel {
  #options: ChannelOptions;
  readonly #framer: Framer;
  #serial = 0;

  constructor(options: ChannelOptions, maxFrameBytes?: number) {
    this.#options = options;
    this.#framer = new Framer(options.wire, maxFrameBytes);
  }

  get wire(): Wire {
    return this.#options.wire;
  }

  /** From now on, the next frame of a chunk included: once it is known who is at the other end. */
  speak(options: Pick<ChannelOptions, 'wire' | 'accessCode' | 'encryptKey' | 'protocol'>): void {
    this.#options = { ...this.#options, ...options };
    this.#framer.wire = options.wire;
  }

  /** Sends a message. Throws CodecError for one whose values do not fit. */
  send(content: Content): Sent {
    const { wire, accessCode, encryptKey, protocol, write, now } = this.#options;
    const serial = this.#serial;
    const encryption = encryptKey === null ? {} : { encrypted: 1, key: encryptKey };
    const header = { serial, accessCode, sentAt: Math.floor(now() / 1000), ...encryption, ...(protocol ? { protocol } : {}) };
    const bytes = encodeMessage(content, header, wire);
    this.#serial = (serial + 1) % SERIALS;
    write(bytes);
    return { id: messageId(content.type), serial, body: decodeFrame(bytes, wire).body, bytes: bytes.length };
  }

  /** Reads the next chunk of the stream. Calls back synchronously; never throws. */
  hear(chunk: Uint8Array, { onMessage, onBad }: ChannelEvents): void {
    this.#framer.push(chunk, ({ header, body }) => onMessage({ header, body, ...read(header, body, this.#options.wire) }), onBad);
  }
}

/** Decodes a body, or returns why it is unreadable. */
function read(header: Header, body: Uint8Array, { revision }: Wire): Pick<ReceivedMessage, 'message' | 'fault'> {
  try {
    return { message: decodeMessage({ header, body }, revision), fault: null };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { message: null, fault: error.message };
  }
}
