import { CLASS_HOUR_MIN } from '@fleetwarden/contract/education/education-limits';
import { businessDay } from '@fleetwarden/domain/business-day';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { requestedNumbers, whereAmong } from '../facts/row-times.ts';
import { maskedPhone, whereContains } from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, drivers, months, one, some, text } from '../model/filters.ts';
import { percent } from '../model/formulas.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/drivertrainingreport';
/** Longest plan. */
const MAX_PLAN_DAYS = 366;
const categories = some('trainCats', 'TRAIN_CATEGORY');
const ofDrivers = 419003;

/** Minutes as class hours. */
const classHours = (minutes: Sql): Sql => sql`round((${minutes})::numeric / ${CLASS_HOUR_MIN}::integer, 1)::float8`;

/** `where` of the tasks `f` of the requested companies and categories whose days overlap the range. */
const whereTasks = (request: ReportRequest): Sql[] => [
  sql`f.department_id = any(${[...request.departments]})`,
  sql`f.start_on <= ${request.days.to}::date and f.end_on >= ${request.days.from}::date`,
  ...whereAmong(sql`f.category`, requestedNumbers(request, 'trainCats')),
];
const listed = (parts: readonly Sql[]): Sql => parts.reduce((all, part) => sql`${all} and ${part}`);

/** TRAIN_STATE of a task. */
const state = ({ now, timeZone }: ReportRequest): Sql => sql`case when f.completed_at is not null then 2
  when f.end_on < ${businessDay(now, timeZone).key}::date then 3 when f.learned_min > 0 then 1 else 0 end`;

/** A driver attended who learned, passed who has the pass score; without one, who completed. */
const PEOPLE = sql`count(distinct f.driver_id)::integer as need, count(distinct f.driver_id) filter (where f.learned_min > 0)::integer as joined,
  count(distinct f.driver_id) filter (where f.completed_at is not null)::integer as done,
  count(distinct f.driver_id) filter (where f.learned_min > 0 and (f.exam_score >= f.pass_score or (f.pass_score = 0 and f.completed_at is not null)))::integer as passed`;

/** Driver training (report catalogue, family 419). */
export const trainingReports: readonly ReportDefinition[] = [
  {
    id: 419001,
    page: `${PAGE}/enterpriseTraining`,
    filters: [company, days('curMonth', MAX_PLAN_DAYS), categories],
    columns: [
      'deptName',
      'planTitle',
      'trainCat',
      'planStart',
      'planEnd',
      'needPeople',
      'joinPeople',
      'joinTrainRate',
      'donePeople',
      'doneRate',
      'passPeople',
      'passRate',
    ],
    sums: {
      needPeople: 'sum',
      joinPeople: 'sum',
      donePeople: 'sum',
      passPeople: 'sum',
      joinTrainRate: 'ratio',
      doneRate: 'ratio',
      passRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['joinTrainRate', 'doneRate'] },
    drills: [
      { column: 'needPeople', report: ofDrivers, takes: { deptId: 'row.deptId', planTitle: 'row.plan', staticDate: 'range' } },
    ],
    order: ['deptName', 'asc'],
    query: (request) => ({
      with: [
        {
          name: 'counted',
          body: sql`
            select f.department_id, f.plan_id, f.title, f.category, min(f.start_on) as start_on, max(f.end_on) as end_on, ${PEOPLE}
            from edu_task f where ${listed(whereTasks(request))} group by 1, 2, 3, 4`,
        },
      ],
      from: sql`counted c join department d on d.id = c.department_id`,
      columns: {
        deptName: sql`d.name`,
        planTitle: sql`c.title`,
        trainCat: sql`c.category`,
        planStart: sql`c.start_on`,
        planEnd: sql`c.end_on`,
        needPeople: sql`c.need`,
        joinPeople: sql`c.joined`,
        donePeople: sql`c.done`,
        passPeople: sql`c.passed`,
      },
      formulas: {
        joinTrainRate: percent(sql`"joinPeople"`, sql`"needPeople"`),
        doneRate: percent(sql`"donePeople"`, sql`"needPeople"`),
        passRate: percent(sql`"passPeople"`, sql`"joinPeople"`),
      },
      ids: { deptId: sql`c.department_id`, alone: sql`1`, plan: sql`c.title` },
      tie: [sql`date '2000-01-01' - c.start_on`, sql`c.department_id`, sql`c.title`, sql`c.plan_id`, sql`c.category`],
    }),
  },
  {
    id: 419002,
    page: `${PAGE}/enterpriseClassHours`,
    filters: [company, months, categories],
    columns: [
      'statMonth',
      'deptName',
      'driverTotal',
      'needPeople',
      'joinPeople',
      'reqHours',
      'learnHours',
      'avgHours',
      'hourRate',
    ],
    sums: { needPeople: 'sum', joinPeople: 'sum', learnHours: 'sum', avgHours: 'avg' },
    chart: { type: 'line', x: 'statMonth', y: ['learnHours', 'avgHours'] },
    drills: [{ column: 'joinPeople', report: ofDrivers, takes: { deptId: 'row.deptId', staticDate: 'row.month' } }],
    order: ['statMonth', 'desc'],
    query: (request) => ({
      with: [
        {
          name: 'months',
          body: sql`
            select m::date as first, (m + interval '1 month' - interval '1 day')::date as last
            from generate_series(date_trunc('month', ${request.days.from}::timestamp), ${request.days.to}::timestamp, interval '1 month') m`,
        },
        {
          name: 'counted',
          body: sql`
            select m.first, f.department_id, ${PEOPLE}, sum(f.required_min) as required, sum(coalesce(l.minutes, 0))::integer as learned
            from months m join edu_task f on f.start_on <= m.last and f.end_on >= m.first
            left join lateral (
              select sum(r.minutes) as minutes from edu_record r where r.task_id = f.id
                and (r.learned_at at time zone ${request.timeZone}::text)::date between m.first and m.last) l on true
            where ${listed(whereTasks(request))} group by 1, 2`,
        },
      ],
      from: sql`counted c join department d on d.id = c.department_id`,
      columns: {
        statMonth: sql`to_char(c.first, 'YYYY-MM')`,
        deptName: sql`d.name`,
        driverTotal: sql`(select count(*)::integer from driver r where r.department_id = c.department_id and r.state = 1)`,
        needPeople: sql`c.need`,
        joinPeople: sql`c.joined`,
        // a person's, over all of the month's tasks
        reqHours: classHours(sql`c.required / c.need`),
        learnHours: classHours(sql`c.learned`),
        avgHours: classHours(sql`c.learned::numeric / c.need`),
        hourRate: percent(sql`c.learned`, sql`c.required`),
      },
      ids: { deptId: sql`c.department_id`, alone: sql`1`, month: sql`to_char(c.first, 'YYYY-MM')` },
      tie: [sql`c.first`, sql`d.name`, sql`c.department_id`],
    }),
  },
  {
    id: ofDrivers,
    page: `${PAGE}/traineeTraining`,
    filters: [company, drivers, days('curMonth', MAX_PLAN_DAYS), text('planTitle'), one('trainState', 'TRAIN_STATE')],
    columns: [
      'deptName',
      'driverName',
      'driverMobile',
      'planTitle',
      'trainCat',
      'planEnd',
      'reqHours',
      'learnHours',
      'trainState',
      'examScore',
      'faceFail',
      'lastLearn',
    ],
    sums: { learnHours: 'sum', examScore: 'avg' },
    chart: { type: 'pie', x: 'trainState', y: ['count'] },
    order: ['deptName', 'asc'],
    query: (request) => {
      const wanted = request.text('trainState');
      return {
        from: sql`edu_task f join department d on d.id = f.department_id join driver r on r.id = f.driver_id`,
        where: [
          ...whereTasks(request),
          ...whereAmong(sql`f.driver_id`, requestedNumbers(request, 'driverIds')),
          ...whereContains(sql`f.title`, request.text('planTitle')),
          ...(wanted === '' ? [] : [sql`(${state(request)}) = ${Number(wanted)}::integer`]),
        ],
        columns: {
          deptName: sql`d.name`,
          driverName: sql`r.name`,
          driverMobile: maskedPhone(sql`r.phone`),
          planTitle: sql`f.title`,
          trainCat: sql`f.category`,
          planEnd: sql`f.end_on`,
          reqHours: classHours(sql`f.required_min`),
          learnHours: classHours(sql`f.learned_min`),
          trainState: state(request),
          examScore: sql`f.exam_score::float8`,
          faceFail: sql`f.face_fail`,
          lastLearn: sql`f.last_at`,
        },
        ids: { driverId: sql`f.driver_id`, deptId: sql`f.department_id` },
        tie: [sql`r.name`, sql`f.id`],
      };
    },
  },
];
