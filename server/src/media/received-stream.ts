import type { StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { MediaLimits } from './limits.ts';
import type { MediaStream } from './media-stream.ts';
import type { BindRefusal, StreamRegistry } from './stream-registry.ts';
import type { StreamSource } from './stream-types.ts';

export type ReceiveDeps = {
  readonly registry: StreamRegistry;
  readonly limits: MediaLimits;
  readonly now: () => number;
};

type Options = {
  readonly transport: 'tcp' | 'udp';
  readonly address: string;
  /** Sends a packet to the terminal; absent: the transport cannot. */
  readonly send?: (packet: StreamPacket) => void;
  /** The stream was bound; packets that waited have been handled. */
  readonly onBound: () => void;
  /** The stream was refused, or is not needed any more. */
  readonly onEnd: (reason: BindRefusal | 'ended' | 'too many packets') => void;
};

/** Packets of one channel from one connection: bound to a request by the first packet. */
export class ReceivedStream implements StreamSource {
  readonly transport: 'tcp' | 'udp';
  readonly #deps: ReceiveDeps;
  readonly #options: Options;
  lastAt: number;
  #stream: MediaStream | undefined;
  #waiting: StreamPacket[] = [];
  #isEnded = false;

  constructor(deps: ReceiveDeps, first: StreamPacket, options: Options) {
    this.#deps = deps;
    this.#options = options;
    this.transport = options.transport;
    this.lastAt = deps.now();
    this.#waiting.push(first);
    void this.#bind(first);
  }

  get isBound(): boolean {
    return this.#stream !== undefined;
  }

  push(packet: StreamPacket): void {
    if (this.#isEnded) return;
    this.lastAt = this.#deps.now();
    if (this.#stream) this.#stream.receive(packet);
    else if (this.#waiting.push(packet) > this.#deps.limits.bindingPackets) this.#end('too many packets');
  }

  send(packet: StreamPacket): boolean {
    if (this.#isEnded || !this.#options.send) return false;
    this.#options.send(packet);
    return true;
  }

  release(): void {
    this.#end('ended');
  }

  /** The connection is closed. */
  close(): void {
    this.#isEnded = true;
    this.#stream?.onSourceLost(this);
  }

  async #bind({ sim, channel }: StreamPacket): Promise<void> {
    const { registry } = this.#deps;
    const found = await registry.match(sim, channel, this.#options.address).catch(() => 'not requested' as const);
    if (this.#isEnded) return;
    if (typeof found === 'string') return this.#end(found);
    this.#stream = found;
    found.bind(this);
    for (const packet of this.#waiting) found.receive(packet);
    this.#waiting = [];
    this.#options.onBound();
  }

  #end(reason: BindRefusal | 'ended' | 'too many packets'): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting = [];
    this.#options.onEnd(reason);
  }
}
