import type { Socket } from 'node:net';
import { CodecError } from '@fleetwarden/protocol/codec';
import { AttachmentFramer, CHUNK_NAME_BYTES } from '@fleetwarden/protocol/jsatl12';
import {
  type BodyOf,
  type Content,
  checkMinBody,
  decodeBody,
  encodeMessage,
  type Header,
  type Message,
  phoneKey,
  Reassembler,
} from '@fleetwarden/protocol/jt808';
import type { Log } from '../platform/observe/log.ts';
import type { EvidenceLimits } from './limits.ts';
import type { EvidenceMetrics } from './metrics.ts';
import { ReceivedFile } from './received-file.ts';
import type { Upload, UploadDesk, UploadEnd } from './upload-desk.ts';

/** Results of the general answer. */
const [OK, FAILED, MALFORMED, UNSUPPORTED] = [0, 1, 2, 3] as const;
/** Results of 0x9212. */
const [WHOLE, SEND_GAPS] = [0, 1] as const;

export type ConnectionDeps = {
  readonly desk: UploadDesk;
  readonly limits: EvidenceLimits;
  readonly metrics: EvidenceMetrics;
  readonly log: Log;
  readonly now: () => number;
  /** Handles received bytes when it is their turn. */
  readonly admit: (bytes: number, bytesLeft: number, work: () => Promise<void>) => Promise<void>;
};

/** Bytes beside the contents of files: heads of chunks, messages. */
const [PROTOCOL_SHARE, PROTOCOL_BYTES] = [0.1, 16_384] as const;

/** Thrown to close a connection that must not go on. */
class Refused extends Error {
  readonly end: UploadEnd;
  constructor(message: string, end: UploadEnd = 'closed') {
    super(message);
    this.end = end;
  }
}

/** One connection of a terminal that uploads attachments of an alarm (T/JSATL 12-2017 4.6). Its bytes are handled one after another. */
export class AttachmentConnection {
  readonly address: string;
  readonly openedAt: number;
  #lastAt: number;
  /** Its bytes wait for their turn, or are handled. */
  #isBusy = false;
  /** Why the server closes it. */
  end: UploadEnd = 'closed';
  readonly #deps: ConnectionDeps;
  readonly #socket: Socket;
  readonly #framer = new AttachmentFramer();
  readonly #reassembler: Reassembler;
  readonly #files = new Map<string, ReceivedFile>();
  #upload: Upload | undefined;
  /** Announced bytes that have not come. */
  #bytesLeft = 0;
  #badBytes = 0;
  #serial = 0;

  constructor(deps: ConnectionDeps, socket: Socket) {
    this.#deps = deps;
    this.#socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.openedAt = deps.now();
    this.#lastAt = this.openedAt;
    this.#reassembler = new Reassembler({ maxBytes: deps.limits.messageBytes, maxGroups: 2 });
  }

  /** Whether it names an alarm that was requested. */
  get isBound(): boolean {
    return this.#upload !== undefined;
  }

  /** Whether it has sent nothing since this time. */
  isSilentSince(time: number): boolean {
    return !this.#isBusy && this.#lastAt < time;
  }

  destroy(end: UploadEnd): void {
    this.end = end;
    this.#socket.destroy();
  }

  /** Resolves when the connection has ended and its unfinished files are gone. */
  async serve(): Promise<void> {
    const { log, metrics } = this.#deps;
    try {
      for await (const chunk of this.#socket) {
        this.#isBusy = true;
        await this.#deps.admit(chunk.length, this.#rank(), () => this.#receive(chunk as Buffer));
        this.#isBusy = false;
        this.#lastAt = this.#deps.now();
      }
    } catch (error) {
      if (error instanceof Refused) {
        metrics.refused.inc({ reason: error.message });
        this.end = error.end;
      } else log.debug({ err: error }, 'evidence connection error');
    } finally {
      this.#socket.destroy();
      for (const file of this.#files.values()) await file.discard();
      await this.#upload?.close(this.end).catch((err) => log.warn({ err }, 'the end of an upload is not stored'));
    }
  }

  /** More than was announced comes last. */
  #rank(): number {
    return this.#bytesLeft < 0 ? Number.POSITIVE_INFINITY : this.#bytesLeft;
  }

  async #receive(chunk: Buffer): Promise<void> {
    const { limits, metrics } = this.#deps;
    metrics.bytes.inc(chunk.length);
    this.#bytesLeft -= chunk.length;
    for (const event of this.#framer.push(chunk)) {
      if (event.type === 'data') await this.#write(event.name, event.offset, event.data);
      else if (event.type === 'frame') await this.#onFrame(event.header, event.body);
      else {
        metrics.bad.inc({ reason: event.reason });
        this.#badBytes += event.bytes;
        if (this.#badBytes > limits.badBytes) throw new Refused('bad bytes');
      }
    }
  }

  async #onFrame(header: Header, body: Uint8Array): Promise<void> {
    const part = this.#reassembler.accept(header, body, this.#deps.now());
    if (part.state === 'refused') throw new Refused('parts');
    if (part.state === 'pending' || part.state === 'repeated') return this.#acknowledge(header, OK);
    // an answer names the completing sub-package
    const whole = { ...part.header, serial: header.serial };
    const message = this.#decode(whole, part.body);
    if (message === undefined) return this.#acknowledge(whole, MALFORMED);
    if (message.type === 'attachmentList') return this.#onList(whole, message.body);
    if (message.type === 'attachmentStart') return this.#onStart(whole, message.body);
    if (message.type === 'attachmentEnd') return this.#onEnd(whole, message.body);
    // some terminals register or authenticate here too, with a number that says nothing
    this.#acknowledge(whole, message.type === 'heartbeat' || message.type === 'authenticate' ? OK : UNSUPPORTED);
  }

  #decode(header: Header, body: Uint8Array): Message | undefined {
    try {
      checkMinBody(header.id, body);
      return decodeBody(header, body);
    } catch (error) {
      if (error instanceof CodecError) return undefined;
      throw error;
    }
  }

  async #onList(header: Header, { alarmNo, files }: BodyOf<0x1210>): Promise<void> {
    if (this.#upload) await this.#upload.close('closed');
    this.#upload = await this.#deps.desk.open({ alarmNo, phone: phoneKey(header.phone), files });
    if (!this.#upload) {
      this.#acknowledge(header, FAILED);
      throw new Refused('unknown alarm');
    }
    this.#bytesLeft = files.reduce<number>((sum, { sizeBytes }) => sum + sizeBytes * (1 + PROTOCOL_SHARE), PROTOCOL_BYTES);
    this.#acknowledge(header, OK);
  }

  async #onStart(header: Header, claim: BodyOf<0x1211>): Promise<void> {
    if (!this.#upload) return this.#acknowledge(header, FAILED);
    const wish = await this.#upload.begin(claim);
    if (wish === 'receive') await this.#grow(claim);
    this.#acknowledge(header, wish === 'refused' ? FAILED : OK);
  }

  /** A file starts again if its size changed. */
  async #grow(claim: BodyOf<0x1211>): Promise<ReceivedFile> {
    const key = chunkName(claim.name);
    const known = this.#files.get(key);
    if (known?.claim.sizeBytes === claim.sizeBytes) return known;
    await known?.discard();
    const file = await ReceivedFile.create(this.#deps.desk.workFolder, claim).catch((error) => this.#failStorage(error));
    file.gapRequests = known?.gapRequests ?? 0;
    this.#files.set(key, file);
    return file;
  }

  async #write(name: string, offset: number, data: Uint8Array): Promise<void> {
    const file = this.#files.get(name);
    if (!file) {
      this.#deps.metrics.bad.inc({ reason: 'unknown file' });
      return;
    }
    await file.write(offset, data).catch((error) => this.#failStorage(error));
    if (file.ranges > this.#deps.limits.ranges) throw new Refused('fragmented', 'fragmented');
  }

  async #onEnd(header: Header, claim: BodyOf<0x1212>): Promise<void> {
    const { limits, metrics } = this.#deps;
    const wish = this.#upload ? await this.#upload.begin(claim) : 'refused';
    if (wish === 'refused') return this.#acknowledge(header, FAILED);
    const { name, kind } = claim;
    if (wish === 'stored') return this.#send(header, { type: 'attachmentResult', body: { name, kind, result: WHOLE, gaps: [] } });
    const file = await this.#grow(claim);
    const gaps = file.findGaps();
    if (gaps.length > 0) {
      if (file.gapRequests++ >= limits.gapRequests) throw new Refused('gaps', 'gaps');
      metrics.gaps.inc(gaps.length);
      return this.#send(header, { type: 'attachmentResult', body: { name, kind, result: SEND_GAPS, gaps } });
    }
    this.#files.delete(chunkName(name));
    try {
      await file.close();
      await this.#upload!.finish(claim, file.path, file.digest());
    } catch (error) {
      await file.discard();
      this.#failStorage(error);
    }
    metrics.files.inc();
    this.#send(header, { type: 'attachmentResult', body: { name, kind, result: WHOLE, gaps: [] } });
  }

  /** Nothing is acknowledged that is not stored: the terminal sends it again. */
  #failStorage(err: unknown): never {
    this.#deps.log.error({ err }, 'an attachment cannot be stored');
    throw new Refused('storage', 'storage');
  }

  #acknowledge({ serial, id, ...header }: Header, result: number): void {
    this.#send(header, { type: 'platformAck', body: { serial, id, result } });
  }

  #send({ version, phone, protocolVersion }: Pick<Header, 'version' | 'phone' | 'protocolVersion'>, content: Content): void {
    const frames = encodeMessage({ ...content, version, phone, protocolVersion, serial: this.#serial });
    this.#serial = (this.#serial + frames.length) & 0xffff;
    for (const frame of frames) this.#socket.write(frame);
  }
}

/** The name of a file in its chunks, which is cut. */
const chunkName = (name: string): string => name.slice(0, CHUNK_NAME_BYTES);
