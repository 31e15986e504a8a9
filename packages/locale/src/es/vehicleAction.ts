import type { vehicleAction as zh } from '../zh/vehicleAction.ts';

export const vehicleAction: Record<keyof typeof zh, string> = {
  menu: 'Acciones de {{name}}',
  tracking: 'Rastrear',
  trackingTime: 'Rastreo temporal',
  playback: 'Reproducir recorrido',
  message: 'Enviar mensaje',
  photograph: 'Tomar foto',
  listen: 'Escuchar',
  rollCall: 'Pedir posición',
  rollCallSent: 'Se pidió la posición al terminal',
  sendAreas: 'Enviar zonas',
  clearAlarm: 'Anular alarma',
  clearAlarmSent: 'Se ordenó al terminal anular la alarma',
  noAlarmToClear: 'No hay ninguna alarma que anular',
  ownerInfo: 'Propietario',
  copyPlate: 'Copiar placa',
  followAll: 'Seguir todos',
  unfollowAll: 'Dejar de seguir todos',
  groupMessage: 'Mensaje a todos',
  expandOnline: 'Expandir todos en línea',
  exportPositions: 'Exportar posiciones',
};
