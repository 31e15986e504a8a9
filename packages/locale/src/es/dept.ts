import type { dept as zh } from '../zh/dept.ts';

export const dept: Record<keyof typeof zh, string> = {
  circle: 'Un departamento no puede depender de sí mismo',
  tooDeep: 'Los departamentos admiten {{max}} niveles como máximo',
};
