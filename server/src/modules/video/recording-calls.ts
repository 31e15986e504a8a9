import { CallError } from '@fleetwarden/contract/errors';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { fileState, videoSource } from '@fleetwarden/contract/video/recording';
import type { ServerFile } from '@fleetwarden/contract/video/recording-schemas';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Handlers, UserContext } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { FileAddresses, FileUse } from './file-addresses.ts';
import * as files from './files.ts';
import { FILE_ADDRESS_LIFE_MS } from './limits.ts';
import type { StreamCheck } from './main-stream.ts';
import type { Privacy } from './privacy.ts';
import { type Recordings, requireStorage } from './recordings.ts';
import type { RecordingTools, RelayStream } from './relay.ts';
import type { VideoStorage } from './storage.ts';
import * as store from './store.ts';
import type { TakeRoom } from './stream-limits.ts';
import type { StreamRequests } from './stream-requests.ts';
import type { VideoSettings } from './video-settings.ts';

export type RecordingCall =
  | 'startRecord'
  | 'stopRecord'
  | 'listServerFile'
  | 'listRecordDay'
  | 'clipFile'
  | 'openFile'
  | 'downloadFile'
  | 'deleteFile';
type RecordingCalls = Pick<Handlers<typeof videoCalls>, RecordingCall>;

export function createRecordingCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets'>;
  readonly settings: (departmentId: number | null) => Promise<VideoSettings>;
  readonly requests: StreamRequests;
  readonly recordings: Recordings;
  readonly storage: VideoStorage;
  readonly fileStore: FileStore;
  readonly tools: RecordingTools;
  readonly addresses: FileAddresses;
  readonly takeRoom: TakeRoom;
  readonly requireStream: StreamCheck;
  readonly requireView: Privacy['requireView'];
  readonly timeZone: string;
  readonly now: () => number;
}): RecordingCalls {
  const {
    db,
    scopes,
    service,
    requests,
    recordings,
    storage,
    fileStore,
    tools,
    addresses,
    takeRoom,
    requireStream,
    requireView,
    timeZone,
    now,
  } = deps;

  const find = async (user: Principal, fileId: string): Promise<files.VideoFileRow> => {
    const file = await files.findVideoFile(db, await scopes.of(user.departmentId), Number(fileId));
    if (!file) throw new CallError('notFound', `video file ${fileId}`);
    return file;
  };
  const requireViewOf = (file: files.VideoFileRow) => requireView(files.viewOfFile(file));

  const open = async (fileId: string, use: FileUse, { user, peerIp }: UserContext) => {
    const file = await find(user, fileId);
    if (file.state === fileState.growing) throw new CallError('stillRecording', `video file ${fileId}`);
    await requireViewOf(file);
    const { accountId, account, prefix } = user;
    const { vehicle_id: vehicleId, channel, stream_type: streamType } = file;
    const kind = use === 'play' ? 'file' : 'download';
    const viewId = await store.insertView(
      db,
      { kind, vehicleId, channel, streamType, dataType: 0, accountId, account },
      peerIp,
      now(),
    );
    await store.endView(db, viewId, { endedAt: now(), playedAt: null, bytes: 0, reason: null });
    const name = downloadName(file, timeZone);
    const { videoWatermark: watermark } = await deps.settings(user.departmentId);
    const url = addresses.addressOf({ id: file.id, name, use, prefix, viewId });
    return { url, name, lifeMs: FILE_ADDRESS_LIFE_MS, watermark };
  };

  return {
    startRecord: async ({ targId, channel, streamType }, { user, peerIp }) => {
      await requireStream(user, streamType);
      const [target] = await service.targets(user, [targId]);
      const key = { kind: 'live', vehicleId: target!.id, channel, streamType } as const;
      const { recordMinutes, videoCells } = await deps.settings(null);
      const reply = ({ fileId, startedAt, endsAt }: NonNullable<ReturnType<Recordings['find']>>) => ({
        fileId: String(fileId),
        startedAt,
        limitMs: endsAt - startedAt,
      });
      const facts = await store.streamFacts(db, key.vehicleId);
      if (!facts) throw new CallError('notFound', `vehicle ${targId}`);
      const departmentId = facts.department_id;
      await requireView({ departmentId, channel });
      const known = recordings.find(key);
      if (known) return reply(known);
      await requireStorage(storage, departmentId);
      const wish = { ...key, departmentId, accountId: user.accountId, account: user.account, peerIp };
      const openStream = (): Promise<RelayStream> => requests.open(user, target!, key, facts);
      const started = await takeRoom({ ...key, departmentId, accountId: null }, () => {
        if (recordings.countOf(user.accountId, key) >= videoCells)
          throw new CallError('recordingsOfUser', 'recordings', [], { max: videoCells });
        return recordings.start(wish, recordMinutes, openStream);
      });
      return reply(started);
    },
    stopRecord: async ({ fileId }, { user }) => {
      const file = await find(user, fileId);
      // an earlier file of a recording that goes on may be complete
      const ids = await recordings.end(file.id);
      return { list: (await files.videoFilesByIds(db, ids)).map(toServerFile) };
    },
    listServerFile: async ({ targId, channel, startTime, endTime }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const window = { vehicleId: target!.id, channel, startTime, endTime };
      return { list: (await files.listVideoFiles(db, window)).map(toServerFile) };
    },
    listRecordDay: async ({ targId, startTime, endTime }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      return { list: await files.listVideoDays(db, { vehicleId: target!.id, startTime, endTime }, timeZone) };
    },
    clipFile: async ({ fileId, startTime, endTime }, { user }) => {
      const file = await find(user, fileId);
      if (file.state === fileState.growing) throw new CallError('stillRecording', `video file ${fileId}`);
      if (file.source === videoSource.upload) throw new CallError('notClippable', `video file ${fileId}`);
      if (startTime >= file.ended_at! || endTime <= file.started_at) throw new CallError('noVideoThen', `video file ${fileId}`);
      await requireView({ ...files.viewOfFile(file), startTime, endTime });
      await requireStorage(storage, file.department_id);
      const key = files.newVideoKey(now(), 'mp4');
      const path = storage.pathOf(key);
      const read = async (start: number, end: number) => {
        const stored = await fileStore.read(file.file_key, { start, end });
        if (!stored) throw new CallError('notFound', `video file ${fileId}`);
        return stored.content;
      };
      const clip = await tools.cut(read, file.bytes, { start: startTime, end: endTime }, path);
      if (!clip) throw new CallError('notClippable', `video file ${fileId}`);
      const id = await files.addVideoFile(db, {
        ...clip,
        vehicleId: file.vehicle_id,
        channel: file.channel,
        streamType: file.stream_type,
        source: videoSource.clip,
        fileKey: key,
        format: 'mp4',
        playable: true,
        sound: file.sound,
        accountId: user.accountId,
        account: user.account,
      });
      // after a crash in between, the file is found in the work folder
      await fileStore.adopt(key, path);
      return { fileId: String(id) };
    },
    openFile: ({ fileId }, context) => open(fileId, 'play', context),
    downloadFile: ({ fileId }, context) => open(fileId, 'save', context),
    deleteFile: async ({ fileId }, { user }) => {
      const file = await find(user, fileId);
      if (file.state === fileState.growing) throw new CallError('stillRecording', `video file ${fileId}`);
      await fileStore.remove(file.file_key);
      await files.deleteVideoFile(db, file.id);
      return {};
    },
  };
}

/** As '京A12345_CH1_20260520120000.mp4', on the clock of the platform. */
function downloadName({ plate, channel, started_at, format }: files.VideoFileRow, timeZone: string): string {
  const time = new Date(wallClock(timeZone)(started_at)).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${plate}_CH${channel}_${time}.${format}`;
}

const toServerFile = (row: files.VideoFileRow): ServerFile => ({
  fileId: String(row.id),
  channel: row.channel,
  source: row.source,
  state: row.state,
  streamType: row.stream_type,
  startTime: row.started_at,
  endTime: row.ended_at,
  bytes: row.bytes,
  format: row.format,
  playable: row.playable,
  codec: row.codec,
  width: row.width,
  height: row.height,
  sound: row.sound,
  username: row.account_name,
  reason: row.reason,
});
