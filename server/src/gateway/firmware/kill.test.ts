import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { joinParts, noParts, receiveParts, reportUpgrade } from '../../../test/support/gateway/firmware-terminal.ts';
import { archive, eventually, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal } from '../../../test/support/gateway/terminal.ts';
import { type Db, sql } from '../../platform/db/database.ts';

const PHONE = '13500002222';

/** A running roll-out to one vehicle, and the folder with its file. */
async function startRollout(db: Db) {
  const folder = await mkdtemp(join(tmpdir(), 'firmware-'));
  const [file, image] = [randomBytes(16).toString('hex'), randomBytes(60_000)];
  await writeFile(join(folder, file), image);
  const vehicleId = await archive(db, PHONE, { authCode: 'secret' });
  await db.run(sql`
    with f as (
      insert into firmware (department_id, name, file, kind, maker, version, models, bytes, sha256, md5, note)
      select min(id), 'fw.bin', ${file}, 0, 'FWSIM', 'V2', '{T}', ${image.length}, '', '', '' from department returning id, department_id
    ), r as (
      insert into firmware_rollout (firmware_id, department_id, way, percent, stop_after, auto_next, stage, note)
      select id, department_id, 1, 100, 1, false, 2, '' from f returning id
    )
    insert into firmware_target (rollout_id, vehicle_id, stage) select id, ${vehicleId}::integer, 1 from r`);
  const target = () =>
    db.first<{ state: number; parts_done: number; attempts: number }>(
      sql`select state, parts_done, attempts from firmware_target where vehicle_id = ${vehicleId}`,
    );
  const firmware = { read: (name: string) => readFile(join(folder, name)), addressOf: () => null };
  return { folder, image, target, firmware };
}

it('after a kill -9 during an upgrade, the next process continues after the saved sub-packages', async () => {
  const { db } = await testDatabase();
  const at = await db.first<{ host: string; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
  );
  const { folder, image, target, firmware } = await startRollout(db);

  const child = fork(join(import.meta.dirname, '../../../test/support/gateway/gateway-server.ts'), [
    at!.host,
    at!.user,
    at!.database,
    folder,
  ]);
  const [port] = (await once(child, 'message')) as [number];
  const before = await connectTerminal(port, { phone: PHONE });
  expect(await before.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  const received = noParts();
  await receiveParts(before, received, { most: 25 });
  await eventually(async () => expect(await target()).toMatchObject({ state: 1, parts_done: 25 }));
  const { attempts } = (await target())!;
  child.kill('SIGKILL');
  await before.closed;

  const fixture = await startGatewayFixture(db, {
    // past the lease of the dead process
    now: () => Date.now() + MINUTE_MS,
    limits: { sweepEveryMs: 10, firmwareLookMs: 10 },
    firmware,
  });
  const after = await connectTerminal(fixture.port, { phone: PHONE });
  expect(await after.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  const rest = await receiveParts(after, received);
  expect(rest[0]!.index).toBe(26);
  expect(rest).toHaveLength(received.total - 25);
  expect(Buffer.from(joinParts(received).data).equals(image)).toBe(true);
  expect(await reportUpgrade(after, 0)).toBe(0);
  expect(await target()).toMatchObject({ state: 3, attempts: attempts + 1 });
  expect(await db.first(sql`select state from firmware_rollout`)).toEqual({ state: 3 });
  after.end();
  await fixture.stop();
  await rm(folder, { recursive: true });
});

it('with a slow database, a completed transfer is not claimed again before its end is stored', async () => {
  const { db } = await testDatabase();
  const { folder, target, firmware } = await startRollout(db);
  const slow: Db = { ...db, transaction: (work) => sleep(200).then(() => db.transaction(work)) };
  const fixture = await startGatewayFixture(slow, { limits: { sweepEveryMs: 10, firmwareLookMs: 10 }, firmware });
  const terminal = await connectTerminal(fixture.port, { phone: PHONE });
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  await receiveParts(terminal, noParts());
  await eventually(async () => expect(await target()).toMatchObject({ state: 2, attempts: 1 }));
  terminal.end();
  await fixture.stop();
  await rm(folder, { recursive: true });
});
