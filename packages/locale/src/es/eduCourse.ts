import type { eduCourse as zh } from '../zh/eduCourse.ts';

export const eduCourse: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar curso',
  courseTitle: 'Curso',
  deptId: 'Departamento',
  kind: 'Tipo',
  subject: 'Tema',
  minutes: 'Duración',
  trades: 'Sectores',
  pass: 'Nota mínima',
  fileName: 'Archivo',
  coverName: 'Portada',
  questions: 'Preguntas',
  state: 'Estado',
  content: 'Texto',
};
