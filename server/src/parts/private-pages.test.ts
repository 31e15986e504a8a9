import { get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from '../../test/support/test-server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The status of /metrics for a request from this machine without a token, over a socket. */
async function statusOfMetrics(options: TestServerOptions): Promise<number | undefined> {
  server = await startTestServer(options);
  const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/metrics' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

it('shows the metrics to requests from the same machine', async () => {
  expect(await statusOfMetrics({})).toBe(200);
});

// behind a proxy each request comes from this machine
it.each([['PUBLIC_URL', { publicUrl: 'https://fleet.example.com' }] as const, ['TRUST_PROXY', { trustProxy: true }] as const])(
  'requires a token if %s is set',
  async (_, options) => {
    expect(await statusOfMetrics(options)).toBe(401);
  },
);
