import { ALARM_TYPES, findAlarmType, toSettingId } from '@fleetwarden/domain/alarm-types';
import { Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choosePopupAlarms, usePopupAlarms } from '../../../shared/alarm-settings.ts';
import { chosenKinds } from '../../../shared/popup-choice.ts';
import styles from './MapSettings.module.css';

const GROUPS = (['ordinary', 'event', 'safety'] as const).map((name) => ({
  name,
  kinds: ALARM_TYPES.filter((type) => type.class === name).map((type) => ({ ...type, setting: toSettingId(type) })),
}));

/** Chooses popup alarms by class. They are stored by setting number, which up to 64 is one higher than on the wire. */
export function PopupSettings() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const chosen = new Set(chosenKinds(usePopupAlarms()));
  const wanted = text.trim().toLowerCase();
  const nameOf = (id: number) => t(`alarm.${findAlarmType(id)!.key}`) as string;

  function choose(settings: readonly number[], on: boolean) {
    const next = new Set(chosen);
    for (const id of settings) {
      if (on) next.add(id);
      else next.delete(id);
    }
    void choosePopupAlarms([...next].sort((a, b) => a - b));
  }
  return (
    <>
      <p className={styles['hint']}>{t('alarmPopup.popupHint')}</p>
      <Input.Search
        allowClear
        aria-label={t('alarmPopup.find')}
        placeholder={t('alarmPopup.find')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles['hint']}>{t('alarmPopup.selected', { count: chosen.size, total: ALARM_TYPES.length })}</p>
      {GROUPS.map(({ name, kinds }) => {
        const shown = kinds.filter(({ id }) => nameOf(id).toLowerCase().includes(wanted));
        if (shown.length === 0) return null;
        const count = shown.filter(({ setting }) => chosen.has(setting)).length;
        const settings = shown.map(({ setting }) => setting);
        return (
          <fieldset key={name} className={styles['list']} aria-label={t(`alarmPopup.group_${name}`)}>
            <Checkbox
              checked={count === shown.length}
              indeterminate={count > 0 && count < shown.length}
              onChange={({ target }) => choose(settings, target.checked)}
            >
              <b>{t(`alarmPopup.group_${name}`)}</b>
            </Checkbox>
            {shown.map(({ id, setting }) => (
              <Checkbox key={id} checked={chosen.has(setting)} onChange={({ target }) => choose([setting], target.checked)}>
                {nameOf(id)}
              </Checkbox>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}
