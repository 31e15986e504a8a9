import type { track as zh } from '../zh/track.ts';

export const track: Record<keyof typeof zh, string> = {
  exportOf: 'Exportación de recorrido: {{plate}}',
  plate: 'Matrícula',
  dept: 'Departamento',
  driver: 'Conductor',
  status: 'Estado',
  tooLong: '{{days}} días como máximo',
  tooMany: 'Hay más de {{max}} puntos en este período: elija uno más corto',
  time: 'Hora',
  lng: 'Longitud',
  lat: 'Latitud',
  speed: 'Velocidad ({{speedUnit}})',
  recorder: 'Velocidad del tacógrafo ({{speedUnit}})',
  heading: 'Rumbo (°)',
  altitude: 'Altitud ({{lengthUnit}})',
  mileage: 'Kilometraje ({{distanceUnit}})',
  acc: 'ACC',
  accOn: 'ACC activado',
  accOff: 'ACC desactivado',
  alarms: 'Alarmas',
  stop: 'Parada',
};
