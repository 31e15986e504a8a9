import { choice, date, decimal, defineResource, department, instant, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** What drivers have to learn, and what they learned (screen catalogue 8.6, `safeEdu/listTask`). */
export const eduTask = defineResource({
  name: 'eduTask',
  ...resourceRoutes.eduTask,
  table: 'edu_task',
  called: 'page.eduTasks',
  code: '70501',
  can: [],
  title: 'taskTitle',
  order: { by: 'createdAt', direction: 'desc' },
  fields: {
    taskTitle: text({ column: 'title', max: 50, search: true, list: { width: 200, pinned: true } }),
    driverId: link({ to: 'driver', shows: 'driverName', search: true, list: { width: 100 } }),
    deptId: department({ list: { width: 140 } }),
    category: choice('TRAIN_CATEGORY', { search: true, list: { width: 120 } }),
    startOn: date({ list: { width: 110, hidden: true } }),
    endOn: date({ search: true, list: { width: 110 } }),
    requiredMin: decimal({ min: 0, max: 99_999, digits: 2, unit: 'min', list: { width: 110 } }),
    learnedMin: integer({ min: 0, max: 1_000_000, unit: 'min', list: { width: 110 } }),
    examScore: decimal({ min: 0, max: 100, digits: 1, list: { width: 90 } }),
    state: choice('TRAIN_STATE', { computed: true, search: true, list: { width: 90 } }),
    lastAt: instant({ list: { width: 160 } }),
    completedAt: instant({ list: { width: 160, hidden: true } }),
  },
});
