import type { TFunction } from 'i18next';
import type { ParamFault } from './param-values.ts';

/** The name of a parameter. Keys come from a table: scripts/texts finds each in every language. */
export const paramText = (t: TFunction, name: string): string => t(`warnScheme.param_${name}` as 'warnScheme.param_types');

/** Puts the place of a fault before its message: row and field. */
export function placedText(t: TFunction, path: readonly (string | number)[], reason: string): string {
  const row = path.find((part) => typeof part === 'number');
  const field = path.findLast((part) => typeof part === 'string');
  const named = field === undefined ? reason : t('warnScheme.faultField', { field: paramText(t, field), reason });
  return row === undefined ? named : t('warnScheme.faultRow', { row: row + 1, reason: named });
}

export const faultText = (t: TFunction, fault: ParamFault): string =>
  placedText(t, fault.path, t(fault.key, 'params' in fault ? fault.params : {}));
