import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { MailServer } from '../../platform/mail/mail.ts';
import { createSmtp, MailError, type SmtpOptions } from '../../platform/mail/smtp.ts';
import type { Settings } from './snapshot.ts';

/** The port on which TLS begins with the first byte. */
const SECURE_PORT = 465;

export type MailServerOptions = {
  readonly settings: Pick<Settings, 'mailHost' | 'mailPort' | 'mailAccount'>;
  /** null: the server needs none. */
  readonly password: string | null;
  /** Checks the IP address of each connection, so that the host cannot lead to this machine or its network neighbours. */
  readonly mayReach: (address: string) => boolean;
  readonly ca?: NonNullable<SmtpOptions['tls']>['ca'];
};

/** The mail server of the platform's settings; undefined: none is set. */
export function createMailServer({ settings, password, mayReach, ca }: MailServerOptions): MailServer | undefined {
  const { mailHost, mailPort: port, mailAccount: name } = settings;
  if (mailHost === '' || name === '') return undefined;
  return {
    from: name,
    send: async (email, signal) => {
      const found = await lookup(mailHost, { all: true }).catch((error: Error) => {
        throw new MailError(error.message, false);
      });
      const host = found.find(({ address }) => mayReach(address))?.address;
      if (host === undefined) throw new MailError(`mail server at ${mailHost} is not allowed`, false);
      const user = password === null ? {} : { user: { name, password } };
      const tls = { ...(isIP(mailHost) === 0 ? { servername: mailHost } : {}), ...(ca === undefined ? {} : { ca }) };
      return createSmtp({ server: { host, port, secure: port === SECURE_PORT, ...user }, from: name, tls })(email, signal);
    },
  };
}
