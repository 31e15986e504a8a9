import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../../ui/format.ts';
import { formatMeasure } from '../../../ui/units.ts';
import { type FigureCard, FigureCards } from '../FigureCards.tsx';
import { Gauge } from './Gauge.tsx';
import styles from './SafetyScreen.module.css';
import type { SafetyFigures } from './use-safety-screen.ts';

/** Shorter distances give no rate per 100 km, as in reports. */
const MIN_KM = 1;
const NONE = '-';

/** Four figures of today, and how many alarms of level 2 and 3 were handled in time. */
export function ScreenFigures({ query: { data } }: { query: { readonly data: SafetyFigures | undefined } }) {
  const { t, i18n } = useTranslation();
  const number = (value: number | null | undefined, digits = 0) =>
    value === null || value === undefined ? NONE : formatNumber(i18n.language, value, digits);
  const waiting = data && data.total - data.handled;
  const partOf = (part: number, whole: number) => t('safety.partOf', { part: number(part), whole: number(whole) });
  const cards: readonly FigureCard[] = [
    {
      key: 'today',
      label: t('safety.today'),
      value: number(data?.total),
      note: data && t('safety.kmToday', { km: formatMeasure(i18n.language, 'distance', data.km) }),
    },
    {
      key: 'per100',
      label: t('safety.per100'),
      value: data && data.km >= MIN_KM ? number((100 * data.total) / data.km, 2) : NONE,
    },
    {
      key: 'waiting',
      label: t('safety.waiting'),
      value: number(waiting),
      note: data && partOf(waiting ?? 0, data.total),
      bad: (waiting ?? 0) > 0,
    },
    { key: 'handleMin', label: t('safety.handleMin'), value: number(data?.handleMin, 1) },
  ];
  return (
    <div className={styles['cards']}>
      <FigureCards label={t('page.safetyScreen')} cards={cards} />
      {([2, 3] as const).map((level) => {
        const { due, inTime } = data?.deadlines.find((each) => each.level === level) ?? { due: 0, inTime: 0 };
        return (
          <Gauge
            key={level}
            label={t('safety.inTimeOfLevel', { level })}
            share={due === 0 ? null : inTime / due}
            value={due === 0 ? NONE : formatShare(i18n.language, inTime, due)}
            note={partOf(inTime, due)}
          />
        );
      })}
    </div>
  );
}
