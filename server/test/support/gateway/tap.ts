import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Framer, readHeader, sliceBody } from '@fleetwarden/protocol/jt808';

/** A message from the gateway, as on the wire. */
type TappedMessage = { readonly id: number; readonly hex: string };

/** A TCP proxy before the gateway that records the bodies it sends. */
export type Tap = {
  readonly port: number;
  readonly messages: TappedMessage[];
  stop(): Promise<void>;
};

export async function startTap(gatewayPort: number): Promise<Tap> {
  const messages: TappedMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((terminal) => {
    const gateway = connect(gatewayPort, '127.0.0.1');
    const framer = new Framer();
    gateway.on('data', (chunk) => {
      framer.push(
        chunk,
        (frame) => {
          const header = readHeader(frame);
          messages.push({ id: header.id, hex: Buffer.from(sliceBody(frame, header)).toString('hex') });
        },
        (reason) => {
          throw new Error(`the gateway sent a bad frame: ${reason}`);
        },
      );
      terminal.write(chunk);
    });
    terminal.on('data', (chunk) => gateway.write(chunk));
    for (const [one, other] of [
      [terminal, gateway],
      [gateway, terminal],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
