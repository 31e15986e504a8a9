import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../ui/format.ts';
import { Card } from './Card.tsx';
import { RankTable } from './RankTable.tsx';

const RANK_REFRESH_MS = 5 * 60_000;

/** The ten vehicles with most alarms today. */
export function AlarmRankCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['screens', 'alarmRank'],
    queryFn: ({ signal }) => call(alarmsCalls.getTarResult, {}, { signal, quiet: true }),
    refetchInterval: RANK_REFRESH_MS,
  });
  return (
    <Card title={t('home.alarmRank')} query={query}>
      {({ list }) => (
        <RankTable
          title={t('home.times')}
          none={t('home.noAlarms')}
          rows={list.map(({ targId, carNo, color, deptName, count }) => ({
            id: targId,
            plate: carNo,
            colour: color,
            dept: deptName,
            figure: formatNumber(i18n.language, count),
          }))}
        />
      )}
    </Card>
  );
}
