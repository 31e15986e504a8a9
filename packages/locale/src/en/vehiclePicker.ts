import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: 'Bind vehicles',
  title: 'Bind vehicles - {{name}}',
  candidates: 'Vehicles to choose',
  associated: 'Associated: {{count}}',
  associatedList: 'Associated vehicles',
  findPlate: 'Plate number, Enter to search',
  filter: 'Filter those associated',
  move: 'Add selected',
  remove: 'Remove selected',
  pending: 'Selected: {{count}}',
  noMatch: 'No vehicle matches',
  nothing: 'No vehicles associated',
  failed: 'The vehicles could not be loaded',
  retry: 'Retry',
  check: 'Select',
  saved: 'Added {{added}}, removed {{removed}}',
};
