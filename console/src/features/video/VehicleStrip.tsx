import { type AlarmKey, readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvery } from '../../hooks/use-interval.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { useLive, useViewPart } from '../../shared/live-context.ts';
import { PlaceCell } from '../../shared/PlaceCell.tsx';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { formatList } from '../../ui/format.ts';
import { formatMeasure, userUnit } from '../../ui/units.ts';
import styles from './VideoWall.module.css';
import type { Channel } from './wall-model.ts';

/** Redraws the figures, ms. */
const EVERY_MS = 1_000;

/** The vehicle of the selected tile: status, speed, place and alarms (screen catalogue 5.1). */
export function VehicleStrip({ channel: { targId, plate, colour } }: { channel: Channel }) {
  const { t, i18n } = useTranslation();
  const { store } = useLive();
  const [, redraw] = useState(0);
  useViewPart({ tids: [targId] });
  useEvery(EVERY_MS, () => redraw((count) => count + 1));
  const row = store.rowOf(targId);
  const status = row < 0 ? 0 : store.status(row);
  const [x, y] = row < 0 ? [Number.NaN, Number.NaN] : [store.x(row), store.y(row)];
  const alarms = alarmNames(store, row, (key) => t(`alarm.${key as AlarmKey}`));
  const speed = row < 0 || status === 0 ? null : formatMeasure(i18n.language, 'speed', store.speed(row));
  return (
    <section className={styles['strip']} aria-label={t('video.vehicleOfTile')}>
      <PlateTag plate={plate} colour={colour} />
      <span className={styles['lamp']}>
        <StatusMark status={status} /> {t(`monitor.status${status as 0}`)}
      </span>
      <span>{speed === null ? '—' : `${speed} ${userUnit('speed')}`}</span>
      <span className={styles['rowName']}>{Number.isNaN(x) ? t('video.noPlace') : <PlaceCell lng={x} lat={y} />}</span>
      <span className={alarms.length > 0 ? styles['closed'] : styles['rowNote']}>
        {alarms.length > 0 ? formatList(i18n.language, alarms) : t('video.noAlarm')}
      </span>
    </section>
  );
}

function alarmNames(store: VehicleStore, row: number, nameOf: (key: string) => string): readonly string[] {
  if (row < 0) return [];
  const texts = store.alarmTexts(row);
  return texts.length > 0 ? texts : readAlarmBits(store.alarmBits(row)).map(({ key }) => nameOf(key));
}
