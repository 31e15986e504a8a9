import { fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { connectAttachments } from '../../test/support/evidence/attachment-client.ts';
import { archive, eventually } from '../../test/support/gateway/gateway-fixture.ts';
import { sql } from '../platform/db/database.ts';
import { createFolderStore } from '../platform/files/file-store.ts';

const TERMINALS = 8;
const FILE_BYTES = 20_000;
const ACKNOWLEDGED = 40;

it('a kill -9 during uploads loses no acknowledged file, and leaves no remains of other files', async () => {
  const { db } = await testDatabase();
  const at = (await db.first<{ host: string; user: string; database: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
  ))!;
  const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const startProcess = async () => {
    const child = fork(join(import.meta.dirname, '../../test/support/evidence/evidence-process.ts'), [
      at.host,
      at.user,
      at.database,
      folder,
    ]);
    const [port] = (await once(child, 'message')) as [number];
    return { child, port };
  };
  const first = await startProcess();

  const acknowledged: { alarmNo: string; name: string; digest: string }[] = [];
  const streams = Array.from({ length: TERMINALS }, async (_, n) => {
    const phone = `1370000${1000 + n}`;
    const vehicleId = await archive(db, phone, { authCode: 'secret' });
    for (;;) {
      const alarmNo = randomUUID().replaceAll('-', '');
      await db.run(sql`
        insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, created_at)
        values (${randomUUID()}, ${vehicleId}, ${alarmNo}, ${randomBytes(16)}, 2, 1, now())`);
      const terminal = await connectAttachments(first.port, phone);
      const files = ['a.jpg', 'b.bin'].map((name) => ({ name, data: randomBytes(FILE_BYTES) }));
      await terminal.list(
        alarmNo,
        files.map(({ name }) => ({ name, sizeBytes: FILE_BYTES })),
      );
      for (const { name, data } of files) {
        await terminal.begin(name, FILE_BYTES);
        terminal.chunk(name, 0, data);
        const { result } = await terminal.end(name, FILE_BYTES);
        if (result === 0) acknowledged.push({ alarmNo, name, digest: createHash('sha256').update(data).digest('hex') });
      }
      terminal.socket.destroy();
    }
  });
  const ended = Promise.allSettled(streams);
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(ACKNOWLEDGED));
  first.child.kill('SIGKILL');
  await ended;

  const second = await startProcess();
  const store = createFolderStore(folder);
  for (const { alarmNo, name, digest } of acknowledged) {
    const row = await db.first<{ file_key: string; received_at: number | null }>(sql`
      select f.file_key, f.received_at from evidence_file f join evidence_request r on r.id = f.request_id
      where r.alarm_no = ${alarmNo} and f.name = ${name}`);
    expect(row?.received_at).toEqual(expect.any(Number));
    const content = await buffer((await store.read(row!.file_key))!.content);
    expect(createHash('sha256').update(content).digest('hex')).toBe(digest);
  }
  const rows = await db.query<{ key: string }>('select file_key as key from evidence_file where received_at is not null');
  const stored = await readdir(join(folder, 'evidence'), { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile()).length).toBe(rows.length);
  await eventually(async () => expect(await readdir(join(folder, 'work')).catch(() => [])).toEqual([]));
  second.child.kill();
  await rm(folder, { recursive: true });
});
