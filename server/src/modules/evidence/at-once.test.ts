import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../../test/support/db/test-database.ts';
import { archive, eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import type { ServerEvents } from '../../platform/bus/server-events.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import { createFolderStore } from '../../platform/files/file-store.ts';
import { createLog } from '../../platform/observe/log.ts';
import { createDesk } from './desk.ts';
import { createRequests } from './requests.ts';

const PHONE = '13700009001';
const log = createLog('silent');
const [WAITING, REQUESTED, COMPLETE] = [0, 1, 2];

let db: Db;
let folder: string;
let vehicleId: number;

beforeAll(async () => {
  ({ db } = await testDatabase());
  folder = await mkdtemp(join(tmpdir(), 'at-once-'));
  vehicleId = await archive(db, PHONE, { authCode: 'secret' });
});
afterAll(() => rm(folder, { recursive: true }));

/** A request for two files, due now. */
async function insertRequest(state: number, dueAt = Date.now()) {
  const [alarmGid, alarmNo] = [randomUUID(), randomUUID().replaceAll('-', '')];
  await db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, due_at, created_at)
    values (${alarmGid}, ${vehicleId}, ${alarmNo}, ${randomBytes(16)}, 2, ${state}, ${at(dueAt)}, ${at(dueAt)})`);
  return { alarmGid, alarmNo };
}
const requestOf = (alarmGid: string) =>
  db.first<{ state: number; tries: number; due_at: number }>(
    sql`select state, tries, due_at from evidence_request where alarm_gid = ${alarmGid}`,
  );

it('two connections that store the last two files of an alarm concurrently complete its request', async () => {
  const { alarmGid, alarmNo } = await insertRequest(REQUESTED);
  // no commit is there before the other transaction has looked
  const slow: Db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        await sleep(200);
        return result;
      }),
  };
  const desk = createDesk({
    db: slow,
    files: createFolderStore(folder),
    remux: async () => undefined,
    onChanged: () => undefined,
    now: Date.now,
  });
  const claims = ['a.bin', 'b.bin'].map((name) => ({ name, kind: 4, sizeBytes: 3 }));
  const uploads = await Promise.all(claims.map(() => desk.open({ alarmNo, phone: PHONE, files: claims })));
  await Promise.all(
    claims.map(async (claim, i) => {
      const path = join(folder, claim.name);
      await writeFile(path, 'abc');
      await uploads[i]!.finish(claim, path, undefined);
    }),
  );
  expect(await requestOf(alarmGid)).toMatchObject({ state: COMPLETE });
});

it('a terminal that connects while its request is being marked offline gets the request at once', async () => {
  let time = Date.now();
  const { alarmGid } = await insertRequest(WAITING, time);
  const bus = createMemoryBus<ServerEvents>((_, error) => {
    throw error;
  });
  let sends = 0;
  const requests = createRequests({
    db,
    bus,
    log,
    service: {
      sendOwn: async () => {
        if (sends++ > 0) return [{ seqId: '1' } as never];
        const before = (await requestOf(alarmGid))!.due_at;
        bus.publish('terminal.online', { vehicleId, at: time });
        await eventually(async () => expect((await requestOf(alarmGid))!.due_at).not.toBe(before));
        return [];
      },
    },
    settings: async () => ({ evidenceRetries: 3 }) as never,
    addressFor: () => ({ server: '127.0.0.1', port: 1 }),
    onChanged: () => undefined,
    timeZone: 'Asia/Shanghai',
    now: () => ++time,
  });
  await requests.run();
  await eventually(async () => expect(await requestOf(alarmGid)).toMatchObject({ state: REQUESTED, tries: 1 }));
  await requests.stop();
});
