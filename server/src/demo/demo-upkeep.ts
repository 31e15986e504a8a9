import { type Db, json, sql } from '../platform/db/database.ts';

/** Setting of a database whose demo upkeep was entered: what an operator changes stays as it is. */
const SETTING = 'demo.upkeep';

/** Of every so many drivers and vehicles one has a date that is near or past. */
const EVERY = 7;

/** EXPIRY_KIND of the rules a demo begins with: licence, qualification, inspection, compulsory insurance, service. */
const RULED = [11, 12, 3, 4, 1];

/** Enters what falls due, rules of reminders, repairs and installations of the demo, once; after its records. */
export async function enterDemoUpkeep(db: Db, rootDepartmentId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const first = await tx.run(
      sql`insert into setting (key, value) values (${SETTING}, ${json(true)}::jsonb) on conflict do nothing`,
    );
    if (first === 0) return;
    // from ten days ago to some months ahead
    await tx.run(sql`
      update driver set licence_to = coalesce(licence_to, current_date + (id * 13 % 240 - 10)),
        qual_to = coalesce(qual_to, current_date + (id * 17 % 400 - 10)) where id % ${EVERY} = 0`);
    await tx.run(sql`
      update vehicle set inspect_due = coalesce(inspect_due, current_date + (id * 11 % 240 - 10)),
        compulsory_due = coalesce(compulsory_due, current_date + (id * 19 % 300 - 5)) where id % ${EVERY} = 0`);
    await tx.run(sql`
      insert into expiry_rule (department_id, kind, lead_days, repeat_days)
      select ${rootDepartmentId}, kind, '30,15,7', 7 from unnest(${RULED}::smallint[]) kind on conflict do nothing`);
    await tx.run(sql`
      insert into repair (vehicle_id, kind, fault, description, source, reporter, plan_at, worker, state)
      select v.id, r.kind, r.fault, r.description, 1, '监控员', now() + r.hours * interval '1 hour', r.worker, r.state
      from (values (1, 2::smallint, 3::smallint, '2 号摄像头无画面', 20, '李志强', 2::smallint),
        (2, 1, 1, '终端持续离线，怀疑电源接触不良', -5, null, 1),
        (3, 3, 4, '疲劳驾驶误报频繁，需重新标定', 40, '王建国', 3),
        (4, 1, 2, '长时间不定位', -30, '张伟', 4)) r (place, kind, fault, description, hours, worker, state)
      join (select id, row_number() over (order by id) as place from vehicle where deleted_at is null limit 4) v
        on v.place = r.place`);
    await tx.run(sql`
      insert into install (department_id, plate, plate_colour, kind, terminal_model, terminal_no, phone, plan_at, place, installer,
        installer_tel, features)
      values (${rootDepartmentId}, '京A90001', 2, 1, 'FW-808', 'DEMO90001', '13900090001', now() + interval '1 day', '总部车场', '李志强',
          '13800000001', '{0,1,2}'),
        (${rootDepartmentId}, '京A90002', 2, 1, 'FW-808', 'DEMO90002', '13900090002', now() + interval '2 days', '总部车场', '张伟',
          '13800000002', '{0}')`);
  });
}
