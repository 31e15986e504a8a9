import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, department, instant, integer, neededWhen, secret, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** SMS_PROVIDER. */
export const SMS_PROVIDER = { aliyun: 1, file: 2 } as const;

/** 账号管理 (70601; screen catalogue 8.7): accounts at SMS providers. */
export const smsAccount = defineResource({
  name: 'smsAccount',
  ...resourceRoutes.smsAccount,
  table: 'sms_account',
  code: '70601',
  can: ['add', 'edit', 'remove'],
  title: 'accountName',
  order: { by: 'createdAt', direction: 'desc' },
  offeredBelow: true,
  uniques: { sms_account_name: ['accountName'] },
  rules: [neededWhen('accessKeyId', ({ provider }) => provider === SMS_PROVIDER.aliyun)],
  fields: {
    accountName: text({
      column: 'name',
      rule: rules.length(1, 30),
      required: true,
      search: true,
      list: { width: 160, pinned: true },
    }),
    provider: choice('SMS_PROVIDER', { required: true, initial: SMS_PROVIDER.aliyun, search: true, list: { width: 120 } }),
    deptId: department({ list: { width: 160 } }),
    signName: text({ rule: rules.length(2, 20), required: true, list: { width: 130 } }),
    accessKeyId: text({ rule: rules.letterDigit, max: 64, list: { width: 200, hidden: true } }),
    accessKeySecret: secret({ max: 128 }),
    /** Billed segments a month; 0: no limit. */
    monthCap: integer({ min: 0, max: 1_000_000, required: true, initial: 0, list: { width: 110 } }),
    usedThisMonth: integer({ min: 0, max: 100_000_000, computed: true, list: { width: 110 } }),
    state: choice('ENABLE_STATE', { required: true, initial: 1, search: true, list: { width: 80 } }),
    lastError: text({ max: 300, computed: true, list: { width: 220 } }),
    lastErrorAt: instant({ computed: true, list: { width: 160, hidden: true } }),
    remark: text({ max: 200, lines: 3 }),
  },
});
