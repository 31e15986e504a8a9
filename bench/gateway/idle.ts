import { connect, type Socket } from 'node:net';
import { encodeMessage } from '@fleetwarden/protocol/jt808';
import { CODE, phoneOf } from './fleet.ts';

const AT_ONCE = 200;
/** Connections from one loopback address: fewer than a system's ephemeral ports. */
const PER_ADDRESS = 20_000;

/** Connects and authenticates terminals, reports it, and keeps them idle until told to end. */
export async function runIdle(port: number, terminals: number): Promise<void> {
  const sockets: Socket[] = [];
  while (sockets.length < terminals) {
    const first = sockets.length;
    const count = Math.min(AT_ONCE, terminals - first);
    await Promise.all(Array.from({ length: count }, (_, i) => authenticate(port, first + i, sockets)));
  }
  process.on('message', () => process.exit(0));
  process.on('disconnect', () => process.exit(1));
  process.send!({ kind: 'ready' });
}

function authenticate(port: number, terminal: number, sockets: Socket[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const localAddress = `127.0.0.${2 + Math.floor(terminal / PER_ADDRESS)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.once('connect', () => {
      const code = { type: 'authenticate', body: { code: CODE } } as const;
      socket.write(encodeMessage({ ...code, version: 2013, phone: phoneOf(terminal), serial: 0 })[0]!);
    });
    socket.once('data', () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the gateway closed terminal ${terminal}`)));
  });
}
