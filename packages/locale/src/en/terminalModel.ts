import type { terminalModel as zh } from '../zh/terminalModel.ts';

export const terminalModel: Record<keyof typeof zh, string> = {
  addTitle: 'Add terminal model',
  maker: 'Manufacturer',
  model: 'Model',
  deptId: 'Department',
  utcOffset: 'Terminal clock, hours from UTC',
  headerForm: 'Message header',
  jsatlTable: 'Active-safety standard',
  textEncoding: 'Text encoding',
  relay: 'Codes to cut fuel and power',
  lockValue: 'Door lock value (version 2019)',
  remark: 'Notes',
  terminals: 'Terminals',
};
