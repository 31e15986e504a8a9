import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NoAnswer, sendForm } from './send-form.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of another origin that allows this page. */
async function serve(handle: (request: IncomingMessage, body: string, reply: ServerResponse) => void): Promise<string> {
  const server = createServer((request, reply) => {
    reply.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    reply.setHeader('Access-Control-Allow-Credentials', 'true');
    reply.setHeader('Access-Control-Allow-Headers', 'authorization,accept-language');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'OPTIONS') reply.end();
      else handle(request, Buffer.concat(chunks).toString('utf8'), reply);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
const formOf = () => {
  const form = new FormData();
  form.append('data', '{"a":1}');
  form.append('file', new File(['a,b'], 'a.csv'), 'a.csv');
  return form;
};
const send = (url: string, more: Partial<Parameters<typeof sendForm>[0]> = {}) =>
  sendForm({
    url,
    headers: { Authorization: 'abc.secret' },
    form: formOf(),
    answerMs: 60_000,
    onProgress: undefined,
    signal: undefined,
    ...more,
  });

describe('a form', () => {
  it('is sent with its headers, and its reply is parsed', async () => {
    const url = await serve(({ headers }, body, reply) =>
      reply.end(JSON.stringify({ token: headers.authorization, type: headers['content-type']?.split(';')[0], body })),
    );
    const reply = (await send(url)) as { token: string; type: string; body: string };
    expect([reply.token, reply.type]).toEqual(['abc.secret', 'multipart/form-data']);
    expect(reply.body).toContain('filename="a.csv"');
    expect(reply.body).toContain('{"a":1}');
  });

  it.each([
    ['a reply that is not JSON', (reply: ServerResponse) => reply.end('<html>')],
    ['no reply', (reply: ServerResponse) => reply.socket?.destroy()],
  ])('with %s rejects', async (_what, answer) => {
    const url = await serve((_request, _body, reply) => void answer(reply));
    await expect(send(url)).rejects.toBeInstanceOf(Error);
  });

  it('is aborted by its caller, before and during the transfer', async () => {
    const url = await serve(() => giveUp.abort(new Error('no longer wanted')));
    const giveUp = new AbortController();
    await expect(send(url, { signal: giveUp.signal })).rejects.toThrow('no longer wanted');
    await expect(send(url, { signal: giveUp.signal })).rejects.toThrow('no longer wanted');
  });

  it('reports its upload progress, and starts the response timeout only after the upload', async () => {
    // happy-dom reports no progress; this request does, like browsers
    const original = globalThis.XMLHttpRequest;
    const upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
    let aborted = false;
    class Request {
      upload = upload;
      open() {}
      setRequestHeader() {}
      send() {
        upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
        upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
        upload.onload?.();
      }
      abort() {
        aborted = true;
      }
    }
    globalThis.XMLHttpRequest = Request as unknown as typeof XMLHttpRequest;
    const shares: number[] = [];
    await expect(send('/', { answerMs: 0, onProgress: (share) => shares.push(share) })).rejects.toBeInstanceOf(NoAnswer);
    globalThis.XMLHttpRequest = original;
    expect([shares, aborted]).toEqual([[0.25, 1], true]);
  });
});
