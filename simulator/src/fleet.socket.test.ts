import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../test/test-server.ts';
import { startFleet } from './fleet.ts';
import { sampleFleet } from './sample-fleet.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

describe('a fleet', () => {
  it('starts gradually, over TCP and UDP, with counters', async () => {
    const fleet = startFleet({
      host: '127.0.0.1',
      port: server.port,
      terminals: sampleFleet(30),
      transport: 'mixed',
      rampPerSecond: 200,
      movingS: 1,
      parkedS: 1,
    });
    // some have no power, by design
    await eventually('most of it online', () => fleet.counts().online >= 15);
    await eventually('acknowledged positions', () => fleet.counts().acknowledged >= 15);
    fleet.stop();
    const { reported, acknowledged, terminals } = fleet.counts();
    expect(terminals).toBe(30);
    expect(acknowledged).toBeLessThanOrEqual(reported);
  });

  it('is all online in steady mode', async () => {
    const terminals = sampleFleet(60);
    const fleet = startFleet({ host: '127.0.0.1', port: server.port, terminals, rampPerSecond: 200, steady: true });
    await eventually('all of it online', () => fleet.counts().online === 60);
    fleet.stop();
  });
});

describe('the command line', () => {
  const program = join(import.meta.dirname, 'main.ts');

  it('runs a fleet from stdin and exits with its parent process', async () => {
    const child = spawn(process.execPath, [program, '--port', String(server.port), '--fleet', '-', '--report', '1']);
    child.stdin.write(`${JSON.stringify(sampleFleet(6))}\n`);
    await eventually('a terminal', () => server.received.length > 0);
    child.stdin.end();
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
  });

  it('reports errors in one line', async () => {
    const child = spawn(process.execPath, [program, '--mode', 'naughty']);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(said).toMatch(/^simulator: --mode: got naughty, takes good, /);
    expect(said.trim().split('\n')).toHaveLength(1);
  });
});
