import { createHash, createHmac } from 'node:crypto';

/** A request to an Alibaba Cloud API in RPC style: all parameters in the query, no body. */
export type AcsRequest = {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  /** 'yyyy-MM-ddTHH:mm:ssZ' */
  readonly date: string;
  readonly nonce: string;
};

const ALGORITHM = 'ACS3-HMAC-SHA256';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Percent-encodes as RFC 3986 does. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query in the order in which it is signed. */
export const acsQuery = (query: Readonly<Record<string, string>>): string =>
  Object.keys(query)
    .toSorted()
    .map((key) => `${encode(key)}=${encode(query[key]!)}`)
    .join('&');

/** The headers of a signed POST (signature version 3). `host` is signed, too; the HTTP client sends it. */
export function signAcsRequest(
  { host, action, version, query, date, nonce }: AcsRequest,
  { accessKeyId, accessKeySecret }: { readonly accessKeyId: string; readonly accessKeySecret: string },
): Readonly<Record<string, string>> {
  const hashedBody = sha256('');
  const signed: Readonly<Record<string, string>> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': hashedBody,
    'x-acs-date': date,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(signed).toSorted();
  const lines = names.map((name) => `${name}:${signed[name]}\n`).join('');
  const canonical = ['POST', '/', acsQuery(query), lines, names.join(';'), hashedBody].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${ALGORITHM}\n${sha256(canonical)}`)
    .digest('hex');
  const { host: _host, ...headers } = signed;
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}
