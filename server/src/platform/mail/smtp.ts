import type { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { CONNECT_LIMIT_MS, GREETING_LIMIT_MS, SILENCE_LIMIT_MS } from './limits.ts';

export type SmtpOptions = {
  readonly server: {
    readonly host: string;
    readonly port: number;
    /** TLS from the first byte; else STARTTLS where the server offers it. */
    readonly secure: boolean;
    readonly user?: { readonly name: string; readonly password: string };
  };
  /** Address of the sender. */
  readonly from: string;
  /** Beyond what Node trusts by itself. */
  readonly tls?: Pick<ConnectionOptions, 'ca'>;
};

export type Letter = {
  /** Without angle brackets; the same for each try, so that whoever gets it twice can tell. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly file?: { readonly name: string; readonly content: Readable };
};

/** Why a letter was not taken. `final`: it would never be. The message never holds the password. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** Sends one letter; resolves once the server has taken it. Rejects with MailError. */
export type SendLetter = (letter: Letter, signal?: AbortSignal) => Promise<void>;

/** Commands about this letter: a refusal of one of them is about it, not about the server. */
const OF_THE_LETTER = ['MAIL FROM', 'RCPT TO', 'DATA'];
const REFUSED_FOR_GOOD = 500;

/** A password goes to no other machine in the clear: where there is one, STARTTLS is a must. */
const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

export function createSmtp({ server, from, tls = {} }: SmtpOptions): SendLetter {
  const { host, port, secure, user } = server;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && user !== undefined && !isHere(host),
    ...(user ? { auth: { user: user.name, pass: user.password } } : {}),
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: GREETING_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    tls: { minVersion: 'TLSv1.2', ...tls },
    // what is sent is text and streams of ours: nothing in a letter names a file or an address to be read
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  const told = (text: string) => withoutSecret(text, user?.password);

  return async ({ messageId, to, subject, text, file }, signal) => {
    try {
      const { rejected } = await transport.sendMail({
        from,
        to,
        subject,
        text,
        messageId: `<${messageId}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(file ? { attachments: [{ filename: file.name, content: file.content }] } : {}),
        ...(signal ? { signal } : {}),
      });
      if (rejected.length > 0) throw new MailError(`${to} was refused`, true);
    } catch (error) {
      if (error instanceof MailError) throw error;
      const { responseCode, command = '', message } = error as { responseCode?: number; command?: string; message: string };
      const final = responseCode !== undefined && responseCode >= REFUSED_FOR_GOOD && OF_THE_LETTER.includes(command);
      throw new MailError(told(message), final);
    }
  };
}

/** A text without the password, plain or as it goes over the wire. */
function withoutSecret(text: string, password: string | undefined): string {
  if (!password) return text;
  return [password, Buffer.from(password).toString('base64'), encodeURIComponent(password)].reduce(
    (clean, secret) => clean.replaceAll(secret, '***'),
    text,
  );
}
