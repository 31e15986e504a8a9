import { rules } from '@fleetwarden/domain/form-rules';
import { choice, date, defineResource, department, inOrder, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 运营商管理 (615; screen catalogue 7.8): operators of terminal services or SIM cards. */
export const operator = defineResource({
  name: 'operator',
  ...resourceRoutes.operator,
  table: 'operator',
  code: '615',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'operatorName',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { operator_name: ['operatorName'] },
  rules: [inOrder('validFrom', 'validTo')],
  fields: {
    operatorName: text({
      column: 'name',
      rule: rules.zhLetterDigitLength(2, 50),
      required: true,
      search: true,
      list: { width: 200, pinned: true },
    }),
    kind: choice('OPERATOR_KIND', { required: true, initial: 1, search: true, list: { width: 110 } }),
    code: text({ rule: rules.word, max: 30, search: true, list: { width: 110 } }),
    recordNo: text({ max: 30, search: true, list: { width: 150 } }),
    deptId: department({ list: { width: 160 } }),
    area: text({ max: 50, list: { width: 120, hidden: true } }),
    validFrom: date({}),
    validTo: date({ search: true, list: { width: 110 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
    contact: text({ rule: rules.personName, required: true, tab: 'contact', search: true, list: { width: 90 } }),
    tel: text({ rule: rules.phone, required: true, tab: 'contact', list: { width: 130 } }),
    servicePhone: text({ rule: rules.phone, tab: 'contact', list: { width: 130, hidden: true } }),
    email: text({ rule: rules.email, tab: 'contact' }),
    address: text({ max: 100, tab: 'contact' }),
    remark: text({ max: 200, lines: 3, tab: 'contact' }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 80 } }),
  },
});
