/** A mail server of our own on a free port: what it took, and whether it answers at once. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type Mailbox = {
  readonly port: number;
  /** Letters that were acknowledged, as they came. */
  readonly taken: readonly string[];
  /** Letters that came whole, whether they were acknowledged or not. */
  readonly come: readonly string[];
  /** While it is held, letters come and nobody says that they are taken. */
  held: boolean;
  stop(): Promise<void>;
};

/** Speaks as much SMTP (RFC 5321) as it takes to be given a letter. */
export async function openMailbox(): Promise<Mailbox> {
  const [taken, come]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  const state = { held: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    // whoever sends is killed in the middle
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let heard = '';
    let inLetter = false;
    const command = (line: string) => {
      if (/^(EHLO|HELO)/i.test(line)) return say('250 mail.test');
      if (/^DATA/i.test(line)) {
        inLetter = true;
        return say('354 go on');
      }
      if (!/^QUIT/i.test(line)) return say('250 OK');
      say('221 bye');
      socket.end();
    };
    socket.on('data', (part: Buffer) => {
      heard += part.toString();
      for (;;) {
        const end = inLetter ? '\r\n.\r\n' : '\r\n';
        const at = heard.indexOf(end);
        if (at < 0) return;
        const text = heard.slice(0, at);
        heard = heard.slice(at + end.length);
        if (!inLetter) {
          command(text);
          continue;
        }
        inLetter = false;
        come.push(text);
        if (state.held) continue;
        taken.push(text);
        say('250 taken');
      }
    });
    say('220 mail.test');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    come,
    get held() {
      return state.held;
    },
    set held(held) {
      state.held = held;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A header of a letter; undefined where it has none. */
export const headerOf = (letter: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(letter.replaceAll('\r\n', '\n'))?.[1];
