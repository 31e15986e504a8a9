import type { StreamKind } from '@fleetwarden/contract/video/live-video';
import type { StreamPacket } from '@fleetwarden/protocol/jt1078';

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
  /** Stops the terminal. */
  readonly stop: () => void;
};

/** How a terminal was told to play a recording. */
export type Pace = {
  /** It sends nothing until it is told to go on. */
  readonly isPaused: boolean;
  /** Times of normal speed; its timestamps may be those of the recording. */
  readonly speed: number;
  /** It goes on from another time. */
  readonly isSeek?: boolean;
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
