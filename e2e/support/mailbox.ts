/** An SMTP server on a free port. It records messages, and can withhold its acknowledgements. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type Mailbox = {
  readonly port: number;
  /** Acknowledged messages, oldest first. */
  readonly accepted: readonly string[];
  /** All complete messages, acknowledged or not. */
  readonly received: readonly string[];
  /** While true, messages are received but not acknowledged. */
  paused: boolean;
  stop(): Promise<void>;
};

/** Speaks the part of SMTP (RFC 5321) that a message needs. */
export async function openMailbox(): Promise<Mailbox> {
  const [accepted, received]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  const state = { paused: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    // stories kill the sender in the middle of a message
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
        received.push(text);
        if (state.paused) continue;
        accepted.push(text);
        say('250 taken');
      }
    });
    say('220 mail.test');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    received,
    get paused() {
      return state.paused;
    },
    set paused(paused) {
      state.paused = paused;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A header of a message; undefined when it has none. */
export const mailHeader = (letter: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(letter.replaceAll('\r\n', '\n'))?.[1];
