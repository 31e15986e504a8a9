import type { EvidenceGraph } from '@fleetwarden/contract/alarms/evidence-graph';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatClock, formatNumber } from '../../ui/format.ts';
import { LoadFailed } from '../../ui/States.tsx';
import { formatMeasure } from '../../ui/units.ts';
import { buildSeries, findSpans, nearestPoint, PLOT, type Series, xOf } from './graph-model.ts';
import styles from './MomentGraph.module.css';

type Point = EvidenceGraph['list'][number];
const NONE = 0;
/** Standing on level ground. */
const LEVEL_G = 0;

/** Speed, acceleration, braking and turn signals around an alarm, from the data file of the terminal or from positions. */
export function MomentGraph({ alarmGid }: { alarmGid: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['evidence', 'graph', alarmGid],
    queryFn: ({ signal }) => call(alarmsCalls.getEvidenceGraph, { alarmGid }, { signal, quiet: true }),
    gcTime: 0,
    networkMode: 'always',
  });
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section className={styles['graph']} aria-label={t('evidence.graph')}>
      <h3>
        {t('evidence.graph')}
        <span>{t(data.source === 'dataFile' ? 'evidence.fromDataFile' : 'evidence.fromPositions')}</span>
      </h3>
      {data.list.length === 0 ? <p>{t('evidence.noGraph')}</p> : <Plots graph={data} />}
    </section>
  );
}

function Plots({ graph: { list, alarmTime } }: { graph: EvidenceGraph }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [at, setAt] = useState(alarmTime);
  const range = { start: Math.min(list[0]!.time, alarmTime), end: Math.max(list.at(-1)!.time, alarmTime) };
  const speed = (value: number) => formatMeasure(language, 'speed', value);
  const g = (value: number) => formatNumber(language, value, 2);
  const rows = [
    { key: 'speed', label: t('alarmHistory.speed'), read: ({ speed: value }: Point) => value, floor: NONE, figure: speed },
    { key: 'pulse', label: t('evidence.pulseSpeed'), read: ({ pulseSpeed }: Point) => pulseSpeed, floor: NONE, figure: speed },
    {
      key: 'x',
      label: t('evidence.accelerationX'),
      read: ({ accelerationX }: Point) => accelerationX,
      floor: LEVEL_G,
      figure: g,
    },
    {
      key: 'y',
      label: t('evidence.accelerationY'),
      read: ({ accelerationY }: Point) => accelerationY,
      floor: LEVEL_G,
      figure: g,
    },
  ] as const;
  const chosen = nearestPoint(list, at)!;
  const follow = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) setAt(range.start + ((clientX - left) / width) * (range.end - range.start));
  };
  const marks = [
    { x: xOf(alarmTime, range), name: 'alarm' },
    { x: xOf(chosen.time, range), name: 'chosen' },
  ];
  return (
    <>
      {rows.map(({ key, label, read, floor, figure }) => {
        const series = buildSeries(list, range, read, floor);
        const value = read(chosen);
        return (
          series && (
            <figure key={key}>
              <figcaption>
                <span>{label}</span>
                <output>{value === null ? '—' : figure(value)}</output>
                <span>{`${figure(series.least)} … ${figure(series.most)}`}</span>
              </figcaption>
              <div onPointerMove={follow} onPointerLeave={() => setAt(alarmTime)}>
                <Plot series={series} label={label} marks={marks} />
              </div>
            </figure>
          )
        );
      })}
      <Spans label={t('evidence.braking')} spans={findSpans(list, ({ braking }) => braking === true)} range={range} />
      <Spans
        label={t('evidence.turning')}
        spans={findSpans(list, ({ turnSignal }) => (turnSignal ?? NONE) !== NONE)}
        range={range}
      />
      <p className={styles['axis']}>
        <span>{formatClock(range.start)}</span>
        <output>{formatClock(chosen.time)}</output>
        <span>{formatClock(range.end)}</span>
      </p>
    </>
  );
}

type Mark = { readonly x: number; readonly name: string };

function Plot({ series, label, marks }: { series: Series; label: string; marks: readonly Mark[] }) {
  return (
    <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {marks.map(({ x, name }) => (
        <line key={name} data-mark={name} x1={x} x2={x} y1={0} y2={PLOT.height} />
      ))}
      <path d={series.path} />
    </svg>
  );
}

/** A strip with the times in which something was on; nothing if it never was. */
function Spans(props: { label: string; spans: ReturnType<typeof findSpans>; range: { start: number; end: number } }) {
  const { label, spans, range } = props;
  if (spans.length === 0) return null;
  return (
    <div className={styles['spans']}>
      <span>{label}</span>
      <svg viewBox={`0 0 ${PLOT.width} 8`} preserveAspectRatio="none" role="img" aria-label={label}>
        {spans.map(({ start, end }) => (
          <rect key={start} x={xOf(start, range)} y={0} width={Math.max(xOf(end, range) - xOf(start, range), 2)} height={8} />
        ))}
      </svg>
    </div>
  );
}
