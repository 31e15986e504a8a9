import { Button, Slider } from 'antd';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import styles from './ControlPanel.module.css';
import { NATURAL, type Picture, setPicture, usePictures } from './pictures.ts';
import { type Channel, tileKey } from './wall-model.ts';

const ROWS: readonly { readonly key: keyof Picture; readonly text: ParseKeys }[] = [
  { key: 'brightness', text: 'video.brightness' },
  { key: 'contrast', text: 'video.contrast' },
  { key: 'saturation', text: 'video.saturation' },
];
const [MIN_PERCENT, MAX_PERCENT] = [0, 200];

/** How this browser shows the picture of a tile. The terminal and other viewers are not concerned. */
export function PictureControls({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  const picture = usePictures((all) => all[tileKey(channel)]) ?? NATURAL;
  return (
    <section className={styles['section']} aria-label={t('video.picture')}>
      {ROWS.map(({ key, text }) => (
        <div key={key}>
          <span>{t(text)}</span>
          <Slider
            min={MIN_PERCENT}
            max={MAX_PERCENT}
            value={picture[key]}
            ariaLabelForHandle={t(text)}
            tooltip={{ formatter: (value) => `${value}%` }}
            onChange={(value) => setPicture(channel, { ...picture, [key]: value })}
          />
        </div>
      ))}
      <Button block disabled={picture === NATURAL} onClick={() => setPicture(channel, null)}>
        {t('video.pictureReset')}
      </Button>
      <p className={styles['hint']}>{t('video.pictureHint')}</p>
    </section>
  );
}
