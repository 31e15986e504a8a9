import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallReply } from '@fleetwarden/contract/call';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { businessDate } from '../../api/business-time.ts';
import { PageLinksContext } from '../../shared/page-links.ts';
import { formatNumber, formatShare } from '../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { formatMeasure } from '../../ui/units.ts';
import { Change, type FigureCard, FigureCards } from './FigureCards.tsx';

type Figures = CallReply<typeof alarmsCalls.todaySafetyStatistics>;

const QUEUE = '/adasAlarm/adasAlarmDeal';
const RATINGS = '/activesafety/safetyanalysis/carRating';
/** Shorter distances give no rate per 100 km, as in reports. */
const MIN_KM = 1;
const NONE = '-';

/** The eight cards of today. */
export function TodayFigures({
  query,
}: {
  query: { readonly data: Figures | undefined; readonly isError: boolean; readonly refetch: () => unknown };
}) {
  const { t, i18n } = useTranslation();
  const pages = use(PageLinksContext);
  const { data, isError, refetch } = query;
  const label = t('page.safetytoday');
  if (!data) return isError ? <LoadFailed onRetry={() => void refetch()} /> : <SkeletonRows label={label} rows={2} />;
  const number = (value: number, digits = 0) => formatNumber(i18n.language, value, digits);
  const { total, handled, inTime, yesterday, km, grades, fatigue, distraction } = data;
  const link = (path: string, query = '') => (pages.some((page) => page.path === path) ? `${path}${query}` : undefined);
  const share = (part: number) => (total === 0 ? NONE : formatShare(i18n.language, part, total));
  const partOf = (part: number) => t('safety.partOf', { part: number(part), whole: number(total) });
  const shareNote = (part: number) => t('safety.shareOfAll', { rate: share(part) });
  const cards: readonly FigureCard[] = [
    {
      key: 'today',
      label: t('safety.today'),
      value: number(total),
      note: (
        <>
          {t('safety.yesterday', { count: yesterday })}{' '}
          <Change value={total - yesterday} text={number(Math.abs(total - yesterday))} moreIsBad />
        </>
      ),
    },
    {
      key: 'waiting',
      label: t('safety.waiting'),
      value: number(total - handled),
      note: partOf(total - handled),
      bad: total > handled,
      to: link(QUEUE),
    },
    { key: 'handleRate', label: t('safety.handleRate'), value: share(handled), note: partOf(handled) },
    { key: 'inTimeRate', label: t('safety.inTimeRate'), value: share(inTime), note: partOf(inTime) },
    {
      key: 'per100',
      label: t('safety.per100'),
      value: km >= MIN_KM ? number((100 * total) / km, 2) : NONE,
      note: t('safety.kmToday', { km: formatMeasure(i18n.language, 'distance', km) }),
    },
    {
      key: 'highRisk',
      label: t('safety.highRisk'),
      value: number(grades.D),
      note: t('safety.highRiskHint'),
      bad: grades.D > 0,
      to: link(RATINGS, `?${new URLSearchParams({ month: businessDate().slice(0, 'yyyy-MM'.length), scoreGrade: 'D' })}`),
    },
    { key: 'fatigue', label: t('safety.fatigue'), value: number(fatigue), note: shareNote(fatigue), bad: fatigue > 0 },
    { key: 'distraction', label: t('safety.distraction'), value: number(distraction), note: shareNote(distraction) },
  ];
  return <FigureCards label={label} cards={cards} />;
}
