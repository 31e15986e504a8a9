import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import { isTalk, type StreamKind, type ViewReason } from '@fleetwarden/contract/video/live-video';
import { replayControls } from '@fleetwarden/contract/video/replay';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { ANSWERED, type CommandService, commandStates, type Wish } from '../commands/index.ts';
import type { Relay, RelayStream, StreamKey } from './relay.ts';
import { lastAttributes, type StreamFacts } from './store.ts';

type Target = Awaited<ReturnType<CommandService['targets']>>[number];

/** The parameters of 0x9201 without the address. */
type Playback = { readonly startTime: number };

export type StreamRequests = {
  /** The stream, which is requested from the terminal if it is not received yet. Throws CallError as commands do. */
  open(user: Principal, target: Target, key: StreamKey, facts: StreamFacts, playback?: Playback): Promise<RelayStream>;
  /** Tells the terminal that the stream is the other one of its channel now. If it refuses, the stream ends. */
  tellSwitch(user: Principal, target: Target, stream: RelayStream): Promise<void>;
  stop(): void;
};

/** States of commands. */
const [ACCEPTED, FAILED, TIMED_OUT] = [2, 3, 4] as const;
/** Result of the terminal's answer: not supported. */
const NOT_SUPPORTED = 3;
const OFFLINE = 4020;
/** Controls of 0x9102. */
const [CLOSE, SWITCH, PAUSE, RESUME, END_TALK] = [0, 1, 2, 3, 4] as const;

type RequestRow = {
  readonly cmdCode: '9101' | '9201';
  /** The sound of a talk needs a connection in both directions: TCP. */
  readonly udp: boolean;
  /** Parameters besides the address and the channel. */
  readonly params: (key: StreamKey, playback: object | undefined) => object;
  readonly end: (key: StreamKey) => Pick<Wish, 'cmdCode' | 'params'>;
};

const controlOf = ({ channel, streamType }: StreamKey, control: number) =>
  ({ cmdCode: '9102', params: { channel, control, closeKind: 0, streamType } }) as const;

const live = (dataType: number, close: number, udp: boolean): RequestRow => ({
  cmdCode: '9101',
  udp,
  params: ({ streamType }) => ({ dataType, streamType }),
  end: (key) => controlOf(key, close),
});

/** How each kind of stream is requested and ended. */
const REQUESTS: Readonly<Record<StreamKind, RequestRow>> = {
  live: live(0, CLOSE, true),
  talk: live(2, END_TALK, false),
  broadcast: live(4, END_TALK, false),
  replay: {
    cmdCode: '9201',
    udp: true,
    params: (_, playback) => ({ ...playback }),
    end: ({ channel }) => ({ cmdCode: '9202', params: { channel, control: replayControls.end, speed: 0, position: null } }),
  },
};

/** The reason of a stream whose command was not sent. */
const UNSENT: Partial<Record<ErrorName, ViewReason>> = { terminalOffline: 'terminalOffline', terminalUnsupported: 'unsupported' };

/** Sends 0x9101 and 0x9102 as commands, and tells streams the outcome. */
export function createStreamRequests(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly relay: Relay;
  readonly service: Pick<CommandService, 'send' | 'sendOwn'>;
  /** The host that terminals are told, for one whose 808 session has this address. */
  readonly hostFor: (address: string | null) => string;
}): StreamRequests {
  const { db, bus, relay, service, hostFor } = deps;
  /** Streams that wait for the answer to a command. */
  const waiting = new Map<number, { readonly stream: RelayStream; readonly isSwitch: boolean }>();

  const apply = (id: number, state: number, resultCode: number | null) => {
    const found = waiting.get(id);
    if (!found) return;
    const { stream, isSwitch } = found;
    if (state === ACCEPTED || state === ANSWERED) stream.onAccepted();
    else if (state === FAILED) refuse(stream, reasonOf(resultCode));
    else if (state === TIMED_OUT) {
      if (isSwitch) refuse(stream, 'noAnswer');
      // some terminals send the stream without an answer
      else if (stream.state === 'requesting') stream.end('noAnswer');
    } else return;
    waiting.delete(id);
  };

  const unsubscribe = [
    bus.subscribe('command.changed', async ({ ids }) => {
      const known = ids.filter((id) => waiting.has(id));
      if (known.length === 0) return;
      for (const { id, state, result_code } of await commandStates(db, known)) apply(id, state, result_code);
    }),
    bus.subscribe('terminal.offline', ({ vehicleId }) => {
      for (const stream of relay.streams)
        if (stream.request.vehicleId === vehicleId && (stream.state === 'requesting' || stream.state === 'waitingStream'))
          stream.end('terminalOffline');
    }),
  ];

  const tellOwn = (vehicleId: number, command: Pick<Wish, 'cmdCode' | 'params'>) =>
    void service.sendOwn({ ...command, queueOffline: false }, [vehicleId]).catch(() => undefined);

  const request = async (user: Principal, target: Target, stream: RelayStream, facts: StreamFacts, playback?: object) => {
    const { kind, channel } = stream.request;
    const { cmdCode, udp, params: paramsOf } = REQUESTS[kind];
    const port = relay.port ?? 0;
    const address = { server: hostFor(facts.peer_ip), tcpPort: port, udpPort: udp ? port : 0 };
    const params = { ...address, channel, ...paramsOf(stream.request, playback) };
    const [sent] = await service.send(user, { cmdCode, params, queueOffline: false }, [target]);
    const id = Number(sent!.seqId);
    waiting.set(id, { stream, isSwitch: false });
    apply(id, sent!.state, sent!.resultCode);
  };

  return {
    open: async (user, target, key, facts, playback) => {
      const known = relay.find(key);
      if (known) {
        known.renew();
        return known;
      }
      if (relay.port === undefined) throw new CallError('internal', 'the media server is not started');
      const { end } = REQUESTS[key.kind];
      const attributes = isTalk(key) ? await lastAttributes(db, key.vehicleId) : undefined;
      const stream: RelayStream = relay.expect({
        ...key,
        departmentId: facts.department_id,
        sims: facts.phone === null ? [] : [facts.phone],
        address: facts.peer_ip,
        audioPayload: attributes?.attributes.audioCodec,
        startAt: playback?.startTime,
        stop: () => tellOwn(key.vehicleId, end(stream.request)),
        pause: (isPaused) => tellOwn(key.vehicleId, controlOf(stream.request, isPaused ? PAUSE : RESUME)),
      });
      try {
        await request(user, target, stream, facts, playback);
      } catch (error) {
        stream.end((error instanceof CallError && UNSENT[error.kind]) || 'noStream');
        throw error;
      }
      return stream;
    },
    tellSwitch: async (user, target, stream) => {
      const wish = { ...controlOf(stream.request, SWITCH), queueOffline: false };
      const [sent] = await service.send(user, wish, [target]).catch((error: unknown) => {
        refuse(stream, 'noStream');
        throw error;
      });
      const id = Number(sent!.seqId);
      waiting.set(id, { stream, isSwitch: true });
      apply(id, sent!.state, sent!.resultCode);
    },
    stop: () => {
      for (const end of unsubscribe) end();
    },
  };
}

/** One that plays was to switch: the terminal still sends the other stream. */
function refuse(stream: RelayStream, reason: ViewReason): void {
  if (stream.state === 'playing' || stream.state === 'waitingKeyFrame') stream.request.stop();
  stream.end(reason);
}

function reasonOf(resultCode: number | null): ViewReason {
  if (resultCode === NOT_SUPPORTED) return 'unsupported';
  return resultCode === OFFLINE ? 'terminalOffline' : 'refused';
}
