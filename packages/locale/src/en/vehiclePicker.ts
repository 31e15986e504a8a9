import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: 'Bind vehicles',
  title: 'Bind vehicles - {{name}}',
  candidates: 'Available vehicles',
  associated: 'Bound: {{count}}',
  associatedList: 'Bound vehicles',
  findPlate: 'Plate, press Enter to search',
  filter: 'Filter bound vehicles',
  move: 'Add selected',
  remove: 'Remove selected',
  pending: 'Selected: {{count}}',
  noMatch: 'No matching vehicles',
  nothing: 'No vehicles bound yet',
  failed: 'Could not load vehicles',
  retry: 'Retry',
  check: 'Select',
  saved: 'Added {{added}}, removed {{removed}}',
};
