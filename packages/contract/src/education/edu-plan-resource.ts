import { rules } from '@fleetwarden/domain/form-rules';
import {
  choice,
  date,
  decimal,
  defineResource,
  department,
  inOrder,
  instant,
  integer,
  link,
  links,
  text,
} from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Plans of safety education (70501; screen catalogue 8.6). Publishing one gives each driver of its groups a task. */
export const eduPlan = defineResource({
  name: 'eduPlan',
  ...resourceRoutes.eduPlan,
  table: 'edu_plan',
  called: 'page.eduPlans',
  code: '70501',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'planTitle',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { edu_plan_title: ['deptId', 'planTitle'] },
  rules: [inOrder('startOn', 'endOn')],
  fields: {
    planTitle: text({
      column: 'title',
      rule: rules.length(1, 50),
      required: true,
      search: true,
      list: { width: 220, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    category: choice('TRAIN_CATEGORY', { required: true, initial: 2, search: true, list: { width: 120 } }),
    startOn: date({ required: true, list: { width: 110 } }),
    endOn: date({ required: true, search: true, list: { width: 110 } }),
    /** Class hours of 45 minutes. */
    hours: decimal({ min: 0.1, max: 999.99, digits: 2, required: true, list: { width: 100 } }),
    passScore: integer({ min: 0, max: 100, required: true, initial: 0, list: { width: 100, hidden: true } }),
    remindDays: integer({ min: 0, max: 30, unit: 'd', required: true, initial: 3, list: { width: 100, hidden: true } }),
    courses: links({
      to: 'eduCourse',
      shows: 'courseTitles',
      pairs: { table: 'edu_plan_course', own: 'plan_id', other: 'course_id' },
      required: true,
      list: { width: 200 },
    }),
    departments: links({
      to: 'department',
      shows: 'departmentNames',
      pairs: { table: 'edu_plan_department', own: 'plan_id', other: 'department_id' },
      required: true,
      list: { width: 160 },
    }),
    /** Texts each driver the task and its address, when it is published and with each reminder; empty: no SMS. */
    templateId: link({ to: 'smsTemplate', shows: 'templateName', list: { width: 140, hidden: true } }),
    tasks: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    completed: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    publishedAt: instant({ computed: true, list: { width: 160 } }),
    remark: text({ max: 200, lines: 3 }),
  },
});
