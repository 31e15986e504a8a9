import { choice, decimal, defineResource, department, integer, text } from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** 终端型号库 (61211): how terminals of a model deviate from the standards. A setting of the terminal itself wins. */
export const terminalModel = defineResource({
  name: 'terminalModel',
  ...resourceRoutes.terminalModel,
  table: 'terminal_model',
  code: '612',
  changeCode: '61211',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'model',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { terminal_model_name: ['maker', 'model', 'deptId'] },
  fields: {
    maker: text({ max: 64, required: true, search: true, list: { width: 140, pinned: true } }),
    model: text({ max: 64, required: true, search: true, list: { width: 160 } }),
    /** The model's settings hold for vehicles of the department and below; the nearest department wins. */
    deptId: department({ list: { width: 160 } }),
    utcOffset: decimal({ column: 'utc_offset_h', min: -12, max: 14, digits: 2, unit: 'h', list: { width: 140 } }),
    headerForm: choice('HEADER_FORM', { list: { width: 140 } }),
    jsatlTable: choice('JSATL_TABLE', { list: { width: 140 } }),
    textEncoding: choice('TEXT_ENCODING', { list: { width: 110 } }),
    relay: choice('RELAY_WORDS', { list: { width: 150 } }),
    lockValue: choice('LOCK_VALUE', { list: { width: 150 } }),
    remark: text({ max: 200, lines: 3 }),
    terminals: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
  },
});
