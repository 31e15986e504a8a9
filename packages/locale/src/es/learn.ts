import type { learn as zh } from '../zh/learn.ts';

export const learn: Record<keyof typeof zh, string> = {
  courseTitle: '{{title}} ({{minutes}} min)',
  openFile: 'Abrir archivo: {{name}}',
  right: 'Verdadero',
  wrong: 'Falso',
  several: '{{stem}} (varias respuestas)',
  state: '{{learned}} de {{required}} minutos aprendidos. Fecha límite: {{due}}.',
  passScore: 'Nota mínima: {{score}}.',
  recorded: '{{minutes}} minutos registrados.',
  score: 'Su nota: {{score}}.',
  completed: 'La tarea está completa.',
  notCompleted: 'La tarea aún no está completa. Continúe.',
  tooShort: 'Menos de un minuto: no se registró nada. Envíelo cuando haya estudiado el curso.',
  questions: 'Preguntas',
  finishHint:
    'Cuando haya estudiado el curso y respondido las preguntas, pulse «Terminar». El tiempo y la nota se añaden a su registro.',
  finish: 'Terminar',
  invalid: 'Enlace no válido',
  invalidHint: 'El enlace ha caducado o está incompleto. Pida uno nuevo al responsable de la flota.',
};
