import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, defineResource, department, flag, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Triggers of safety education (70501; screen catalogue 8.6): handled alarms of a driver lead to a course. */
export const eduTrigger = defineResource({
  name: 'eduTrigger',
  ...resourceRoutes.eduTrigger,
  table: 'edu_trigger',
  called: 'page.eduTriggers',
  code: '70501',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'triggerName',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { edu_trigger_name: ['deptId', 'triggerName'] },
  fields: {
    triggerName: text({
      column: 'name',
      rule: rules.length(1, 30),
      required: true,
      search: true,
      list: { width: 160, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    types: choices('ALARM_TYPE', { required: true, search: true, list: { width: 220 } }),
    times: integer({ min: 1, max: 99, required: true, initial: 3, list: { width: 90 } }),
    days: integer({ min: 1, max: 31, unit: 'd', required: true, initial: 7, list: { width: 90 } }),
    courseId: link({ to: 'eduCourse', shows: 'courseTitle', required: true, search: true, list: { width: 180 } }),
    dueDays: integer({ min: 1, max: 30, unit: 'd', required: true, initial: 7, list: { width: 100 } }),
    /** Texts the driver; empty: no SMS. */
    templateId: link({ to: 'smsTemplate', shows: 'templateName', list: { width: 140, hidden: true } }),
    notifyTerminal: flag({ initial: true, list: { width: 120, hidden: true } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
  },
});
