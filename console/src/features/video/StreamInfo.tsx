import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import type { PlayerView } from './player/player-view.ts';
import styles from './VideoTile.module.css';

type Row = {
  readonly text: ParseKeys;
  /** '' while unknown. */
  readonly value: (view: PlayerView, number: (value: number, digits?: number) => string) => string;
};

const ROWS: readonly Row[] = [
  { text: 'video.infoCodec', value: ({ media }) => media.codec },
  { text: 'video.infoResolution', value: ({ media }) => (media.width > 0 ? `${media.width} × ${media.height}` : '') },
  { text: 'video.infoSound', value: ({ media }) => media.sound.toUpperCase() },
  { text: 'video.infoBitrate', value: ({ stats }, number) => (stats ? `${number(stats.bitrate / 1_000)} kbit/s` : '') },
  { text: 'video.infoFrameRate', value: ({ stats }, number) => (stats ? `${number(stats.frameRate)} fps` : '') },
  { text: 'video.infoLost', value: ({ stats }, number) => (stats ? number(stats.lost) : '') },
  { text: 'video.infoDelay', value: ({ stats, delayS }, number) => (stats ? `${number(delayS, 1)} s` : '') },
];

/** What is known of a stream. */
export function StreamInfo({ view }: { view: PlayerView }) {
  const { t, i18n } = useTranslation();
  const number = (value: number, digits = 0) => formatNumber(i18n.language, value, digits);
  return (
    <ScrollRegion className={styles['info']} label={t('video.info')}>
      <dl>
        {ROWS.map(({ text, value }) => (
          <div key={text}>
            <dt>{t(text)}</dt>
            <dd>{value(view, number) || '—'}</dd>
          </div>
        ))}
      </dl>
    </ScrollRegion>
  );
}
