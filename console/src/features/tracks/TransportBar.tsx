import AimOutlined from '@ant-design/icons/AimOutlined';
import BorderOutlined from '@ant-design/icons/BorderOutlined';
import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons/StepForwardOutlined';
import { Select } from 'antd';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { type PlaybackClock, RATES } from './playback-clock.ts';
import styles from './TransportBar.module.css';

/** Steps of the slider, ms. */
const STEP_MS = 1_000;

/** Play, pause, stop, time slider, speed, previous and next segment, and whether the map follows. */
export function TransportBar(props: {
  clock: PlaybackClock;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  onSegment: (by: 1 | -1) => void;
}) {
  const { clock, follow, onFollow, onSegment } = props;
  const { t, i18n } = useTranslation();
  const { playing, rate } = useSyncExternalStore(clock.subscribe, () => clock.state);

  return (
    <div className={styles['transport']} role="toolbar" aria-label={t('tracks.transport')}>
      <IconButton
        label={t(playing ? 'tracks.pause' : 'tracks.play')}
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        onClick={() => clock.toggle()}
      />
      <IconButton label={t('tracks.stop')} icon={<BorderOutlined />} onClick={() => clock.stop()} />
      <IconButton label={t('tracks.previousSegment')} icon={<StepBackwardOutlined />} onClick={() => onSegment(-1)} />
      <IconButton label={t('tracks.nextSegment')} icon={<StepForwardOutlined />} onClick={() => onSegment(1)} />
      <TimeSlider clock={clock} language={i18n.language} label={t('tracks.progress')} />
      <Select
        size="small"
        className={styles['rate']!}
        aria-label={t('tracks.rate')}
        value={rate}
        options={RATES.map((each) => ({ value: each, label: `×${each}` }))}
        onChange={(next) => clock.setRate(next)}
      />
      <IconButton label={t('tracks.follow')} icon={<AimOutlined />} pressed={follow} onClick={() => onFollow(!follow)} />
    </div>
  );
}

/** The slider and its time; the clock updates both in each frame, outside React. */
function TimeSlider({ clock, language, label }: { clock: PlaybackClock; language: string; label: string }) {
  const slider = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    let lastText = '';
    const show = (moment: number) => {
      slider.current!.value = String(moment);
      const words = formatTime(moment, language);
      // The text changes every frame or rarely, depending on the rate
      if (words === lastText) return;
      lastText = words;
      text.current!.textContent = words;
      slider.current!.setAttribute('aria-valuetext', words);
    };
    show(clock.time);
    return clock.onTime(show);
  }, [clock, language]);

  return (
    <>
      <input
        ref={slider}
        type="range"
        className={styles['slider']}
        aria-label={label}
        min={clock.start}
        max={clock.end}
        step={STEP_MS}
        defaultValue={clock.time}
        onInput={({ currentTarget }) => clock.seek(Number(currentTarget.value))}
      />
      <output ref={text} className={styles['moment']} aria-hidden />
    </>
  );
}
