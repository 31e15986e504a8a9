import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import type { RecordReason } from '@fleetwarden/contract/video/recording';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { ROOM_CHECK_MS, VIEW_SWEEP_MS } from './limits.ts';
import type { Privacy } from './privacy.ts';
import type { RecordingFile, RecordingFiles } from './recording-files.ts';
import type { RelayRecording, RelayStream, StreamKey } from './relay.ts';
import type { VideoStorage } from './storage.ts';
import { endView, insertView } from './store.ts';
import type { Usage } from './stream-limits.ts';

export type RecordingWish = StreamKey & {
  readonly departmentId: number;
  readonly accountId: number;
  readonly account: string;
  readonly peerIp: string;
};

/** A recording that goes on. */
type Active = {
  readonly wish: RecordingWish;
  readonly startedAt: number;
  readonly endsAt: number;
  readonly parts: Map<string, RecordingFile>;
  readonly fileId: number;
  readonly ended: Promise<void>;
  recording: RelayRecording;
};

export type Recordings = ReturnType<typeof createRecordings>;

/** What refuses a recording for want of room. */
export const ROOM_ERRORS: Readonly<Record<'diskFull' | 'storageFull', ErrorName>> = {
  diskFull: 'diskFull',
  storageFull: 'videoStorage',
};

/** Recordings of live streams, their limits and their log. */
export function createRecordings(deps: {
  readonly db: Db;
  readonly log: Log;
  readonly files: RecordingFiles;
  readonly storage: VideoStorage;
  readonly privacy: Privacy;
  readonly now: () => number;
}) {
  const { db, log, files, storage, privacy, now } = deps;
  const active = new Set<Active>();
  /** Of streams whose recording is being started. */
  const starting = new Map<string, { readonly wish: RecordingWish; readonly started: Promise<Active> }>();
  /** Of recordings that go on or start, one each stream. */
  const wishes = () => [
    ...new Map([...starting.values(), ...active].map(({ wish }) => [recordingKey(wish), wish] as const)).values(),
  ];

  const begin = async (wish: RecordingWish, stream: RelayStream, minutes: number): Promise<Active> => {
    const first = files.add(wish);
    const fileId = await first.id;
    const viewId = await insertView(db, { ...wish, kind: 'record', dataType: 0 }, wish.peerIp, now());
    const startedAt = now();
    const done = Promise.withResolvers<void>();
    const parts = new Map<string, RecordingFile>();
    const fault = (err: unknown) => log.error({ err, fileId }, 'a recording was not stored');
    let playedAt: number | null = null;
    let work: Promise<unknown> = Promise.resolve();
    const recording = stream.record({
      nextPath: () => {
        const part = parts.size === 0 ? first : files.add(wish);
        const path = storage.pathOf(part.key);
        parts.set(path, part);
        return path;
      },
      onPart: ({ path, ...part }, isLast) => {
        const { id, key } = parts.get(path)!;
        playedAt ??= part.file?.startedAt ?? null;
        work = work.then(async () => files.finish(await id, key, part)).catch(fault);
        if (!isLast) return;
        const { reason } = part;
        work = work
          .then(() => endView(db, viewId, { endedAt: now(), playedAt, bytes: entry.recording.bytes, reason }))
          .catch(fault);
        void work.then(() => {
          active.delete(entry);
          done.resolve();
        });
      },
    });
    const entry: Active = {
      wish,
      startedAt,
      endsAt: startedAt + minutes * MINUTE_MS,
      parts,
      fileId,
      ended: done.promise,
      recording,
    };
    active.add(entry);
    return entry;
  };

  const end = async (entry: Active, reason: RecordReason | null) => {
    await entry.recording.end(reason);
    await entry.ended;
    return Promise.all([...entry.parts.values()].map(({ id }) => id));
  };

  let checkedAt = now();
  const sweep = async () => {
    const time = now();
    for (const entry of [...active]) if (time >= entry.endsAt) void end(entry, 'timeLimit').catch(() => undefined);
    if (time - checkedAt < ROOM_CHECK_MS) return;
    checkedAt = time;
    for (const entry of [...active]) if (!(await privacy.mayView(entry.wish))) await end(entry, 'cabinClosed');
    for (const departmentId of new Set([...active].map(({ wish }) => wish.departmentId))) {
      const reason = await storage.fault(departmentId);
      for (const entry of [...active]) if (reason && entry.wish.departmentId === departmentId) await end(entry, reason);
    }
  };
  const timer = setInterval(() => void sweep().catch((err: unknown) => log.error({ err }, 'check of recordings')), VIEW_SWEEP_MS);
  timer.unref();

  return {
    /** Streams that are recorded: they count like those of views, but are no tiles of a user. */
    get open(): readonly Usage[] {
      return wishes().map((wish) => ({ ...wish, accountId: null }));
    },
    find: (key: StreamKey): Active | undefined => [...active].find(({ wish }) => recordingKey(wish) === recordingKey(key)),
    /** How many an account has besides that of a stream. */
    countOf: (accountId: number, except: StreamKey): number =>
      wishes().filter((wish) => wish.accountId === accountId && recordingKey(wish) !== recordingKey(except)).length,
    /** One recording of a stream, however many ask at once. `open` gets the stream. */
    start: (wish: RecordingWish, minutes: number, open: () => Promise<RelayStream>): Promise<Active> => {
      const key = recordingKey(wish);
      const known = starting.get(key);
      if (known) return known.started;
      const started = (async () => begin(wish, await open(), minutes))();
      starting.set(key, { wish, started });
      const forget = () => starting.delete(key);
      started.then(forget, forget);
      return started;
    },
    /** Ends the recording that a file belongs to; resolves with the ids of its files. */
    end: async (fileId: number): Promise<number[]> => {
      for (const entry of active) {
        const ids = await Promise.all([...entry.parts.values()].map(({ id }) => id));
        if (ids.includes(fileId)) return end(entry, null);
      }
      return [fileId];
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all([...active].map((entry) => end(entry, 'stopping')));
    },
  };
}

const recordingKey = ({ vehicleId, channel, streamType }: StreamKey): string => `${vehicleId} ${channel} ${streamType}`;

/** Throws CallError for want of room. */
export async function requireStorage(storage: VideoStorage, departmentId: number): Promise<void> {
  const fault = await storage.fault(departmentId);
  if (fault) throw new CallError(ROOM_ERRORS[fault], `department ${departmentId}`);
}
