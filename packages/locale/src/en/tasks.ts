import type { tasks as zh } from '../zh/tasks.ts';

export const tasks: Record<keyof typeof zh, string> = {
  title: 'Tasks',
  underWay: 'Tasks, {{count}} under way',
  queued: 'Waiting',
  running: 'Under way',
  done: 'Finished',
  failed: 'Failed',
  cancelled: 'Cancelled',
  progress: '{{title}}: progress',
  count: '{{done}} of {{total}}',
  countOnly: '{{done}} done',
  cancel: 'Cancel',
  cancelOf: 'Cancel: {{title}}',
  openFile: 'Open file',
  openFileOf: 'Open file: {{title}}',
  finished: '{{title}}: finished',
  failedWith: '{{title}}: {{error}}',
  interrupted: 'The server restarted and the task was cut off. Please start it again.',
  reportsRebuild: 'Count {{from}} to {{to}} anew',
};
