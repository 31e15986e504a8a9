import { mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AttachmentNews } from '@fleetwarden/contract/alarms/attachments';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Caller, Principal } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { createDesk } from './desk.ts';
import { DELETED_AT_ONCE, PHOTO_AFTER_MS, PHOTO_BEFORE_MS } from './limits.ts';
import { createRequests } from './requests.ts';
import type { EvidenceSettings } from './rules.ts';
import { createEvidenceFiles } from './serve-files.ts';
import * as store from './store.ts';

type Attachments = CallReply<typeof alarmsCalls.qryAttachment>;

export type Evidence = {
  /** What the evidence server receives into. */
  readonly desk: ReturnType<typeof createDesk>;
  /** Files of an alarm that the caller may read, with addresses of their session. */
  attachmentsOf(user: Principal, gid: string): Promise<Attachments>;
  /** Requests the files of alarms again; resolves with the number of requests. */
  refetch(gids: readonly string[]): Promise<number>;
  /** Removes what a crash left, and requests what it lost. Rejects without a database. */
  start(): Promise<void>;
  /** Requests what is due now. */
  run(): Promise<void>;
  /** Deletes evidence past its retention at `now`; resolves with the number of alarms. */
  cleanup(now: number): Promise<number>;
  stop(): Promise<void>;
};

const EVERY_MS = 60_000;

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
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
  readonly signingKey: Buffer;
  /** The port of the evidence server; undefined: not started. */
  readonly port: () => number | undefined;
  /** The host that terminals are told, for one whose 808 session has this address. */
  readonly hostFor: (peerIp: string | null) => string;
  readonly timeZone: string;
  readonly now: () => number;
}): Evidence {
  const { db, bus, log, hub, scopes, files, mediaFiles, now } = deps;

  const tell = async (gid: string): Promise<void> => {
    const [alarm, state] = [await store.audienceOf(db, gid), await store.stateOfAlarm(db, gid)];
    if (!alarm) return;
    const data: AttachmentNews = {
      alarmGid: gid,
      targId: String(alarm.vehicle_id),
      state: state?.state ?? null,
      reason: state?.reason ?? '',
      expected: state?.expected ?? 0,
      received: state?.received ?? 0,
    };
    const about = { typeId: alarm.type_id, departmentId: alarm.department_id };
    const who = async ({ rights, departmentId }: Principal) =>
      mayReadAlarm({ rights, scope: await scopes.of(departmentId) }, about);
    await hub.publish({ who }, { type: 'asAttachment', data });
  };
  const onChanged = (gid: string) => void tell(gid).catch((err) => log.warn({ err }, 'consoles are not told of an attachment'));

  const desk = createDesk({ db, files, onChanged, now });
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

  return {
    desk,
    attachmentsOf: async ({ prefix }, gid) => {
      const [own, photos, state] = [
        await store.filesOfAlarm(db, gid),
        await store.photosOfAlarm(db, gid, PHOTO_BEFORE_MS, PHOTO_AFTER_MS),
        await store.stateOfAlarm(db, gid),
      ];
      const list = [
        ...own.map(({ id, kind, size_bytes }) => ({
          attachmentType: kind,
          attachmentPath: served.addressOf(id, prefix),
          bytes: size_bytes,
        })),
        ...photos.map(({ id, plate, file, extension, kind, bytes }) => ({
          attachmentType: kind,
          attachmentPath: mediaFiles.addressOf(file, `${plate} ${id}.${extension}`, { session: prefix }),
          bytes,
        })),
      ];
      return { list, state: state?.state ?? null, reason: state?.reason ?? '' };
    },
    refetch: (gids) => requests.renew(gids),
    start: async () => {
      await desk.recover();
      await requests.catchUp();
      timer = setInterval(
        () => void requests.catchUp().catch((err) => log.warn({ err }, 'attachments are not requested, the next minute will')),
        EVERY_MS,
      );
    },
    run: requests.run,
    cleanup: async (time) => {
      const before = time - (await deps.settings()).evidenceDays * DAY_MS;
      let deleted = 0;
      for (let rows = DELETED_AT_ONCE; rows === DELETED_AT_ONCE; deleted += rows) {
        const expired = await store.expiredRequests(db, before, DELETED_AT_ONCE);
        for (const key of expired.flatMap(({ keys }) => keys)) await files.remove(key);
        await store.deleteRequests(
          db,
          expired.map(({ id }) => id),
        );
        rows = expired.length;
      }
      return deleted;
    },
    stop: async () => {
      clearInterval(timer);
      stopPhotos();
      await requests.stop();
    },
  };
}
