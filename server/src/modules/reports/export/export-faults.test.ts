import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sign } from '@fleetwarden/contract/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { tableFiles } from '../../../../test/support/files/workbooks.ts';
import { type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';
import { MAX_RUNNING_EXPORTS, MAX_WAITING_EXPORTS } from '../model/limits.ts';

/** Free disk space in bytes; undefined: unlimited. */
const disk = vi.hoisted((): { room: number | undefined } => ({ room: undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    createWriteStream: (...given: Parameters<typeof fs.createWriteStream>) => {
      const stream = fs.createWriteStream(...given);
      const write = stream._write.bind(stream);
      stream._write = (chunk: Buffer, encoding, done) => {
        if (disk.room !== undefined) disk.room -= chunk.length;
        if ((disk.room ?? 0) >= 0) write(chunk, encoding, done);
        else done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
      };
      // chunks one by one, as they are counted
      (stream as { _writev?: unknown })._writev = undefined;
      return stream;
    },
  };
});

const WAIT = { timeout: 60_000, interval: 10 };
/** A row a vehicle and day. */
const RUNNING = 401002;
const DAYS = '2026-01-01,2026-03-17';
const VEHICLES = 1_000;
const EVIL = `=HYPERLINK("http://x","y")`;

let fixture: ReportFixture;
let other = '';
let evil = 0;
const files = tableFiles();

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  evil = await server.department('=cmd|..\\../\u202Egnp.exe', east);
  await addVehicle(server, { plate: EVIL, departmentId: evil });
  await server.db.run(sql`
    insert into vehicle (plate, plate_colour, department_id, created_at)
    select 'X' || n, 2, ${east}, '2025-12-01' from generate_series(1, ${VEHICLES}::integer) n`);
  await server.db.run(sql`
    insert into vehicle_day (vehicle_id, department_id, day, gnss_km, odo_km, drive_s, updated_at)
    select v.id, v.department_id, d::date, 1, 1, 60, now() from vehicle v cross join generate_series('2026-01-01'::date, '2026-03-17', '1 day') d`);
  await server.db.run(sql`update vehicle set created_at = '2025-12-01'`);
  await server.account('other', west, ['2', '40102']);
  other = await server.signIn('other');
});
afterAll(async () => {
  await files.remove();
  await fixture.server.stop();
});
afterEach(async () => {
  disk.room = undefined;
  await fixture.server.db.run('delete from task');
  await fixture.server.db.run('delete from job');
});

const headers = (authorization = fixture.authorization) => ({ authorization, cookie: 'language=zh' });
async function wanted(format: string, more: object = {}, authorization = fixture.authorization) {
  const data = { reportId: RUNNING, conditions: { deptId: String(fixture.east), staticDate: DAYS }, format, ...more };
  return (await fixture.server.post('report/exportdata', { data, sign: sign(data) }, headers(authorization))).body;
}
const ask = async (call: string, data: object, authorization?: string) =>
  (await fixture.server.post(`task/${call}`, { data }, headers(authorization))).body;
const shown = async (id: string) => (await ask('getTask', { id })).data;
const ends = (id: string) => expect.poll(async () => (await shown(id)).state, WAIT).toMatch(/done|failed|cancelled/);
const onDisk = async () => readdir(join(fixture.server.dataFolder, 'task-files')).catch(() => []);
async function fileOf(id: string): Promise<Buffer> {
  const row = await fixture.server.db.first<{ file_id: string }>(sql`select file_id from task where id = ${Number(id)}`);
  return readFile(join(fixture.server.dataFolder, 'task-files', row!.file_id));
}

describe('an export', () => {
  it('fails if the owner has lost the permission or the scope before it runs', async () => {
    const { server, east, west } = fixture;
    await server.account('mover', east, ['2', '40102']);
    const mover = await server.signIn('mover');
    const lost = (await wanted('csv')).data.taskId;
    const moved = (await wanted('csv', {}, mover)).data.taskId;
    const codes = async (all: readonly string[]) =>
      server.db.run(sql`update role set codes = ${[...all]} where name = 'role of clerk'`);
    const { codes: rights } = (await server.db.first<{ codes: string[] }>(
      sql`select codes from role where name = 'role of clerk'`,
    ))!;
    await codes(['2']);
    await server.db.run(sql`update account set department_id = ${west} where login_name = 'mover'`);
    server.jobs.start();
    await ends(lost);
    await expect.poll(async () => (await ask('getTask', { id: moved }, mover)).data.state, WAIT).toBe('failed');
    expect(await shown(lost)).toMatchObject({ state: 'failed', error: '无操作权限', fileName: null });
    expect((await ask('getTask', { id: moved }, mover)).data).toMatchObject({
      error: expect.stringMatching(/\S/),
      fileName: null,
    });
    expect(await onDisk()).toEqual([]);
    await codes(rights);
    expect((await ask('retryTask', { id: lost })).code).toBe('0');
    await ends(lost);
    expect(await shown(lost)).toMatchObject({ state: 'done', error: null });
  });

  it('that is cancelled while running leaves no file, and frees its slot', async () => {
    const before = await onDisk();
    const { data } = await wanted('xlsx');
    await expect.poll(async () => (await shown(data.taskId)).done, WAIT).toBeGreaterThan(0);
    expect((await onDisk()).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    expect((await ask('cancelTask', { id: data.taskId })).code).toBe('0');
    expect(await shown(data.taskId)).toMatchObject({ state: 'cancelled', fileName: null, fileBytes: null, mayRetry: true });
    expect((await ask('getTaskFile', { id: data.taskId })).code).toBe('4004');
    await expect.poll(onDisk, WAIT).toEqual(before);
    // with free slots all are accepted, and the first one runs
    const most = MAX_RUNNING_EXPORTS + MAX_WAITING_EXPORTS;
    const next = await Promise.all(
      Array.from({ length: most }, (_, n) =>
        wanted('csv', { columns: ['carNo'], orderBy: 'carNo', conditions: conditionsOf(n) }),
      ),
    );
    expect(next.map(({ code }) => code)).toEqual(next.map(() => '0'));
    for (const reply of next) await ends(reply.data.taskId);
    expect((await shown(next[0]!.data.taskId)).state).toBe('done');
  });

  it.each(['xlsx', 'csv', 'pdf'])(
    'that finds the disk full shows this error, and succeeds after a retry with free space (%s)',
    async (format) => {
      const before = await onDisk();
      const conditions = { deptId: String(fixture.east), deptOnly: '1', staticDate: '2026-03-17,2026-03-17' };
      disk.room = 4_000;
      const { data } = await wanted(format, { conditions });
      await ends(data.taskId);
      expect(await shown(data.taskId)).toMatchObject({
        state: 'failed',
        error: '磁盘空间不足，未生成文件',
        fileName: null,
        mayRetry: true,
      });
      expect(await onDisk()).toEqual(before);
      disk.room = undefined;
      expect((await ask('retryTask', { id: data.taskId })).code).toBe('0');
      await ends(data.taskId);
      expect(await shown(data.taskId)).toMatchObject({ state: 'done', error: null, result: { rows: VEHICLES } });
      expect((await fileOf(data.taskId)).length).toBe((await shown(data.taskId)).fileBytes);
      // the server is as well as before: as many connections are free
      expect((await fixture.call('advanceSearchJson', { reportId: RUNNING })).code).toBe('0');
    },
  );
});

describe('a file', () => {
  it('executes no formula when it is opened, and has a safe file name', async () => {
    const conditions = { deptId: String(evil), staticDate: '2026-03-17,2026-03-17' };
    const made = async (format: string) => {
      const { data } = await wanted(format, { conditions, columns: ['deptName', 'carNo'] });
      await ends(data.taskId);
      expect((await shown(data.taskId)).fileName).toMatch(/^[^\\/:*?"<>|\p{Cc}\p{Cf}]+_20260317_\d{14}\.(csv|xlsx|pdf)$/u);
      return fileOf(data.taskId);
    };
    const csv = (await made('csv')).toString().split('\r\n');
    expect(csv[1]).toBe(`'=cmd|..\\../\u202Egnp.exe,"'=HYPERLINK(""http://x"",""y"")"`);
    // the reader refuses a workbook that has a formula anywhere
    const [, about, , row] = await files.cells(await made('xlsx'));
    expect(row).toEqual(['=cmd|..\\../\u202Egnp.exe', EVIL]);
    expect(about![0]).toContain('=cmd|');
    expect((await made('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('belongs to its owner: others can neither see, open, cancel nor retry it', async () => {
    const { data } = await wanted('csv', { conditions: { deptId: String(fixture.east), staticDate: '2026-03-17,2026-03-17' } });
    await ends(data.taskId);
    for (const call of ['getTask', 'getTaskFile', 'cancelTask', 'retryTask'])
      expect([call, (await ask(call, { id: data.taskId }, other)).code]).toEqual([call, '4004']);
    expect((await ask('listTask', {}, other)).data.list).toEqual([]);
    for (const id of ['0', '-1', '1e3', '../../1', '99999999999', 'x'])
      expect(['4001', '4004']).toContain((await ask('getTaskFile', { id })).code);
    const { url } = (await ask('getTaskFile', { id: data.taskId })).data;
    const open = async (address: string) => (await fixture.server.http.app.inject(address)).statusCode;
    expect(await open(url)).toBe(200);
    for (const forged of [
      url.replace(/n=[^&]+/, 'n=a.exe'),
      url.replace(/s=[^&]+/, 's=x'),
      url.replace(/[0-9a-f]{32}/, '..%2f..%2fsecret.key'),
    ])
      expect(await open(forged)).toBe(404);
  });
});

const conditionsOf = (n: number) => ({
  deptId: String(fixture.east),
  staticDate: `2026-03-${String(10 - (n % 9)).padStart(2, '0')},2026-03-${10 + Math.floor(n / 9)}`,
});
