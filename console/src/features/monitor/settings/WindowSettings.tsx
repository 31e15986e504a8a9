import type { VehicleWindowField } from '@fleetwarden/contract/monitor/vehicle-window';
import { MAX_WINDOW_FIELDS, parseWindowFields, vehicleWindowFields } from '@fleetwarden/contract/monitor/vehicle-window';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeMapSettings, useMapSettings } from '../../../shared/map-settings.ts';
import { OrderedList } from '../../../ui/OrderedList.tsx';
import styles from './MapSettings.module.css';
import { WINDOW_TEXTS } from './setting-texts.ts';

/** `carwindowcustomsetting`: fields of the vehicle card in order, at most 16; the others follow below. */
export function WindowSettings() {
  const { t } = useTranslation();
  const { carwindowcustomsetting } = useMapSettings();
  const chosen = parseWindowFields(carwindowcustomsetting);
  const others = vehicleWindowFields.filter((field) => !chosen.includes(field));
  const full = chosen.length >= MAX_WINDOW_FIELDS;
  const save = (fields: readonly VehicleWindowField[]) =>
    changeMapSettings({ carwindowcustomsetting: fields.map(({ id }) => id).join(',') });
  const box = (field: VehicleWindowField, change: () => void) => {
    const name = t(WINDOW_TEXTS[field.key]) as string;
    const checked = chosen.includes(field);
    return {
      key: field.key,
      name,
      content: (
        <Checkbox checked={checked} disabled={!checked && full} onChange={change}>
          {name}
        </Checkbox>
      ),
    };
  };

  return (
    <>
      <p className={styles['hint']} role="status">
        {t('mapSetting.windowCount', { count: chosen.length, most: MAX_WINDOW_FIELDS })}
      </p>
      <OrderedList
        items={chosen}
        onOrder={save}
        draw={(field) => box(field, () => save(chosen.filter((other) => other !== field)))}
        others={others.map((field) => box(field, () => save([...chosen, field])))}
      />
    </>
  );
}
