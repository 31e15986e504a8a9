import { CLASS_HOUR_MIN } from '@fleetwarden/contract/education/education-limits';
import { at, type Queryable, type Sql, sql } from '../../platform/db/database.ts';

/** TRAIN_CATEGORY: after violations. */
const VIOLATION = 4;

/** TRAIN_STATE of a task `t`. */
export const taskState = (today: Sql): Sql => sql`case when t.completed_at is not null then 2 when t.end_on < ${today} then 3
  when t.learned_min > 0 then 1 else 0 end`;

/** A task, and what its driver is texted. */
export type TaskNotice = {
  readonly id: number;
  readonly departmentId: number;
  readonly driverName: string;
  readonly mobile: string | null;
  readonly title: string;
  readonly endOn: string;
  /** SMS template; null: no SMS. */
  readonly templateId: number | null;
};

/** Columns of a notice about task `m` of driver `d`. */
const NOTICE = sql`m.id, m.department_id as "departmentId", d.name as "driverName", d.phone as mobile, m.title, m.end_on as "endOn"`;

/** Gives each active driver of the groups of plans a task, unless there is one; resolves to the new tasks. */
export async function publishPlans(tx: Queryable, ids: readonly number[], now: number): Promise<TaskNotice[]> {
  await tx.run(sql`
    update edu_plan set published_at = coalesce(published_at, ${at(now)}), version = version + 1, updated_at = ${at(now)} where id = any(${[...ids]})`);
  return tx.query<TaskNotice>(sql`
    with recursive groups as (
      select plan_id, department_id from edu_plan_department where plan_id = any(${[...ids]})
      union select g.plan_id, d.id from groups g join department d on d.parent_id = g.department_id
    ), made as (
    insert into edu_task (department_id, driver_id, plan_id, title, category, start_on, end_on, required_min, pass_score, remind_days,
      created_at, updated_at)
    select d.department_id, d.id, p.id, p.title, p.category, p.start_on, p.end_on, p.hours * ${CLASS_HOUR_MIN}::integer, p.pass_score, p.remind_days,
      ${at(now)}, ${at(now)}
    from edu_plan p join groups g on g.plan_id = p.id join driver d on d.department_id = g.department_id and d.state = 1
    on conflict do nothing returning *
    )
    select ${NOTICE}, p.template_id as "templateId"
    from made m join driver d on d.id = m.driver_id join edu_plan p on p.id = m.plan_id order by m.id`);
}

/**
 * Gives drivers a course after so many handled alarms of a trigger's types within its days. A driver gets one such task in that
 * time.
 */
export const runTriggers = (tx: Queryable, today: string, now: number): Promise<TaskNotice[]> =>
  tx.query<TaskNotice>(sql`
    with recursive covered as (
      select id as trigger_id, department_id from edu_trigger where state = 1
      union select c.trigger_id, d.id from covered c join department d on d.parent_id = c.department_id
    ), due as (
      select t.id as trigger_id, v.driver_id
      from edu_trigger t join covered c on c.trigger_id = t.id join vehicle v on v.department_id = c.department_id and v.deleted_at is null
      join driver d on d.id = v.driver_id and d.state = 1
      join alarm a on a.vehicle_id = v.id and a.type_id = any(t.types) and a.start_at > ${at(now)}::timestamptz - t.days * interval '1 day'
        and a.start_at <= ${at(now)}::timestamptz
      join alarm_case k on k.gid = a.gid and k.state = 2
      where not exists (select from edu_task e where e.trigger_id = t.id and e.driver_id = v.driver_id
        and e.created_at > ${at(now)}::timestamptz - t.days * interval '1 day')
      group by t.id, v.driver_id having count(*) >= t.times
    ), made as (
      insert into edu_task (department_id, driver_id, trigger_id, title, category, start_on, end_on, required_min, pass_score, created_at,
        updated_at)
      select d.department_id, d.id, t.id, c.title, ${VIOLATION}, ${today}::date, ${today}::date + t.due_days, c.minutes, c.pass, ${at(now)},
        ${at(now)}
      from due join edu_trigger t on t.id = due.trigger_id join edu_course c on c.id = t.course_id join driver d on d.id = due.driver_id
      returning *
    )
    select ${NOTICE}, t.template_id as "templateId"
    from made m join driver d on d.id = m.driver_id join edu_trigger t on t.id = m.trigger_id order by m.id`);

/** A task whose driver is reminded: read out in the driver's vehicles, and by SMS where its plan has a template. */
export type Reminder = TaskNotice & { readonly driverId: number; readonly vehicleIds: number[] };

const REMINDERS = sql`
  select ${NOTICE}, m.driver_id as "driverId", p.template_id as "templateId",
    array(select v.id from vehicle v where v.driver_id = m.driver_id and v.deleted_at is null order by v.id) as "vehicleIds"
  from marked m join driver d on d.id = m.driver_id left join edu_plan p on p.id = m.plan_id order by m.end_on, m.title, m.id`;

/** Marks tasks whose reminder is due, each once: of triggers that ask for it at once, of plans some days before the end. */
export const takeDueReminders = (tx: Queryable, today: string, now: number): Promise<Reminder[]> =>
  tx.query<Reminder>(sql`
    with marked as (
      update edu_task t set reminded_at = ${at(now)}
      where t.reminded_at is null and t.completed_at is null and t.end_on >= ${today}::date and (
        (t.plan_id is not null and t.remind_days > 0 and t.start_on <= ${today}::date and t.end_on - t.remind_days <= ${today}::date)
        or exists (select from edu_trigger g where g.id = t.trigger_id and g.notify_terminal))
      returning t.*
    ) ${REMINDERS}`);

/** The reminders of a plan for all drivers who have not completed it. */
export const takePlanReminders = (tx: Queryable, planId: number, now: number): Promise<Reminder[]> =>
  tx.query<Reminder>(sql`
    with marked as (
      update edu_task t set reminded_at = ${at(now)} where t.plan_id = ${planId} and t.completed_at is null returning t.*
    ) ${REMINDERS}`);

export type NewRecord = {
  readonly taskId: number;
  readonly learnedAt: number;
  readonly minutes: number;
  readonly examScore: number | null;
  readonly faceFail: number;
  readonly note: string;
  /** null: the driver, by a link. */
  readonly accountId: number | null;
};

/** Enters a record and adds it to its task. A task is completed by its time and, where it has one, by the pass score. */
export async function addRecord(
  tx: Queryable,
  record: NewRecord,
  now: number,
): Promise<{ learnedMin: number; completed: boolean }> {
  const { taskId, learnedAt, minutes, examScore, faceFail, note, accountId } = record;
  const row = await tx.first<{ learnedMin: number; completed: boolean }>(sql`
    update edu_task set learned_min = learned_min + ${minutes}::integer, face_fail = face_fail + ${faceFail}::integer,
      exam_score = greatest(exam_score, ${examScore}::numeric), last_at = greatest(last_at, ${at(learnedAt)}::timestamptz),
      completed_at = coalesce(completed_at, case when learned_min + ${minutes}::integer >= required_min
        and (pass_score = 0 or greatest(exam_score, ${examScore}::numeric) >= pass_score) then ${at(learnedAt)}::timestamptz end),
      version = version + 1, updated_at = ${at(now)}
    where id = ${taskId} returning learned_min as "learnedMin", completed_at is not null as completed`);
  await tx.run(sql`
    insert into edu_record (task_id, learned_at, minutes, exam_score, face_fail, note, account_id, created_at)
    values (${taskId}, ${at(learnedAt)}, ${minutes}, ${examScore}, ${faceFail}, ${note || null}, ${accountId}, ${at(now)})`);
  return row!;
}

export const listRecords = (db: Queryable, taskId: number) =>
  db.query<{
    readonly id: string;
    readonly learnedAt: number;
    readonly minutes: number;
    readonly examScore: number | null;
    readonly faceFail: number;
    readonly note: string | null;
    readonly by: string | null;
  }>(sql`
    select r.id::text, r.learned_at as "learnedAt", r.minutes, r.exam_score as "examScore", r.face_fail as "faceFail", r.note,
      a.user_name as by
    from edu_record r left join account a on a.id = r.account_id where r.task_id = ${taskId} order by r.learned_at desc, r.id desc`);

/** Files of courses. */
export const findFile = (db: Queryable, courseId: number, cover: boolean) =>
  db.first<{ id: string; name: string; bytes: number }>(
    sql`select id, name, bytes from edu_file where course_id = ${courseId} and cover = ${cover}`,
  );

/** Replaces the file or the cover of a course; a job deletes the one before. */
export async function replaceFile(
  tx: Queryable,
  courseId: number,
  file: { readonly id: string; readonly name: string; readonly bytes: number; readonly cover: boolean },
) {
  await tx.run(sql`update edu_file set course_id = null where course_id = ${courseId} and cover = ${file.cover}`);
  await tx.run(sql`
    insert into edu_file (id, course_id, name, bytes, cover)
    values (${file.id}, ${courseId}, ${file.name}, ${file.bytes}, ${file.cover})`);
}

export const listOrphanFiles = async (db: Queryable): Promise<string[]> =>
  (await db.query<{ id: string }>('select id from edu_file where course_id is null')).map(({ id }) => id);

export const deleteFileRow = (db: Queryable, id: string) =>
  db.run(sql`delete from edu_file where id = ${id} and course_id is null`);
