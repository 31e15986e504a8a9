import type { smsRule as zh } from '../zh/smsRule.ts';

export const smsRule: Record<keyof typeof zh, string> = {
  addTitle: 'Add SMS rule',
  tab_receivers: 'Vehicles and recipients',
  tab_limits: 'Hours and limits',
  ruleName: 'Rule name',
  deptId: 'Department',
  types: 'Alarm types',
  levels: 'Alarm levels',
  templateId: 'SMS template',
  state: 'Status',
  receivers: 'Recipients',
  mobiles: 'Chosen numbers',
  departments: 'Departments covered',
  vehicles: 'Vehicles covered',
  quietFrom: 'Quiet hours from',
  quietTo: 'Quiet hours to',
  minGap: 'Minimum interval',
  dayCap: 'Daily limit per number',
  onlyUnhandled: 'Only if unhandled',
  after: 'Send after',
  remark: 'Notes',
};
