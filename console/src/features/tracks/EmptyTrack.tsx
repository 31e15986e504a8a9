import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { businessToday } from '../../api/business-clock.ts';
import { formatDay } from '../../ui/format.ts';
import { State } from '../../ui/States.tsx';
import { findNearestDay } from './nearest-day.ts';
import styles from './PlaybackPage.module.css';
import { trackDays } from './use-track-days.ts';

/** No vehicle has a track in the range: links to the nearest day with one (screen catalogue 3.6). */
export function EmptyTrack(props: { targIds: readonly string[]; start: number; onDay: (day: string) => void }) {
  const { targIds, start, onDay } = props;
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data: day, isPending } = useQuery({
    queryKey: ['nearest track day', targIds, start],
    queryFn: () => findNearestDay(businessToday(start).key, businessToday().key, (month) => trackDays(queries, targIds, month)),
    networkMode: 'always',
    retry: false,
  });
  const action = day ? { label: t('tracks.showDay', { day: formatDay(day, i18n.language) }), onClick: () => onDay(day) } : null;
  return (
    <div className={styles['empty']}>
      <State
        title={t('tracks.empty')}
        {...(day === null ? { hint: t('tracks.noDay') } : isPending ? { hint: t('tracks.findingDay') } : {})}
        {...(action ? { action } : {})}
      />
    </div>
  );
}
