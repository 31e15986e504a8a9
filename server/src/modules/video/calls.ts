import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { createChannelCalls } from './channel-calls.ts';
import { createControlCalls } from './control-calls.ts';
import type { StreamCheck } from './main-stream.ts';
import type { createOpenView } from './open-view.ts';
import type { Privacy } from './privacy.ts';
import type { RecordingCall } from './recording-calls.ts';
import type { Relay } from './relay.ts';
import { createReplayCalls } from './replay-calls.ts';
import * as store from './store.ts';
import type { TakeRoom } from './stream-limits.ts';
import type { StreamRequests } from './stream-requests.ts';
import { createTalkCalls } from './talk-calls.ts';
import type { Tickets } from './tickets.ts';
import type { Traffic } from './traffic.ts';
import type { UploadCall } from './uploads/index.ts';
import type { VideoSettings } from './video-settings.ts';
import type { Views } from './views.ts';

export function createVideoCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly settings: (departmentId: number | null) => Promise<VideoSettings>;
  readonly openView: ReturnType<typeof createOpenView>;
  readonly tickets: Tickets;
  readonly views: Views;
  readonly privacy: Privacy;
  readonly traffic: Traffic;
  readonly requests: StreamRequests;
  readonly relay: Relay;
  readonly takeRoom: TakeRoom;
  readonly requireStream: StreamCheck;
  readonly now: () => number;
}): Omit<Handlers<typeof videoCalls>, RecordingCall | UploadCall> {
  const { db, scopes, service, openView } = deps;

  return {
    ...createTalkCalls(deps),
    ...createReplayCalls(deps),
    ...createControlCalls(deps),
    ...createChannelCalls(deps),
    realtime: async (request, { user }) => {
      await deps.requireStream(user, request.streamType);
      return openView.open(user, { kind: 'live', ...request });
    },
    listView: async ({ targId, startTime, endTime }, { user, page }) => {
      const [target] = await service.targets(user, [targId]);
      const filter = { vehicleId: target!.id, start: startTime, end: endTime };
      const { rows, total } = await store.listViews(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toView), total };
    },
  };
}

const toView = (row: store.ViewRow) => ({
  id: String(row.id),
  kind: row.kind,
  channel: row.channel,
  streamType: row.stream_type,
  dataType: row.data_type,
  username: row.account_name,
  peerIp: row.peer_ip,
  startedAt: row.started_at,
  playedAt: row.played_at,
  endedAt: row.ended_at,
  bytes: row.bytes,
  reason: row.reason,
});
