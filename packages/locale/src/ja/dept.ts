import type { dept as zh } from '../zh/dept.ts';

export const dept: Record<keyof typeof zh, string> = {
  circle: '自部門またはその下位部門を上位部門にはできません',
  tooDeep: '部門は最大{{max}}階層です',
};
