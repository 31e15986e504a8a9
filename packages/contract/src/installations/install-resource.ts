import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, defineResource, department, flag, instant, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 终端安装 (623; screen catalogue 7.18): orders to install, change, move or remove terminals. */
export const install = defineResource({
  name: 'install',
  ...resourceRoutes.install,
  table: 'install',
  code: '623',
  can: ['add', 'edit', 'remove', 'import', 'export'],
  title: 'installNo',
  order: { by: 'createdAt', direction: 'desc' },
  fields: {
    installNo: text({ max: 20, computed: true, search: true, list: { width: 110, pinned: true } }),
    carNo: text({ column: 'plate', rule: rules.plate, upper: true, required: true, search: true, list: { width: 110 } }),
    plateColor: choice('PLATE_COLOR', { column: 'plate_colour', required: true, initial: 2, list: { width: 90 } }),
    deptId: department({ list: { width: 160 } }),
    kind: choice('INSTALL_KIND', { required: true, initial: 1, search: true, list: { width: 90 } }),
    state: choice('INSTALL_STATE', { computed: true, search: true, list: { width: 90 } }),
    planAt: instant({ search: true, list: { width: 160 } }),
    place: text({ max: 100, list: { width: 160, hidden: true } }),
    installer: text({ rule: rules.personName, required: true, search: true, list: { width: 100 } }),
    installerTel: text({ rule: rules.mobile, required: true, list: { width: 130, hidden: true } }),
    company: text({ max: 50, list: { width: 160, hidden: true } }),
    remark: text({ max: 200, lines: 3 }),
    phone: text({ rule: rules.sim, required: true, search: true, tab: 'terminal', list: { width: 140 } }),
    terminalNo: text({
      rule: rules.digitsOrCapitals,
      max: 30,
      upper: true,
      required: true,
      tab: 'terminal',
      list: { width: 120 },
    }),
    terminalModel: text({ max: 30, required: true, tab: 'terminal', list: { width: 120, hidden: true } }),
    maker: text({ rule: rules.letterDigit, max: 11, tab: 'terminal' }),
    iccid: text({ rule: rules.letterDigitLength(19, 20), upper: true, tab: 'terminal' }),
    features: choices('TERMINAL_FEATURE', { tab: 'terminal', list: { width: 160, hidden: true } }),
    registered: flag({ computed: true, tab: 'check', list: { width: 90 } }),
    online: flag({ computed: true, tab: 'check', list: { width: 90 } }),
    fixed: flag({ computed: true, tab: 'check', list: { width: 90 } }),
    checkedAt: instant({ computed: true, tab: 'check', list: { width: 160, hidden: true } }),
    rejectReason: text({ max: 200, computed: true, tab: 'check', list: { width: 180, hidden: true } }),
    decidedAt: instant({ computed: true, tab: 'check', list: { width: 160, hidden: true } }),
  },
});
