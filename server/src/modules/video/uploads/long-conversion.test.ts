import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../../test/support/db/test-database.ts';
import { archive, eventually } from '../../../../test/support/gateway/gateway-fixture.ts';
import { createMemoryBus } from '../../../platform/bus/memory-bus.ts';
import type { ServerEvents } from '../../../platform/bus/server-events.ts';
import { at, type Db, sql } from '../../../platform/db/database.ts';
import { createFolderStore } from '../../../platform/files/file-store.ts';
import { createLog } from '../../../platform/observe/log.ts';
import { createMetrics } from '../../../platform/observe/metrics.ts';
import { videoMetrics } from '../metrics.ts';
import { UPLOAD_LIMITS } from './limits.ts';
import { createUploadQueue } from './queue.ts';

const [UPLOADING, DONE, CANCELLED] = [1, 3, 5];
/** The begin of a raw H.264 stream. */
const RAW = Buffer.of(0, 0, 0, 1, 0x67, 1, 2, 3);

/** A task whose terminal uploads; `result` 0: the terminal has sent everything. */
const insertTask = async (db: Db, phone: string, now: number, result: number | null) => {
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  return (await db.first<{ id: number }>(sql`
    insert into video_task (vehicle_id, account_name, channel, start_time, end_time, media_type, stream_type, storage, video_alarm_bits,
      alarm_bits, condition_bits, state, result, next_at, progress_at, created_at)
    values (${vehicleId}, 'clerk', 1, ${at(now - 60_000)}, ${at(now)}, 0, 1, 1, 0, 0, 7, ${UPLOADING}, ${result}, ${at(now)}, ${at(now)}, ${at(now)})
    returning id`))!.id;
};

it('a long conversion does not block other tasks, and does not start twice', async () => {
  const { db } = await testDatabase();
  const files = createFolderStore(await mkdtemp(join(tmpdir(), 'conversion-')));
  const time = Date.now();
  const [converted, uploading, given] = [
    await insertTask(db, '13700008001', time, 0),
    await insertTask(db, '13700008002', time, null),
    await insertTask(db, '13700008003', time, null),
  ];
  const folder = join(files.workFolder, 'ftp', String(converted));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.h264'), RAW);
  const conversion = Promise.withResolvers<undefined>();
  let conversions = 0;
  const queue = createUploadQueue({
    db,
    files,
    bus: createMemoryBus<ServerEvents>((_, error) => {
      throw error;
    }),
    log: createLog('silent'),
    service: { sendOwn: async () => [] },
    tools: {
      remux: () => {
        conversions++;
        return conversion.promise;
      },
    },
    server: () => ({ port: 1, isReceiving: () => false, end: async () => undefined }),
    metrics: videoMetrics(createMetrics()),
    limits: { ...UPLOAD_LIMITS, sweepMs: 10 },
    encrypt: (password) => password,
    hostFor: () => '127.0.0.1',
    onChange: () => undefined,
    now: () => time,
  });
  const stateOf = async (id: number) =>
    (await db.first<{ state: number; received_bytes: number }>(
      sql`select state, received_bytes from video_task where id = ${id}`,
    ))!;
  queue.start();
  await eventually(() => expect(conversions).toBe(1));

  queue.accounts.onBytes(uploading, 500);
  await eventually(async () => expect(await stateOf(uploading)).toEqual({ state: UPLOADING, received_bytes: 500 }));
  expect(await queue.cancel(given)).toBe(true);
  expect(await stateOf(given)).toMatchObject({ state: CANCELLED });
  expect(await stateOf(converted)).toMatchObject({ state: UPLOADING });

  const late = queue.cancel(converted);
  conversion.resolve(undefined);
  expect(await late).toBe(false);
  expect(await stateOf(converted)).toMatchObject({ state: DONE });
  expect(await db.query(sql`select format from video_file where task_id = ${converted}`)).toEqual([{ format: 'h264' }]);
  await queue.stop();
  expect(conversions).toBe(1);
  await rm(join(files.workFolder, '..'), { recursive: true });
});
