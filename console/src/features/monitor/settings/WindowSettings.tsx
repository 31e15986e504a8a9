import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import type { VehicleWindowField } from '@fleetwarden/contract/vehicle-window';
import { MAX_WINDOW_FIELDS, vehicleWindowFields, windowFieldsOf } from '@fleetwarden/contract/vehicle-window';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { changeMapSettings, useMapSettings } from '../../../ui/map-settings.ts';
import { moved } from '../../../ui/table-columns.ts';
import styles from './MapSettings.module.css';
import { WINDOW_TEXTS } from './setting-texts.ts';

/** `carwindowcustomsetting`: the fields of the vehicle window in their order, 16 at most; those not chosen stand below. */
export function WindowSettings() {
  const { t } = useTranslation();
  const { carwindowcustomsetting } = useMapSettings();
  const chosen = windowFieldsOf(carwindowcustomsetting);
  const others = vehicleWindowFields.filter((field) => !chosen.includes(field));
  const full = chosen.length >= MAX_WINDOW_FIELDS;
  const save = (fields: readonly VehicleWindowField[]) =>
    changeMapSettings({ carwindowcustomsetting: fields.map(({ id }) => id).join(',') });
  const [dragged, setDragged] = useState<number | null>(null);

  return (
    <>
      <p className={styles['hint']} role="status">
        {t('mapSetting.windowCount', { count: chosen.length, most: MAX_WINDOW_FIELDS })}
      </p>
      <ul className={styles['fields']}>
        {chosen.map((field, at) => {
          const name = t(WINDOW_TEXTS[field.key]) as string;
          return (
            <li
              key={field.key}
              draggable
              data-dragged={dragged === at}
              onDragStart={(event) => {
                event.dataTransfer?.setData('text/plain', '');
                setDragged(at);
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== null && dragged !== at && save(moved(chosen, dragged, at))}
            >
              <HolderOutlined className={styles['handle']} aria-hidden />
              <Checkbox checked onChange={() => save(chosen.filter((other) => other !== field))}>
                {name}
              </Checkbox>
              <IconButton
                label={t('mapSetting.moveUp', { name })}
                icon={<ArrowUpOutlined />}
                disabled={at === 0}
                onClick={() => save(moved(chosen, at, at - 1))}
              />
              <IconButton
                label={t('mapSetting.moveDown', { name })}
                icon={<ArrowDownOutlined />}
                disabled={at === chosen.length - 1}
                onClick={() => save(moved(chosen, at, at + 1))}
              />
            </li>
          );
        })}
        {others.map((field) => (
          <li key={field.key}>
            <span className={styles['handle']} />
            <Checkbox checked={false} disabled={full} onChange={() => save([...chosen, field])}>
              {t(WINDOW_TEXTS[field.key]) as string}
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}
