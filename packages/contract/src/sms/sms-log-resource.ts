import { choice, defineResource, department, instant, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** Every short message with its receipt (screen catalogue 8.7, `sms/listLog`). Numbers are masked. */
export const smsLog = defineResource({
  name: 'smsLog',
  ...resourceRoutes.smsLog,
  table: 'sms_message',
  called: 'page.smsLog',
  code: '70602',
  can: [],
  title: 'messageNo',
  order: { by: 'createdAt', direction: 'desc' },
  fields: {
    createdOn: instant({ column: 'created_at', search: true, computed: true, list: { width: 160, pinned: true } }),
    deptId: department({ list: { width: 140 } }),
    carNo: text({ max: 12, computed: true, search: true, list: { width: 110 } }),
    driverName: text({ max: 30, list: { width: 100 } }),
    mobile: text({ max: 11, masked: 'phone', list: { width: 130 } }),
    kind: choice('SMS_KIND', { search: true, list: { width: 100 } }),
    ruleName: text({ max: 30, search: true, list: { width: 140 } }),
    templateName: text({ max: 30, list: { width: 140, hidden: true } }),
    content: text({ max: 800, lines: 3, list: { width: 280 } }),
    segments: integer({ min: 0, max: 100, list: { width: 90 } }),
    state: choice('SMS_STATE', { search: true, list: { width: 90 } }),
    sentAt: instant({ list: { width: 160 } }),
    receiptAt: instant({ list: { width: 160 } }),
    failReason: text({ max: 300, list: { width: 200 } }),
    messageNo: text({ column: 'token', max: 40, list: { width: 240, hidden: true } }),
  },
});
