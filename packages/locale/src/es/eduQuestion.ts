import type { eduQuestion as zh } from '../zh/eduQuestion.ts';

export const eduQuestion: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar pregunta',
  stem: 'Pregunta',
  courseId: 'Curso',
  kind: 'Tipo',
  options: 'Opciones, una por línea',
  answer: 'Respuesta',
  score: 'Puntos',
};
