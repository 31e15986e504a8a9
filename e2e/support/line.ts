/** The line between a browser and the product, which a story can cut: what goes through is left as it is. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type Line = {
  readonly url: string;
  /** Ends what is connected and lets nothing through until it is mended. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
};

/** A port of its own that leads to the product's. */
export async function openLine(port: number): Promise<Line> {
  const open = new Set<Socket>();
  let broken = false;
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
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const cut = () => {
    broken = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    mend: () => {
      broken = false;
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
