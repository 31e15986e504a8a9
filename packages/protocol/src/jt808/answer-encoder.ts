import { Writer } from '../codec/index.ts';
import type { Dialect } from './dialects.ts';
import { escapeFrame } from './frame.ts';
import { writeHeader } from './header.ts';
import type { Version } from './version.ts';

const PLATFORM_ANSWER = 0x8001;
const BODY_BYTES = 5;

/** The header of the answers to one terminal. */
export type AnswerHeader = {
  readonly version: Version;
  readonly protocolVersion: number | null;
  readonly phone: string;
  readonly dialect?: Dialect | undefined;
};

/**
 * Encodes general answers (0x8001, JT/T 808 8.2) to one terminal. It prepares the frame once, because a platform answers each
 * location: the bytes equal those of `encodeMessage`.
 */
export class AnswerEncoder {
  readonly #frame: Uint8Array;
  readonly #bodyAt: number;
  readonly #dialect: Dialect | undefined;

  /** Throws CodecError for a phone number too long for the version. */
  constructor({ dialect, ...header }: AnswerHeader) {
    const writer = new Writer(header.version);
    writeHeader(writer, { ...header, id: PLATFORM_ANSWER, serial: 0 }, BODY_BYTES, dialect);
    this.#bodyAt = writer.at;
    writer.reserve(BODY_BYTES);
    this.#frame = writer.done();
    this.#dialect = dialect;
  }

  /** The wire frame with this serial, which answers message `id` with serial `answered`. `allocate` provides its bytes. */
  encode(serial: number, answered: number, id: number, result: number, allocate: (bytes: number) => Uint8Array): Uint8Array {
    const frame = this.#frame;
    const at = this.#bodyAt;
    frame[at - 2] = serial >>> 8;
    frame[at - 1] = serial;
    frame[at] = answered >>> 8;
    frame[at + 1] = answered;
    frame[at + 2] = id >>> 8;
    frame[at + 3] = id;
    frame[at + 4] = result;
    return escapeFrame(frame, this.#dialect?.wire, allocate);
  }
}
