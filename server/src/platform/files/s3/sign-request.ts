import { createHash, createHmac } from 'node:crypto';
import type { S3Address } from './s3-address.ts';

const ALGORITHM = 'AWS4-HMAC-SHA256';

type Signed = {
  readonly method: string;
  /** Encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string;
  readonly now: number;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** As SigV4 demands: encodeURIComponent leaves some characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');

/** Headers of a request with an AWS Signature Version 4. */
export function signRequest(address: S3Address, { method, path, query, bodyHash, now }: Signed): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const headers = { host: new URL(address.origin).host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = [method, path, canonicalQuery(query), lines.join(''), names, bodyHash].join('\n');
  const scope = `${day}/${address.region}/s3/aws4_request`;
  const key = [day, address.region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${address.secretKey}`);
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join('\n')).toString('hex');
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${address.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
