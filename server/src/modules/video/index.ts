import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { FastifyInstance } from 'fastify';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Authenticate, Caller } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { createVideoCalls } from './calls.ts';
import { createFileAddresses } from './file-addresses.ts';
import { viewOfFile } from './files.ts';
import { TICKET_LIFE_MS, UPKEEP_MS, VIEWS_KEPT_MS } from './limits.ts';
import { createStreamCheck } from './main-stream.ts';
import { videoMetrics } from './metrics.ts';
import { createOpenView } from './open-view.ts';
import { createPrivacy } from './privacy.ts';
import { createRecordingCalls } from './recording-calls.ts';
import { createRecordingFiles } from './recording-files.ts';
import { createRecordings } from './recordings.ts';
import type { RecordingTools, Relay } from './relay.ts';
import { createVideoStorage } from './storage.ts';
import * as store from './store.ts';
import { createTakeRoom } from './stream-limits.ts';
import { createStreamRequests } from './stream-requests.ts';
import { createTickets } from './tickets.ts';
import { createTraffic } from './traffic.ts';
import { createUploads, type UploadsDeps } from './uploads/index.ts';
import type { VideoSettings } from './video-settings.ts';
import { createViews } from './views.ts';

export { isKnownPhone } from './store.ts';
export { forgetUploads, type UploadAccounts, type UploadLimits } from './uploads/index.ts';

export type Video = {
  readonly handlers: Handlers<typeof videoCalls>;
  /** Counts traffic, and tells terminals how their streams arrive. A timer calls it. */
  upkeep(): Promise<void>;
  /** Ends views and finishes recordings that an earlier process left open. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Deletes video files past their time at `now` (epoch ms); returns their number. */
  forgetFiles(now: number): Promise<number>;
};

/** For the maintenance job: forgets views past their time at `now` (epoch ms). */
export const forgetViews = (db: Db, now: number): Promise<number> => store.forgetViews(db, now - VIEWS_KEPT_MS);

/** Live and recorded video: requests, permissions, limits, viewers, files and the log of views. The relay moves the pictures. */
export function createVideo(
  deps: {
    readonly app: FastifyInstance;
    readonly db: Db;
    readonly bus: ServerBus;
    readonly hub: Hub;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly relay: Relay;
    readonly scopes: Scopes;
    readonly service: CommandService;
    readonly settings: (departmentId: number | null) => Promise<VideoSettings>;
    readonly fileStore: FileStore;
    readonly tools: RecordingTools;
    /** Of the disk of a folder. */
    readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
    readonly authenticate: Authenticate;
    readonly renew: (prefix: string) => Promise<Caller>;
    readonly signingKey: Buffer;
    /** PUBLIC_HOST; undefined: an address of this machine. */
    readonly publicHost: () => string | undefined;
    readonly publicUrl: string | undefined;
    readonly timeZone: string;
    readonly now: () => number;
  } & Pick<UploadsDeps, 'encrypt' | 'createUploadServer' | 'uploadLimits'>,
): Video {
  const { signingKey, publicUrl, publicHost, now } = deps;
  const tickets = createTickets({ key: signingKey, lifeMs: TICKET_LIFE_MS, now });
  const metrics = videoMetrics(deps.metrics);
  const hostFor = (address: string | null) => publicHost() ?? ownAddress(address);
  const requests = createStreamRequests({ ...deps, hostFor });
  const privacy = createPrivacy(deps);
  const { requireView } = privacy;
  const views = createViews({ ...deps, tickets, privacy, allowedOrigins: publicUrl ? [publicUrl] : [] });
  const traffic = createTraffic({ ...deps, views });
  const storage = createVideoStorage({ ...deps, store: deps.fileStore });
  const files = createRecordingFiles({ ...deps, store: deps.fileStore, storage, metrics });
  const recordings = createRecordings({ ...deps, files, storage, privacy });
  const addresses = createFileAddresses({
    ...deps,
    metrics,
    store: deps.fileStore,
    requireView: (file) => requireView(viewOfFile(file)),
  });
  const requireStream = createStreamCheck(deps);
  const takeRoom = createTakeRoom({ ...deps, usage: () => [...views.open, ...tickets.open, ...recordings.open] });
  const parts = {
    ...deps,
    tickets,
    views,
    requests,
    privacy,
    requireView,
    traffic,
    takeRoom,
    requireStream,
    recordings,
    storage,
    addresses,
  };
  const recordingCalls = createRecordingCalls(parts);
  const uploads = createUploads({
    ...deps,
    metrics,
    files: deps.fileStore,
    hostFor,
    requireView,
    downloadFile: recordingCalls.downloadFile,
  });
  const upkeep = async () => {
    tellLoss(deps);
    await traffic.flush().catch((err: unknown) => deps.log.error({ err }, 'video traffic was not stored'));
  };
  const timer = setInterval(() => void upkeep(), UPKEEP_MS).unref();
  return {
    handlers: {
      ...createVideoCalls({ ...parts, openView: createOpenView(parts) }),
      ...recordingCalls,
      ...uploads.handlers,
    },
    upkeep,
    start: async () => {
      await store.endLostViews(deps.db);
      await files.recover();
      uploads.start();
    },
    stop: async () => {
      clearInterval(timer);
      requests.stop();
      await uploads.stop();
      await recordings.stop();
      await views.stop();
      await upkeep();
    },
    forgetFiles: async (time) => storage.forget(time - (await deps.settings(null)).videoDays * DAY_MS),
  };
}

/** 0x9105: terminals lower their bit rate if packets are lost. */
function tellLoss({ relay, bus }: { readonly relay: Relay; readonly bus: ServerBus }): void {
  for (const stream of relay.streams) {
    const { kind, vehicleId, channel } = stream.request;
    const lossPercent = stream.takeLossPercent();
    if (kind === 'live' && lossPercent !== null) bus.publish('stream.received', { vehicleId, channel, lossPercent });
  }
}

const isLoopback = (address: string): boolean => /^(::ffff:)?127\./.test(address) || address === '::1';

/** An address of this machine: its own for a terminal on it, otherwise the first one of its network. */
export function ownAddress(terminal: string | null): string {
  const loopback = '127.0.0.1';
  if (terminal !== null && isLoopback(terminal)) return loopback;
  const external = Object.values(networkInterfaces())
    .flat()
    .find((each) => each !== undefined && !each.internal && isIP(each.address) === 4);
  return external?.address ?? loopback;
}
