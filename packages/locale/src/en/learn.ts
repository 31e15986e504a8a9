import type { learn as zh } from '../zh/learn.ts';

export const learn: Record<keyof typeof zh, string> = {
  courseTitle: '{{title}} ({{minutes}} min)',
  openFile: 'Open file: {{name}}',
  right: 'True',
  wrong: 'False',
  several: '{{stem}} (several answers)',
  state: '{{learned}} of {{required}} minutes learned. Due {{due}}.',
  passScore: 'Pass score: {{score}}.',
  recorded: '{{minutes}} minutes recorded.',
  score: 'Your score: {{score}}.',
  completed: 'This task is complete.',
  notCompleted: 'The task is not complete yet. Please go on.',
  tooShort: 'Less than a minute: nothing was recorded. Send it when you have learned the course.',
  questions: 'Questions',
  finishHint:
    'When you have learned the course and answered the questions, tap “Finish”. Time and score are added to your learning record.',
  finish: 'Finish',
  invalid: 'Link not valid',
  invalidHint: 'The link has expired or is incomplete. Ask your fleet manager for a new one.',
};
