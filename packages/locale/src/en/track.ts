import type { track as zh } from '../zh/track.ts';

export const track: Record<keyof typeof zh, string> = {
  exportOf: 'Track export: {{plate}}',
  plate: 'Plate',
  dept: 'Department',
  driver: 'Driver',
  status: 'Status',
  tooLong: 'At most {{days}} days at a time',
  tooMany: 'More than {{max}} points in this period. Choose a shorter one',
  time: 'Time',
  lng: 'Longitude',
  lat: 'Latitude',
  speed: 'Speed ({{speedUnit}})',
  recorder: 'Recorder speed ({{speedUnit}})',
  heading: 'Heading (°)',
  altitude: 'Altitude ({{lengthUnit}})',
  mileage: 'Mileage ({{distanceUnit}})',
  acc: 'ACC',
  accOn: 'ACC on',
  accOff: 'ACC off',
  alarms: 'Alarms',
  stop: 'Stop',
};
