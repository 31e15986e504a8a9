import { HEARTBEATS, socketClose } from '@fleetwarden/contract/live/live-sockets';
import type { WebSocket } from 'ws';
import type { Principal } from '../http/principal.ts';
import { MAX_BACKLOG_BYTES, MESSAGE_BURST, MESSAGES_PER_SECOND } from './limits.ts';

export type SocketKind = 'init' | 'gpsmsg' | 'commonmsg';
type Close = (typeof socketClose)[keyof typeof socketClose];

/** One console's socket: what it may be told, and what it says. Bounds what it sends and what waits to be sent. */
export class Connection {
  readonly kind: SocketKind;
  readonly principal: Principal;
  readonly #socket: WebSocket;
  #alive = true;
  #budget = MESSAGE_BURST;
  #budgetAt = performance.now();
  #onText: ((text: string) => void) | undefined;
  #onHeartbeat: (() => void) | undefined;
  readonly #closed = Promise.withResolvers<void>();

  constructor(kind: SocketKind, principal: Principal, socket: WebSocket) {
    this.kind = kind;
    this.principal = principal;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('pong', () => {
      this.#alive = true;
    });
    socket.once('close', () => this.#closed.resolve());
  }

  /** Bytes handed over and not yet taken by the network. */
  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Resolves when the socket is gone. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Each text that is no heartbeat. */
  onText(handler: (text: string) => void): void {
    this.#onText = handler;
  }

  /** Each heartbeat, to answer it. */
  onHeartbeat(handler: () => void): void {
    this.#onHeartbeat = handler;
  }

  /** Sends a text (a Buffer holds UTF-8). Never throws; a peer that lets too much pile up is given up. */
  send(text: string | Buffer): void {
    if (!this.open) return;
    if (this.backlog > MAX_BACKLOG_BYTES) this.close(socketClose.tooSlow);
    else this.#socket.send(text, { binary: false });
  }

  /** Sends and resolves when the network has taken it; false when the socket was lost meanwhile. */
  deliver(text: string | Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      if (!this.open) return resolve(false);
      this.#socket.send(text, { binary: false }, (error) => resolve(!error));
      void this.closed.then(() => resolve(false));
    });
  }

  /** Says why, and goes at once where the peer reads too slowly to be told. */
  close({ code, reason }: Close): void {
    this.#socket.close(code, reason);
    if (code === socketClose.tooSlow.code) this.#socket.terminate();
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Asks for a sign of life; a peer that gave none since the last time is dropped. */
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
