import { HEARTBEATS, socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { WebSocket } from 'ws';
import type { Principal } from '../http/principal.ts';
import { MAX_BACKLOG_BYTES, MESSAGE_BURST, MESSAGES_PER_SECOND } from './limits.ts';

export type SocketKind = 'init' | 'gpsmsg' | 'commonmsg';
type Close = (typeof socketClose)[keyof typeof socketClose];

/** A console's socket. Limits the size of incoming messages and of the send buffer. */
export class Connection {
  readonly kind: SocketKind;
  readonly #socket: WebSocket;
  #principal: Principal;
  #alive = true;
  #budget = MESSAGE_BURST;
  #budgetAt = performance.now();
  #onText: ((text: string) => void) | undefined;
  #onHeartbeat: (() => void) | undefined;
  readonly #closed = Promise.withResolvers<void>();

  constructor(kind: SocketKind, principal: Principal, socket: WebSocket) {
    this.kind = kind;
    this.#principal = principal;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.once('close', () => this.#closed.resolve());
  }

  /** The user, with the rights of the last renewal. */
  get principal(): Principal {
    return this.#principal;
  }

  /** Rights may have changed since the socket was opened. */
  renew(principal: Principal): void {
    this.#principal = principal;
  }

  /** Bytes not yet sent by the network. */
  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Resolves when the socket is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Called for each text except heartbeats. */
  onText(handler: (text: string) => void): void {
    this.#onText = handler;
  }

  /** Called for each heartbeat, to answer it. */
  onHeartbeat(handler: () => void): void {
    this.#onHeartbeat = handler;
  }

  /** Sends a text (a Buffer holds UTF-8). Never throws; closes a peer whose backlog is too large. */
  send(text: string | Buffer): void {
    if (!this.open) return;
    if (this.backlog > MAX_BACKLOG_BYTES) this.close(socketClose.tooSlow);
    else this.#socket.send(text, { binary: false });
  }

  /** Resolves when the network has taken the text; false if the socket was lost. */
  deliver(text: string | Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.open) return resolve(false);
      this.#socket.send(text, { binary: false }, (error) => resolve(!error));
      void this.closed.then(() => resolve(false));
    });
  }

  /** Sends the reason, and closes at once if the peer reads too slowly. */
  close({ code, reason }: Close): void {
    this.#socket.close(code, reason);
    if (code === socketClose.tooSlow.code) this.#socket.terminate();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Sends a ping; drops a peer that did not answer the last one. */
  ping(): void {
    if (!this.#alive) this.terminate();
    this.#alive = false;
    if (this.open) this.#socket.ping();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#alive = true;
    const text = data.toString('utf8');
    if (isBinary || !this.#withinRate()) this.close(socketClose.refused);
    else if (HEARTBEATS.some((heartbeat) => heartbeat === text)) this.#onHeartbeat?.();
    else this.#onText?.(text);
  }

  #withinRate(): boolean {
    const now = performance.now();
    this.#budget = Math.min(MESSAGE_BURST, this.#budget + ((now - this.#budgetAt) / 1000) * MESSAGES_PER_SECOND);
    this.#budgetAt = now;
    this.#budget -= 1;
    return this.#budget >= 0;
  }
}
