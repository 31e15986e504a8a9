import { rules } from '@fleetwarden/domain/form-rules';
import {
  choice,
  choices,
  defineResource,
  department,
  flag,
  integer,
  link,
  links,
  neededWhen,
  type RowRule,
  text,
} from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** SMS_RECEIVER. */
export const SMS_RECEIVER = { driver: 1, owner: 2, safetyOfficer: 3, chosen: 4 } as const;

type Values = Readonly<Record<string, unknown>>;
const namesMobiles = ({ receivers }: Values): boolean => Array.isArray(receivers) && receivers.includes(SMS_RECEIVER.chosen);

/** Whether a field of a rule with these values means anything. */
export const appliesToSmsRule = (key: string, values: Values): boolean =>
  key === 'mobiles' ? namesMobiles(values) : key === 'after' ? values['onlyUnhandled'] === true : true;

const quietHoursDiffer: RowRule = {
  field: 'quietTo',
  check: ({ quietFrom, quietTo }) => (quietFrom != null && quietFrom === quietTo ? { key: 'rule.quietHours' } : null),
};

/** 短信规则 (70602; screen catalogue 8.7): which alarms send messages to which recipients. */
export const smsRule = defineResource({
  name: 'smsRule',
  ...resourceRoutes.smsRule,
  table: 'sms_rule',
  code: '70602',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'ruleName',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { sms_rule_name: ['deptId', 'ruleName'] },
  rules: [
    neededWhen('mobiles', namesMobiles),
    neededWhen('quietTo', ({ quietFrom }) => quietFrom != null),
    neededWhen('quietFrom', ({ quietTo }) => quietTo != null),
    quietHoursDiffer,
  ],
  fields: {
    ruleName: text({
      column: 'name',
      rule: rules.length(1, 30),
      required: true,
      search: true,
      list: { width: 160, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    types: choices('ALARM_TYPE', { required: true, search: true, list: { width: 220 } }),
    /** Empty: every level. */
    levels: choices('ALARM_LEVEL', { list: { width: 110 } }),
    templateId: link({ to: 'smsTemplate', shows: 'templateName', required: true, search: true, list: { width: 140 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
    receivers: choices('SMS_RECEIVER', { required: true, tab: 'receivers', list: { width: 160 } }),
    mobiles: text({ rule: rules.mobileList, lines: 2, tab: 'receivers' }),
    /** Vehicles of these departments and those below, and these vehicles; none of both: all of the rule's department. */
    departments: links({
      to: 'department',
      shows: 'departmentNames',
      pairs: { table: 'sms_rule_department', own: 'rule_id', other: 'department_id' },
      tab: 'receivers',
    }),
    vehicles: links({
      to: 'vehicle',
      shows: 'vehicleNames',
      pairs: { table: 'sms_rule_vehicle', own: 'rule_id', other: 'vehicle_id' },
      tab: 'receivers',
    }),
    /** Messages of quiet hours wait for their end, which may be on the next day. */
    quietFrom: text({ rule: rules.clock, tab: 'limits', list: { width: 90, hidden: true } }),
    quietTo: text({ rule: rules.clock, tab: 'limits', list: { width: 90, hidden: true } }),
    /** Between two messages to one number. */
    minGap: integer({
      min: 1,
      max: 1440,
      unit: 'min',
      required: true,
      initial: 10,
      tab: 'limits',
      list: { width: 120, hidden: true },
    }),
    /** Messages to one number a day. */
    dayCap: integer({ min: 1, max: 200, required: true, initial: 20, tab: 'limits', list: { width: 110, hidden: true } }),
    onlyUnhandled: flag({ tab: 'limits', list: { width: 110, hidden: true } }),
    /** Not required: the form leaves it out where it does not apply, and it is stored as 0. */
    after: integer({ min: 0, max: 1440, unit: 'min', initial: 0, tab: 'limits' }),
    remark: text({ max: 200, lines: 3, tab: 'limits' }),
  },
});
