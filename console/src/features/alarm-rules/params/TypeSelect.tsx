import type { AmongTypes } from '@fleetwarden/contract/alarm-rules/forms';
import { ALARM_TYPES, type AlarmClass, type AlarmType, NEVER_DELAYED } from '@fleetwarden/domain/alarm-types';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParamControl } from './param-values.ts';

const CLASSES = ['ordinary', 'event', 'safety'] as const satisfies readonly AlarmClass[];

const isAmong = ({ id, class: alarmClass }: AlarmType, among: AmongTypes | undefined) =>
  among === undefined || (among === 'safety' ? alarmClass === 'safety' : !NEVER_DELAYED.has(id));

/** Selects alarm types, grouped by class. `but`: types chosen elsewhere. */
export function TypeSelect(
  props: ParamControl & {
    among?: AmongTypes | undefined;
    multiple?: boolean;
    but?: ReadonlySet<number>;
    label?: string;
  },
) {
  const { id, value, onChange, disabled = false, among, multiple = false, but, label } = props;
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language alone
  const options = useMemo(
    () =>
      CLASSES.flatMap((alarmClass) => {
        const offered = (ALARM_TYPES as readonly AlarmType[]).filter(
          (type) => type.class === alarmClass && isAmong(type, among) && !but?.has(type.id),
        );
        if (offered.length === 0) return [];
        const named = offered.map((type) => ({ value: type.id, label: t(`alarm.${type.key}` as 'alarm.emergency') }));
        return [{ label: t(`alarmPopup.group_${alarmClass}`), options: named }];
      }),
    [language, among, but],
  );
  return (
    <Select<number | number[]>
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label, placeholder: label } : {})}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      {...(value === undefined || value === null ? {} : { value: value as number | number[] })}
      style={{ width: '100%' }}
      disabled={disabled}
      allowClear={multiple}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}
