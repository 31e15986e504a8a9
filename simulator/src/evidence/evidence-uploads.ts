import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { encodeChunk, type Identification } from '@fleetwarden/protocol/jsatl12';
import type { BodyOf, Content } from '@fleetwarden/protocol/jt808';
import type { Member } from '../identity.ts';
import type { Vehicle } from '../motion/vehicle.ts';
import { type AlarmFile, buildAlarmFiles, type FiledAlarm } from './alarm-files.ts';
import { type AttachmentLink, openAttachmentLink } from './attachment-link.ts';
import { type Chunk, type Claim, claimOf, EVIDENCE_FAULTS, type EvidenceFaults } from './upload-faults.ts';

/** Uploads of the files of alarms (T/JSATL 12). */
export type EvidenceUploads = {
  /** 0x9208: the result of the general answer. */
  readonly request: (request: BodyOf<0x9208>) => number;
  readonly stopAll: () => void;
};

const [OK, FAILED, UNSUPPORTED] = [0, 1, 3] as const;
/** Kind of 0x1210. */
const [FIRST_TIME, AGAIN] = [0, 1] as const;
const WHOLE = 0;
const CHUNK_BYTES = 8 * 1_024;
const TRIES = 3;
const RETRY_MS = 2 * SECOND_MS;
/** Alarms whose files wait for their turn. */
const MAX_WAITING = 50;

type UploadOptions = {
  readonly member: Member;
  readonly vehicle: Pick<Vehicle, 'stateAt'>;
  readonly findAlarm: (identification: Identification) => FiledAlarm | undefined;
  readonly faults?: EvidenceFaults | undefined;
  readonly retryMs?: number | undefined;
};

/** Alarms are uploaded one after another, each on a connection of its own. */
export function createEvidenceUploads({ member, vehicle, findAlarm, ...options }: UploadOptions): EvidenceUploads {
  const { faults = EVIDENCE_FAULTS.good as EvidenceFaults, retryMs = RETRY_MS } = options;
  const waiting = new Set<string>();
  let turn: Promise<void> = Promise.resolve();
  let link: AttachmentLink | undefined;
  let isStopped = false;
  let cuts = 0;

  /** Sends parts of a file. Rejects where the connection is lost. */
  const sendChunks = async (to: AttachmentLink, { name }: Claim, data: Uint8Array, chunks: readonly Chunk[]) => {
    const { cut } = faults;
    for (const [i, { offset, length }] of chunks.entries()) {
      if (cut && i >= cut.afterChunks && cuts < cut.times) {
        cuts++;
        throw new Error('connection lost');
      }
      const part = data.subarray(offset, offset + length);
      if (part.length > 0) await to.write(encodeChunk(name, offset, part));
    }
  };

  /** Whether the server has the file. */
  const sendFile = async (to: AttachmentLink, file: AlarmFile): Promise<boolean> => {
    const claim = claimOf(file, faults);
    if (!isAccepted(await to.ask({ type: 'attachmentStart', body: claim }))) return false;
    const chunks = splitRange({ offset: 0, length: file.data.length });
    await sendChunks(to, claim, file.data, faults.chunks ? faults.chunks(chunks) : chunks);
    for (;;) {
      const answer = await to.ask({ type: 'attachmentEnd', body: claim });
      if (answer.type !== 'attachmentResult') return false;
      if (answer.body.result === WHOLE) return true;
      await sendChunks(to, claim, file.data, answer.body.gaps.flatMap(splitRange));
    }
  };

  /** Whether the server has all files; those in `done` are not sent again. */
  const sendAll = async (request: BodyOf<0x9208>, files: readonly AlarmFile[], done: Set<AlarmFile>, kind: number) => {
    const to = await openAttachmentLink(request.server, request.tcpPort, member);
    link = to;
    try {
      if (faults.isSilent) {
        await to.closed;
        return false;
      }
      const list: Content = {
        type: 'attachmentList',
        body: {
          sender: { terminalId: request.identification.terminalId, identification: request.identification },
          alarmNo: faults.alarmNo ? faults.alarmNo(request.alarmNo) : request.alarmNo,
          kind,
          files: files.map((file) => claimOf(file, faults)).map(({ name, sizeBytes }) => ({ name, sizeBytes })),
        },
      };
      if (!isAccepted(await to.ask(list))) return false;
      for (const file of files) if (!done.has(file) && (await sendFile(to, file))) done.add(file);
      return done.size === files.length;
    } finally {
      to.close();
    }
  };

  const upload = async (request: BodyOf<0x9208>, alarm: FiledAlarm): Promise<void> => {
    const { alarmNo, identification } = request;
    const files = buildAlarmFiles(alarm, { count: identification.attachments, alarmNo }, { member, vehicle });
    const done = new Set<AlarmFile>();
    for (let tries = 0; tries < TRIES && !isStopped; tries++) {
      if (tries > 0) await sleep(retryMs);
      if (await sendAll(request, files, done, tries === 0 ? FIRST_TIME : AGAIN).catch(() => false)) return;
    }
  };

  return {
    request: (request) => {
      const { alarmNo, tcpPort, identification } = request;
      if (tcpPort === 0) return UNSUPPORTED;
      const alarm = findAlarm(identification);
      if (!alarm || faults.refuses || isStopped || waiting.size >= MAX_WAITING) return FAILED;
      if (waiting.has(alarmNo)) return OK;
      waiting.add(alarmNo);
      turn = turn
        .then(() => upload(request, alarm))
        .catch(() => undefined)
        .finally(() => waiting.delete(alarmNo));
      return OK;
    },
    stopAll: () => {
      isStopped = true;
      link?.close();
    },
  };
}

const isAccepted = (answer: { readonly type: string; readonly body: unknown }): boolean =>
  answer.type === 'platformAck' && (answer.body as BodyOf<0x8001>).result === OK;

function splitRange({ offset, length }: Chunk): Chunk[] {
  return Array.from({ length: Math.ceil(length / CHUNK_BYTES) }, (_, i) => ({
    offset: offset + i * CHUNK_BYTES,
    length: Math.min(CHUNK_BYTES, length - i * CHUNK_BYTES),
  }));
}
