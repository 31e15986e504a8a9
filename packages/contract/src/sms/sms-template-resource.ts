import { rules } from '@fleetwarden/domain/form-rules';
import { choice, defineResource, link, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** SMS_TEMPLATE_KIND. */
export const SMS_TEMPLATE_KIND = { alarm: 1, education: 2 } as const;

/** Templates of an account, as its provider approved them (screen catalogue 8.7). */
export const smsTemplate = defineResource({
  name: 'smsTemplate',
  ...resourceRoutes.smsTemplate,
  table: 'sms_template',
  called: 'page.smsTemplates',
  code: '70601',
  can: ['add', 'edit', 'remove'],
  title: 'templateName',
  order: { by: 'createdAt', direction: 'desc' },
  scope: { through: 'accountId' },
  offeredBelow: true,
  uniques: { sms_template_code: ['accountId', 'code'] },
  fields: {
    templateName: text({
      column: 'name',
      rule: rules.length(1, 30),
      required: true,
      search: true,
      list: { width: 160, pinned: true },
    }),
    accountId: link({ to: 'smsAccount', shows: 'accountName', required: true, search: true, list: { width: 160 } }),
    kind: choice('SMS_TEMPLATE_KIND', { required: true, initial: SMS_TEMPLATE_KIND.alarm, search: true, list: { width: 110 } }),
    code: text({ rule: rules.word, max: 30, required: true, search: true, list: { width: 150 } }),
    content: text({ rule: rules.smsTemplate, required: true, lines: 3, list: { width: 360 } }),
  },
});
