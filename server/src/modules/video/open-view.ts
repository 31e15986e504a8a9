import { CallError } from '@fleetwarden/contract/errors';
import { isTalk, type StreamKind, viewPath } from '@fleetwarden/contract/video/live-video';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { CommandService } from '../commands/index.ts';
import { TICKET_LIFE_MS } from './limits.ts';
import type { Privacy } from './privacy.ts';
import type { RelayStream } from './relay.ts';
import * as store from './store.ts';
import type { TakeRoom } from './stream-limits.ts';
import type { StreamRequests } from './stream-requests.ts';
import { type Grant, type Target, type Tickets, targetsOf } from './tickets.ts';
import type { Traffic, TrafficUse } from './traffic.ts';
import type { VideoSettings } from './video-settings.ts';
import type { Views } from './views.ts';

export type ViewRequest = {
  readonly kind: StreamKind;
  readonly targId: string;
  readonly channel: number;
  readonly streamType: 0 | 1;
  readonly dataType: number;
  readonly patrol?: boolean;
  /** Of a recording: parameters of 0x9201. */
  readonly playback?: { readonly startTime: number; readonly endTime: number };
};

export type OpenedView = {
  readonly url: string;
  readonly sessionId: string;
  readonly lifeMs: number;
  readonly limitMs: number;
  readonly traffic: TrafficUse | null;
  /** The page shows account and time over the picture: a setting of the viewer's department. */
  readonly watermark: boolean;
  readonly stream: RelayStream;
};

/** Checks scope, privacy, traffic and limits, requests the stream, and issues the address of its view. */
export type OpenView = (user: Principal, request: ViewRequest) => Promise<OpenedView>;

/** Requests the streams of several vehicles for one talker. Throws CallError if it reaches none of them. */
export type OpenBroadcast = (
  user: Principal,
  request: { readonly targIds: readonly string[]; readonly channel: number },
) => Promise<
  Omit<OpenedView, 'traffic' | 'watermark' | 'stream'> & {
    readonly failed: { readonly targId: string; readonly error: CallError['kind']; readonly values: CallError['params'] }[];
  }
>;

export function createOpenView(deps: {
  readonly db: Db;
  readonly service: Pick<CommandService, 'targets'>;
  readonly settings: (departmentId: number | null) => Promise<VideoSettings>;
  readonly tickets: Tickets;
  readonly views: Pick<Views, 'open'>;
  readonly requests: StreamRequests;
  readonly privacy: Privacy;
  readonly traffic: Traffic;
  readonly takeRoom: TakeRoom;
}): { readonly open: OpenView; readonly broadcast: OpenBroadcast } {
  const { db, service, tickets, views, requests, privacy, traffic, takeRoom } = deps;

  const open: OpenView = async (user, { kind, targId, channel, streamType, dataType, patrol = false, playback }) => {
    const settings = await deps.settings(null);
    const [target] = await service.targets(user, [targId]);
    const key = { kind, vehicleId: target!.id, channel, streamType };
    const facts = await store.streamFacts(db, key.vehicleId);
    if (!facts) throw new CallError('notFound', `vehicle ${targId}`);
    const times = playback && { startTime: playback.startTime, endTime: playback.endTime };
    await privacy.requireView({ departmentId: facts.department_id, channel, ...times });
    const use = await traffic.requireBudget(key.vehicleId);
    const { accountId, account, prefix } = user;
    const limitMs = settings.videoIdleMinutes * MINUTE_MS;
    const watermark = (await deps.settings(user.departmentId)).videoWatermark;
    const grant = { ...key, dataType, departmentId: facts.department_id, accountId, account, prefix, limitMs, patrol, ...times };
    if (isTalk(grant)) requireNoTalk([...views.open, ...tickets.open], key.vehicleId);
    // counts from now on, so that calls at once do not exceed a limit
    const { token, id } = isTalk(grant) ? tickets.issue(grant) : await takeRoom(grant, () => tickets.issue(grant));
    try {
      const stream = await requests.open(user, target!, key, facts, playback);
      return { url: viewPath(token), sessionId: id, lifeMs: TICKET_LIFE_MS, limitMs, traffic: use, watermark, stream };
    } catch (error) {
      tickets.drop(id);
      throw error;
    }
  };

  /** A vehicle of a broadcast. Throws CallError if it may not be spoken to. */
  const prepareTarget = async (vehicleId: number, channel: number) => {
    const facts = await store.streamFacts(db, vehicleId);
    if (!facts) throw new CallError('notFound', `vehicle ${vehicleId}`);
    const target: Target = { kind: 'broadcast', vehicleId, channel, streamType: 0, departmentId: facts.department_id };
    await privacy.requireView(target);
    await traffic.requireBudget(vehicleId);
    requireNoTalk([...views.open, ...tickets.open], vehicleId);
    return { target, facts };
  };

  const broadcast: OpenBroadcast = async (user, { targIds, channel }) => {
    const { videoIdleMinutes } = await deps.settings(null);
    const vehicles = await service.targets(user, [...new Set(targIds)]);
    const failures: { readonly vehicleId: number; readonly error: CallError }[] = [];
    /** The results of the vehicles that succeed. */
    const collect = async <T, R>(list: readonly T[], idOf: (each: T) => number, work: (each: T) => Promise<R>): Promise<R[]> => {
      const results = await Promise.all(
        list.map((each) =>
          work(each).catch((error: unknown) => {
            if (!(error instanceof CallError)) throw error;
            failures.push({ vehicleId: idOf(each), error });
            return undefined;
          }),
        ),
      );
      return results.flatMap((result) => (result === undefined ? [] : [result]));
    };
    const prepared = await collect(
      vehicles,
      ({ id }) => id,
      async (vehicle) => ({ vehicle, ...(await prepareTarget(vehicle.id, channel)) }),
    );
    const first = prepared[0]?.target;
    if (!first) throw failures[0]!.error;
    const { accountId, account, prefix } = user;
    const limitMs = videoIdleMinutes * MINUTE_MS;
    const targets = prepared.map(({ target }) => target);
    const { token, id } = tickets.issue({ ...first, targets, dataType: BROADCAST, accountId, account, prefix, limitMs });
    const requested = await collect(
      prepared,
      ({ vehicle }) => vehicle.id,
      ({ vehicle, target, facts }) => requests.open(user, vehicle, target, facts),
    );
    if (requested.length === 0) {
      tickets.drop(id);
      throw failures[0]!.error;
    }
    const failed = failures.map(({ vehicleId, error }) => ({
      targId: String(vehicleId),
      error: error.kind,
      values: error.params,
    }));
    return { url: viewPath(token), sessionId: id, lifeMs: TICKET_LIFE_MS, limitMs, failed };
  };

  return { open, broadcast };
}

/** DataType of 0x9101. */
const BROADCAST = 4;

/** Throws CallError talkBusy. */
function requireNoTalk(known: readonly Grant[], vehicleId: number): void {
  const talk = known.find((view) => isTalk(view) && targetsOf(view).some((target) => target.vehicleId === vehicleId));
  if (talk) throw new CallError('talkBusy', `vehicle ${vehicleId}`, [], { name: talk.account });
}
