import type { SafetyOverview } from '@fleetwarden/contract/reports/named-reports/safety-overview';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../shared/charts/Chart.tsx';
import type { Drawing } from '../../shared/charts/drawing.ts';
import { DeptTable } from './DeptTable.tsx';
import { HourGrid } from './HourGrid.tsx';
import { useChartColours, useMainTypes } from './main-types.ts';
import { Panel } from './Panel.tsx';
import { TypeTreemap } from './TypeTreemap.tsx';

/** With fewer days a line tells nothing. */
const MIN_LINE_DAYS = 3;

type Query = {
  readonly data: SafetyOverview | undefined;
  readonly isError: boolean;
  readonly refetch: () => unknown;
};

/** Trend, types, hours and companies of the overview. */
export function OverviewCharts({ query, staticDate }: { query: Query; staticDate: string }) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const trend = useTrend(query.data);
  const none = {
    has: ({ figures, before }: SafetyOverview) => figures.alarms + before.alarms > 0,
    none: t('safety.noneInPeriod'),
  };
  const noneNow = { ...none, has: ({ figures }: SafetyOverview) => figures.alarms > 0 };
  return (
    <>
      <Panel title={t('safety.trend')} query={query} columns={4} {...none}>
        {() => <Chart drawing={trend} title={t('safety.trend')} colours={colours} />}
      </Panel>
      <Panel title={t('safety.types')} query={query} columns={2} {...noneNow}>
        {({ types }) => <TypeTreemap types={types} />}
      </Panel>
      <Panel title={t('safety.hours')} query={query} columns={3} {...noneNow}>
        {({ hours }) => <HourGrid hours={hours} />}
      </Panel>
      <Panel
        title={t('safety.depts')}
        query={query}
        columns={3}
        has={({ depts }) => depts.length > 0}
        none={t('safety.noneInPeriod')}
      >
        {({ depts, deptTotal }) => <DeptTable depts={depts} total={deptTotal} staticDate={staticDate} />}
      </Panel>
    </>
  );
}

/** Lines per main type with those of the days before; bars of both periods where there are few days. */
function useTrend(data: SafetyOverview | undefined): Drawing {
  const { t } = useTranslation();
  const mainType = useMainTypes();
  const colours = useChartColours();
  return useMemo(() => {
    const { days = [], trend = [] } = data ?? {};
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    if (days.length < MIN_LINE_DAYS)
      return {
        type: 'bar',
        x: trend.map((each) => mainType(each.mainType).label),
        series: [
          { key: 'now', name: t('safety.alarms'), colour: colours[0]!, values: trend.map(({ counts }) => sum(counts)) },
          { key: 'before', name: t('safety.before'), colour: colours.at(-3)!, values: trend.map(({ before }) => sum(before)) },
        ],
      };
    return {
      type: 'line',
      x: days.map((day) => day.slice('yyyy-'.length)),
      series: trend.flatMap(({ mainType: value, counts, before }) => {
        const { label, colour } = mainType(value);
        return [
          { key: `${value}`, name: label, colour, values: counts },
          { key: `${value}.before`, name: t('safety.ofSeries', { name: label }), colour, values: before, dashed: true },
        ];
      }),
    };
  }, [data, mainType, colours, t]);
}
