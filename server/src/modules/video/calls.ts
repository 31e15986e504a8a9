import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { createOpenView } from './open-view.ts';
import type { Privacy } from './privacy.ts';
import type { RecordingCall } from './recording-calls.ts';
import { createReplayCalls } from './replay-calls.ts';
import * as store from './store.ts';
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
  readonly now: () => number;
}): Omit<Handlers<typeof videoCalls>, RecordingCall | UploadCall> {
  const { db, scopes, service, openView, privacy } = deps;

  return {
    ...createTalkCalls(deps),
    ...createReplayCalls(deps),
    realtime: async (request, { user }) => {
      if (request.streamType === MAIN) {
        if (!user.rights.has(permission.mainStream)) throw new CallError('forbidden', 'main stream');
        if (!(await deps.settings(null)).mainStream) throw new CallError('mainStreamOff');
      }
      const opened = await openView.open(user, { kind: 'live', ...request });
      const { departmentId } = user;
      return { ...opened, watermark: (await deps.settings(departmentId)).videoWatermark };
    },
    listChannel: async ({ targId }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const facts = await store.streamFacts(db, target!.id);
      const channels = await store.channels(db, target!.id);
      const list = channels.map(async (row) => {
        const wish = { departmentId: facts!.department_id, channel: row.channel };
        return { ...row, closed: !(await privacy.mayView(wish)) };
      });
      return { list: await Promise.all(list) };
    },
    listView: async ({ targId, startTime, endTime }, { user, page }) => {
      const [target] = await service.targets(user, [targId]);
      const filter = { vehicleId: target!.id, start: startTime, end: endTime };
      const { rows, total } = await store.listViews(db, await scopes.of(user.departmentId), filter, page);
      return { list: rows.map(toView), total };
    },
  };
}

const MAIN = 0;

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
