import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, flag, inOrder, instant, integer, text } from '../resource.ts';

/** 公告管理 (618; screen catalogue 7.15): what the people of a department and of everything below it are told. */
export const notice = defineResource({
  name: 'notice',
  path: 'notice',
  noun: 'Notice',
  table: 'notice',
  page: '/platform/publicnoticeManagement',
  code: '618',
  can: ['add', 'edit', 'remove'],
  title: 'noticeTitle',
  order: { by: 'createdAt', direction: 'desc' },
  rules: [inOrder('publishAt', 'expireAt')],
  // reminders of one account are nobody's records
  fixed: { personal: false },
  fields: {
    noticeTitle: text({
      column: 'title',
      rule: rules.length(1, 50),
      required: true,
      search: true,
      list: { width: 260, pinned: true },
    }),
    deptId: department({ list: { width: 160 } }),
    kind: choice('NOTICE_KIND', { required: true, initial: 1, search: true, list: { width: 90 } }),
    level: choice('NOTICE_LEVEL', { required: true, initial: 1, search: true, list: { width: 90 } }),
    /** Plain text: line ends are kept, nothing in it is markup. */
    noticeContent: text({ column: 'content', max: 5000, lines: 10, required: true }),
    /** When it shall be published; at once without it. */
    publishAt: instant({}),
    expireAt: instant({ column: 'expires_at', list: { width: 160 } }),
    state: choice('NOTICE_STATE', { computed: true, search: true, list: { width: 90 } }),
    publishedAt: instant({ computed: true, search: true, list: { width: 160 } }),
    reads: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    personal: flag({}),
  },
});
