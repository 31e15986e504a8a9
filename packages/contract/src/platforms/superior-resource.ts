import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, defineResource, department, flag, integer, neededWhen, secret, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';
import { platformName } from './platform-name.ts';

const PORT = { min: 1024, max: 65_535, identifier: true, rule: rules.port } as const;

/**
 * 上级平台管理 (608; screen catalogue 7.10): the platforms of regulators, and how one links to them by JT/T 809. `linkState` is the
 * state that is wanted.
 */
export const superior = defineResource({
  name: 'superior',
  ...resourceRoutes.superior,
  table: 'superior_platform',
  code: '608',
  can: ['add', 'edit', 'remove', 'import', 'export'],
  importAs: 'add',
  importKey: ['platName'],
  title: 'platName',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { superior_platform_name: ['platName'] },
  rules: [
    neededWhen('supplementHours', ({ supplement }) => supplement === true),
    neededWhen('checkAnswer', ({ autoCheckReply }) => autoCheckReply === true),
  ],
  fields: {
    platName: platformName,
    standard: choice('PLAT_STANDARD', { required: true, initial: 1, search: true, list: { width: 120 } }),
    platType: choice('PLAT_TYPE', { search: true, list: { width: 110 } }),
    deptId: department({ list: { width: 160, hidden: true } }),
    linkState: choice('LINK', { required: true, initial: 0, search: true, list: { width: 140 } }),
    ip: text({ rule: rules.host, required: true, tab: 'link', search: true, list: { width: 150 } }),
    port: integer({ ...PORT, required: true, tab: 'link', list: { width: 120 } }),
    userId: text({ rule: rules.uint32, required: true, tab: 'link', list: { width: 110 } }),
    password: secret({ rule: rules.word, max: 8, required: true, tab: 'link' }),
    accessCode: text({ rule: rules.uint32, required: true, tab: 'link', search: true, list: { width: 110 } }),
    localIp: text({ rule: rules.ipv4, required: true, tab: 'link', list: { width: 130 } }),
    localPort: integer({ ...PORT, required: true, tab: 'link', list: { width: 120 } }),
    /** Of the 2011 standard: the supplement of 2013 changes 0x1201. */
    supplement2013: flag({ column: 'supplement_2013', tab: 'link' }),
    versionFlag: text({ rule: rules.version, initial: '1.0.0', tab: 'link' }),
    platformId: text({ rule: rules.letterDigit, max: 11, tab: 'link', list: { width: 120, hidden: true } }),
    producerId: text({ rule: rules.letterDigit, max: 11, tab: 'link' }),
    heartbeat: integer({ min: 10, max: 300, unit: 's', initial: 60, required: true, tab: 'link' }),
    reconnect: integer({ min: 5, max: 600, unit: 's', initial: 10, required: true, tab: 'link' }),
    encrypt: choice('ENCRYPT', { required: true, initial: 0, tab: 'encryption', list: { width: 90, hidden: true } }),
    encryptKey: secret({ rule: rules.uint32, tab: 'encryption' }),
    m1: secret({ rule: rules.uint32, required: true, tab: 'encryption' }),
    ia1: secret({ rule: rules.uint32, required: true, tab: 'encryption' }),
    ic1: secret({ rule: rules.uint32, required: true, tab: 'encryption' }),
    coord: choice('COORD', { required: true, initial: 1, tab: 'upload', list: { width: 100, hidden: true } }),
    sendPosition: flag({ initial: true, tab: 'upload' }),
    realInterval: integer({ min: 0, max: 300, unit: 's', initial: 0, tab: 'upload' }),
    alarmTypes: choices('WARN_TYPE_809', { tab: 'upload' }),
    sendSafety: flag({ tab: 'upload' }),
    sendDriver: flag({ tab: 'upload' }),
    sendWaybill: flag({ tab: 'upload' }),
    sendVideo: flag({ tab: 'upload' }),
    sendStatic: flag({ initial: true, tab: 'upload' }),
    supplement: flag({ tab: 'upload' }),
    supplementHours: integer({ min: 1, max: 72, unit: 'h', tab: 'upload' }),
    industries: choices('INDUSTRY', { tab: 'upload' }),
    autoCheckReply: flag({ tab: 'more' }),
    checkAnswer: text({ max: 100, tab: 'more' }),
    contact: text({ max: 20, tab: 'more', list: { width: 90, hidden: true } }),
    tel: text({ rule: rules.phone, tab: 'more', list: { width: 130, hidden: true } }),
    remark: text({ max: 200, lines: 3, tab: 'more' }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
  },
});
