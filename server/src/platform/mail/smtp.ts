import type { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { CONNECT_LIMIT_MS, GREETING_LIMIT_MS, SILENCE_LIMIT_MS } from './limits.ts';

export type SmtpOptions = {
  readonly server: {
    readonly host: string;
    readonly port: number;
    /** TLS from the first byte; else STARTTLS if offered. */
    readonly secure: boolean;
    readonly user?: { readonly name: string; readonly password: string };
  };
  /** Address of the sender. */
  readonly from: string;
  /** Additional trusted certificates, and the name that the certificate must have if `host` is an address. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'servername'>;
};

export type Email = {
  /** Without angle brackets; the same for each attempt, so that duplicates can be recognised. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  readonly file?: { readonly name: string; readonly content: Readable };
};

/** Why an email was rejected. `final`: a retry is useless. The message never contains the password. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** Sends one email; resolves when the server has accepted it. Rejects with MailError. */
export type SendEmail = (email: Email, signal?: AbortSignal) => Promise<void>;

/** A rejection of one of these commands concerns the email, not the server. */
const MESSAGE_COMMANDS = ['MAIL FROM', 'RCPT TO', 'DATA'];
const REFUSED_FOR_GOOD = 500;

/** A password is sent unencrypted only to this machine; otherwise STARTTLS is required. */
const isHere = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

export function createSmtp({ server, from, tls = {} }: SmtpOptions): SendEmail {
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
    // Emails contain only text and streams: no file or URL is ever read.
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
      const final = responseCode !== undefined && responseCode >= REFUSED_FOR_GOOD && MESSAGE_COMMANDS.includes(command);
      throw new MailError(told(message), final);
    }
  };
}

/** Removes the password from a text, in plain or encoded form. */
function withoutSecret(text: string, password: string | undefined): string {
  if (!password) return text;
  return [password, Buffer.from(password).toString('base64'), encodeURIComponent(password)].reduce(
    (clean, secret) => clean.replaceAll(secret, '***'),
    text,
  );
}
