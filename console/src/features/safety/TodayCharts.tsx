import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { Chart } from '../../shared/charts/Chart.tsx';
import type { Drawing } from '../../shared/charts/drawing.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { HeatMap } from './HeatMap.tsx';
import { useChartColours, useMainTypes } from './main-types.ts';
import { Panel } from './Panel.tsx';
import { RankBars } from './RankBars.tsx';
import { useTodayOverview } from './use-today.ts';

/** Parts of the ring; the others are one part. */
const MAX_PARTS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

type Overview = NonNullable<ReturnType<typeof useTodayOverview>['data']>;

/** Charts, rankings and the heat map of today. */
export function TodayCharts() {
  const { t } = useTranslation();
  const query = useTodayOverview();
  const colours = useChartColours();
  const hours = useHours(query.data);
  const types = useTypes(query.data);
  const none = { has: ({ total }: Overview) => total > 0, none: t('safety.noneToday') };
  return (
    <>
      <Panel title={t('safety.byHour')} query={query} columns={4} {...none}>
        {() => <Chart drawing={hours} title={t('safety.byHour')} colours={colours} />}
      </Panel>
      <Panel title={t('safety.types')} query={query} columns={2} {...none}>
        {() => <Chart drawing={types} title={t('safety.types')} colours={colours} />}
      </Panel>
      <Panel title={t('safety.heat')} query={query} columns={2}>
        {({ spots }) => <HeatMap spots={spots} />}
      </Panel>
      <Panel title={t('safety.deptRank')} query={query} columns={2} {...none}>
        {({ depts }) => (
          <RankBars
            label={t('safety.deptRank')}
            rows={depts.map(({ deptId, deptName, count }) => ({ key: deptId, name: deptName, title: deptName, count }))}
          />
        )}
      </Panel>
      <Panel title={t('safety.vehicleRank')} query={query} columns={2} {...none}>
        {({ vehicles }) => (
          <RankBars
            label={t('safety.vehicleRank')}
            rows={vehicles.map(({ targId, carNo, color, deptName, count }) => ({
              key: targId,
              name: <PlateTag plate={carNo} colour={color} />,
              title: `${carNo} ${deptName}`,
              count,
            }))}
          />
        )}
      </Panel>
    </>
  );
}

/** Columns of 24 hours, by main type. */
function useHours(data: Overview | undefined): Drawing {
  const mainType = useMainTypes();
  return useMemo(
    () => ({
      type: 'stack',
      x: HOURS,
      series: (data?.hours ?? []).map(({ mainType: value, counts }) => {
        const { label, colour } = mainType(value);
        return { key: String(value), name: label, colour, values: counts };
      }),
    }),
    [data, mainType],
  );
}

/** The ring of types, the most frequent first. */
function useTypes(data: Overview | undefined): Drawing {
  const { t } = useTranslation();
  return useMemo(() => {
    const types = data?.types ?? [];
    const others = types.slice(MAX_PARTS).reduce((sum, { count }) => sum + count, 0);
    const parts = [
      ...types.slice(0, MAX_PARTS).map(({ warnId, count }) => [formatAlarmType(t, warnId), count] as const),
      ...(others > 0 ? [[t('safety.otherTypes'), others] as const] : []),
    ];
    const values = parts.map(([, count]) => count);
    return {
      type: 'pie',
      x: parts.map(([name]) => name),
      series: [{ key: 'types', name: t('safety.alarms'), colour: '', values }],
    };
  }, [data, t]);
}
