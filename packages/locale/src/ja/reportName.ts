import type { reportName as zh } from '../zh/reportName.ts';

/** Names of the reports that the area `report` does not have, because pages of their own show them. */
export const reportName: Record<keyof typeof zh, string> = {
  statusData: '状態データ',
  drivingAssistancereport: '運転支援の証跡',
  drivingabnormalreport: '運転者異常の証跡',
  carRiskProfile: '車両リスクプロファイル',
  deptRiskProfile: '企業リスクプロファイル',
  carRating: '車両評価',
  deptRating: '企業評価',
  carAlarmAnalysis: '車両アラーム分析',
  deptAlarmAnalysis: '企業アラーム分析',
  activeCarSafetyReport: '車両安全報告書',
  activeDeptSafetyReport: '企業安全報告書',
  activepreventionreport: '能動的予防統計',
  activealarmreport: 'アクティブセーフティアラーム統計',
  statisticsalarmreport: 'アラーム統計分析',
  attachmentfailedreport: '添付ファイル失敗統計',
  columnNotes: '説明',
};
