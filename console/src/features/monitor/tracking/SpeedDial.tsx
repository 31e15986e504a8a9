import { useTranslation } from 'react-i18next';
import { formatMeasure } from '../../../ui/units.ts';
import styles from './SpeedDial.module.css';

/** Upper end of the dial, km/h. */
const MAX_KMH = 120;
/** The dial's half circle. */
const ARC = 'M 8 60 A 52 52 0 0 1 112 60';

/** A speed (km/h) in the user's units, as a number and on a half circle. */
export function SpeedDial({ speed }: { speed: number }) {
  const { t, i18n } = useTranslation();
  const share = Math.min(Math.max(speed / MAX_KMH, 0), 1);
  return (
    <figure className={styles['dial']} aria-label={t('tracking.speed')}>
      <svg viewBox="0 0 120 64" aria-hidden="true">
        <path d={ARC} pathLength={1} className={styles['way']} />
        <path d={ARC} pathLength={1} className={styles['share']} strokeDasharray={`${share} 1`} />
      </svg>
      <figcaption>
        <strong>{formatMeasure(i18n.language, 'speed', speed)}</strong> {t('tracking.kmh')}
      </figcaption>
    </figure>
  );
}
