/** The socket of a live view, apart from the schemas: a page that plays needs no schema library. */

/** Below the origin; the token of `video/realtime` is valid once, for a short time, in the same session. */
export const viewPath = (token: string): string => `/media/${token}`;

/** The first byte of a binary message. */
export const viewPart = {
  /** fMP4 initialisation segment, after an `init` message. */
  init: 0,
  /** fMP4 media segment: one frame. */
  segment: 1,
  /** uint32 timestamp (ms, big-endian), then 16-bit little-endian mono samples. After an `audio` message. */
  pcm: 2,
  /** The same for sound that is passed through: after an `audio` message with a MIME type. */
  soundInit: 3,
  soundSegment: 4,
} as const;

/** Steps of a view, each with the key of its text. */
export const viewStates = {
  /** 0x9101 was sent and is not answered yet. */
  requesting: 'videoState.requesting',
  /** The terminal accepted, and has not connected to the media port yet. Also after its connection was lost. */
  waitingStream: 'videoState.waitingStream',
  waitingKeyFrame: 'videoState.waitingKeyFrame',
  playing: 'videoState.playing',
  /** The user paused it. */
  paused: 'videoState.paused',
  /** With a reason; the server closes the socket after it. */
  ended: 'videoState.ended',
} as const;
export type ViewState = keyof typeof viewStates;

/** Why a view ended, or does not play, each with the key of its text. */
export const viewReasons = {
  terminalOffline: 'videoState.terminalOffline',
  refused: 'videoState.refused',
  unsupported: 'videoState.unsupported',
  noAnswer: 'videoState.noAnswer',
  noStream: 'videoState.noStream',
  /** AVS, SVAC or an unknown codec. Whether the browser plays H.265 is known to the page only. */
  codecNotSupported: 'videoState.codecNotSupported',
  timeLimit: 'videoState.timeLimit',
  notAllowed: 'videoState.notAllowed',
  signedOut: 'videoState.signedOut',
  tooSlow: 'videoState.tooSlow',
  stopping: 'videoState.stopping',
  /** Playback: the terminal sent all, or its connection was lost. */
  replayEnded: 'videoState.replayEnded',
  /** Playback: the same account started another one of this channel. */
  replaced: 'videoState.replaced',
  /** A privacy rule closes the cabin channel. */
  cabinClosed: 'videoState.cabinClosed',
  /** The vehicle's video traffic of the month is used up. */
  trafficLimit: 'videoState.trafficLimit',
  /** The terminal wants its talk in a codec that the server cannot encode. */
  talkCodec: 'videoState.talkCodec',
} as const;
export type ViewReason = keyof typeof viewReasons;

/** Text messages of the server, as JSON. */
export type ViewMessage =
  | { readonly type: 'state'; readonly state: ViewState; readonly reason?: ViewReason }
  /** A binary message with the initialisation segment follows. Sent again if codec or resolution changes. */
  | { readonly type: 'init'; readonly mime: string; readonly width: number; readonly height: number }
  /** `rate` in Hz. `isSupported` false: the server cannot decode the sound, and sends none. `mime`: it is passed through as fMP4. */
  | {
      readonly type: 'audio';
      readonly rate: number;
      readonly codec: string;
      readonly isSupported: boolean;
      readonly mime?: string;
    }
  /** Once a second: bit/s of video and sound, frames per second, lost packets since the start, and in this second in percent. */
  | {
      readonly type: 'stats';
      readonly bitrate: number;
      readonly frameRate: number;
      readonly lost: number;
      readonly lossPercent: number;
    }
  /**
   * A playback, at each key frame: the picture at `mediaMs` of the media's timeline was recorded `at` (epoch ms). `seeks`: jumps to
   * another time before it.
   */
  | { readonly type: 'position'; readonly mediaMs: number; readonly at: number; readonly seeks: number }
  /** The view ends soon unless the client sends KEEP_PLAYING. */
  | { readonly type: 'limit'; readonly remainingMs: number }
  /** Video traffic of the vehicle in this month; sent once, when it passes TRAFFIC_WARNING_PERCENT of its budget. */
  | { readonly type: 'traffic'; readonly usedBytes: number; readonly limitBytes: number }
  /** A broadcast: the state of one of its vehicles. */
  | { readonly type: 'target'; readonly targId: string; readonly state: ViewState; readonly reason?: ViewReason };

/** What a user does with a live view that plays: 0x9102, commands 2, 3 and 1. */
export const liveControls = ['pause', 'resume', 'switchStream'] as const;
export type LiveControl = (typeof liveControls)[number];

/** The state of a view of the account, by `videoState` on `commonmsg`. A broadcast names its first vehicle. */
export type ViewNews = {
  readonly sessionId: string;
  readonly kind: StreamKind;
  readonly targId: string;
  readonly channel: number;
  readonly streamType: 0 | 1;
  readonly state: ViewState;
  readonly reason?: ViewReason | undefined;
};

/** The only text that a client sends: restarts the time limit. */
export const KEEP_PLAYING = 'keepPlaying';
/** How long before the end the `limit` message is sent. */
export const LIMIT_WARNING_MS = 30_000;

/**
 * A talk or a broadcast is such a socket too. Its client sends the microphone as binary messages: 16-bit little-endian mono samples at
 * MICROPHONE_RATE_HZ. What it sends before the state `playing` is left out.
 */
export const MICROPHONE_RATE_HZ = 8_000;
/** A longer message is refused. */
export const MAX_MICROPHONE_BYTES = 8_192;

export const TRAFFIC_WARNING_PERCENT = 80;

/** What an entry of the log of views stands for (VIEW_KIND), each with the key of its text. */
export const viewKinds = {
  live: 'viewKind.live',
  talk: 'viewKind.talk',
  broadcast: 'viewKind.broadcast',
  /** Recorded video of the terminal. */
  replay: 'viewKind.replay',
  /** Recording on the server. */
  record: 'viewKind.record',
  /** A file of the server, played in the browser. */
  file: 'viewKind.file',
  download: 'viewKind.download',
} as const;
export type ViewKind = keyof typeof viewKinds;
/** What a stream of a terminal was requested for. */
export type StreamKind = Extract<ViewKind, 'live' | 'talk' | 'broadcast' | 'replay'>;

/** Sound in both directions, or to the terminal only. */
export const isTalk = ({ kind }: { readonly kind: StreamKind }): boolean => kind === 'talk' || kind === 'broadcast';
