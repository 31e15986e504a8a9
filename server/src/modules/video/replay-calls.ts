import { CallError } from '@fleetwarden/contract/errors';
import { RECORDING_CACHE_MS, type ReplayControl, replayControls, replaySpeeds } from '@fleetwarden/contract/video/replay';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService, Sent } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { createOpenView } from './open-view.ts';
import type { RelayStream } from './relay.ts';
import * as store from './store.ts';

type ReplayDeps = {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly openView: ReturnType<typeof createOpenView>;
  readonly now: () => number;
};

type ReplayCalls = Pick<Handlers<typeof videoCalls>, 'listTerminalFile' | 'getTerminalFile' | 'replay' | 'controlReplay'>;

/** A playback by the id of its view. */
type Playback = { readonly stream: RelayStream; readonly accountId: number; readonly account: string };

/** Bytes of 0x1205 before its items, and of an item. */
const [LIST_HEAD, LIST_ITEM] = [6, 28] as const;
/** State of a refused command. */
const FAILED = 3;
/** Stream of 0x9201 and 0x9205: sub. */
const SUB = 2;
/** Mode and speed of 0x9201. */
const NORMAL = { mode: 0, speed: 0 } as const;

/** What a control means for the stream: whether the terminal goes on, and from where. Without a row the pace stays. */
const PACES: Readonly<
  Partial<Record<ReplayControl, { readonly isPaused: boolean; readonly isSeek: boolean; readonly hasSpeed: boolean }>>
> = {
  start: { isPaused: false, isSeek: false, hasSpeed: false },
  pause: { isPaused: true, isSeek: false, hasSpeed: false },
  fast: { isPaused: false, isSeek: false, hasSpeed: true },
  keyFramesBack: { isPaused: false, isSeek: true, hasSpeed: true },
  keyFrames: { isPaused: false, isSeek: true, hasSpeed: true },
  seek: { isPaused: false, isSeek: true, hasSpeed: false },
};

const toReply = ({ seqId, state, resultCode }: Pick<Sent, 'seqId' | 'state' | 'resultCode'>) => ({ seqId, state, resultCode });

/** Recordings of terminals: their lists, and playback over the media server. */
export function createReplayCalls(deps: ReplayDeps): ReplayCalls {
  const { db, scopes, service, openView, now } = deps;
  const playbacks = new Map<string, Playback>();

  const dropEnded = () => {
    for (const [id, { stream }] of playbacks) if (stream.state === 'ended') playbacks.delete(id);
  };

  /** Ends the account's playback of a channel. Throws CallError replayBusy for one of another account. */
  const takeChannel = (vehicleId: number, channel: number, accountId: number) => {
    dropEnded();
    const playing = [...playbacks.values()].filter(
      ({ stream: { request } }) => request.vehicleId === vehicleId && request.channel === channel,
    );
    const foreign = playing.find((playback) => playback.accountId !== accountId);
    if (foreign) throw new CallError('replayBusy', `channel ${channel}`, [], { name: foreign.account });
    // the terminal ends it with the next request
    for (const { stream } of playing) stream.end('replaced');
    dropEnded();
  };

  return {
    listTerminalFile: async ({ targId, fresh, ...params }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const known = fresh ? undefined : await store.usableRecordingRequest(db, target!.id, params, now() - RECORDING_CACHE_MS);
      if (known) return { seqId: String(known.id), state: known.state, resultCode: known.result_code };
      const [sent] = await service.send(user, { cmdCode: '9205', params, queueOffline: false }, [target!]);
      return toReply(sent!);
    },
    getTerminalFile: async ({ seqId }, { user }) => {
      const row = await store.recordingRequest(db, await scopes.of(user.departmentId), Number(seqId));
      if (!row) throw new CallError('notFound', `command ${seqId}`);
      const { state, result_code: resultCode, result_data: data, answered_at: answeredAt } = row;
      const list =
        data && 'items' in data ? data.items.toSorted((a, b) => a.channel - b.channel || a.startTime - b.startTime) : [];
      const count = data && ('count' in data ? data.count : Math.floor((data.bytes - LIST_HEAD) / LIST_ITEM));
      return { seqId, state, resultCode, count, list, answeredAt };
    },
    replay: async ({ targId, channel, ...playback }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      takeChannel(target!.id, channel, user.accountId);
      const { accountId, account } = user;
      const streamType = playback.streamType === SUB ? 1 : 0;
      const wish = { kind: 'replay', targId, channel, streamType, dataType: 0 } as const;
      const { stream, traffic: _, ...opened } = await openView.open(user, { ...wish, playback: { ...playback, ...NORMAL } });
      playbacks.set(opened.sessionId, { stream, accountId, account });
      return opened;
    },
    controlReplay: async ({ sessionId, control, speed, position }, { user }) => {
      dropEnded();
      const playback = playbacks.get(sessionId);
      if (playback?.accountId !== user.accountId) throw new CallError('notFound', `playback ${sessionId}`);
      const { stream } = playback;
      const { vehicleId, channel } = stream.request;
      const [target] = await service.targets(user, [String(vehicleId)]);
      const pace = PACES[control];
      const params = {
        channel,
        control: replayControls[control],
        speed: pace?.hasSpeed ? replaySpeeds.indexOf(speed) + 1 : 0,
        position: control === 'seek' ? position : null,
      };
      const [sent] = await service.send(user, { cmdCode: '9202', params, queueOffline: false }, [target!]);
      if (sent!.state === FAILED) return toReply(sent!);
      const to = control === 'seek' ? position : undefined;
      if (pace) stream.setPace({ ...pace, speed: pace.hasSpeed ? speed : 1, position: to });
      else stream.end();
      return toReply(sent!);
    },
  };
}
