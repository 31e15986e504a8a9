import { screensCalls } from 'virtual:calls/screens';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../ui/api/call.ts';
import { formatNumber } from '../../ui/format.ts';
import { PlateTag } from '../../ui/PlateTag.tsx';
import { State } from '../../ui/States.tsx';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';

const RANK_REFRESH_MS = 5 * 60_000;

/** The ten vehicles that drove most today. */
export function RankCard() {
  const { t, i18n } = useTranslation();
  const query = useQuery({
    queryKey: ['screens', 'mileageRank'],
    queryFn: ({ signal }) => call(screensCalls.mileageRank, {}, { signal, quiet: true }),
    refetchInterval: RANK_REFRESH_MS,
  });
  return (
    <Card title={t('home.rank')} query={query}>
      {({ list }) =>
        list.length === 0 ? (
          <State title={t('home.noTrips')} />
        ) : (
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{t('home.vehicle')}</th>
                <th scope="col">{t('home.department')}</th>
                <th scope="col">{t('home.km')}</th>
              </tr>
            </thead>
            <tbody>
              {list.map((row) => (
                <tr key={row.carId}>
                  <td>
                    <PlateTag plate={row.carNo} colour={row.color} />
                  </td>
                  <td title={row.deptName}>{row.deptName}</td>
                  <td>{formatNumber(i18n.language, row.km, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Card>
  );
}
