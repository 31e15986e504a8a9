import { DAY_MS } from '@fleetwarden/domain/durations';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import styles from './Parts.module.css';

/** 2024-01-01 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** The lightest cell with alarms is not blank. */
const MIN_SHARE_PERCENT = 12;

/** Alarms by weekday and hour: the darker, the more. */
export function HourGrid({ hours }: { hours: readonly (readonly number[])[] }) {
  const { t, i18n } = useTranslation();
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
  const most = Math.max(1, ...hours.flat());
  return (
    <ul className={styles['hours']} aria-label={t('safety.hours')}>
      {hours.map((counts, at) => {
        const name = weekday.format(MONDAY + at * DAY_MS);
        return (
          <Fragment key={name}>
            <li aria-hidden className={styles['weekday']}>
              {name}
            </li>
            {counts.map((count, hour) => {
              const text = t('safety.atHour', { weekday: name, hour, count });
              const share = count === 0 ? 0 : MIN_SHARE_PERCENT + ((100 - MIN_SHARE_PERCENT) * count) / most;
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day
                  key={hour}
                  title={text}
                  aria-label={text}
                  style={{ background: `color-mix(in srgb, var(--brand) ${share}%, var(--hover))` }}
                />
              );
            })}
          </Fragment>
        );
      })}
      <li aria-hidden />
      {HOURS.map((hour) => (
        <li key={hour} aria-hidden className={styles['hour']}>
          {hour % 3 === 0 ? formatNumber(i18n.language, hour) : ''}
        </li>
      ))}
    </ul>
  );
}
