import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, integer, text } from '../resource.ts';

/** Whom to remind of what, and how long before it is due (619; screen catalogue 7.16). */
export const expiryRule = defineResource({
  name: 'expiryRule',
  path: 'expiry',
  noun: 'Rule',
  table: 'expiry_rule',
  page: '/platform/expirreminderagement',
  code: '619',
  can: ['add', 'edit', 'remove'],
  title: 'leadDays',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { expiry_rule_once: ['kind', 'deptId'] },
  fields: {
    kind: choice('EXPIRY_KIND', { required: true, search: true, list: { width: 140, pinned: true } }),
    deptId: department({ list: { width: 180 } }),
    leadDays: text({ rule: rules.dayList, required: true, initial: '30,15,7', list: { width: 140 } }),
    repeatDays: integer({ min: 0, max: 30, required: true, initial: 0, list: { width: 120 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, batch: true, list: { width: 90 } }),
  },
});
