import { rules } from '@fleetwarden/domain/form-rules';
import { choice, date, defineResource, integer, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 部门管理 (602; screen catalogue 7.5): the tree everything else hangs in. */
export const department = defineResource({
  name: 'department',
  ...resourceRoutes.department,
  table: 'department',
  code: '602',
  can: ['add', 'edit', 'remove', 'import', 'export'],
  title: 'deptName',
  order: { by: 'createdAt', direction: 'asc' },
  scope: 'self',
  importKey: ['parentId', 'deptName'],
  uniques: { department_name: ['deptName', 'parentId'] },
  fields: {
    deptName: text({
      column: 'name',
      rule: rules.length(2, 50),
      required: true,
      search: true,
      list: { width: 200, pinned: true },
    }),
    // only the root has none: see the hooks of departments
    parentId: link({ to: 'department', shows: 'parentName', list: { width: 180 } }),
    shortName: text({ max: 20, list: { width: 120, hidden: true } }),
    deptType: choice('DEPT_TYPE', { required: true, initial: 3, search: true, list: { width: 100 }, batch: true }),
    // a division of GB/T 2260; descendants inherit it unless they have their own
    area: text({ column: 'admin_code', rule: rules.digitLength(6, 6), list: { width: 120, hidden: true }, batch: true }),
    sort: integer({ min: 0, max: 9999, initial: 0, list: { width: 80, hidden: true } }),
    creditCode: text({ rule: rules.creditCode, upper: true, tab: 'company', list: { width: 180, hidden: true } }),
    bizLicense: text({ rule: rules.digitLength(12, 20), tab: 'company' }),
    licenseTo: date({ tab: 'company', search: true, list: { width: 120, hidden: true } }),
    bizScope: text({ max: 200, lines: 2, tab: 'company' }),
    legalPerson: text({ rule: rules.personName, tab: 'company' }),
    safetyOfficer: text({ rule: rules.personName, tab: 'company' }),
    officerTel: text({ rule: rules.mobile, tab: 'company' }),
    contact: text({ max: 20, tab: 'contact', search: true, list: { width: 100 } }),
    contactTel: text({ rule: rules.phone, tab: 'contact', list: { width: 140 } }),
    dutyTel: text({ rule: rules.phone, tab: 'contact' }),
    fax: text({ rule: rules.landline, tab: 'contact' }),
    email: text({ rule: rules.email, tab: 'contact' }),
    address: text({ max: 100, tab: 'contact' }),
    remark: text({ max: 200, lines: 3, tab: 'contact' }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
  },
});
