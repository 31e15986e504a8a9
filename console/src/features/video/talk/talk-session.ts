import type { ErrorName } from '@fleetwarden/contract/errors';
import { type ViewMessage, type ViewReason, type ViewState, viewPart } from '@fleetwarden/contract/video/live-video';
import { PcmOutput } from '../player/pcm-output.ts';
import { socketUrl } from '../player/player-options.ts';
import { readMessage, readSamples } from '../player/read-message.ts';
import { type Microphone, MicrophoneError, type MicrophoneFault, openMicrophone } from './microphone.ts';

type TargetState = { readonly state: ViewState; readonly reason: ViewReason | null };

/** A vehicle that a broadcast does not reach, with the values of the error's text. */
type TalkFailure = {
  readonly targId: string;
  readonly error: ErrorName;
  readonly values: Readonly<Record<string, string | number>>;
};
/** What starts a talk: the path of its socket. */
export type TalkStart = { readonly url: string; readonly failed?: readonly TalkFailure[] };

/** A snapshot for React. `asking`: for the microphone. `failed`: it never started. */
export type TalkView = {
  readonly state: ViewState | 'asking' | 'failed' | 'interrupted';
  readonly reason: ViewReason | null;
  readonly fault: MicrophoneFault | null;
  /** The message of a refused call. */
  readonly detail: string;
  /** Vehicles of a broadcast, by targId. */
  readonly targets: Readonly<Record<string, TargetState>>;
  /** Vehicles that were left out of a broadcast. */
  readonly failed: readonly TalkFailure[];
};

const START: TalkView = { state: 'asking', reason: null, fault: null, detail: '', targets: {}, failed: [] };

/** Speaks to one vehicle and hears it, or speaks to several. Starts once; `request` starts it. */
export class TalkSession {
  readonly #request: () => Promise<TalkStart>;
  readonly #listeners = new Set<() => void>();
  #view = START;
  #microphone: Microphone | null = null;
  #socket: WebSocket | null = null;
  #sound: PcmOutput | null = null;
  #isOver = false;

  constructor(request: () => Promise<TalkStart>) {
    this.#request = request;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly view = (): TalkView => this.#view;
  get isOver(): boolean {
    return this.#isOver;
  }

  /** The microphone first: without it, the terminal is left alone. */
  async start(): Promise<void> {
    try {
      const microphone = await openMicrophone((samples) => this.#speak(samples));
      this.#microphone = microphone;
      if (this.#isOver) return microphone.close();
      this.#set({ state: 'requesting' });
      const { url, failed = [] } = await this.#request();
      if (this.#isOver) return;
      this.#set({ failed });
      this.#listen(new WebSocket(socketUrl(url)));
    } catch (error) {
      if (error instanceof MicrophoneError) this.#end({ state: 'failed', fault: error.fault });
      else this.#end({ state: 'failed', detail: error instanceof Error ? error.message : '' });
    }
  }

  stop(): void {
    this.#end({ state: 'ended' });
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#isOver) return;
      if (typeof data !== 'string') {
        if (new Uint8Array(data)[0] === viewPart.pcm) this.#sound?.play(readSamples(data));
        return;
      }
      const message = readMessage(data);
      if (message) this.#handleMessage(message);
    };
    socket.onclose = () => this.#end({ state: 'interrupted' });
  }

  #handleMessage(message: ViewMessage): void {
    if (message.type === 'audio' && message.isSupported) this.#sound ??= new PcmOutput(message.rate);
    if (message.type === 'target') {
      const { targId, state, reason = null } = message;
      this.#set({ targets: { ...this.#view.targets, [targId]: { state, reason } } });
    }
    if (message.type !== 'state') return;
    if (message.state === 'ended') this.#end({ state: 'ended', reason: message.reason ?? null });
    else this.#set({ state: message.state, reason: message.reason ?? null });
  }

  #speak(samples: ArrayBuffer): void {
    if (this.#view.state === 'playing' && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(samples);
  }

  #end(change: Partial<TalkView>): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#microphone?.close();
    this.#socket?.close();
    this.#sound?.close();
    this.#set(change);
  }

  #set(change: Partial<TalkView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
