import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type BodyOf, type Content, timeOfDigits } from '@fleetwarden/protocol/jt808';
import { CLIP_FRAMES, FRAME_RATE, loadClip } from './clip.ts';
import { type FtpClient, openFtp } from './ftp-client.ts';
import type { StreamFaults } from './stream-faults.ts';

/** Uploads of recordings by FTP. */
export type RecordingUploads = {
  /** 0x9206: the result of the general answer. `tell` sends 0x1206 at the end. */
  readonly upload: (request: BodyOf<0x9206>, serial: number, tell: (content: Content) => void) => number;
  /** 0x9207: the result of the general answer. */
  readonly control: (command: BodyOf<0x9207>) => number;
  readonly stopAll: () => void;
};

const [OK, FAILED] = [0, 1] as const;
/** Commands of 0x9207. */
const CONTROL = { pause: 0, resume: 1, cancel: 2 } as const;
const SUB = 2;
const CHUNK_BYTES = 16 * 1024;
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const TRIES = 5;
const RETRY_MS = SECOND_MS;

/** The recording as H.264 in Annex B form, cut at the capacity of the simulated memory card. */
export function recordedFile({ channel, streamType, startTime, endTime }: BodyOf<0x9206>): Buffer {
  const [from, to] = [timeOfDigits(startTime) ?? 0, timeOfDigits(endTime) ?? 0];
  const clip = loadClip(channel, streamType === SUB ? 'sub' : 'main');
  const frames = Math.max(CLIP_FRAMES, Math.round(((to - from) / SECOND_MS) * FRAME_RATE));
  const parts: Uint8Array[] = [];
  for (let i = 0, bytes = 0; i < frames && bytes < MAX_FILE_BYTES; i++) {
    const { data } = clip[i % CLIP_FRAMES]!;
    parts.push(data);
    bytes += data.length;
  }
  return Buffer.concat(parts);
}

/** One upload: goes on where the server's file ends. */
class RecordingUpload {
  state: 'running' | 'paused' | 'cancelled' = 'running';
  #client: FtpClient | undefined;
  #cutAt: number | undefined;
  readonly #request: BodyOf<0x9206>;
  readonly #tell: (result: number) => void;

  constructor(request: BodyOf<0x9206>, cutAt: number | undefined, tell: (result: number) => void) {
    this.#request = request;
    this.#cutAt = cutAt;
    this.#tell = tell;
    void this.#run();
  }

  move(state: RecordingUpload['state']): void {
    const wasPaused = this.state === 'paused';
    this.state = state;
    if (state !== 'running') this.#client?.close();
    else if (wasPaused) void this.#run();
  }

  async #run(): Promise<void> {
    const content = recordedFile(this.#request);
    for (let tries = 0; tries < TRIES && this.state === 'running'; tries++) {
      if (tries > 0) await sleep(RETRY_MS);
      const isStored = await this.#send(content).catch(() => false);
      this.#client?.close();
      if (isStored) return this.#tell(OK);
    }
    if (this.state === 'running') this.#tell(FAILED);
  }

  async #send(content: Buffer): Promise<boolean> {
    const { server, port, user, password, path, channel, startTime } = this.#request;
    const client = await openFtp(server, port);
    this.#client = client;
    await client.command(`USER ${user}`);
    if ((await client.command(`PASS ${password}`)).code !== 230) return false;
    await client.command('TYPE I');
    await client.command(`CWD ${path}`);
    const name = `ch${channel}_${startTime}.h264`;
    const size = await client.command(`SIZE ${name}`);
    const offset = size.code === 213 ? Number(size.text) : 0;
    const data = await client.openData();
    if (offset > 0) await client.command(`REST ${offset}`);
    if ((await client.command(`STOR ${name}`)).code !== 150) return false;
    for (let at = offset; at < content.length; at += CHUNK_BYTES) {
      if (this.state !== 'running' || (this.#cutAt !== undefined && at >= this.#cutAt)) {
        this.#cutAt = undefined;
        data.resetAndDestroy();
        return false;
      }
      if (!data.write(content.subarray(at, at + CHUNK_BYTES)))
        await new Promise<void>((resolve) => {
          data.once('drain', resolve);
          data.once('close', resolve);
        });
    }
    data.end();
    return (await client.reply()).code === 226;
  }
}

export function createRecordingUploads(faults: Pick<StreamFaults, 'cutUploadAt'>): RecordingUploads {
  const uploads = new Map<number, RecordingUpload>();
  return {
    upload: (request, serial, tell) => {
      for (const upload of uploads.values()) upload.move('cancelled');
      uploads.clear();
      const finish = (result: number) => {
        uploads.delete(serial);
        tell({ type: 'uploadFinished', body: { serial, result } });
      };
      uploads.set(serial, new RecordingUpload(request, faults.cutUploadAt, finish));
      return OK;
    },
    control: ({ serial, control }) => {
      const upload = uploads.get(serial);
      if (!upload) return FAILED;
      if (control === CONTROL.pause) upload.move('paused');
      else if (control === CONTROL.resume) upload.move('running');
      else {
        upload.move('cancelled');
        uploads.delete(serial);
      }
      return OK;
    },
    stopAll: () => {
      for (const upload of uploads.values()) upload.move('cancelled');
      uploads.clear();
    },
  };
}
