import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isExternalAddress, PROBE, probeConnectivity } from './connectivity-probe.ts';

let listener: Server;
let port = 0;
let seen = 0;
beforeAll(async () => {
  listener = createServer((socket) => {
    seen += 1;
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
});
afterAll(() => void listener.close());

const anywhere = () => true;

describe('the connectivity probe', () => {
  it('reports an open port, by address and by name', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { result, ms } = await probeConnectivity({ host, port, mayReach: anywhere });
      expect([host, result]).toEqual([host, PROBE.reached]);
      expect(Number.isInteger(ms)).toBe(true);
    }
    expect(seen).toBeGreaterThanOrEqual(1);
  });

  it('reports a closed port', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port: closed } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    expect(await probeConnectivity({ host: '127.0.0.1', port: closed, mayReach: anywhere })).toEqual({
      result: PROBE.refused,
      ms: null,
    });
  });

  it('gives up on an unknown host name, and on a host that does not answer', async () => {
    // RFC 2606; without a resolver it times out
    const { result } = await probeConnectivity({ host: 'nowhere.invalid', port: 9000, mayReach: anywhere });
    expect([PROBE.unresolved, PROBE.timedOut]).toContain(result);
    // RFC 5737: packets to it are dropped, or a router rejects them
    const silent = await probeConnectivity({ host: '192.0.2.1', port: 9000, mayReach: anywhere, limitMs: 200 });
    expect([PROBE.timedOut, PROBE.unreachable, PROBE.refused]).toContain(silent.result);
  });

  it('never connects to the local machine, however its address is written', async () => {
    const before = seen;
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '2130706433', '::1', '::ffff:127.0.0.1']) {
      const { result } = await probeConnectivity({ host, port });
      // not every resolver accepts every notation
      expect([PROBE.forbidden, PROBE.unresolved]).toContain(result);
    }
    expect(seen).toBe(before);
  });
});

describe('addresses', () => {
  it.each([
    '169.254.169.254',
    '100.100.100.200',
    '169.254.1.1',
    'fe80::1',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '239.1.1.1',
    '::',
  ])('in link-local, cloud metadata and multicast ranges are refused: %s', (address) =>
    expect(isExternalAddress(address)).toBe(false),
  );
  it.each(['10.1.2.3', '172.16.0.9', '192.168.1.5', '203.0.113.9', 'fd12:3456::1', '2001:db8::1', '100.64.0.1'])(
    'in public and private networks are allowed: %s',
    (address) => expect(isExternalAddress(address)).toBe(true),
  );
});
