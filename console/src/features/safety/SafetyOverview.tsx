import { permission } from '@fleetwarden/contract/permissions';
import { namedReportCalls } from '@fleetwarden/contract/reports/named-reports/routes';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useUrlState } from '../../hooks/use-url-state.ts';
import { openExport } from '../../shared/open-export.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { formatDay, formatTime } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import layout from '../../ui/theme/layout.module.css';
import { OverviewCharts } from './OverviewCharts.tsx';
import { OverviewFigures } from './OverviewFigures.tsx';
import { OVERVIEW_URL, PeriodFilter, rangeOf } from './PeriodFilter.tsx';
import styles from './Safety.module.css';
import { useFilledWindow } from './use-filled-window.ts';

/** /activesafety/safetyoverview: active safety of a company in a period, compared with the period before. */
export function SafetyOverview() {
  const { t } = useTranslation();
  const [state, change] = useUrlState(OVERVIEW_URL);
  const mayExport = useMay(permission.exportSafetyOverview);
  const [filled, toggleFilled] = useFilledWindow();
  const [from, to] = rangeOf(state);
  const wanted = { ...(state.deptId === '' ? {} : { deptId: state.deptId }), staticDate: `${from},${to}` };
  const query = useQuery({
    queryKey: ['safety', 'overview', wanted],
    queryFn: ({ signal }) => call(namedReportCalls.getSafetyOverview, wanted, { signal, quiet: true }),
  });
  const [exporting, write] = useSubmit<void>(async () => openExport(await call(namedReportCalls.exportOverview, wanted)));
  const { asOf = null, incomplete = [] } = query.data ?? {};
  return (
    <AntdProvider>
      <div className={styles['frame']} data-filled={filled}>
        <Page>
          <PageHeader
            title={t('page.safetyoverview')}
            {...(asOf === null ? {} : { description: `${t('safety.countedUntil')} ${formatTime(asOf)}` })}
            action={
              <div className={layout['wrapRow']}>
                {mayExport && (
                  <Button loading={exporting} onClick={() => write()}>
                    {t('table.exportRows')}
                  </Button>
                )}
                <Button onClick={toggleFilled}>{t(filled ? 'shell.exitFullscreen' : 'shell.fullscreen')}</Button>
              </div>
            }
          />
          <div className={layout['wrapRow']}>
            <div className={styles['dept']}>
              <DepartmentSelect
                label={t('safety.dept')}
                placeholder={t('safety.dept')}
                value={state.deptId === '' ? null : state.deptId}
                onChange={(deptId) => change({ deptId: String(deptId ?? '') })}
              />
            </div>
            <PeriodFilter state={state} onChange={change} />
          </div>
          {incomplete.length > 0 && (
            <p className={styles['note']}>{t('safety.mayChange', { days: incomplete.map((day) => formatDay(day)).join(' ') })}</p>
          )}
          <div className={styles['scroll']} aria-busy={query.isFetching}>
            <OverviewFigures query={query} />
            <div className={styles['grid']}>
              <OverviewCharts query={query} staticDate={wanted.staticDate} />
            </div>
          </div>
        </Page>
      </div>
    </AntdProvider>
  );
}
