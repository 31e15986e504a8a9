import type { ViewMessage, ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';

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
  /** Since when it plays, epoch ms; null: it does not. */
  readonly since: number | null;
  readonly media: StreamMedia;
  /** Delay of the picture by the buffer, s. */
  readonly delayS: number;
  /** End of the time limit, epoch ms; null while it is far. */
  readonly endsAt: number | null;
  /** Video traffic of the vehicle in this month that is close to its budget; null: it is not, or has none. */
  readonly traffic: { readonly usedBytes: number; readonly limitBytes: number } | null;
  readonly sound: 'none' | 'playable' | 'unsupported';
};

/** bit/s, frames per second, lost packets since the start, and now in percent. */
type StreamStats = Omit<Extract<ViewMessage, { type: 'stats' }>, 'type'>;

/** Codecs and picture size, px; '' and 0 until known. */
type StreamMedia = { readonly codec: string; readonly width: number; readonly height: number; readonly sound: string };

/** A player before its first answer. */
export const START: PlayerView = {
  state: 'requesting',
  reason: null,
  detail: '',
  stats: null,
  since: null,
  media: { codec: '', width: 0, height: 0, sound: '' },
  delayS: 0,
  endsAt: null,
  traffic: null,
  sound: 'none',
};
