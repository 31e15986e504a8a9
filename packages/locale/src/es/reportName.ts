import type { reportName as zh } from '../zh/reportName.ts';

/** Names of the reports that the area `report` does not have, because pages of their own show them. */
export const reportName: Record<keyof typeof zh, string> = {
  statusData: 'Datos de estado',
  drivingAssistancereport: 'Evidencias ADAS',
  drivingabnormalreport: 'Evidencias DSM',
  carRiskProfile: 'Perfil de riesgo por vehículo',
  deptRiskProfile: 'Perfil de riesgo por empresa',
  carRating: 'Calificación de vehículos',
  deptRating: 'Calificación de empresas',
  carAlarmAnalysis: 'Análisis de alarmas por vehículo',
  deptAlarmAnalysis: 'Análisis de alarmas por empresa',
  activeCarSafetyReport: 'Informe de seguridad de vehículo',
  activeDeptSafetyReport: 'Informe de seguridad de empresa',
  activepreventionreport: 'Prevención activa',
  activealarmreport: 'Alarmas de seguridad activa',
  statisticsalarmreport: 'Estadísticas de alarmas',
  attachmentfailedreport: 'Adjuntos fallidos',
  columnNotes: 'Notas',
};
