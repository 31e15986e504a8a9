import type { inspection as zh } from '../zh/inspection.ts';

export const inspection: Record<keyof typeof zh, string> = {
  loading: 'Reading the position',
  follow: 'Back to the vehicle',
  neverTitle: 'This vehicle has not reported a position yet',
  neverHint: 'It appears here once its terminal is online with a fix.',
  failedTitle: 'The position could not be read',
  staleStrip: 'The update failed; this is the last known position',
  card: 'Inspected vehicle',
  department: 'Department',
  position: 'Position',
  makePassword: 'Inspection password',
  makeTitle: 'Make an inspection password for {{plate}}?',
  makeText: 'The earlier password stops working at once, and inspections opened with it end.',
  make: 'Make the password',
  cancel: 'Cancel',
  madeTitle: 'Inspection password of {{plate}}',
  madeText: 'It is shown this once. Copy it and hand it to the inspector.',
  copyPassword: 'Copy the password',
  done: 'Done',
};
