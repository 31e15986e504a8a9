import BackwardOutlined from '@ant-design/icons/BackwardOutlined';
import CaretRightOutlined from '@ant-design/icons/CaretRightOutlined';
import ForwardOutlined from '@ant-design/icons/ForwardOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import PauseOutlined from '@ant-design/icons/PauseOutlined';
import StepBackwardOutlined from '@ant-design/icons/StepBackwardOutlined';
import StepForwardOutlined from '@ant-design/icons/StepForwardOutlined';
import { Select } from 'antd';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { PlaybackGroup } from './playback-group.ts';
import styles from './Recorded.module.css';
import type { Source } from './recordings.ts';

/** Rates of files in a browser, and of terminals by JT/T 1078 9202 (screen catalogue 5.2). */
const RATES: Readonly<Record<Source, readonly number[]>> = { server: [0.7, 1, 1.5, 2], terminal: [1, 2, 4, 8, 16] };
const SKIP_MS = 10_000;

/** Play, skip, rate and the time of the channels that play. */
export function PlaybackBar({ group, source }: { group: PlaybackGroup; source: Source }) {
  const { t } = useTranslation();
  const { isPlaying, rate, keyFrames } = useSyncExternalStore(group.subscribe, () => group.state);
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('recordedVideo.controls')}>
      <IconButton
        label={t('recordedVideo.back10')}
        icon={<BackwardOutlined />}
        onClick={() => group.seek(group.time - SKIP_MS)}
      />
      <IconButton
        label={t(isPlaying ? 'recordedVideo.pause' : 'recordedVideo.play')}
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        onClick={() => group.toggle()}
      />
      <IconButton
        label={t('recordedVideo.forward10')}
        icon={<ForwardOutlined />}
        onClick={() => group.seek(group.time + SKIP_MS)}
      />
      {source === 'server' ? (
        <>
          <IconButton label={t('recordedVideo.frameBack')} icon={<StepBackwardOutlined />} onClick={() => group.step(-1)} />
          <IconButton label={t('recordedVideo.frameForward')} icon={<StepForwardOutlined />} onClick={() => group.step(1)} />
        </>
      ) : (
        <IconButton
          label={t('recordedVideo.keyFrames')}
          icon={<KeyOutlined />}
          pressed={keyFrames}
          onClick={() => group.setKeyFrames(!keyFrames)}
        />
      )}
      <Select
        size="small"
        className={styles['rate']!}
        aria-label={t('recordedVideo.rate')}
        value={rate}
        options={RATES[source].map((each) => ({ value: each, label: `×${each}` }))}
        onChange={(next) => group.setRate(next)}
      />
      <Moment group={group} />
    </div>
  );
}

/** The group's time, drawn outside React. */
function Moment({ group }: { group: PlaybackGroup }) {
  const { i18n } = useTranslation();
  const text = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    let last = '';
    const show = (at: number) => {
      const now = formatTime(at, i18n.language);
      if (now !== last) text.current!.textContent = last = now;
    };
    show(group.time);
    return group.onTime(show);
  }, [group, i18n.language]);
  return <output ref={text} className={styles['moment']} aria-hidden />;
}
