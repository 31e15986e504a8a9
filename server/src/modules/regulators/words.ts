import { findAlarmType } from '@fleetwarden/domain/alarm-types';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { textOf } from '@fleetwarden/locale/languages';

/** What superior platforms are told in words: in Chinese, which theirs read (GBK), whatever language people here use. */
export const regulatorWords = {
  kind: (typeId: number): string => {
    const type = findAlarmType(typeId);
    return type ? textOf('zh', `alarm.${type.key}`) : String(typeId);
  },
  deal: (dealType: number | null): string => {
    const key = dealType === null ? null : enumerationRow('DEAL', dealType)?.key;
    return key ? textOf('zh', key) : '';
  },
} as const;
