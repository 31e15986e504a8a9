import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEveryOrder, NOW, type ReportFixture, shanghai, startReports } from '../../../../test/support/reports/report-facts.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { at, sql } from '../../../platform/db/database.ts';

let fixture: ReportFixture;
const [SERVICE, SIM, INSPECTION, QUALIFICATION] = [1, 2, 3, 12];

beforeAll(async () => {
  fixture = await startReports();
  const { server, east, west } = fixture;
  const { db } = server;
  const first = await addVehicle(server, { plate: '粤B10001', departmentId: east, phone: '13800000001' });
  const second = await addVehicle(server, { plate: '粤B10002', departmentId: east, phone: '13800000002' });
  const foreign = await addVehicle(server, { plate: '川A90001', departmentId: west, phone: '13800000009' });
  await db.run(
    sql`update vehicle set service_to = '2026-04-01', inspect_due = '2026-03-20', owner_phone = '13812345678' where id = ${first}`,
  );
  await db.run(sql`update terminal set sim_due = '2026-03-10', iccid = '89860000000000000002' where vehicle_id = ${second}`);
  await db.run(sql`update vehicle set service_to = '2026-12-31' where id = ${second}`);
  await db.run(sql`update vehicle set service_to = '2026-04-01', inspect_due = '2026-03-20' where id = ${foreign}`);
  await db.run(sql`
    insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, status, status_since)
    values (${first}, ${at(NOW)}, ${at(NOW)}, 113, 22, 0, 0, 0, 0, 0, 1, ${at(NOW)})`);
  const { id } = (await db.first<{ id: number }>(sql`
    insert into driver (department_id, name, qual_to) values (${east}, '王芳', '2026-03-01') returning id`))!;
  await db.run(sql`
    insert into expiry_handling (kind, object_id, due_date, state, note, handled_by, handled_at)
    values (${QUALIFICATION}, ${id}, '2026-03-01', 2, '已通知本人', ${fixture.clerk}, ${at(NOW)})`);
  const rule = (await db.first<{ id: number }>(sql`
    insert into expiry_rule (department_id, kind, lead_days) values (${east}, ${QUALIFICATION}, '30') returning id`))!;
  await db.run(sql`
    insert into expiry_reminder (rule_id, kind, object_id, due_date, reminded_on, reminded_at)
    values (${rule.id}, ${QUALIFICATION}, ${id}, '2026-03-01', '2026-02-20', ${at(shanghai('2026-02-20 08:00'))})`);
});
afterAll(() => fixture.server.stop());

describe('401019, service and cards', () => {
  const columns = ['carNo', 'simNo', 'serviceEnd', 'expKind', 'expDate', 'leftDays', 'expState', 'ownerMobile', 'lastOnline'];

  it('shows items due within thirty days by default, and expired ones on request', async () => {
    const due = ['粤B10001', null, '2026-04-01', SERVICE, '2026-04-01', 14, 'due', '138****5678', NOW];
    expect(await fixture.cells(401019, {}, columns)).toEqual([due]);
    expect(await fixture.cells(401019, { expState: '' }, columns)).toEqual([
      ['粤B10002', '89860000000000000002', '2026-12-31', SIM, '2026-03-10', -8, 'expired', null, null],
      due,
    ]);
    expect(await fixture.cells(401019, { expState: 'normal', leftDays: '300' }, ['carNo', 'leftDays'])).toEqual([
      ['粤B10002', 288],
    ]);
    expect(await fixture.chart(401019, { expState: '' })).toEqual({ x: ['due', 'expired'], values: [1, 1] });
    await inEveryOrder(fixture, 401019, { expState: '' });
  });
});

describe('401020, certificates', () => {
  const columns = ['expObject', 'expKind', 'leftDays', 'expState', 'remark'];

  it('shows vehicles and people, with the handling note', async () => {
    expect(await fixture.cells(401020, {}, columns)).toEqual([
      ['粤B10001', INSPECTION, 2, 'due', null],
      ['粤B10001', SERVICE, 14, 'due', null],
    ]);
    expect(await fixture.cells(401020, { expState: 'expired' }, columns)).toEqual([
      ['王芳', QUALIFICATION, -17, 'expired', '2026-02-20 08:00:00 已通知本人'],
      ['粤B10002', SIM, -8, 'expired', null],
    ]);
    expect(await fixture.cells(401020, { expState: '', expKinds: `${QUALIFICATION},${INSPECTION}` }, ['expKind'])).toEqual([
      [QUALIFICATION],
      [INSPECTION],
    ]);
    await inEveryOrder(fixture, 401020, { expState: '' });
  });
});
