import { rules } from '@fleetwarden/domain/form-rules';
import { choice, date, decimal, defineResource, department, inOrder, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 代理商管理 (603; screen catalogue 7.7): resellers and the companies they look after. */
export const agent = defineResource({
  name: 'agent',
  ...resourceRoutes.agent,
  table: 'agent',
  code: '603',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'agentName',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { agent_name: ['agentName'], agent_code: ['agentCode'] },
  rules: [inOrder('validFrom', 'validTo')],
  fields: {
    agentName: text({
      column: 'name',
      rule: rules.zhLetterDigitLength(2, 50),
      required: true,
      search: true,
      list: { width: 180, pinned: true },
    }),
    agentCode: text({ column: 'code', rule: rules.word, max: 30, required: true, search: true, list: { width: 120 } }),
    deptId: department({ list: { width: 160 } }),
    level: choice('AGENT_LEVEL', { required: true, initial: 1, search: true, list: { width: 80 } }),
    parentId: link({ to: 'agent', shows: 'parentName', list: { width: 150, hidden: true } }),
    deptRoot: link({ to: 'department', shows: 'deptRootName', list: { width: 150, hidden: true } }),
    area: text({ max: 50, list: { width: 120, hidden: true } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
    contact: text({ rule: rules.personName, required: true, tab: 'contact', search: true, list: { width: 90 } }),
    tel: text({ rule: rules.mobile, required: true, tab: 'contact', search: true, list: { width: 130 } }),
    email: text({ rule: rules.email, tab: 'contact' }),
    address: text({ max: 100, tab: 'contact' }),
    contractNo: text({ max: 30, tab: 'contract', list: { width: 130, hidden: true } }),
    validFrom: date({ tab: 'contract' }),
    validTo: date({ tab: 'contract', search: true, list: { width: 110 } }),
    settle: choice('AGENT_SETTLE', { tab: 'contract', list: { width: 90, hidden: true } }),
    rate: decimal({ min: 0, max: 100, digits: 2, unit: '%', tab: 'contract' }),
    bank: text({ max: 50, tab: 'contract' }),
    bankAccount: text({ rule: rules.digitLength(10, 30), tab: 'contract' }),
    remark: text({ max: 200, lines: 3, tab: 'contract' }),
    companies: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 80 } }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 80 } }),
    online: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 80 } }),
  },
});
