/** Names of the reports that the area `report` does not have, because pages of their own show them. */
export const reportName = {
  statusData: '状态数据报表',
  drivingAssistancereport: '驾驶辅助证据',
  drivingabnormalreport: '驾驶异常证据',
  carRiskProfile: '车辆风险画像',
  deptRiskProfile: '企业风险画像',
  carRating: '车辆评级',
  deptRating: '企业评级',
  carAlarmAnalysis: '车辆报警分析',
  deptAlarmAnalysis: '企业报警分析',
  activeCarSafetyReport: '主动安全车辆报告',
  activeDeptSafetyReport: '主动安全企业报告',
  activepreventionreport: '主动防御统计',
  activealarmreport: '主动安全报警统计',
  statisticsalarmreport: '报警统计分析',
  attachmentfailedreport: '附件上传失败统计',
  columnNotes: '说明',
} as const;
