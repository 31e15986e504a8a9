import type { dept as zh } from '../zh/dept.ts';

export const dept: Record<keyof typeof zh, string> = {
  circle: 'A department cannot be placed below itself',
  tooDeep: 'Departments can be nested at most {{max}} levels deep',
};
