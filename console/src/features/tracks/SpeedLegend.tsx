import { useTranslation } from 'react-i18next';
import { inUserUnits } from '../../ui/units.ts';
import styles from './PlaybackPage.module.css';
import { SPEED_BANDS } from './speed-bands.ts';

/** Legend of the line colours. */
export function SpeedLegend() {
  const { t } = useTranslation();
  const border = (kmh: number) => Math.round(inUserUnits('speed', kmh));
  return (
    <ul className={styles['legend']} aria-label={t('track.speed')}>
      <li>{t('track.speed')}</li>
      {SPEED_BANDS.map(({ from, to, status }) => (
        <li key={from}>
          <span style={{ background: `var(--status${status})` }} />
          {Number.isFinite(to) ? `${border(from)}–${border(to)}` : `> ${border(from)}`}
        </li>
      ))}
    </ul>
  );
}
