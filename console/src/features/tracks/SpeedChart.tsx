import type { PointerEvent } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSize } from '../../hooks/use-size.ts';
import { formatNumber, formatTime } from '../../ui/format.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { palettes } from '../../ui/theme/theme.ts';
import { formatMeasure } from '../../ui/units.ts';
import type { LoadedTrack } from './loaded-track.ts';
import type { PlaybackClock } from './playback-clock.ts';
import { indexAt } from './playhead.ts';
import styles from './SpeedChart.module.css';
import { CHART_MARGIN, drawSpeedChart, momentText } from './speed-chart.ts';

/** Speed and distance over time. A click seeks; the time line moves in each frame, outside React. */
export function SpeedChart({ track, clock }: { track: LoadedTrack; clock: PlaybackClock }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const dark = usePreferences((state) => state.mode === 'dark');
  const units = usePreferences(({ settings }) => settings.units);
  const [area, { width, height }] = useSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const output = useRef<HTMLOutputElement>(null);
  const plot = Math.max(width - CHART_MARGIN.left - CHART_MARGIN.right, 0);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current || plot === 0) return;
    const ratio = devicePixelRatio;
    canvas.current.width = Math.round(width * ratio);
    canvas.current.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = `12px ${getComputedStyle(canvas.current).fontFamily}`;
    drawSpeedChart(context, {
      track,
      range: clock,
      size: { width, height },
      units,
      palette: palettes[dark ? 'dark' : 'light'],
      figure: (value) => formatNumber(language, value, 1),
      time: (at) => momentText(at, clock, language),
    });
  }, [track, clock, width, height, plot, dark, language, units]);

  useEffect(() => {
    const show = (moment: number) => {
      const share = clock.end > clock.start ? (moment - clock.start) / (clock.end - clock.start) : 0;
      if (cursor.current) cursor.current.style.transform = `translateX(${CHART_MARGIN.left + share * plot}px)`;
    };
    show(clock.time);
    return clock.onTime(show);
  }, [clock, plot]);

  /** The time under the pointer; null outside the chart. */
  const momentAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): number | null => {
    const x = clientX - currentTarget.getBoundingClientRect().left - CHART_MARGIN.left;
    return plot > 0 && x >= 0 && x <= plot ? clock.start + (x / plot) * (clock.end - clock.start) : null;
  };
  const tell = (moment: number | null) => {
    const index = moment === null ? -1 : indexAt(track.data.at, moment);
    output.current!.textContent =
      index < 0
        ? ''
        : t('tracks.chartValue', {
            time: formatTime(track.data.at[index]!, language),
            speed: formatMeasure(language, 'speed', track.data.speedKmh[index]!),
            km: formatMeasure(language, 'distance', track.kmAt[index]!),
          });
  };

  return (
    <div
      ref={area}
      className={styles['chart']}
      role="img"
      aria-label={t('tracks.chartLabel', { plate: track.carNo })}
      onPointerDown={(event) => {
        const moment = momentAt(event);
        if (moment === null) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        clock.seek(moment);
      }}
      onPointerMove={(event) => {
        const moment = momentAt(event);
        tell(moment);
        if (moment !== null && event.buttons === 1) clock.seek(moment);
      }}
      onPointerLeave={() => tell(null)}
    >
      <canvas ref={canvas} />
      <p className={styles['series']}>
        <span>{t('track.speed')}</span>
        <span>{t('tracks.driven')}</span>
      </p>
      <div ref={cursor} className={styles['cursor']} />
      <output ref={output} className={styles['output']} />
    </div>
  );
}
