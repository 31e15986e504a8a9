/** A bucket of an object store with the interface of S3. */
export type S3Address = {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path before keys, with a slash at both ends. */
  readonly path: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[\w.-]+$/;
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `https://KEY:SECRET@host/bucket/folder?region=...&style=host`. `style=host` puts the bucket in front of the host, as
 * Alibaba Cloud requires. undefined: not such an address.
 */
export function parseS3Address(text: string): S3Address | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return undefined;
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const { region = DEFAULT_REGION, style = 'path', ...others } = Object.fromEntries(url.searchParams);
  if (!BUCKET.test(bucket) || !folders.every((folder) => FOLDER.test(folder))) return undefined;
  if (region === '' || !['path', 'host'].includes(style) || Object.keys(others).length > 0) return undefined;
  if (url.username === '' || url.password === '') return undefined;
  const byHost = style === 'host';
  try {
    return {
      origin: `${url.protocol}//${byHost ? `${bucket}.` : ''}${url.host}`,
      path: `/${[...(byHost ? [] : [bucket]), ...folders].map((part) => `${part}/`).join('')}`,
      region,
      accessKey: decodeURIComponent(url.username),
      secretKey: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}
