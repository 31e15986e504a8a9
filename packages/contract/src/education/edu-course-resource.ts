import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, defineResource, department, integer, neededWhen, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** EDU_COURSE_KIND. */
const ARTICLE = 2;

/** Whether a field of a course with these values means anything. */
export const appliesToCourse = (key: string, values: Readonly<Record<string, unknown>>): boolean =>
  key !== 'content' || values['kind'] === ARTICLE;

/** Courses of safety education (70501; screen catalogue 8.6). */
export const eduCourse = defineResource({
  name: 'eduCourse',
  ...resourceRoutes.eduCourse,
  table: 'edu_course',
  called: 'page.eduCourses',
  code: '70501',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'courseTitle',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { edu_course_title: ['deptId', 'courseTitle'] },
  rules: [neededWhen('content', ({ kind }) => kind === ARTICLE)],
  fields: {
    courseTitle: text({
      column: 'title',
      rule: rules.length(1, 50),
      required: true,
      search: true,
      list: { width: 220, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    kind: choice('EDU_COURSE_KIND', { required: true, initial: 1, search: true, list: { width: 100 } }),
    subject: choice('EDU_SUBJECT', { required: true, search: true, list: { width: 110 } }),
    minutes: integer({ min: 1, max: 300, unit: 'min', required: true, list: { width: 100 } }),
    trades: choices('INDUSTRY', { list: { width: 160, hidden: true } }),
    /** Share of the questions' points, percent. */
    pass: integer({ min: 0, max: 100, unit: '%', required: true, initial: 80, list: { width: 100 } }),
    fileName: text({ max: 200, computed: true, list: { width: 200 } }),
    coverName: text({ max: 200, computed: true, list: { width: 160, hidden: true } }),
    questions: integer({ min: 0, max: 100_000, computed: true, list: { width: 90 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
    content: text({ max: 20_000, lines: 8 }),
  },
});
