import { defineResource, department, flag, instant, integer, text } from '../resources/resource.ts';
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
    registeredAt: instant({ list: { width: 160 } }),
    authenticatedAt: instant({ list: { width: 160, hidden: true } }),
  },
});
