import { type Queryable, sql } from '../../platform/db/database.ts';

/** A task as its driver sees it. */
export type LearnTask = {
  readonly id: number;
  readonly title: string;
  readonly endOn: string;
  readonly learnedMin: number;
  readonly requiredMin: number;
  readonly passScore: number;
  readonly completed: boolean;
  readonly lastAt: number | null;
};
export type LearnCourse = {
  readonly id: number;
  readonly title: string;
  readonly minutes: number;
  readonly content: string | null;
  readonly fileId: string | null;
  readonly fileName: string | null;
  readonly coverId: string | null;
  readonly coverName: string | null;
};
export type LearnQuestion = {
  readonly id: number;
  readonly courseId: number;
  readonly stem: string;
  readonly kind: number;
  readonly options: string | null;
  /** Letters of the right options; not for the driver. */
  readonly answer: string;
  readonly score: number;
};

/** The task, locked if it will be changed. */
export const findTask = (db: Queryable, id: number, { lock = false } = {}) =>
  db.first<LearnTask>(sql`
    select id, title, end_on as "endOn", learned_min as "learnedMin", required_min as "requiredMin", pass_score as "passScore",
      completed_at is not null as completed, last_at as "lastAt"
    from edu_task where id = ${id} ${lock ? sql`for update` : sql``}`);

/** The courses of the plan or of the trigger that made a task. */
export const listCourses = (db: Queryable, taskId: number) =>
  db.query<LearnCourse>(sql`
    select c.id, c.title, c.minutes, c.content, f.id as "fileId", f.name as "fileName", k.id as "coverId", k.name as "coverName"
    from edu_task t
    join edu_course c on c.id in (
      select course_id from edu_plan_course where plan_id = t.plan_id union select course_id from edu_trigger where id = t.trigger_id)
    left join edu_file f on f.course_id = c.id and not f.cover
    left join edu_file k on k.course_id = c.id and k.cover
    where t.id = ${taskId} and c.state = 1 order by c.id`);

export const listQuestions = (db: Queryable, courseIds: readonly number[]) =>
  db.query<LearnQuestion>(sql`
    select id, course_id as "courseId", stem, kind, options, answer, score from edu_question
    where course_id = any(${[...courseIds]}) order by course_id, id`);
