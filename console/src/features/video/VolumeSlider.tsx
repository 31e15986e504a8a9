import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './VideoTile.module.css';

/** Percent. The next channel that is heard begins as loud. */
let lastVolume = 100;

/** The volume of the channel that is heard. */
export function VolumeSlider({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const { t } = useTranslation();
  const [volume, setVolume] = useState(lastVolume);
  useEffect(() => {
    video.current!.volume = volume / 100;
    lastVolume = volume;
  }, [video, volume]);
  return (
    <input
      type="range"
      className={styles['volume']}
      aria-label={t('video.volume')}
      title={t('video.volume')}
      min={0}
      max={100}
      step={5}
      value={volume}
      onChange={({ target }) => setVolume(target.valueAsNumber)}
    />
  );
}
