import { mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import type { AttachmentNews } from '@fleetwarden/contract/alarms/attachments';
import type { EvidenceGraph } from '@fleetwarden/contract/alarms/evidence-graph';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Caller, Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { retentionMs } from './centre/retention.ts';
import { createDesk, type Remux } from './desk.ts';
import { type DataFileState, loadGraph } from './graph.ts';
import { DELETED_AT_ONCE, PHOTO_AFTER_MS, PHOTO_BEFORE_MS } from './limits.ts';
import { createRequests } from './requests.ts';
import type { EvidenceSettings } from './rules.ts';
import { createEvidenceFiles } from './serve-files.ts';
import * as store from './store.ts';
import { querySummaries } from './summaries.ts';

export type { AlarmAccess, AlarmReader } from './centre/alarm-access.ts';
export { createEvidenceCentre, type EvidenceCentre } from './centre/centre.ts';
export { viewedFiles } from './summaries.ts';

/** Files of an alarm, as its row in a list states them. */
export type FileSummary = Pick<AlarmRow, 'fileDone' | 'fileKinds' | 'fileState' | 'fileReason' | 'picture'>;
type Attachments = CallReply<typeof alarmsCalls.qryAttachment>;

export type Evidence = {
  /** What the evidence server receives into. */
  readonly desk: ReturnType<typeof createDesk>;
  /** Files of an alarm that the caller may read, with addresses of their session. */
  attachmentsOf(user: Principal, gid: string): Promise<Attachments>;
  /** What the vehicle did around an alarm. The caller has checked that the user may read it. */
  graphOf(gid: string): Promise<EvidenceGraph>;
  /** Files of alarms in short, with addresses of the user's session. Scope and class were checked. */
  summariesOf(user: Pick<Principal, 'prefix'>, gids: readonly string[]): Promise<ReadonlyMap<string, FileSummary>>;
  /** The address of a stored file for a session. */
  addressOf(id: number, session: string): string;
  /** Requests the files of alarms again; resolves with the number of requests. */
  refetch(gids: readonly string[]): Promise<number>;
  /** Removes what a crash left, and requests what it lost. Rejects without a database. */
  start(): Promise<void>;
  /** Requests files of alarms that began after `since`, epoch ms, and were not requested: uploaded later, or before a crash. */
  catchUp(since: number): Promise<void>;
  /** Requests what is due now. */
  run(): Promise<void>;
  /** Removes files whose rows are deleted. */
  removeFiles(): Promise<void>;
  /** Deletes evidence past its retention at `now`, except what is locked or held; resolves with the number of alarms. */
  cleanup(now: number): Promise<number>;
  stop(): Promise<void>;
};

const EVERY_MS = 60_000;
/** AttachmentKind. */
const PICTURE = 0;

/** Attachments of alarms: requests, uploads, addresses, and the push of each file that arrives. */
export function createEvidence(deps: {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly hub: Pick<Hub, 'publish'>;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly settings: () => Promise<EvidenceSettings>;
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly files: FileStore;
  /** Photos of 0x0801. */
  readonly mediaFiles: Pick<SignedFiles, 'read'>;
  readonly remux: Remux;
  readonly readStates: (file: Uint8Array) => readonly DataFileState[];
  readonly signingKey: Buffer;
  /** The port of the evidence server; undefined: not started. */
  readonly port: () => number | undefined;
  /** The host that terminals are told, for one whose 808 session has this address. */
  readonly hostFor: (peerIp: string | null) => string;
  readonly timeZone: string;
  readonly now: () => number;
}): Evidence {
  const { db, bus, log, hub, scopes, files, now } = deps;

  const tell = async (gid: string): Promise<void> => {
    const [alarm, [state]] = [await store.audienceOf(db, gid), await querySummaries(db, [gid])];
    if (!alarm) return;
    const data: AttachmentNews = {
      alarmGid: gid,
      targId: String(alarm.vehicle_id),
      state: state?.state ?? null,
      reason: state?.reason ?? '',
      expected: state?.expected ?? 0,
      received: (state?.files ?? 0) + (state?.photos ?? 0),
    };
    const about = { typeId: alarm.type_id, departmentId: alarm.department_id, isEvidence: alarm.is_evidence };
    const who = async ({ rights, departmentId }: Principal) =>
      mayReadAlarm({ rights, scope: await scopes.of(departmentId) }, about);
    await hub.publish({ who }, { type: 'asAttachment', data });
  };
  // an older state never follows a newer one
  const telling = createSerialQueue();
  const onChanged = (gid: string) =>
    void telling.run(() => tell(gid)).catch((err) => log.warn({ err }, 'consoles are not told of an attachment'));

  const desk = createDesk({ db, files, remux: deps.remux, onChanged, now });
  const requests = createRequests({
    ...deps,
    onChanged,
    addressFor: (peerIp, { evidenceHost, evidencePort }) => {
      const port = deps.port();
      if (port === undefined) return undefined;
      return evidenceHost === '' ? { server: deps.hostFor(peerIp), port } : { server: evidenceHost, port: evidencePort };
    },
  });
  const served = createEvidenceFiles({ ...deps, key: deps.signingKey });
  const stopPhotos = bus.subscribe('media.stored', async ({ vehicleId, mediaId }) => {
    for (const { gid } of await store.alarmsOfPhoto(db, vehicleId, mediaId, PHOTO_BEFORE_MS, PHOTO_AFTER_MS)) onChanged(gid);
  });
  let timer: NodeJS.Timeout | undefined;
  const removeFiles = async (): Promise<void> => {
    for (let rows = DELETED_AT_ONCE; rows === DELETED_AT_ONCE; ) {
      const keys = (await store.removedFiles(db, DELETED_AT_ONCE)).map(({ key }) => key);
      for (const key of keys) await files.remove(key);
      await store.forgetRemoved(db, keys);
      rows = keys.length;
    }
  };

  return {
    desk,
    removeFiles,
    attachmentsOf: async ({ prefix }, gid) => {
      const [own, photos, state] = [
        await store.filesOfAlarm(db, gid),
        await store.photosOfAlarm(db, gid),
        await store.stateOfAlarm(db, gid),
      ];
      const list = [
        ...own.map(({ id, name, kind, size_bytes }) => ({
          attachmentType: kind,
          attachmentPath: served.addressOf({ id, isPhoto: false }, prefix),
          bytes: size_bytes,
          fileId: String(id),
          name,
          thumbPath: kind === PICTURE ? served.addressOf({ id, isPhoto: false }, prefix, true) : '',
        })),
        ...photos.map(({ id, plate, extension, kind, bytes }) => {
          const name = `${plate} ${id}.${extension}`;
          const photo = { id: Number(id), isPhoto: true };
          const thumbPath = kind === PICTURE ? served.addressOf(photo, prefix, true) : '';
          return { attachmentType: kind, attachmentPath: served.addressOf(photo, prefix), bytes, fileId: '', name, thumbPath };
        }),
      ];
      return { list, state: state?.state ?? null, reason: state?.reason ?? '' };
    },
    graphOf: (gid) => loadGraph(deps, gid),
    summariesOf: async ({ prefix }, gids) =>
      new Map(
        (await querySummaries(db, gids)).map(({ gid, picture, photo, ...row }) => [
          gid,
          {
            fileDone: row.files + row.photos,
            fileKinds: [...new Set([...(row.file_kinds ?? []), ...(row.photo_kinds ?? [])])].sort(),
            fileState: row.state,
            fileReason: row.reason ?? '',
            picture:
              picture !== null
                ? served.addressOf({ id: picture, isPhoto: false }, prefix, true)
                : photo !== null
                  ? served.addressOf({ id: photo, isPhoto: true }, prefix, true)
                  : '',
          },
        ]),
      ),
    addressOf: (id, session) => served.addressOf({ id, isPhoto: false }, session),
    refetch: (gids) => requests.renew(gids),
    start: async () => {
      await desk.recover();
      await requests.catchUp();
      timer = setInterval(
        () => void requests.catchUp().catch((err) => log.warn({ err }, 'attachments are not requested, the next minute will')),
        EVERY_MS,
      );
    },
    catchUp: requests.catchUp,
    run: requests.run,
    cleanup: async (time) => {
      const settings = await deps.settings();
      const endOf = (level: 1 | 2 | 3) => time - retentionMs(settings, level);
      const before = { 1: endOf(1), 2: endOf(2), 3: endOf(3) };
      let deleted = 0;
      for (let [rows, last] = [DELETED_AT_ONCE, 0]; rows === DELETED_AT_ONCE; deleted += rows) {
        const ids = (await store.expiredRequests(db, before, last, DELETED_AT_ONCE)).map(({ id }) => id);
        await db.transaction((tx) => store.expireRequests(tx, ids, time));
        await removeFiles();
        [rows, last] = [ids.length, ids.at(-1) ?? last];
      }
      await store.deleteExpiredRecords(db, before);
      await removeFiles();
      return deleted;
    },
    stop: async () => {
      clearInterval(timer);
      stopPhotos();
      await requests.stop();
      await telling.idle();
    },
  };
}
