import type { StreamKind } from '@fleetwarden/contract/video/live-video';
import type { StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { MediaLimits } from './limits.ts';

/** What a user asked a terminal for. */
export type StreamRequest = {
  readonly kind: StreamKind;
  readonly vehicleId: number;
  readonly departmentId: number;
  readonly channel: number;
  /** 0 main, 1 sub. */
  readonly streamType: 0 | 1;
  /** Numbers under which the terminal is known, without leading zeros. */
  readonly sims: readonly string[];
  /** Remote address of the terminal's 808 session; null: unknown. */
  readonly address: string | null;
  /** Payload type of the terminal's sound by 0x1003; undefined: unknown. */
  readonly audioPayload?: number | undefined;
  /** Of a playback: the requested time, epoch ms. */
  readonly startAt?: number | undefined;
  /** Stops the terminal. */
  readonly stop: () => void;
  /** Has the terminal pause, or go on; absent: it cannot. */
  readonly pause?: (isPaused: boolean) => void;
};

/** What a stream needs, and what it tells. */
export type StreamDeps = {
  readonly limits: MediaLimits;
  readonly now: () => number;
  readonly onEnd: () => void;
  /** Whether another stream of the channel is wanted: main or sub. */
  readonly isChannelWanted: () => boolean;
  /** Whether the other stream of the channel is requested: main or sub. */
  readonly hasOther: () => boolean;
  /** It is the other stream of its channel from now on. */
  readonly onSwitch: (before: StreamRequest) => void;
  /** Bytes from the terminal since the last call. */
  readonly onReceived: (bytes: number) => void;
  /** An error of a frame: it costs this stream at most. */
  readonly onFault: (error: unknown) => void;
};

/** How a terminal was told to play a recording. */
export type Pace = {
  /** It sends nothing until it is told to go on. */
  readonly isPaused: boolean;
  /** Times of normal speed; its timestamps may be those of the recording. */
  readonly speed: number;
  /** It goes on with a key frame. */
  readonly isSeek?: boolean;
  /** It goes on from this time, epoch ms. */
  readonly position?: number | undefined;
};

/** The connection that a stream is received on. */
export type StreamSource = {
  readonly transport: 'tcp' | 'udp';
  readonly lastAt: number;
  /** Sends a packet to the terminal; false if the transport cannot. */
  send(packet: StreamPacket): boolean;
  /** The stream needs it no more. */
  release(): void;
};
