import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How the double treats the next requests. `flaky`: the next one is cut, those after it are served. */
export type S3Behaviour = 'serve' | 'full' | 'away' | 'flaky';

const ACCESS = { id: 'AKIDTEST', secret: 'a/secret+with=signs' };
const REGION = 'cn-test-1';
const BUCKET = 'fleet-files';

/** An object store in this process. It verifies signatures and hashes as the documentation says, without code of the product. */
export async function startS3Double() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  /** Methods and paths of all signed requests. */
  const requests: string[] = [];
  const state: { behaviour: S3Behaviour } = { behaviour: 'serve' };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (state.behaviour === 'away' || state.behaviour === 'flaky') {
      if (state.behaviour === 'flaky') state.behaviour = 'serve';
      request.socket.destroy();
      return;
    }
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://double');
    const query = Object.fromEntries(url.searchParams);
    const reply = (status: number, content: Buffer | string = '', headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers }).end(content);
    const refuse = (status: number, code: string) => reply(status, `<Error><Code>${code}</Code></Error>`);
    if (!isSigned(request, url, body)) return refuse(403, 'SignatureDoesNotMatch');
    requests.push(`${request.method} ${url.pathname}`);
    const [, bucket, ...rest] = url.pathname.split('/');
    const key = rest.join('/');
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket');
    if (state.behaviour === 'full' && request.method !== 'GET') return refuse(507, 'InsufficientStorage');
    const upload = uploads.get(query['uploadId'] ?? '');
    switch (request.method) {
      case 'GET':
        return key === '' ? reply(200, '<ListBucketResult/>') : get(key, request.headers.range, reply, refuse);
      case 'PUT':
        if (query['uploadId'] === undefined) objects.set(key, body);
        else if (!upload) return refuse(404, 'NoSuchUpload');
        else upload.set(Number(query['partNumber']), body);
        return reply(200, '', { etag: etagOf(body) });
      case 'POST':
        if (query['uploads'] !== undefined) {
          const id = randomUUID();
          uploads.set(id, new Map());
          return reply(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
        }
        if (!upload) return refuse(404, 'NoSuchUpload');
        return complete(key, query['uploadId']!, upload, body.toString(), reply);
      default:
        if (query['uploadId'] !== undefined) uploads.delete(query['uploadId']);
        else objects.delete(key);
        return reply(204);
    }
  };

  type Reply = (status: number, content?: Buffer | string, headers?: Record<string, string>) => void;
  const get = (key: string, header: string | undefined, reply: Reply, refuse: (status: number, code: string) => void) => {
    const object = objects.get(key);
    if (!object) return refuse(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(header ?? '') ?? [];
    if (start === undefined) return reply(200, object);
    if (Number(start) >= object.length) return reply(416, '', { 'content-range': `bytes */${object.length}` });
    const part = object.subarray(Number(start), Number(end) + 1);
    reply(206, part, { 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${object.length}` });
  };
  /** A success may still be an error, which only the body tells. */
  const complete = (key: string, id: string, upload: Map<number, Buffer>, list: string, reply: Reply) => {
    const parts = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const whole = parts.map(([, number, etag]) => {
      const part = upload.get(Number(number));
      return part && etag!.replaceAll('&quot;', '"') === etagOf(part) ? part : undefined;
    });
    if (whole.length !== upload.size || whole.includes(undefined)) return reply(200, '<Error><Code>InvalidPart</Code></Error>');
    objects.set(key, Buffer.concat(whole as Buffer[]));
    uploads.delete(id);
    reply(200, '<CompleteMultipartUploadResult/>');
  };

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${ACCESS.id}:${encodeURIComponent(ACCESS.secret)}@127.0.0.1:${port}/${BUCKET}/fleet?region=${REGION}`,
    objects,
    /** Uploads in parts that are under way. */
    uploads,
    requests,
    behave: (behaviour: S3Behaviour) => {
      state.behaviour = behaviour;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

/** Recomputes the signature (AWS Signature Version 4) and the hash of the body from what arrived. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match || headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const [, id, day, region, names, signature] = match as unknown as [string, string, string, string, string, string];
  if (id !== ACCESS.id || region !== REGION) return false;
  const signedHeaders = names.split(';');
  if (!['host', 'x-amz-date'].every((name) => signedHeaders.includes(name))) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const request = [
    method,
    url.pathname,
    query,
    ...signedHeaders.map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], `${day}/${region}/s3/aws4_request`, sha256(request)].join('\n');
  let key: string | Buffer = `AWS4${ACCESS.secret}`;
  for (const step of [day, region, 's3', 'aws4_request']) key = createHmac('sha256', key).update(step).digest();
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}
