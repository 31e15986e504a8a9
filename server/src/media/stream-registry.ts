import { CodecError } from '@fleetwarden/protocol/codec';
import type { Log } from '../platform/observe/log.ts';
import type { MediaLimits } from './limits.ts';
import { MediaStream } from './media-stream.ts';
import type { StreamRequest } from './stream-types.ts';

/** Why a stream is not accepted. */
export type BindRefusal = 'not requested' | 'already received' | 'ambiguous';

export type StreamKey = Pick<StreamRequest, 'kind' | 'vehicleId' | 'channel' | 'streamType'>;

const keyOf = ({ kind, vehicleId, channel, streamType }: StreamKey): string => `${kind} ${vehicleId} ${channel} ${streamType}`;

/** The requested streams. A received stream is bound to a request, or refused. */
export class StreamRegistry {
  readonly #limits: MediaLimits;
  /** Whether a number is that of any vehicle. */
  readonly #isKnownSim: (sim: string) => Promise<boolean>;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #streams = new Map<string, MediaStream>();
  /** The oldest first. */
  readonly #ended = new Map<string, { readonly stream: MediaStream; readonly at: number }>();
  /** Bytes by vehicle since the last takeReceived. */
  #received = new Map<number, number>();

  constructor(deps: {
    readonly limits: MediaLimits;
    readonly now: () => number;
    readonly isKnownSim: (sim: string) => Promise<boolean>;
    readonly log: Log;
  }) {
    this.#limits = deps.limits;
    this.#now = deps.now;
    this.#isKnownSim = deps.isKnownSim;
    this.#log = deps.log;
  }

  get streams(): readonly MediaStream[] {
    return [...this.#streams.values()];
  }

  /** Bytes received from terminals by vehicle, since the last call. */
  takeReceived(): ReadonlyMap<number, number> {
    const received = this.#received;
    this.#received = new Map();
    return received;
  }

  find(key: StreamKey): MediaStream | undefined {
    return this.#streams.get(keyOf(key));
  }

  /** A stream that ended a moment ago: it tells a view that opens now why. */
  findEnded(key: StreamKey): MediaStream | undefined {
    return this.#ended.get(keyOf(key))?.stream;
  }

  add(request: StreamRequest): MediaStream {
    let hasFault = false;
    const stream: MediaStream = new MediaStream(request, {
      limits: this.#limits,
      now: this.#now,
      onEnd: () => {
        this.#streams.delete(keyOf(stream.request));
        this.#keepEnded(keyOf(stream.request), stream);
      },
      isChannelWanted: () =>
        this.#requested(request.channel, ({ kind, vehicleId }) => kind === request.kind && vehicleId === request.vehicleId).some(
          (other) => other !== stream && other.isWanted,
        ),
      hasOther: () => this.#streams.has(keyOf({ ...stream.request, streamType: stream.request.streamType === 0 ? 1 : 0 })),
      onSwitch: (before) => {
        this.#streams.delete(keyOf(before));
        this.#streams.set(keyOf(stream.request), stream);
      },
      onReceived: (bytes) => {
        if (bytes > 0) this.#received.set(request.vehicleId, (this.#received.get(request.vehicleId) ?? 0) + bytes);
      },
      onFault: (error) => {
        // what terminals send wrong is no fault of ours; a fault may repeat with each frame
        if (error instanceof CodecError || hasFault) return;
        hasFault = true;
        this.#log.error({ err: error, vehicleId: request.vehicleId }, 'fault of a video stream');
      },
    });
    this.#streams.set(keyOf(request), stream);
    return stream;
  }

  /**
   * The request that a received stream answers. Packets do not name main or sub stream: the oldest request of this channel that a
   * user waits for gets it. A SIM of no vehicle may differ from the phone of the 808 session, so that the address of this session decides.
   */
  async match(sim: string, channel: number, address: string): Promise<MediaStream | BindRefusal> {
    const ofSim = this.#requested(channel, ({ sims }) => sims.includes(sim));
    if (ofSim.length > 0) return choose(ofSim);
    const ofAddress = () => this.#requested(channel, (request) => request.address === address);
    if (ofAddress().length === 0 || (await this.#isKnownSim(sim))) return 'not requested';
    const candidates = ofAddress().filter((stream) => !stream.hasSource);
    const vehicles = new Set(candidates.map(({ request }) => request.vehicleId));
    if (vehicles.size > 1) return 'ambiguous';
    return candidates.length === 0 ? 'not requested' : choose(candidates);
  }

  #keepEnded(key: string, stream: MediaStream): void {
    const now = this.#now();
    for (const [old, { at }] of this.#ended) if (now - at > this.#limits.endedMs) this.#ended.delete(old);
    this.#ended.delete(key);
    this.#ended.set(key, { stream, at: now });
  }

  #requested(channel: number, fits: (request: StreamRequest) => boolean): MediaStream[] {
    return this.streams.filter(({ request }) => request.channel === channel && fits(request));
  }
}

/** The first of those that a user waits for; a terminal may send a new stream of a channel in place of an old one. */
function choose(streams: readonly MediaStream[]): MediaStream | BindRefusal {
  const free = streams.filter((stream) => stream.isFree);
  const rank = (stream: MediaStream) =>
    [stream.isWanted, !stream.hasSource, stream.isUnanswered].map((is) => (is ? 0 : 1)).join('');
  return free.toSorted((a, b) => rank(a).localeCompare(rank(b)))[0] ?? 'already received';
}
