import { type ComponentProps, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAlarmType } from '../../../shared/alarm-texts.ts';
import { Chart } from '../../../shared/charts/Chart.tsx';
import type { Drawing } from '../../../shared/charts/drawing.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { HeatMap } from '../HeatMap.tsx';
import { useChartColours, useMainTypes } from '../main-types.ts';
import { Panel } from '../Panel.tsx';
import parts from '../Parts.module.css';
import { RankBars } from '../RankBars.tsx';
import { GradeBars } from './GradeBars.tsx';
import styles from './SafetyScreen.module.css';
import { type SafetyFigures, useTurns } from './use-safety-screen.ts';

/** Rows of a list that are shown at a time. */
const ROWS = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

type Query = { readonly data: SafetyFigures | undefined; readonly isError: boolean; readonly refetch: () => unknown };

type PartProps = Omit<ComponentProps<typeof Panel<SafetyFigures>>, 'columns'> & { readonly place: string };

/** A panel at its place of the screen. */
const Part = ({ place, ...panel }: PartProps) => (
  <div className={styles[place]}>
    <Panel {...panel} columns={2} />
  </div>
);

/** Types, hours, places, risks and ratings. */
export function ScreenCharts({ query }: { query: Query }) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const mainType = useMainTypes();
  const { ring, hours, fatigue, scores } = useDrawings(query.data);
  const today = { has: ({ total }: SafetyFigures) => total > 0, none: t('safety.noneToday') };
  const ringColours = query.data?.mainTypes.map(({ mainType: value }) => mainType(value).colour) ?? [];
  return (
    <>
      <Part place="ring" title={t('safety.mainType')} query={query} {...today}>
        {() => <Chart drawing={ring} title={t('safety.mainType')} colours={ringColours} />}
      </Part>
      <Part place="types" title={t('safety.topTypes')} query={query} {...today}>
        {({ types }) => (
          <RankBars
            label={t('safety.topTypes')}
            rows={types.map(({ warnId, count }) => {
              const name = formatAlarmType(t, warnId);
              return { key: `${warnId}`, name, title: name, count };
            })}
          />
        )}
      </Part>
      <Part place="map" title={t('safety.heat')} query={query}>
        {({ spots }) => <HeatMap spots={spots} />}
      </Part>
      <Part
        place="hours"
        title={t('safety.hoursAndYesterday')}
        query={query}
        has={({ hours: now, yesterday }) => [...now, ...yesterday].some((count) => count > 0)}
        none={t('safety.noneToday')}
      >
        {() => <Chart drawing={hours} title={t('safety.hoursAndYesterday')} colours={colours} />}
      </Part>
      <Part
        place="fatigue"
        title={t('safety.fatigueHours')}
        query={query}
        has={(data) => data.fatigue.some((count) => count > 0)}
        none={t('safety.noFatigue')}
      >
        {() => <Chart drawing={fatigue} title={t('safety.fatigueHours')} colours={colours} />}
      </Part>
      <Part
        place="risky"
        title={t('safety.risky', { count: query.data?.riskyTotal ?? 0 })}
        query={query}
        has={({ risky }) => risky.length > 0}
        none={t('safety.noRisky')}
      >
        {({ risky }) => <RiskyList rows={risky} />}
      </Part>
      <Part
        place="scores"
        title={t('safety.scoreTrend')}
        query={query}
        has={(data) => data.scores.some(({ score }) => score !== null)}
        none={t('safety.noScores')}
      >
        {() => <Chart drawing={scores} title={t('safety.scoreTrend')} colours={colours} />}
      </Part>
      <Part
        place="depts"
        title={t('safety.deptGrades')}
        query={query}
        has={({ depts }) => depts.length > 0}
        none={t('safety.noScores')}
      >
        {({ depts }) => <GradeBars depts={depts} />}
      </Part>
    </>
  );
}

/** Vehicles of grade D with their scores, some at a time. */
function RiskyList({ rows }: { rows: SafetyFigures['risky'] }) {
  const { t, i18n } = useTranslation();
  const shown = useTurns(rows, ROWS);
  return (
    <table className={parts['table']}>
      <thead>
        <tr>
          <th scope="col">{t('screens.vehicle')}</th>
          <th scope="col">{t('safety.dept')}</th>
          <th scope="col">{t('safety.score')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ targId, carNo, color, deptName, score }) => (
          <tr key={targId}>
            <td>
              <PlateTag plate={carNo} colour={color} />
            </td>
            <td>{deptName}</td>
            <td data-grade="D">{formatNumber(i18n.language, score, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useDrawings(data: SafetyFigures | undefined): Record<'ring' | 'hours' | 'fatigue' | 'scores', Drawing> {
  const { t } = useTranslation();
  const mainType = useMainTypes();
  const colours = useChartColours();
  return useMemo(() => {
    const { mainTypes = [], hours = [], yesterday = [], fatigue = [], scores = [] } = data ?? {};
    const [first, grey] = [colours[0]!, colours.at(-3)!];
    const alarms = t('safety.alarms');
    return {
      ring: {
        type: 'pie',
        x: mainTypes.map(({ mainType: value }) => mainType(value).label),
        series: [{ key: 'ring', name: alarms, colour: '', values: mainTypes.map(({ count }) => count) }],
      },
      hours: {
        type: 'bar',
        x: HOURS,
        series: [
          { key: 'today', name: t('safety.todayAlone'), colour: first, values: hours },
          { key: 'yesterday', name: t('safety.yesterdayAlone'), colour: grey, values: yesterday, dashed: true },
        ],
      },
      fatigue: { type: 'bar', x: HOURS, series: [{ key: 'fatigue', name: t('safety.fatigue'), colour: first, values: fatigue }] },
      scores: {
        type: 'line',
        x: scores.map(({ day }) => day.slice('yyyy-'.length)),
        series: [{ key: 'score', name: t('safety.score'), colour: first, values: scores.map(({ score }) => score) }],
      },
    };
  }, [data, t, mainType, colours]);
}
