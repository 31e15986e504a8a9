import { CLASS_HOUR_MIN } from '@fleetwarden/contract/education/education-limits';
import { type BusinessDay, businessDay, dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type Education, publishPlans } from '../modules/education/index.ts';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { enter } from './entry.ts';

/** EDU_COURSE_KIND, EDU_QUESTION_KIND, TRAIN_CATEGORY */
const ARTICLE = 2;
const [SINGLE, MULTIPLE, TRUE_FALSE] = [1, 2, 3] as const;
const ROUTINE = 2;
/** EDU_SUBJECT */
const [LAW, FATIGUE, OVERSPEED, , WEATHER] = [1, 2, 3, 4, 5] as const;
/** Rows of ALARM_TYPES. */
const [OVERSPEED_ALARM, FATIGUE_ALARM] = [1, 2] as const;

const COURSES = [
  [
    FATIGUE,
    '疲劳驾驶的危害与预防',
    '连续驾驶4小时必须停车休息20分钟以上；夜间行车每2小时休息一次。感到困倦时，应立即驶入服务区。',
  ],
  [OVERSPEED, '车速与制动距离', '车速增加一倍，制动距离约增加到四倍。雨雪天气应将车速降低到平时的一半以下。'],
  [WEATHER, '恶劣天气安全行车', '能见度低于200米时，开启雾灯、近光灯和示廓灯，车速不超过60km/h，与前车保持100米以上的距离。'],
  [LAW, '道路运输驾驶员法规要点', '驾驶员应当随车携带从业资格证，按规定路线行驶，不得超载、超员，不得擅自改装车辆。'],
] as const;
const QUESTIONS = [
  [0, SINGLE, '连续驾驶4小时后，至少应停车休息多长时间？', '10分钟\n20分钟\n30分钟', 'B'],
  [0, MULTIPLE, '下列哪些是疲劳驾驶的征兆？', '频繁打哈欠\n视线模糊\n反应迟缓\n心情愉快', 'ABC'],
  [1, TRUE_FALSE, '雨天路滑时，制动距离会明显变长。', null, 'A'],
  [2, SINGLE, '能见度低于200米时，高速公路最高车速是多少？', '60km/h\n80km/h\n100km/h', 'A'],
] as const;
/** Months with a plan: this one and those before. */
const MONTHS = 3;

/** Courses, questions, triggers, and the plans of some months with what drivers learned. Run it after vehicles. */
export async function enterDemoEducation(
  tx: Queryable,
  by: Actor,
  { education, now, timeZone }: { readonly education: Education; readonly now: number; readonly timeZone: string },
): Promise<void> {
  const courses = await enter(
    tx,
    education.courses,
    COURSES.map(([subject, courseTitle, content]) => ({
      courseTitle,
      kind: ARTICLE,
      subject,
      minutes: CLASS_HOUR_MIN,
      pass: 80,
      state: 1,
      content,
    })),
    by,
  );
  await enter(
    tx,
    education.questions,
    QUESTIONS.map(([course, kind, stem, options, answer]) => ({
      stem,
      courseId: String(courses[course]),
      kind,
      options,
      answer,
      score: 25,
    })),
    by,
  );
  const trigger = { times: 3, days: 7, dueDays: 7, notifyTerminal: true, state: 1 };
  await enter(
    tx,
    education.triggers,
    [
      { ...trigger, triggerName: '疲劳驾驶再教育', types: [FATIGUE_ALARM], courseId: String(courses[0]) },
      { ...trigger, triggerName: '超速再教育', types: [OVERSPEED_ALARM], times: 10, courseId: String(courses[1]) },
    ],
    by,
  );
  const months = listMonths(now, timeZone);
  const plans = await enter(
    tx,
    education.plans,
    months.map(({ first, last }, index) => ({
      planTitle: `${first.key.slice(0, 4)}年${Number(first.key.slice(5, 7))}月安全教育`,
      category: ROUTINE,
      startOn: first.key,
      endOn: last,
      hours: 2,
      passScore: 60,
      remindDays: 3,
      courses: [String(courses[index % courses.length]), String(courses[(index + 1) % courses.length])],
      departments: [String(by.departmentId)],
    })),
    by,
  );
  for (const [index, { first }] of months.entries()) await publishPlans(tx, [plans[index]!], first.startAt);
  await enterRecords(tx, plans, { now, timeZone });
}

/** What drivers learned until now. One of five has not begun, another has not finished. */
async function enterRecords(
  tx: Queryable,
  plans: readonly number[],
  { now, timeZone }: { now: number; timeZone: string },
): Promise<void> {
  await tx.run(sql`
    insert into edu_record (task_id, learned_at, minutes, exam_score, face_fail)
    select t.id, w.learned_at, ${CLASS_HOUR_MIN}::integer, case when n.part = 1 then 58 + (t.driver_id * 7 + t.plan_id) % 43 end,
      (t.driver_id % 7 = 0)::integer
    from edu_task t cross join generate_series(0, 1) n (part)
    cross join lateral (select (t.start_on + (t.driver_id * 11 + t.plan_id * 5) % 24 + n.part * 3 + interval '9 hours'
      + t.driver_id % 50 * interval '1 minute') at time zone ${timeZone}::text as learned_at) w
    where t.plan_id = any(${[...plans]}::integer[]) and (t.driver_id + t.plan_id) % 5 > n.part and w.learned_at <= ${at(now)}::timestamptz`);
  await tx.run(sql`
    update edu_task t set learned_min = r.minutes, exam_score = r.exam, face_fail = r.fails, last_at = r.last_at,
      completed_at = case when r.minutes >= t.required_min and r.exam >= t.pass_score then r.last_at end
    from (select task_id, sum(minutes) as minutes, max(exam_score) as exam, sum(face_fail) as fails, max(learned_at) as last_at
      from edu_record group by task_id) r
    where r.task_id = t.id`);
}

type Month = { readonly first: BusinessDay; readonly last: string };

/** The current month and those before. */
function listMonths(now: number, timeZone: string): Month[] {
  const months: Month[] = [];
  let inside = now;
  while (months.length < MONTHS) {
    const day = businessDay(inside, timeZone);
    const first = businessDay(day.startAt - (Number(day.key.slice(8)) - 1) * DAY_MS, timeZone);
    const [year, month] = first.key.split('-').map(Number) as [number, number];
    months.push({ first, last: dayKey(Date.UTC(year, month, 0, 12), 'UTC') });
    inside = first.startAt - DAY_MS / 2;
  }
  return months;
}
