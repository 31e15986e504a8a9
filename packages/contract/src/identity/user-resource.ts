import { rules } from '@fleetwarden/domain/form-rules';
import { defineResource, department, flag, inOrder, instant, integer, links, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Fields that users of both consoles share; roles belong to one console. */
const shared = <const Role extends string>(role: Role) =>
  ({
    texts: 'user',
    table: 'account',
    can: ['add', 'edit', 'remove', 'import', 'export'],
    importAs: 'add',
    importKey: ['loginName'],
    title: 'loginName',
    order: { by: 'createdAt', direction: 'desc' },
    uniques: { account_login_name: ['loginName'] },
    rules: [inOrder('validFrom', 'validTo')],
    // the generated password is shown once to the user who added the account, and must be changed at the first login
    shownOnce: ['password'],
    fields: {
      // the log knows people by it: it stays
      loginName: text({
        rule: rules.word,
        max: 32,
        required: true,
        once: true,
        search: true,
        list: { width: 140, pinned: true },
      }),
      userName: text({ rule: rules.length(2, 20), required: true, search: true, list: { width: 120 } }),
      deptId: department({ list: { width: 160 } }),
      roles: links({
        to: role,
        shows: 'roleNames',
        pairs: { table: 'account_role', own: 'account_id', other: 'role_id' },
        required: true,
        search: true,
        list: { width: 180 },
      }),
      mobile: text({ rule: rules.mobile, required: true, search: true, list: { width: 130 } }),
      email: text({ rule: rules.email, list: { width: 180, hidden: true } }),
      validFrom: instant({ list: { width: 160, hidden: true } }),
      validTo: instant({ column: 'expires_at', search: true, list: { width: 160 } }),
      // IPv4 addresses to sign in from; none: any
      ipAllow: text({ rule: rules.ipv4List, max: 500, list: { width: 200, hidden: true } }),
      clientType: integer({ min: 4, max: 7 }),
      enabled: flag({ computed: true, search: true, list: { width: 90 } }),
      online: flag({ computed: true, list: { width: 90 } }),
      failures: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 110, hidden: true } }),
      lastLoginAt: instant({ computed: true, list: { width: 160 } }),
      lastLoginIp: text({ max: 45, computed: true, list: { width: 130, hidden: true } }),
      remark: text({ max: 200, lines: 3, list: { width: 200, hidden: true } }),
    },
  }) as const;

/** 用户管理 (604; screen catalogue 7.1): accounts of client type 4. */
export const user = defineResource({
  ...shared('role'),
  name: 'user',
  ...resourceRoutes.user,
  code: '604',
  fixed: { clientType: 4 },
});

/** 用户管理（SF版） (621): accounts of client type 7. */
export const userSF = defineResource({
  ...shared('roleSF'),
  name: 'userSF',
  ...resourceRoutes.userSF,
  code: '621',
  fixed: { clientType: 7 },
});
