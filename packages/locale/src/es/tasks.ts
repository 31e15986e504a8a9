import type { tasks as zh } from '../zh/tasks.ts';

export const tasks: Record<keyof typeof zh, string> = {
  title: 'Tareas',
  underWay: 'Tareas, {{count}} en curso',
  queued: 'En espera',
  running: 'En curso',
  done: 'Finalizada',
  failed: 'Con error',
  cancelled: 'Cancelada',
  progress: '{{title}}: progreso',
  count: '{{done}} de {{total}}',
  countOnly: '{{done}} procesados',
  cancel: 'Cancelar',
  cancelOf: 'Cancelar: {{title}}',
  openFile: 'Abrir archivo',
  openFileOf: 'Abrir archivo: {{title}}',
  finished: '{{title}}: finalizada',
  failedWith: '{{title}}: {{error}}',
  interrupted: 'El servidor se reinició y la tarea quedó interrumpida. Iníciela de nuevo.',
  reportsRebuild: 'Recalcular del {{from}} al {{to}}',
};
