import type { vehiclePicker as zh } from '../zh/vehiclePicker.ts';

export const vehiclePicker: Record<keyof typeof zh, string> = {
  bind: 'Assign vehicles',
  title: 'Assign vehicles - {{name}}',
  candidates: 'Available vehicles',
  associated: 'Assigned: {{count}}',
  associatedList: 'Assigned vehicles',
  findPlate: 'Search by plate',
  filter: 'Filter assigned vehicles',
  move: 'Add selected',
  remove: 'Remove selected',
  pending: 'Selected: {{count}}',
  noMatch: 'No matching vehicles',
  nothing: 'No vehicles assigned yet',
  failed: 'Could not load vehicles',
  retry: 'Retry',
  check: 'Select',
  saved: 'Added {{added}}, removed {{removed}}',
};
