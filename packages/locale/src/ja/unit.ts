import type { unit as zh } from '../zh/unit.ts';

export const unit: Record<keyof typeof zh, string> = {
  km: 'km',
  mi: 'mi',
  kmh: 'km/h',
  mph: 'mph',
  m: 'm',
  ft: 'ft',
  km2: 'km²',
  mi2: 'mi²',
  kmName: 'km',
  miName: 'mi',
  mName: 'm',
  ftName: 'ft',
};
