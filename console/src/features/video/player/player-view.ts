import type { ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';

/** What a tile shows: a step of the server, or what the console knows itself. `ended` to `failed` last until the user retries. */
export type PlayerState = ViewState | 'interrupted' | 'unplayable' | 'failed';

/** A snapshot for React. */
export type PlayerView = {
  readonly state: PlayerState;
  /** Why it ended, as the server says. */
  readonly reason: ViewReason | null;
  /** The codec that this browser does not play, or the message of a refused call. */
  readonly detail: string;
  readonly stats: StreamStats | null;
  /** Delay of the picture by the buffer, s. */
  readonly delayS: number;
  /** End of the time limit, epoch ms; null while it is far. */
  readonly endsAt: number | null;
  readonly sound: 'none' | 'playable' | 'unsupported';
};

/** bit/s, frames per second, and lost packets since the start. */
type StreamStats = { readonly bitrate: number; readonly frameRate: number; readonly lost: number };

/** A player before its first answer. */
export const START: PlayerView = {
  state: 'requesting',
  reason: null,
  detail: '',
  stats: null,
  delayS: 0,
  endsAt: null,
  sound: 'none',
};
