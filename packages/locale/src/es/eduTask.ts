import type { eduTask as zh } from '../zh/eduTask.ts';

export const eduTask: Record<keyof typeof zh, string> = {
  taskTitle: 'Tarea',
  driverId: 'Conductor',
  deptId: 'Empresa',
  category: 'Categoría',
  startOn: 'Desde',
  endOn: 'Fecha límite',
  requiredMin: 'Tiempo exigido',
  learnedMin: 'Tiempo estudiado',
  examScore: 'Nota',
  state: 'Estado',
  lastAt: 'Último estudio',
  completedAt: 'Completada',
};
