import { accessSync, constants, statSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { isTimeZone } from '@fleetwarden/domain/business-day';
import { rules } from '@fleetwarden/domain/form-rules';
import { z } from 'zod';
import { parseS3Address } from './platform/files/s3/s3-address.ts';

/** Type of an environment variable: `takes` completes the message "X takes ...", `secret` keeps its value out of messages. */
export type Variable<T> = { readonly takes: string; readonly secret: boolean; readonly schema: z.ZodType<T, string> };

function variable<T>(takes: string, schema: z.ZodType<T, string>): Variable<T> {
  return { takes, secret: false, schema };
}

/** The same type with a hidden value. */
export function secret<T>(inner: Variable<T>): Variable<T> {
  return { ...inner, secret: true };
}

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;
const isHost = (text: string) => isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text));
const isAddressRange = (text: string) => {
  const [address, bits, ...rest] = text.split('/');
  const version = isIP(address ?? '');
  return (
    version !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
};

/** An integer within bounds. */
export function whole(takes: string, least: number, most: number): Variable<number> {
  return variable(
    takes,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.int().min(least).max(most)),
  );
}

export const port = whole('a port from 0 to 65535 (0: any free one)', 0, 65_535);

/** 'from-to', both included. */
export const portRange = variable(
  'two ports as in 6100-6199, the lower one first',
  z
    .string()
    .regex(/^\d{1,5}-\d{1,5}$/)
    .transform((text) => text.split('-').map(Number) as [number, number])
    .refine(([first, last]) => first >= 1 && first <= last && last <= 65_535)
    .transform(([first, last]) => ({ first, last })),
);

export const host = variable('a host name or an IP address', z.string().refine(isHost));

/** A URL with one of these schemes, without a trailing slash. */
export function address(...schemes: string[]): Variable<string> {
  return variable(
    `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    z
      .string()
      .refine((text) => schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text))
      .transform((text) => text.replace(/\/+$/, '')),
  );
}

/** A mail server: `secure` uses TLS from the first byte; a user name requires a password. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly user?: { readonly name: string; readonly password: string };
};

const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

function mailServerOf(text: string): MailServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usual = url && SMTP_PORTS[url.protocol];
  if (!url || usual === undefined || url.hostname === '' || !['', '/'].includes(url.pathname) || url.search || url.hash)
    return undefined;
  if ((url.username === '') !== (url.password === '')) return undefined;
  const port = url.port === '' ? usual : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  if (port === 0 || !isHost(host)) return undefined;
  if (url.username === '') return { host, port, secure };
  try {
    return { host, port, secure, user: { name: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } };
  } catch {
    return undefined;
  }
}

export const mailServer = variable(
  'an address as in smtps://name:password@mail.example.com:465, or smtp:// for STARTTLS',
  z.string().transform((text, context) => {
    const server = mailServerOf(text);
    if (server) return server;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }),
);

export const bucket = variable(
  'the address of a bucket that begins with http:// or https://, as in https://KEY:SECRET@s3.example.com/bucket?region=us-east-1',
  z.string().transform((text, context) => {
    const address = parseS3Address(text);
    if (address) return address;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }),
);

export const mailAddress = variable(
  'an e-mail address',
  z.string().refine((text) => rules.email.check(text) === null),
);

export const onOff = variable(
  'on or off',
  z.enum(['on', 'off']).transform((text) => text === 'on') as z.ZodType<boolean, string>,
);

/** One of several words. */
export function oneOf<const W extends string>(words: readonly W[]): Variable<W> {
  return variable(`one of ${words.join(', ')}`, z.enum(words) as z.ZodType<W, string>);
}

/** Some of several words, each once, in the order given here. */
export function someOf<const W extends string>(words: readonly W[]): Variable<readonly W[]> {
  return variable(
    `all, or any of ${words.join(',')}`,
    z
      .string()
      .transform((text) => (text === 'all' ? [...words] : text.split(',').map((word) => word.trim())))
      .refine((chosen) => chosen.every((word) => words.includes(word as W)))
      .transform((chosen) => words.filter((word) => chosen.includes(word))),
  );
}

/** An absolute path of a file or directory. */
export const path = variable(
  'a path',
  z.string().transform((text) => resolve(text)),
);

export const readableFile = variable(
  'the path of a file this account can read',
  z
    .string()
    .transform((text) => resolve(text))
    .refine((file) => {
      try {
        accessSync(file, constants.R_OK);
        return statSync(file).isFile();
      } catch {
        return false;
      }
    }),
);

const privateNetworks = (() => {
  const list = new BlockList();
  for (const [net, bits] of [
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['169.254.0.0', 16],
  ] as const)
    list.addSubnet(net, bits);
  list.addAddress('::1', 'ipv6');
  for (const [net, bits] of [
    ['fc00::', 7],
    ['fe80::', 10],
  ] as const)
    list.addSubnet(net, bits, 'ipv6');
  return list;
})();

/**
 * Trusts one proxy in front, in a private network. Of X-Forwarded-For only the last address counts: the proxy wrote it, earlier
 * ones come from the client.
 */
export const trustOneHop = (peer: string, hop: number): boolean =>
  hop === 0 && isIP(peer) !== 0 && privateNetworks.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4');

/** Trusted proxies: none (false), the one in front, or these addresses. */
export const proxies = variable(
  'on, off, or addresses of proxies as in 10.0.0.1,192.168.0.0/16',
  z
    .string()
    .refine((text) => text === 'on' || text === 'off' || text.split(',').every((part) => isAddressRange(part.trim())))
    .transform((text) => (text === 'on' ? trustOneHop : text === 'off' ? false : text.split(',').map((part) => part.trim()))),
) as Variable<false | typeof trustOneHop | string[]>;

/** Networks, none by default. */
export const networks = variable(
  'addresses of networks as in 10.0.0.0/8,192.168.1.7',
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isAddressRange)),
) as Variable<string[]>;

export const timeZone = variable('a time zone of the IANA list as in Asia/Shanghai', z.string().refine(isTimeZone));

/** Trimmed text with a length limit. */
export function text(takes: string, least: number, most: number): Variable<string> {
  return variable(takes, z.string().trim().min(least).max(most));
}
