import type { RefreshOption, TreeOption } from '@fleetwarden/contract/monitor/map-settings';
import type { VehicleWindowFieldKey } from '@fleetwarden/contract/monitor/vehicle-window';
import type { ParseKeys } from 'i18next';

/** The label of each choice. */
export const TREE_TEXTS: Readonly<Record<TreeOption, ParseKeys>> = {
  statusIcon: 'mapSetting.statusIcon',
  counts: 'mapSetting.counts',
  plateColour: 'mapSetting.plateColour',
  offline: 'mapSetting.offline',
  driver: 'mapSetting.driver',
  speed: 'mapSetting.speed',
  channels: 'mapSetting.channels',
  suspended: 'mapSetting.suspended',
  onlineFirst: 'mapSetting.onlineFirst',
};

export const REFRESH_TEXTS: Readonly<Record<RefreshOption['key'], ParseKeys>> = {
  manual: 'mapSetting.manual',
  seconds10: 'mapSetting.seconds10',
  live: 'mapSetting.live',
  seconds30: 'mapSetting.seconds30',
  seconds60: 'mapSetting.seconds60',
};

export const WINDOW_TEXTS: Readonly<Record<VehicleWindowFieldKey, ParseKeys>> = {
  phone: 'monitor.fieldPhone',
  terminal: 'monitor.fieldTerminal',
  time: 'monitor.fieldTime',
  speed: 'monitor.fieldSpeed',
  heading: 'monitor.fieldHeading',
  acc: 'monitor.fieldAcc',
  place: 'monitor.fieldPlace',
  alarms: 'monitor.fieldAlarms',
  industry: 'monitor.fieldIndustry',
  driver: 'monitor.fieldDriver',
  driverPhone: 'monitor.fieldDriverPhone',
  dayKm: 'monitor.fieldDayKm',
  mileage: 'monitor.fieldMileage',
  fuel: 'monitor.fieldFuel',
  altitude: 'monitor.fieldAltitude',
  coordinates: 'monitor.fieldCoordinates',
  signal: 'monitor.fieldSignal',
  doors: 'monitor.fieldDoors',
  duration: 'monitor.fieldDuration',
  temperature: 'monitor.fieldTemperature',
  tyres: 'monitor.fieldTyres',
  load: 'monitor.fieldLoad',
  serviceEnd: 'monitor.fieldServiceEnd',
  protocol: 'monitor.fieldProtocol',
};
