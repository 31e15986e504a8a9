import { choice, decimal, defineResource, department, flag, instant, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 终端属性 (612; screen catalogue 7.9): what terminals reported about themselves. */
export const device = defineResource({
  name: 'device',
  ...resourceRoutes.device,
  table: 'terminal',
  code: '612',
  can: ['export'],
  title: 'carNo',
  order: { by: 'createdAt', direction: 'desc' },
  fields: {
    carNo: text({ column: 'plate', max: 20, search: true, list: { width: 120, pinned: true } }),
    deptId: department({ list: { width: 160 } }),
    phone: text({ max: 20, search: true, list: { width: 150 } }),
    terminalNo: text({ max: 30, search: true, list: { width: 130 } }),
    maker: text({ max: 20, search: true, list: { width: 120 } }),
    terminalModel: text({ column: 'model', max: 30, search: true, list: { width: 130 } }),
    /** JT/T 808 version of the terminal's last message: 2011, 2013 or 2019. */
    protocolVersion: integer({ min: 2011, max: 2019, identifier: true, search: true, list: { width: 110 } }),
    online: flag({ search: true, list: { width: 80 } }),
    lastAt: instant({ list: { width: 160 } }),
    /** Our clock minus the terminal's, as its reports show it. */
    clockOffset: integer({ min: -100_000, max: 100_000, unit: 's', list: { width: 120 } }),
    /** What is added to its times. */
    clockCorrection: integer({ min: -100_000, max: 0, unit: 's', list: { width: 120 } }),
    /** The time zone that the offset suggests, hours east of UTC; empty: the one in use. */
    suggestedUtcOffset: decimal({ min: -12, max: 14, digits: 2, unit: 'h', list: { width: 140 } }),
    /** What its messages show, where the settings say something else. */
    suggestedHeader: choice('HEADER_FORM', { list: { width: 140 } }),
    suggestedJsatlTable: choice('JSATL_TABLE', { list: { width: 140 } }),
    suggestedEncoding: choice('TEXT_ENCODING', { list: { width: 140 } }),
    registeredAt: instant({ list: { width: 160 } }),
    authenticatedAt: instant({ list: { width: 160, hidden: true } }),
  },
});
