import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { CallReply } from '@fleetwarden/contract/call';
import type { screensCalls as table } from '@fleetwarden/contract/screens/routes';
import { screensCalls } from '@fleetwarden/contract/screens/routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatMeasure } from '../../ui/units.ts';
import { Card } from './Card.tsx';
import styles from './Dashboard.module.css';
import { daysOf, monthAfter, thisMonth } from './month.ts';

type Day = CallReply<typeof table.dataBoard>['list'][number];

/** Mileage of the fleet per day of a month. */
export function MonthCard() {
  const { t } = useTranslation();
  const [month, setMonth] = useState(thisMonth);
  const query = useQuery({
    queryKey: ['screens', 'dataBoard', month],
    queryFn: ({ signal }) => call(screensCalls.dataBoard, { month }, { signal, quiet: true }),
  });
  const tools = (
    <div className={styles['tools']}>
      <IconButton
        label={t('screens.previousMonth')}
        icon={<LeftOutlined />}
        onClick={() => setMonth((shown) => monthAfter(shown, -1))}
      />
      <span className={styles['month']}>{month}</span>
      <IconButton
        label={t('screens.nextMonth')}
        icon={<RightOutlined />}
        disabled={month >= thisMonth()}
        onClick={() => setMonth((shown) => monthAfter(shown, 1))}
      />
    </div>
  );
  return (
    <Card title={t('screens.month')} query={query} tools={tools}>
      {({ list }) => <Month month={month} list={list} />}
    </Card>
  );
}

function Month({ month, list }: { month: string; list: readonly Day[] }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(i18n.language, value);
  const days = new Map(list.map((day) => [day.day, day]));
  const most = Math.max(1, ...list.map(({ km }) => km));
  const distance = (km: number) => formatMeasure(i18n.language, 'distance', km, 0);
  const sum = (of: 'km' | 'hours' | 'trips') =>
    (of === 'km' ? distance : number)(list.reduce((total, day) => total + day[of], 0));
  return (
    <>
      <dl className={styles['figures']}>
        {(['km', 'hours', 'trips'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`screens.${name}`)}</dt>
            <dd>{sum(name)}</dd>
          </div>
        ))}
      </dl>
      <ol className={styles['bars']}>
        {daysOf(month).map((name) => {
          const day = days.get(name) ?? { day: name, km: 0, hours: 0, trips: 0, vehicles: 0 };
          const description = t('screens.dayFigures', {
            day: name,
            km: distance(day.km),
            hours: formatNumber(i18n.language, day.hours, 1),
            trips: number(day.trips),
            vehicles: number(day.vehicles),
          });
          return (
            <li key={name} title={description} aria-label={description}>
              <span style={{ height: `${(100 * day.km) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <div className={styles['scale']} aria-hidden>
        {daysOf(month).map((name, i) => (
          <span key={name}>{i % 7 === 0 && i + 1}</span>
        ))}
      </div>
    </>
  );
}
