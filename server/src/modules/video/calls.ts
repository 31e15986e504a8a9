import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { viewPath } from '@fleetwarden/contract/video/live-video';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { TICKET_LIFE_MS } from './limits.ts';
import * as store from './store.ts';
import { requireRoomForView } from './stream-limits.ts';
import type { StreamRequests } from './stream-requests.ts';
import type { Tickets } from './tickets.ts';
import type { Views } from './views.ts';

/** The platform settings about live video. */
export type VideoSettings = Readonly<{ videoIdleMinutes: number; videoCells: number; videoStreams: number; mainStream: boolean }>;

export function createVideoCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets'>;
  readonly settings: () => Promise<VideoSettings>;
  readonly tickets: Tickets;
  readonly views: Pick<Views, 'open'>;
  readonly requests: StreamRequests;
}): Handlers<typeof videoCalls> {
  const { db, scopes, service, tickets, views, requests } = deps;

  return {
    realtime: async ({ targId, channel, streamType, dataType }, { user }) => {
      const settings = await deps.settings();
      if (streamType === MAIN && !user.rights.has(permission.mainStream)) throw new CallError('forbidden', 'main stream');
      if (streamType === MAIN && !settings.mainStream) throw new CallError('mainStreamOff');
      const [target] = await service.targets(user, [targId]);
      const key = { vehicleId: target!.id, channel, streamType };
      const facts = await store.streamFacts(db, key.vehicleId);
      if (!facts) throw new CallError('notFound', `vehicle ${targId}`);
      const { accountId, account, prefix } = user;
      const limitMs = settings.videoIdleMinutes * MINUTE_MS;
      const grant = { ...key, dataType, departmentId: facts.department_id, accountId, account, prefix, limitMs };
      const quotas = await Promise.all(
        (await store.streamQuotas(db, facts.department_id)).map(async ({ department_id, video_streams }) => ({
          scope: await scopes.of(department_id),
          streams: video_streams,
        })),
      );
      requireRoomForView({ wish: grant, views: [...views.open, ...tickets.open], settings, quotas });
      // counts from now on, so that calls at once do not exceed a limit
      const { token, id } = tickets.issue(grant);
      try {
        await requests.open(user, target!, key, facts);
      } catch (error) {
        tickets.take(token);
        throw error;
      }
      return { url: viewPath(token), sessionId: id, lifeMs: TICKET_LIFE_MS, limitMs };
    },
    listChannel: async ({ targId }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      return { list: await store.channels(db, target!.id) };
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
