import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

import { TEST_CERTIFICATE, TEST_KEY } from './certificate.ts';

export type ReceivedLetter = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly secure: boolean;
};

/** For tests: a local mail server on a free port, with its received emails. */
export type TestMailbox = {
  readonly port: number;
  readonly letters: ReceivedLetter[];
  stop(): Promise<void>;
};

/** `refuse`: the error for a receiver, or undefined to accept it. */
export async function startMailbox(
  options: SMTPServerOptions & { readonly refuse?: (receiver: string) => { code: number; text: string } | undefined } = {},
): Promise<TestMailbox> {
  const { refuse = () => undefined, ...more } = options;
  const letters: ReceivedLetter[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: more.onAuth ? [] : ['AUTH'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    cert: TEST_CERTIFICATE,
    key: TEST_KEY,
    onRcptTo: ({ address }, _session, done) => {
      const no = refuse(address);
      done(no && Object.assign(new Error(no.text), { responseCode: no.code }));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        letters.push({
          from,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          secure: session.secure,
        });
        done();
      });
    },
    ...more,
  });
  // tests close connections early
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  return {
    port: (server.server.address() as AddressInfo).port,
    letters,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

/** Headers of a letter, each on one line, by their names in small letters. */
export function parseHeaders({ raw }: ReceivedLetter): Readonly<Record<string, string>> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    head.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
