import { CodecError } from '../codec/index.ts';
import type { BadFrameReason } from './frame.ts';
import { Framer } from './framer.ts';
import { type Header, readHeader, sliceBody } from './header.ts';
import { type Content, decodeBody, encodeMessage, type Message, type Outgoing } from './message.ts';
import type { Reassembler } from './reassembler.ts';

/** A sent message: the serials of its first and last frame, and the frames. */
type SentMessage = { readonly firstSerial: number; readonly serial: number; readonly frames: readonly Uint8Array[] };

/** One side of a connection in messages instead of bytes. It does no I/O. */
export type MessageLink = {
  /** Takes the next bytes of the stream. */
  receive(bytes: Uint8Array): void;
  /** Encodes a message under the next serials. */
  encode(content: Content, to: Pick<Outgoing, 'version' | 'phone'>): SentMessage;
};

export type MessageLinkOptions = {
  readonly onMessage: (header: Header, message: Message) => void;
  readonly onBad?: (reason: BadFrameReason) => void;
  /** Called for a body that cannot be decoded; without it `receive` throws. */
  readonly onUnreadable?: (header: Header) => void;
  /** Without it each sub-package is a message of its own. */
  readonly reassembler?: Reassembler;
  /** Called for each sub-package except the one that completes its message. */
  readonly onPart?: (header: Header) => void;
  readonly firstSerial?: number;
};

export function createMessageLink(options: MessageLinkOptions): MessageLink {
  const { onMessage, onBad = () => undefined, onUnreadable, onPart = () => undefined, reassembler } = options;
  const framer = new Framer();
  let next = options.firstSerial ?? 0;

  const decode = (header: Header, body: Uint8Array): Message | null => {
    try {
      return decodeBody(header, body);
    } catch (error) {
      if (!onUnreadable || !(error instanceof CodecError)) throw error;
      onUnreadable(header);
      return null;
    }
  };
  const onBody = (header: Header, body: Uint8Array) => {
    const message = decode(header, body);
    if (message) onMessage(header, message);
  };
  const onFrame = (frame: Uint8Array) => {
    const header = readHeader(frame);
    const body = sliceBody(frame, header);
    if (!reassembler) return onBody(header, body);
    const whole = reassembler.accept(header, body, Date.now());
    // an answer names the completing sub-package
    if (whole.state === 'complete') onBody({ ...whole.header, serial: header.serial }, whole.body);
    else if (whole.state !== 'refused') onPart(header);
  };

  return {
    receive: (bytes) => framer.push(bytes, onFrame, onBad),
    encode: (content, { version, phone }) => {
      const firstSerial = next;
      const frames = encodeMessage({ ...content, version, phone, serial: firstSerial });
      next = (firstSerial + frames.length) & 0xffff;
      return { firstSerial, serial: (next - 1) & 0xffff, frames };
    },
  };
}
