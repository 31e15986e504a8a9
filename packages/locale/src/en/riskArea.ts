import type { riskArea as zh } from '../zh/riskArea.ts';

export const riskArea: Record<keyof typeof zh, string> = {
  addTitle: 'Add risk area',
  areaName: 'Area name',
  deptId: 'Department',
  riskLevel: 'Risk level',
  state: 'Status',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  ground: 'Extent',
  geo: 'Shape',
  adminCode: 'Division',
  source: 'Source',
  noticeUrl: 'Notice URL',
  events: 'Entries',
  noOutline: 'No built-in boundary for this division. Draw the area instead',
  draw: 'Draw on the map',
  erase: 'Clear shape',
  divisionFailed: 'Could not load the boundary',
  empty: 'No risk areas',
};
