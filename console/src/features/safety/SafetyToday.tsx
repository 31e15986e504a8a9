import { useTranslation } from 'react-i18next';
import { useSeesAlarms } from '../../shared/alarm-rights.ts';
import { formatClock } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AlarmTable } from './AlarmTable.tsx';
import styles from './Safety.module.css';
import { TodayCharts } from './TodayCharts.tsx';
import { TodayFigures } from './TodayFigures.tsx';
import { useFreshToday, useTodayFigures } from './use-today.ts';

/** /activesafety/safetytoday: active-safety alarms of today, as they come in. */
export function SafetyToday() {
  const { t } = useTranslation();
  const seesAlarms = useSeesAlarms('safety');
  const reload = useFreshToday();
  const figures = useTodayFigures();
  const at = figures.dataUpdatedAt;
  return (
    <Page>
      <PageHeader
        title={t('page.safetytoday')}
        {...(at === 0 ? {} : { description: t('safety.updatedAt', { time: formatClock(at) }) })}
      />
      <div className={styles['scroll']}>
        <TodayFigures query={figures} />
        <div className={styles['grid']}>
          <TodayCharts />
          {seesAlarms && <AlarmTable list="latest" onHandled={reload} />}
          {seesAlarms && <AlarmTable list="overdue" onHandled={reload} />}
        </div>
      </div>
    </Page>
  );
}
