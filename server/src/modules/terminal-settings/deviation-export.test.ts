import { terminalParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { json, sql } from '../../platform/db/database.ts';
import { DIRECT_EXPORT_ROWS } from '../../platform/resources/limits.ts';

const VEHICLES = 600;
/** Numbers that terminals of 2019 have. */
const NUMBERS = terminalParameters.filter(({ field, until }) => field.kind === 'integer' && until === undefined).slice(0, 20);
const valuesOf = (more: number) =>
  Object.fromEntries(NUMBERS.map(({ id, field }) => [id, (field as { readonly min: number }).min + more]));

let server: TestServer;
let templateId = 0;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('Head office');
  const north = await server.department('North', root);
  const south = await server.department('South', root);
  for (const [name, departmentId] of [
    ['clerk', north],
    ['stranger', south],
  ] as const) {
    await server.account(name, departmentId, ['7040101', '7040106']);
    tokens.set(name, await server.signIn(name));
  }
  await addVehicle(server, { plate: '京N00000', departmentId: north, phone: '13800000000' });
  await server.db.run(sql`
    with v as (
      insert into vehicle (plate, department_id, vehicle_type, plate_colour)
      select '京X' || lpad(i::text, 5, '0'), ${north}, 21, 2 from generate_series(1, ${VEHICLES}) i returning id
    ), t as (
      insert into terminal (phone, vehicle_id, terminal_no, protocol_version)
      select '1390' || lpad(id::text, 7, '0'), id, 'T1', 2019 from v returning id, vehicle_id
    )
    insert into terminal_parameter (vehicle_id, terminal_id, parameters, read_times, read_at)
    select vehicle_id, id, ${json(valuesOf(1))}::jsonb, '{}', now() from t`);
  const row = await server.db.first<{ id: number }>(sql`
    insert into parameter_template (department_id, name, maker, model, parameters)
    values (${north}, '模板', '', '', ${json(valuesOf(0))}::jsonb) returning id`);
  templateId = row!.id;
  server.jobs.start();
});
afterAll(() => server.stop());

const call = async (name: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: tokens.get(name)!, cookie: 'language=en' })).body;

describe('a file of many deviations', () => {
  it('is a task, with every row', async () => {
    const compared = { templateId: String(templateId), format: 'csv' };
    const { data } = await call('clerk', 'terminal/exportDeviations', compared);
    expect(data).toEqual({ taskId: expect.any(String) });
    const task = async () => (await call('clerk', 'task/getTask', { id: data.taskId })).data;
    await expect.poll(async () => (await task()).state, { timeout: 60_000 }).toBe('done');
    const { result, fileName } = await task();
    expect(result.rows).toBeGreaterThan(DIRECT_EXPORT_ROWS);
    expect(fileName).toMatch(/\.csv$/);
    const { url } = (await call('clerk', 'task/getTaskFile', { id: data.taskId })).data;
    const lines = (await server.http.app.inject({ url })).payload.trim().split('\r\n');
    // with the heading
    expect(lines).toHaveLength(result.rows + 1);
    expect(lines.filter((line) => line.includes('Never read'))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('京X00600,'))).toHaveLength((result.rows - 1) / VEHICLES);
  });

  it('is refused for a user outside the scope', async () => {
    expect((await call('stranger', 'terminal/exportDeviations', { templateId: String(templateId), format: 'csv' })).code).toBe(
      '4004',
    );
  });
});
