import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';

/** Texts to superior platforms: always Chinese, which they can read (GBK). */
export const regulatorWords = {
  kind: (typeId: number): string => {
    const type = findAlarmType(typeId);
    return type ? getText('zh', `alarm.${type.key}`) : String(typeId);
  },
  deal: (dealType: number | null): string => {
    const key = dealType === null ? null : enumerationRow('DEAL', dealType)?.key;
    return key ? getText('zh', key) : '';
  },
} as const;
