import type { inspection as zh } from '../zh/inspection.ts';

export const inspection: Record<keyof typeof zh, string> = {
  loading: 'Loading the position',
  follow: 'Back to the vehicle',
  neverTitle: 'This vehicle has not reported a position yet',
  neverHint: 'It appears here once its terminal is online with a fix.',
  failedTitle: 'Could not load the position',
  staleStrip: 'Update failed. Showing the last known position',
  card: 'Inspected vehicle',
  department: 'Department',
  position: 'Position',
  makePassword: 'Inspection password',
  makeTitle: 'Generate an inspection password for {{plate}}?',
  makeText: 'The previous password stops working immediately, and inspections opened with it end.',
  make: 'Generate password',
  cancel: 'Cancel',
  madeTitle: 'Inspection password of {{plate}}',
  madeText: 'It is shown only once. Copy it and give it to the inspector.',
  copyPassword: 'Copy password',
  done: 'Done',
};
