import { type MouseEvent, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../../ui/format.ts';
import type { Recording } from './recordings.ts';
import styles from './Timeline.module.css';
import type { TimeSource } from './time-source.ts';
import { hourMarks, type Period, type Stretch, shareOf, timeAt, timelineRows } from './timeline-model.ts';

const percent = (share: number) => `${share * 100}%`;
/** Step of the keyboard, s. */
const STEP_S = 10;

/**
 * A day: a line per channel, blue where it was recorded and red with alarms; files of the server are the lower half of a line. A click
 * on a line plays from there; the slider moves all channels.
 */
export function Timeline(props: {
  recordings: readonly Recording[];
  period: Period;
  clock: TimeSource;
  channelName: (channel: number) => string;
  /** `null` for a channel: all that play. */
  onSeek: (at: number, channel: number | null) => void;
}) {
  const { recordings, period, clock, channelName, onSeek } = props;
  const { t } = useTranslation();
  const rows = useMemo(() => timelineRows(recordings, period), [recordings, period]);
  const cursor = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const show = (at: number) => {
      cursor.current!.style.left = percent(shareOf(period, at));
      slider.current!.value = String(at);
      slider.current!.setAttribute('aria-valuetext', formatClock(at));
    };
    show(clock.time);
    return clock.onTime(show);
  }, [clock, period]);

  const seekAll = useEffectEvent((at: number) => onSeek(at, null));
  useEffect(() => {
    const element = slider.current!;
    // at the end of a drag: each jump is a command to the terminal; React's onChange is called during it
    const jump = () => seekAll(Number(element.value));
    element.addEventListener('change', jump);
    return () => element.removeEventListener('change', jump);
  }, []);

  const seek = (channel: number) => (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onSeek(timeAt(period, width > 0 ? (event.clientX - left) / width : 0), channel);
  };
  return (
    <section className={styles['timeline']} aria-label={t('recordedVideo.timeline')}>
      <ul className={styles['legend']}>
        <li data-look="normal">{t('recordedVideo.normal')}</li>
        <li data-look="alarm">{t('recordedVideo.withAlarm')}</li>
        <li data-look="server">{t('recordedVideo.serverBelow')}</li>
      </ul>
      <div className={styles['lines']}>
        <div className={styles['ruler']}>
          {hourMarks(period).map(({ at, from }) => (
            <span key={at} style={{ left: percent(from) }}>
              {formatClock(at).slice(0, -3)}
            </span>
          ))}
        </div>
        {rows.map(({ channel, stretches }) => (
          <div key={channel} className={styles['lineRow']}>
            <span className={styles['lineName']} title={channelName(channel)}>
              {channelName(channel)}
            </span>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: slider and table do the same by keyboard */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
            <div className={styles['line']} data-channel={channel} onClick={seek(channel)}>
              {stretches.map((stretch) => (
                <span
                  key={stretch.key}
                  data-source={stretch.source}
                  data-alarm={stretch.isAlarm || undefined}
                  title={titleOf(stretch)}
                  style={{ left: percent(stretch.from), width: percent(stretch.size) }}
                />
              ))}
            </div>
          </div>
        ))}
        <div className={styles['sliderRow']}>
          <input
            ref={slider}
            type="range"
            aria-label={t('recordedVideo.progress')}
            min={period.start}
            max={period.end}
            step={STEP_S * 1_000}
            defaultValue={clock.time}
          />
        </div>
        <div className={styles['cursorBox']} aria-hidden>
          <div ref={cursor} className={styles['cursor']} />
        </div>
      </div>
    </section>
  );

  function titleOf({ start, end, source, isAlarm }: Stretch): string {
    const where = t(`recordedVideo.source_${source}`);
    const time = `${formatClock(start)} – ${formatClock(end)} ${where}`;
    return isAlarm ? `${time} ${t('recordedVideo.withAlarm')}` : time;
  }
}
