import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../shared/charts/Chart.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { LoadFailed, SkeletonRows, State } from '../../ui/States.tsx';
import { vehicleColours } from '../../ui/theme/theme.ts';
import { createDrawing } from './charts/chart-data.ts';
import styles from './Reports.module.css';
import { useChart } from './report-calls.ts';
import type { ReportUrl } from './use-report-url.ts';

/** The chart of a report, above its table. */
export function ChartPanel(props: { template: ReportTemplate; url: ReportUrl; enabled: boolean; paper: boolean }) {
  const { template, url, enabled, paper } = props;
  const { t, i18n } = useTranslation();
  const mode = usePreferences((state) => state.mode);
  const { data, error, isFetching, refetch } = useChart(template, url, enabled);
  const colours = useMemo(() => ['var(--brand)', ...vehicleColours[mode]], [mode]);
  const drawing = useMemo(
    () => data && createDrawing(template, data, colours, { t, language: i18n.language }),
    [template, data, colours, t, i18n.language],
  );
  const title = `${template.reportName}: ${t('reports.chart')}`;
  return (
    <aside className={styles['chart']} aria-label={title} aria-busy={isFetching}>
      {drawing ? (
        <Chart drawing={drawing} title={title} colours={colours} paper={paper} />
      ) : error ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : isFetching ? (
        <SkeletonRows label={t('table.loading')} />
      ) : (
        <State title={t('reports.chartEmpty')} />
      )}
    </aside>
  );
}
