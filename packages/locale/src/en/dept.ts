import type { dept as zh } from '../zh/dept.ts';

export const dept: Record<keyof typeof zh, string> = {
  circle: 'A department cannot be below itself',
  tooDeep: 'Departments go {{max}} levels deep at most',
};
