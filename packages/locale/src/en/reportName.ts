import type { reportName as zh } from '../zh/reportName.ts';

/** Names of the reports that the area `report` does not have, because pages of their own show them. */
export const reportName: Record<keyof typeof zh, string> = {
  statusData: 'Status data',
  drivingAssistancereport: 'ADAS evidence',
  drivingabnormalreport: 'DSM evidence',
  carRiskProfile: 'Vehicle risk profile',
  deptRiskProfile: 'Company risk profile',
  carRating: 'Vehicle rating',
  deptRating: 'Company rating',
  carAlarmAnalysis: 'Vehicle alarm analysis',
  deptAlarmAnalysis: 'Company alarm analysis',
  activeCarSafetyReport: 'Vehicle safety report',
  activeDeptSafetyReport: 'Company safety report',
  activepreventionreport: 'Active prevention',
  activealarmreport: 'Active-safety alarms',
  statisticsalarmreport: 'Alarm statistics',
  attachmentfailedreport: 'Failed attachments',
  columnNotes: 'Notes',
};
