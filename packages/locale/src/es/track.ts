import type { track as zh } from '../zh/track.ts';

export const track: Record<keyof typeof zh, string> = {
  exportOf: 'Exportación de recorrido: {{plate}}',
  plate: 'Placa',
  dept: 'Departamento',
  driver: 'Conductor',
  status: 'Estado',
  tooLong: '{{days}} días como máximo',
  tooMany: 'Hay más de {{max}} puntos en este período: elija uno más corto',
  time: 'Hora',
  lng: 'Longitud',
  lat: 'Latitud',
  speed: 'Velocidad (km/h)',
  recorder: 'Velocidad del tacógrafo (km/h)',
  heading: 'Rumbo (°)',
  altitude: 'Altitud (m)',
  mileage: 'Kilometraje (km)',
  acc: 'ACC',
  accOn: 'ACC activado',
  accOff: 'ACC desactivado',
  alarms: 'Alarmas',
  stop: 'Parada',
};
