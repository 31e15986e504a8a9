import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, wholeSecond } from '../../test/support/gateway/terminal.ts';

const TERMINALS = 20;
/** Number of reports that each terminal has acknowledged before the kill. */
const ACKNOWLEDGED = 50;

it('a kill -9 in the middle of a stream loses no acknowledged location, and the live state catches up', async () => {
  const { db } = await testDatabase();
  const at = await db.first<{ host: string; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
  );
  const phones = Array.from({ length: TERMINALS }, (_, i) => `1360000${1000 + i}`);
  const vehicleIds: number[] = [];
  for (const phone of phones) vehicleIds.push(await archive(db, phone, { authCode: 'secret' }));
  const child: ChildProcess = fork(join(import.meta.dirname, '../../test/support/gateway/gateway-server.ts'), [
    at!.host,
    at!.user,
    at!.database,
  ]);
  const [port] = (await once(child, 'message')) as [number];

  const start = wholeSecond() - HOUR_MS;
  const acknowledged = phones.map(() => [] as number[]);
  const streams = phones.map(async (phone, terminalIndex) => {
    const terminal = await connectTerminal(port, { phone });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    for (let sent = 0; ; ) {
      const window = Array.from({ length: 10 }, async () => {
        const deviceAt = start + sent++ * 1000;
        if ((await terminal.ask({ id: 0x0200, body: locationBody(deviceAt) })) === 0) acknowledged[terminalIndex]!.push(deviceAt);
      });
      await Promise.all(window);
    }
  });
  const ended = Promise.allSettled(streams);
  await eventually(() => {
    for (const those of acknowledged) expect(those.length).toBeGreaterThan(ACKNOWLEDGED);
  });
  child.kill('SIGKILL');
  await ended;

  let missing = 0;
  for (const [i, vehicleId] of vehicleIds.entries()) {
    const rows = await db.query<{ gnss_at: number }>('select gnss_at from position where vehicle_id = $1', [vehicleId]);
    const stored = new Set(rows.map(({ gnss_at }) => gnss_at));
    missing += acknowledged[i]!.filter((deviceAt) => !stored.has(deviceAt)).length;
  }
  expect(missing).toBe(0);

  const fixture = await startGatewayFixture(db);
  await eventually(async () => {
    const behind = await db.query(
      `select from vehicle v left join vehicle_latest l on l.vehicle_id = v.id where l.gnss_at is distinct from
       (select max(gnss_at) from position p where p.vehicle_id = v.id)`,
    );
    expect(behind).toHaveLength(0);
  });
  expect(await db.first(`select count(*) as n from online_session where logout_at is null`)).toEqual({ n: 0 });
  await fixture.stop();
});
