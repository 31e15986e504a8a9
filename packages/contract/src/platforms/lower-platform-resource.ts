import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, instant, secret, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';
import { platformName } from './platform-name.ts';

/** 下级平台: platforms that open JT/T 809 links to ours and send positions of our vehicles. */
export const lowerPlatform = defineResource({
  name: 'lowerPlatform',
  ...resourceRoutes.lowerPlatform,
  table: 'lower_platform',
  code: '607',
  can: ['add', 'edit', 'remove'],
  title: 'platName',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { lower_platform_name: ['platName'], lower_platform_access_code: ['accessCode'] },
  fields: {
    platName: platformName,
    standard: choice('PLAT_STANDARD', { required: true, initial: 1, search: true, list: { width: 120 } }),
    /** Its vehicles are those of the department and below. */
    deptId: department({ list: { width: 160 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 90 } }),
    accessCode: text({ rule: rules.uint32, required: true, tab: 'access', search: true, list: { width: 110 } }),
    userId: text({ rule: rules.uint32, required: true, tab: 'access', list: { width: 110 } }),
    password: secret({ rule: rules.word, max: 8, required: true, tab: 'access' }),
    m1: secret({ rule: rules.uint32, required: true, tab: 'access' }),
    ia1: secret({ rule: rules.uint32, required: true, tab: 'access' }),
    ic1: secret({ rule: rules.uint32, required: true, tab: 'access' }),
    contact: text({ max: 20, tab: 'more', list: { width: 90, hidden: true } }),
    tel: text({ rule: rules.phone, tab: 'more', list: { width: 130, hidden: true } }),
    remark: text({ max: 200, lines: 3, tab: 'more' }),
    mainState: choice('LINK_STATE', { computed: true, list: { width: 110 } }),
    subState: choice('LINK_STATE', { computed: true, list: { width: 110 } }),
    linkSince: instant({ computed: true, list: { width: 150 } }),
    linkReason: text({ max: 200, computed: true, list: { width: 180, hidden: true } }),
    lastAt: instant({ computed: true, list: { width: 150 } }),
  },
});
