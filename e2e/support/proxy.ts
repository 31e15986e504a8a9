/** A TCP proxy between a browser or a terminal and the product, which a story can cut. It changes no bytes. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  readonly url: string;
  readonly port: number;
  /** What the product has sent so far. */
  received(): Buffer;
  /** Closes all connections and refuses new ones until `restore`. */
  cut(): void;
  /** Cuts by itself when the product has sent that many more bytes. */
  cutAfter(bytes: number): void;
  isCut(): boolean;
  restore(): void;
  close(): Promise<void>;
};

/** Listens on a free port and forwards to `port`. */
export async function openProxy(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  let broken = false;
  const received: Buffer[] = [];
  let bytesToCut = Number.POSITIVE_INFINITY;
  const server = createServer((near) => {
    if (broken) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    far.on('data', (chunk: Buffer) => {
      received.push(chunk);
      bytesToCut -= chunk.length;
      if (bytesToCut <= 0) cut();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const cut = () => {
    broken = true;
    bytesToCut = Number.POSITIVE_INFINITY;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received: () => Buffer.concat(received),
    cut,
    cutAfter: (bytes) => {
      bytesToCut = bytes;
    },
    isCut: () => broken,
    restore: () => {
      broken = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
