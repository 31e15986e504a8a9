import { screensCalls } from '@fleetwarden/contract/screens/routes';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatMeasure } from '../../ui/units.ts';
import { Card } from './Card.tsx';
import { RankTable } from './RankTable.tsx';

const RANK_REFRESH_MS = 5 * 60_000;

/** The ten vehicles with the highest mileage today. */
export function RankCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['screens', 'mileageRank'],
    queryFn: ({ signal }) => call(screensCalls.mileageRank, {}, { signal, quiet: true }),
    refetchInterval: RANK_REFRESH_MS,
  });
  return (
    <Card title={t('screens.rank')} query={query}>
      {({ list }) => (
        <RankTable
          title={t('screens.km')}
          none={t('screens.noTrips')}
          rows={list.map(({ carId, carNo, color, deptName, km }) => ({
            id: carId,
            plate: carNo,
            colour: color,
            dept: deptName,
            figure: formatMeasure(i18n.language, 'distance', km),
          }))}
        />
      )}
    </Card>
  );
}
