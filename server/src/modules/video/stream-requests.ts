import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import type { ViewReason } from '@fleetwarden/contract/video/live-video';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type CommandService, commandStates } from '../commands/index.ts';
import type { Relay, RelayStream, StreamKey } from './relay.ts';
import type { StreamFacts } from './store.ts';

type Target = Awaited<ReturnType<CommandService['targets']>>[number];

export type StreamRequests = {
  /** The stream, which is requested from the terminal if it is not received yet. Throws CallError as commands do. */
  open(user: Principal, target: Target, key: StreamKey, facts: StreamFacts): Promise<RelayStream>;
  stop(): void;
};

/** States of commands. */
const [ACCEPTED, FAILED, TIMED_OUT] = [2, 3, 4] as const;
/** Result of the terminal's answer: not supported. */
const NOT_SUPPORTED = 3;
const OFFLINE = 4020;

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
  const waiting = new Map<number, RelayStream>();

  const apply = (id: number, state: number, resultCode: number | null) => {
    const stream = waiting.get(id);
    if (!stream) return;
    if (state === ACCEPTED) stream.onAccepted();
    else if (state === FAILED) stream.end(reasonOf(resultCode));
    else if (state === TIMED_OUT) {
      // some terminals send the stream without an answer
      if (stream.state === 'requesting') stream.end('noAnswer');
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

  const request = async (user: Principal, target: Target, stream: RelayStream, facts: StreamFacts) => {
    const { channel, streamType } = stream.request;
    const port = relay.port ?? 0;
    const params = { server: hostFor(facts.peer_ip), tcpPort: port, udpPort: port, channel, dataType: 0, streamType };
    const [sent] = await service.send(user, { cmdCode: '9101', params, queueOffline: false }, [target]);
    const id = Number(sent!.seqId);
    waiting.set(id, stream);
    apply(id, sent!.state, sent!.resultCode);
  };

  return {
    open: async (user, target, key, facts) => {
      const known = relay.find(key);
      if (known) return known;
      if (relay.port === undefined) throw new CallError('internal', 'the media server is not started');
      const { channel, streamType } = key;
      const stream = relay.expect({
        ...key,
        departmentId: facts.department_id,
        sims: facts.phone === null ? [] : [facts.phone],
        address: facts.peer_ip,
        stop: () =>
          void service
            .sendOwn({ cmdCode: '9102', params: { channel, control: 0, closeKind: 0, streamType }, queueOffline: false }, [
              key.vehicleId,
            ])
            .catch(() => undefined),
      });
      try {
        await request(user, target, stream, facts);
      } catch (error) {
        stream.end((error instanceof CallError && UNSENT[error.kind]) || 'noStream');
        throw error;
      }
      return stream;
    },
    stop: () => {
      for (const end of unsubscribe) end();
    },
  };
}

function reasonOf(resultCode: number | null): ViewReason {
  if (resultCode === NOT_SUPPORTED) return 'unsupported';
  return resultCode === OFFLINE ? 'terminalOffline' : 'refused';
}
