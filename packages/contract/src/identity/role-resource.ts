import { rules } from '@fleetwarden/domain/form-rules';
import { defineResource, department, flag, integer, permissions, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Fields that roles of both consoles share. */
const shared = {
  texts: 'role',
  table: 'role',
  can: ['add', 'edit', 'remove', 'import'],
  importAs: 'add',
  importKey: ['roleName', 'deptId'],
  title: 'roleName',
  order: { by: 'createdAt', direction: 'asc' },
  offeredBelow: true,
  // the built-in ones among them
  common: true,
  drawer: 720,
  builtIn: { column: 'key', texts: 'role' },
  uniques: { role_name: ['roleName', 'deptId', 'clientType'] },
  fields: {
    roleName: text({
      column: 'name',
      rule: rules.length(2, 20),
      required: true,
      search: true,
      list: { width: 240, pinned: true },
    }),
    deptId: department({ list: { width: 160 } }),
    clientType: integer({ min: 4, max: 7 }),
    enabled: flag({ initial: true, search: true, list: { width: 90 } }),
    users: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    remark: text({ max: 200, lines: 3, list: { width: 200 } }),
    codes: permissions({ required: true, tab: 'permissions' }),
    /** For a built-in role: its name in `locale` is role.<key>. */
    key: text({ max: 50, computed: true }),
  },
} as const;

/** 角色管理 (606; screen catalogue 7.2): roles of accounts with client type 4. */
export const role = defineResource({
  ...shared,
  name: 'role',
  ...resourceRoutes.role,
  code: '606',
  fixed: { clientType: 4 },
});

/** 角色管理（SF版） (622): roles of accounts with client type 7. */
export const roleSF = defineResource({
  ...shared,
  name: 'roleSF',
  ...resourceRoutes.roleSF,
  code: '622',
  fixed: { clientType: 7 },
});
