import type { Log } from '../platform/observe/log.ts';
import type { MediaLimits } from './limits.ts';
import { MediaStream, type StreamRequest } from './media-stream.ts';

/** Why a stream is not accepted. */
export type BindRefusal = 'not requested' | 'already received' | 'ambiguous';

export type StreamKey = Pick<StreamRequest, 'vehicleId' | 'channel' | 'streamType'>;

const keyOf = ({ vehicleId, channel, streamType }: StreamKey): string => `${vehicleId} ${channel} ${streamType}`;

/** The requested streams. A received stream is bound to a request, or refused. */
export class StreamRegistry {
  readonly #limits: MediaLimits;
  /** Whether a number is that of any vehicle. */
  readonly #isKnownSim: (sim: string) => Promise<boolean>;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #streams = new Map<string, MediaStream>();

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

  find(key: StreamKey): MediaStream | undefined {
    return this.#streams.get(keyOf(key));
  }

  add(request: StreamRequest): MediaStream {
    const key = keyOf(request);
    const stream = new MediaStream(request, {
      limits: this.#limits,
      now: this.#now,
      onEnd: () => this.#streams.delete(key),
      onFault: (error) => this.#log.error({ err: error, vehicleId: request.vehicleId }, 'fault of a video stream'),
    });
    this.#streams.set(key, stream);
    return stream;
  }

  /**
   * The request that a received stream answers. Packets do not name main or sub stream: the oldest request that waits for this channel
   * gets it. A SIM of no vehicle may differ from the phone of the 808 session, so that the address of this session decides.
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

  #requested(channel: number, fits: (request: StreamRequest) => boolean): MediaStream[] {
    return this.streams.filter(({ request }) => request.channel === channel && fits(request));
  }
}

function choose(streams: readonly MediaStream[]): MediaStream | BindRefusal {
  const free = streams.filter((stream) => stream.isFree);
  return free.find((stream) => !stream.hasSource) ?? free[0] ?? 'already received';
}
