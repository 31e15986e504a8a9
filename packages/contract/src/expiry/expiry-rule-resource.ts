import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, flag, integer, links, type RowRule, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** EXPIRY_KIND of the service of a vehicle. */
const SERVICE = 1;
/** Only the service can stop on its due date; other items only remind. */
const stopsServiceOnly: RowRule = {
  field: 'stopService',
  check: ({ kind, stopService }) => (stopService === true && kind !== SERVICE ? { key: 'rule.onlyService' } : null),
};

/** Recipients and lead time of reminders (619; screen catalogue 7.16). */
export const expiryRule = defineResource({
  name: 'expiryRule',
  ...resourceRoutes.expiryRule,
  table: 'expiry_rule',
  code: '619',
  can: ['add', 'edit', 'remove'],
  title: 'leadDays',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { expiry_rule_once: ['kind', 'deptId'] },
  rules: [stopsServiceOnly],
  fields: {
    kind: choice('EXPIRY_KIND', { required: true, search: true, list: { width: 140, pinned: true } }),
    deptId: department({ list: { width: 180 } }),
    leadDays: text({ rule: rules.dayList, required: true, initial: '30,15,7', list: { width: 140 } }),
    repeatDays: integer({ min: 0, max: 30, required: true, initial: 0, list: { width: 120 } }),
    /** Recipients, within their scope; empty: all users of the department and below. */
    roles: links({
      to: 'role',
      shows: 'roleNames',
      pairs: { table: 'expiry_rule_role', own: 'rule_id', other: 'role_id' },
      list: { width: 160 },
    }),
    users: links({
      to: 'user',
      shows: 'userNames',
      pairs: { table: 'expiry_rule_account', own: 'rule_id', other: 'account_id' },
      list: { width: 160 },
    }),
    /** A vehicle's terminal is refused from the day after its service ends until it is renewed. */
    stopService: flag({ list: { width: 110 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, batch: true, list: { width: 90 } }),
  },
});
