import type { ViewMessage, ViewReason, ViewState } from '@fleetwarden/contract/video/live-video';

/** What the module needs of the media server. */

export type StreamKey = { readonly vehicleId: number; readonly channel: number; readonly streamType: 0 | 1 };

export type StreamRequest = StreamKey & {
  readonly departmentId: number;
  readonly sims: readonly string[];
  readonly address: string | null;
  readonly stop: () => void;
};

export type ViewSink = {
  readonly backlog: number;
  sendText(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  close(): void;
};

export type RelayView = {
  readonly bytes: number;
  readonly playedAt: number | undefined;
  tell(message: ViewMessage): void;
  end(reason?: ViewReason): void;
};

export type RelayStream = {
  readonly request: StreamKey & { readonly departmentId: number };
  readonly state: ViewState;
  onAccepted(): void;
  end(reason?: ViewReason): void;
  watch(options: {
    readonly sink: ViewSink;
    readonly wantsSound: boolean;
    readonly onEnd: (reason: ViewReason | undefined) => void;
  }): RelayView;
};

export type Relay = {
  /** Where terminals send their streams; undefined: not started. */
  readonly port: number | undefined;
  readonly streams: readonly RelayStream[];
  find(key: StreamKey): RelayStream | undefined;
  expect(request: StreamRequest): RelayStream;
};
