import { appliesToCourse } from '@fleetwarden/contract/education/edu-course-resource';
import { appliesToQuestion, splitOptions } from '@fleetwarden/contract/education/edu-question-resource';
import { sql } from '../../platform/db/database.ts';
import type { Refusal } from '../../platform/resources/change.ts';
import type { Hooks } from '../../platform/resources/resource.ts';
import type { Scopes } from '../identity/index.ts';
import { taskState } from './store.ts';

export const courseHooks: Hooks = {
  computed: {
    fileName: sql`(select f.name from edu_file f where f.course_id = t.id and not f.cover)`,
    coverName: sql`(select f.name from edu_file f where f.course_id = t.id and f.cover)`,
    questions: sql`(select count(*)::integer from edu_question q where q.course_id = t.id)`,
  },
  uses: [
    { table: 'edu_plan_course', column: 'course_id', key: 'use.eduPlan' },
    { table: 'edu_trigger', column: 'course_id', key: 'use.eduTrigger' },
  ],
  // what does not apply is not stored
  prepare: (values) => ({ ...values, content: appliesToCourse('content', values) ? values['content'] : null }),
};

export const questionHooks = (scopes: Scopes): Hooks => ({
  prepare: (values) => ({
    ...values,
    options: appliesToQuestion('options', values) ? splitOptions(values['options']).join('\n') || null : null,
  }),
  // a course of a department above could be chosen, and its question never be seen
  check: async (tx, changes, actor) => {
    const scope = [...(await scopes.of(actor.departmentId))];
    const wanted = changes.map(({ after }) => Number(after?.['courseId'] ?? 0));
    const own = await tx.query<{ id: number }>(sql`
      select id from edu_course where id = any(${[...new Set(wanted)]}) and department_id = any(${scope})`);
    const known = new Set(own.map(({ id }) => id));
    return changes.flatMap(({ before, after }, index): Refusal[] =>
      !after || after['courseId'] === before?.['courseId'] || known.has(wanted[index]!)
        ? []
        : [{ at: index, faults: [{ path: 'courseId', key: 'field.noSuchRecord' }] }],
    );
  },
});

export const planHooks: Hooks = {
  computed: {
    tasks: sql`(select count(*)::integer from edu_task k where k.plan_id = t.id)`,
    completed: sql`(select count(*)::integer from edu_task k where k.plan_id = t.id and k.completed_at is not null)`,
    publishedAt: sql`t.published_at`,
  },
  uses: [{ table: 'edu_task', column: 'plan_id', key: 'use.eduTask', where: sql`u.last_at is not null` }],
};

export const taskHooks = (timeZone: string): Hooks => ({
  computed: { state: taskState(sql`(now() at time zone ${timeZone})::date`) },
});
