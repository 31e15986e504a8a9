import { ptzActions } from '@fleetwarden/contract/video/ptz';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import { displayName } from '@fleetwarden/domain/display-maps';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { createOpenView } from './open-view.ts';
import { deletePreset, listPresets, savePreset } from './presets.ts';
import type { Privacy } from './privacy.ts';
import * as store from './store.ts';
import { type Tickets, targetsOf } from './tickets.ts';
import type { Traffic } from './traffic.ts';
import type { Views } from './views.ts';

type TalkCalls = Pick<
  Handlers<typeof videoCalls>,
  | 'startTalk'
  | 'startBroadcast'
  | 'stopTalk'
  | 'controlPtz'
  | 'queryAvAttr'
  | 'savePreset'
  | 'listPreset'
  | 'delPreset'
  | 'listSession'
  | 'listTraffic'
>;

/** DataType of 0x9101: two-way talk. */
const TALK = 2;
/** Terminals move a camera by 0x9301 with a speed. */
const PAN_TILT = '9301';
/** By the codes of 0x1003. */
const SAMPLE_RATES_HZ = { '8k': 8_000, '22k': 22_050, '44k': 44_100, '48k': 48_000 } as const;
const SAMPLE_BITS = [8, 16, 32] as const;

/** Talk, PTZ, attributes, layouts of the wall, who watches, traffic. */
export function createTalkCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets' | 'send'>;
  readonly openView: ReturnType<typeof createOpenView>;
  readonly tickets: Pick<Tickets, 'drop' | 'open'>;
  readonly views: Pick<Views, 'sessions' | 'end'>;
  readonly privacy: Privacy;
  readonly traffic: Traffic;
}): TalkCalls {
  const { db, scopes, service, openView, tickets, views, privacy, traffic } = deps;

  return {
    startTalk: async ({ targId, channel }, { user }) => {
      const {
        traffic: _,
        stream: __,
        ...opened
      } = await openView.open(user, {
        kind: 'talk',
        targId,
        channel,
        streamType: 0,
        dataType: TALK,
      });
      return opened;
    },
    startBroadcast: (request, { user }) => openView.broadcast(user, request),
    stopTalk: ({ sessionId }, { user }) => {
      const isOwn = ({ id, accountId }: { readonly id: string; readonly accountId: number }) =>
        id === sessionId && accountId === user.accountId;
      if (tickets.open.some(isOwn)) tickets.drop(sessionId);
      views.end(isOwn);
      return {};
    },
    controlPtz: async ({ targId, channel, action, speed }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const facts = await store.streamFacts(db, target!.id);
      await privacy.requireView({ departmentId: facts!.department_id, channel });
      const sent = await Promise.all(
        ptzActions[action].map(({ cmdCode, params }) =>
          service.send(
            user,
            { cmdCode, params: { channel, ...params, ...(cmdCode === PAN_TILT ? { speed } : {}) }, queueOffline: false },
            [target!],
          ),
        ),
      );
      return { list: sent.flat().map(({ seqId, state, resultCode }) => ({ seqId, state, resultCode })) };
    },
    queryAvAttr: async ({ targId }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const [sent] = await service.send(user, { cmdCode: '9003', params: {}, queueOffline: false }, [target!]);
      const { seqId, state, resultCode } = sent!;
      const found = await store.lastAttributes(db, target!.id);
      return { seqId, state, resultCode, attributes: found ? toAttributes(found) : null };
    },
    savePreset: async ({ id, name, layout, rotateSeconds, tiles }, { user }) => {
      const ids = tiles.flatMap((tile) => (tile ? [tile.targId] : []));
      if (ids.length > 0) await service.targets(user, [...new Set(ids)]);
      const stored = tiles.map((tile) => tile && { vehicleId: Number(tile.targId), channel: tile.channel });
      const preset = { name, layout, rotateSeconds, tiles: stored };
      return { id: String(await savePreset(db, user.accountId, id === undefined ? undefined : Number(id), preset)) };
    },
    listPreset: async (_, { user }) => ({
      list: await listPresets(db, user.accountId, await scopes.of(user.departmentId)),
    }),
    delPreset: async ({ id }, { user }) => {
      await deletePreset(db, user.accountId, Number(id));
      return {};
    },
    listSession: async ({ targId }, { user }) => {
      const [target] = targId === undefined ? [] : await service.targets(user, [targId]);
      const scope = await scopes.of(user.departmentId);
      const sessions = views.sessions
        .flatMap((session) => targetsOf(session.grant).map((key) => ({ ...session, grant: { ...session.grant, ...key } })))
        .filter(({ grant }) => scope.has(grant.departmentId) && (target === undefined || grant.vehicleId === target.id));
      const plates = await store.platesById(db, [...new Set(sessions.map(({ grant }) => grant.vehicleId))]);
      const list = sessions.map(({ grant, peerIp, startedAt, state, bytes }) => ({
        sessionId: grant.id,
        kind: grant.kind,
        targId: String(grant.vehicleId),
        carNo: plates.get(grant.vehicleId) ?? '',
        channel: grant.channel,
        streamType: grant.streamType,
        username: grant.account,
        peerIp,
        startedAt,
        state,
        bytes,
      }));
      return { list };
    },
    listTraffic: async ({ targId }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const { limitBytes, list } = await traffic.list(target!.id);
      return { limitBytes, list: [...list] };
    },
  };
}

const toAttributes = ({ attributes, read_at }: { readonly attributes: store.StoredAttributes; readonly read_at: number }) => {
  const { sampleRate, sampleBits, hasAudioOutput, ...same } = attributes;
  return {
    ...same,
    sampleRateHz: SAMPLE_RATES_HZ[displayName('audioSamplingRate', sampleRate)],
    sampleBits: SAMPLE_BITS[sampleBits] ?? SAMPLE_BITS[0],
    hasAudioOutput: hasAudioOutput === 1,
    readAt: read_at,
  };
};
