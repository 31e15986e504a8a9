import type { riskArea as zh } from '../zh/riskArea.ts';

export const riskArea: Record<keyof typeof zh, string> = {
  areaName: 'Area name',
  deptId: 'Department',
  riskLevel: 'Risk level',
  state: 'State',
  validFrom: 'Valid from',
  validTo: 'Valid until',
  ground: 'Extent',
  geo: 'Shape',
  adminCode: 'Division',
  source: 'Source',
  noticeUrl: 'Announcement link',
  events: 'Entries',
  noOutline: 'There is no built-in outline of this division: draw the area instead',
  draw: 'Draw the area on the map',
  erase: 'Erase the shape',
  divisionFailed: 'The outline could not be read',
  empty: 'No risk areas',
};
