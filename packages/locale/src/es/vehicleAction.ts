import type { vehicleAction as zh } from '../zh/vehicleAction.ts';

export const vehicleAction: Record<keyof typeof zh, string> = {
  menu: 'Acciones de {{name}}',
  tracking: 'Seguir en vivo',
  trackingTime: 'Rastreo temporal',
  playback: 'Reproducir recorrido',
  message: 'Enviar mensaje',
  photograph: 'Tomar foto',
  listen: 'Escuchar',
  rollCall: 'Pedir posición',
  sendAreas: 'Enviar geocercas',
  clearAlarm: 'Anular alarma',
  noAlarmToClear: 'No hay ninguna alarma que anular',
  ownerInfo: 'Propietario',
  tyres: 'Presión de neumáticos',
  copyPlate: 'Copiar matrícula',
  followAll: 'Seguir todos',
  unfollowAll: 'Dejar de seguir todos',
  groupMessage: 'Mensaje a todos',
  expandOnline: 'Expandir todos en línea',
  exportPositions: 'Exportar posiciones',
};
