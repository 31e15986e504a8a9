import { sign } from '@fleetwarden/contract/sign';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ReportFixture, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';

const WAIT = { timeout: 30_000, interval: 20 };
const MILEAGE = 401007;

let fixture: ReportFixture;
let stranger = '';
beforeAll(async () => {
  fixture = await startReports();
  const { server, east } = fixture;
  const car = await addVehicle(server, { plate: '沪A10001', departmentId: east });
  await server.db.run(sql`
    insert into vehicle_day (vehicle_id, day, department_id, point_total, point_valid, gnss_km, odo_km)
    values (${car}, '2026-03-17', ${east}, 1, 1, 10, 10)`);
  await server.account('stranger', east, ['2', '40107']);
  stranger = await server.signIn('stranger');
});
afterAll(() => fixture.server.stop());
afterEach(async () => {
  await fixture.server.db.run('delete from task');
  await fixture.server.db.run('delete from job');
});

async function begun(): Promise<string> {
  const data = { reportId: MILEAGE, conditions: { deptId: String(fixture.east) }, format: 'csv' };
  const { body } = await fixture.server.post(
    'report/exportdata',
    { data, sign: sign(data) },
    { authorization: fixture.authorization },
  );
  expect(body.data.url).toBe(`/report/downloadCenter?jobId=${body.data.taskId}`);
  return body.data.taskId;
}
const job = async (jobId: string, authorization = fixture.authorization) =>
  (await fixture.server.call('GET', 'report/exportJob', { jobId }, { authorization, cookie: 'language=zh' })).body;
const cancel = async (jobId: string, authorization = fixture.authorization) =>
  (await fixture.server.call('POST', 'report/exportJobCancel', { jobId }, { authorization })).body;
const written = (id: string, state: string, done: number, total: number | null) =>
  fixture.server.db.run(
    sql`update task set state = ${state}, done = ${done}, total = ${total}::integer where id = ${Number(id)}`,
  );

describe('an export job of the script API', () => {
  it('shows its progress in percent and rows', async () => {
    const jobId = await begun();
    const told = { jobId, url: `/report/downloadCenter?jobId=${jobId}`, error: null };
    expect((await job(jobId)).data).toEqual({ ...told, state: 0, percent: 0, rows: 0 });
    for (const [done, total, percent] of [
      [30, 120, 25],
      [119, 120, 99],
      // all rows are read, the file is not complete
      [120, 120, 99],
      [30, null, null],
    ] as const) {
      await written(jobId, 'running', done, total);
      expect((await job(jobId)).data).toEqual({ ...told, state: 1, percent, rows: done });
    }
  });

  it('ends when it is cancelled, and remains cancelled', async () => {
    const jobId = await begun();
    expect((await cancel(jobId)).code).toBe('0');
    expect((await job(jobId)).data).toMatchObject({ state: 9 });
    expect((await cancel(jobId)).code).toBe('0');
    expect((await job(jobId)).data).toMatchObject({ state: 9 });
    const row = await fixture.server.db.first<{ state: string }>(sql`select state from task where id = ${Number(jobId)}`);
    expect(row).toEqual({ state: 'cancelled' });
  });

  it('is visible to its owner only, and other tasks are not export jobs', async () => {
    const jobId = await begun();
    for (const reply of [await job(jobId, stranger), await cancel(jobId, stranger)]) expect(reply.code).toBe('4004');
    expect((await job('999999999')).code).toBe('4004');
    await fixture.server.db.run(sql`update task set kind = 'audit.export' where id = ${Number(jobId)}`);
    for (const reply of [await job(jobId), await cancel(jobId)]) expect(reply.code).toBe('4004');
    // a package of reports is one, and counts reports, not rows
    await fixture.server.db.run(
      sql`update task set kind = 'reports.batch', state = 'running', done = 1, total = 4 where id = ${Number(jobId)}`,
    );
    expect((await job(jobId)).data).toMatchObject({ state: 1, percent: 25, rows: null });
  });

  it.each(['', '-1', '1.5', 'abc', '1234567890123456', "1' or '1'='1"])('refuses %j', async (jobId) => {
    expect((await job(jobId)).code).toBe('4001');
    expect((await cancel(jobId)).code).toBe('4001');
  });

  // last: from here on jobs run
  it('returns its file when done, and the reason if it failed', async () => {
    const failed = await begun();
    await fixture.server.db.run(sql`
      update task set state = 'failed', error_key = 'error.exportTooLong', error_params = '{"count": 9, "most": 5}' where id = ${Number(failed)}`);
    const { data } = await job(failed);
    expect(data).toMatchObject({ state: 3, percent: null });
    expect(data.error).toMatch(/9.*5|5.*9/);
    fixture.server.jobs.start();
    const jobId = await begun();
    await expect.poll(async () => (await job(jobId)).data.state, WAIT).toBe(2);
    expect((await job(jobId)).data).toMatchObject({ percent: 100, rows: 1 });
    // a finished export stays finished
    expect((await cancel(jobId)).code).toBe('0');
    expect((await job(jobId)).data.state).toBe(2);
  });
});
