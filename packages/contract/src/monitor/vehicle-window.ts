/**
 * The fields of the vehicle window by the numbers of `carwindowcustomsetting` (screen catalogue 3.1); its head always shows plate,
 * colour, department and status. `default`: shown to users without a setting (specification 3).
 */
export const vehicleWindowFields = [
  { id: 1, key: 'phone', default: false },
  { id: 2, key: 'terminal', default: false },
  { id: 3, key: 'time', default: true },
  { id: 4, key: 'speed', default: true },
  { id: 5, key: 'heading', default: true },
  { id: 6, key: 'acc', default: true },
  { id: 7, key: 'place', default: true },
  { id: 8, key: 'alarms', default: true },
  { id: 9, key: 'industry', default: false },
  { id: 10, key: 'driver', default: false },
  { id: 11, key: 'driverPhone', default: false },
  { id: 12, key: 'dayKm', default: true },
  { id: 13, key: 'mileage', default: false },
  { id: 14, key: 'fuel', default: false },
  { id: 15, key: 'altitude', default: false },
  { id: 16, key: 'coordinates', default: false },
  { id: 17, key: 'signal', default: false },
  { id: 18, key: 'doors', default: false },
  { id: 19, key: 'duration', default: true },
  { id: 20, key: 'temperature', default: false },
  { id: 21, key: 'tyres', default: false },
  { id: 22, key: 'load', default: false },
  { id: 23, key: 'serviceEnd', default: false },
  { id: 24, key: 'protocol', default: false },
] as const;

export type VehicleWindowField = (typeof vehicleWindowFields)[number];
export type VehicleWindowFieldId = VehicleWindowField['id'];
export type VehicleWindowFieldKey = VehicleWindowField['key'];

/** Screen catalogue 3.8. */
export const MAX_WINDOW_FIELDS = 16;

/** '3,4,5,6,7,8,12,19' (specification 3). */
export const DEFAULT_WINDOW_SETTING = vehicleWindowFields
  .filter((field) => field.default)
  .map(({ id }) => id)
  .join(',');

/** The fields a `carwindowcustomsetting` names, in its order; numbers no table knows, named twice or beyond the 16th are left out. */
export function parseWindowFields(setting: string): readonly VehicleWindowField[] {
  const ids = [...new Set(setting.split(',').map(Number))];
  return ids.flatMap((id) => vehicleWindowFields.filter((field) => field.id === id)).slice(0, MAX_WINDOW_FIELDS);
}
