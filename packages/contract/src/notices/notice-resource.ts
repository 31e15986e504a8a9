import { rules } from '@fleetwarden/domain/form-rules';
import {
  choice,
  defineResource,
  department,
  flag,
  inOrder,
  instant,
  integer,
  links,
  neededWhen,
  text,
} from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** NOTICE_SCOPE: all of the department and below it, or those of them that are chosen. */
const CHOSEN = { departments: 2, roles: 3, users: 4 } as const;

type Values = Readonly<Record<string, unknown>>;
const isFor =
  (key: keyof typeof CHOSEN) =>
  ({ scope }: Values): boolean =>
    scope === CHOSEN[key];

/** Whether a field of a notice with these values means anything. */
export const appliesToNotice = (key: string, values: Values): boolean =>
  Object.hasOwn(CHOSEN, key) ? isFor(key as keyof typeof CHOSEN)(values) : true;

/** 公告管理 (618; screen catalogue 7.15): notices to the users of a department and its descendants. */
export const notice = defineResource({
  name: 'notice',
  ...resourceRoutes.notice,
  table: 'notice',
  code: '618',
  can: ['add', 'edit', 'remove'],
  title: 'noticeTitle',
  order: { by: 'createdAt', direction: 'desc' },
  rules: [
    inOrder('publishAt', 'expireAt'),
    ...(['departments', 'roles', 'users'] as const).map((key) => neededWhen(key, isFor(key))),
  ],
  // reminders to one account are not listed
  fixed: { personal: false },
  fields: {
    noticeTitle: text({
      column: 'title',
      rule: rules.length(1, 50),
      required: true,
      search: true,
      list: { width: 230, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    scope: choice('NOTICE_SCOPE', { required: true, initial: 1, search: true, list: { width: 120 } }),
    departments: links({
      to: 'department',
      shows: 'departmentNames',
      pairs: { table: 'notice_to_department', own: 'notice_id', other: 'department_id' },
    }),
    roles: links({ to: 'role', shows: 'roleNames', pairs: { table: 'notice_to_role', own: 'notice_id', other: 'role_id' } }),
    users: links({
      to: 'user',
      shows: 'userNames',
      pairs: { table: 'notice_to_account', own: 'notice_id', other: 'account_id' },
    }),
    kind: choice('NOTICE_KIND', { required: true, initial: 1, search: true, list: { width: 140 } }),
    level: choice('NOTICE_LEVEL', { required: true, initial: 1, search: true, list: { width: 110 } }),
    /** Plain text: line breaks are preserved, markup is not interpreted. */
    noticeContent: text({ column: 'content', max: 5000, lines: 10, required: true }),
    /** Publication time; empty: immediately. */
    publishAt: instant({}),
    expireAt: instant({ column: 'expires_at', list: { width: 160 } }),
    state: choice('NOTICE_STATE', { computed: true, search: true, list: { width: 90 } }),
    publishedAt: instant({ computed: true, search: true, list: { width: 160 } }),
    reads: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    personal: flag({}),
  },
});
