import type { eduTrigger as zh } from '../zh/eduTrigger.ts';

export const eduTrigger: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar activador',
  triggerName: 'Activador',
  deptId: 'Departamento',
  types: 'Tipos de alarma',
  times: 'Alarmas',
  days: 'En',
  courseId: 'Curso',
  dueDays: 'Plazo',
  templateId: 'Plantilla de SMS',
  notifyTerminal: 'Leer en el terminal',
  state: 'Estado',
};
