import { rules } from '@fleetwarden/domain/form-rules';
import { choice, choices, defineResource, department, integer, links, neededWhen, secret, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';
import { platformName } from './platform-name.ts';

/** Values of FORWARD_KIND and FORWARD_FILTER. */
const [HTTP, MQTT, KAFKA] = [3, 4, 5];
const BY_DEPARTMENTS = 2;

/** 转发平台管理 (607; screen catalogue 7.12): other systems that get copies of what terminals report. */
export const forward = defineResource({
  name: 'forward',
  ...resourceRoutes.forward,
  table: 'forward_platform',
  code: '607',
  can: ['add', 'edit', 'remove'],
  title: 'platName',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { forward_platform_name: ['platName'] },
  rules: [
    neededWhen('url', ({ kind }) => kind === HTTP),
    neededWhen('topic', ({ kind }) => kind === MQTT || kind === KAFKA),
    neededWhen('departments', ({ filter }) => filter === BY_DEPARTMENTS),
  ],
  fields: {
    platName: platformName,
    kind: choice('FORWARD_KIND', { required: true, initial: 1, search: true, list: { width: 110 } }),
    deptId: department({ list: { width: 160, hidden: true } }),
    host: text({ rule: rules.host, required: true, search: true, list: { width: 180 } }),
    port: integer({ min: 1024, max: 65_535, identifier: true, rule: rules.port, required: true, list: { width: 80 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 0, search: true, list: { width: 80 } }),
    url: text({ max: 200, tab: 'access' }),
    user: text({ column: 'user_name', max: 50, tab: 'access' }),
    secret: secret({ max: 200, tab: 'access' }),
    topic: text({ max: 100, tab: 'access' }),
    format: choice('FORWARD_FORMAT', { required: true, initial: 1, tab: 'access', list: { width: 100 } }),
    protocol: choice('CFG_PROTOCOL', { tab: 'access', list: { width: 140, hidden: true } }),
    phonePrefix: text({ rule: rules.digits, max: 8, tab: 'access' }),
    content: choices('FORWARD_CONTENT', { required: true, tab: 'content', list: { width: 200 } }),
    filter: choice('FORWARD_FILTER', { required: true, initial: 3, tab: 'content', list: { width: 90 } }),
    departments: links({
      to: 'department',
      shows: 'departmentNames',
      pairs: { table: 'forward_department', own: 'forward_id', other: 'department_id' },
      tab: 'content',
    }),
    coord: choice('COORD', { required: true, initial: 1, tab: 'content' }),
    minInterval: integer({ min: 0, max: 300, unit: 's', initial: 0, tab: 'content' }),
    retry: integer({ min: 0, max: 10, initial: 3, tab: 'content' }),
    bufferHours: integer({ min: 0, max: 72, unit: 'h', initial: 24, tab: 'content' }),
    remark: text({ max: 200, lines: 3, tab: 'content' }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
  },
});
