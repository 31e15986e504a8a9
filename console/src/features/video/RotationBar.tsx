import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { MAX_ROTATION_S, MIN_ROTATION_S } from '@fleetwarden/contract/video/rotation-limits';
import { Button, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PopoverButton } from '../../ui/PopoverButton.tsx';
import type { RotationControl } from './use-rotation.ts';
import styles from './VideoWall.module.css';
import { type Channel, type Layout, tileKey } from './wall-model.ts';

type Props = {
  readonly control: RotationControl;
  readonly layout: Layout;
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
  readonly onClose: () => void;
};

/** The rotation of the wall: its list, pace and page. */
export function RotationBar({ control, layout, seconds, onSeconds, onClose }: Props) {
  const { t } = useTranslation();
  const { rotation, rotate, page, pages } = control;
  const { channels, isRunning } = rotation;
  return (
    <section className={styles['rotation']} aria-label={t('video.rotation')}>
      <PopoverButton
        label={t('video.rotationList')}
        disabled={channels.length === 0}
        draw={() => <ChannelList channels={channels} onRemove={(key) => rotate({ kind: 'remove', key })} />}
      >
        {t('video.rotationCount', { n: channels.length })}
      </PopoverButton>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the field is its control */}
      <label className={styles['switch']}>
        {t('video.rotationSeconds')}
        <InputNumber
          className={styles['seconds']!}
          min={MIN_ROTATION_S}
          max={MAX_ROTATION_S}
          precision={0}
          value={seconds}
          aria-label={t('video.rotationSeconds')}
          onChange={(value) => value !== null && onSeconds(value)}
        />
      </label>
      <Button type="primary" disabled={channels.length === 0} onClick={() => rotate({ kind: isRunning ? 'pause' : 'start' })}>
        {t(isRunning ? 'video.rotationPause' : 'video.rotationStart')}
      </Button>
      <Button disabled={!isRunning || pages < 2} onClick={() => rotate({ kind: 'turn', layout })}>
        {t('video.rotationNext')}
      </Button>
      <Button disabled={channels.length === 0} onClick={() => rotate({ kind: 'clear' })}>
        {t('video.rotationClear')}
      </Button>
      <span className={styles['rowNote']} role="status">
        {isRunning ? t('video.rotationPage', { page: page + 1, pages }) : t('video.rotationHint')}
      </span>
      <span className={styles['actions']}>
        <IconButton label={t('video.rotationClose')} icon={<CloseOutlined />} onClick={onClose} />
      </span>
    </section>
  );
}

function ChannelList({ channels, onRemove }: { channels: readonly Channel[]; onRemove: (key: string) => void }) {
  const { t } = useTranslation();
  return (
    <ul className={styles['channels']}>
      {channels.map((channel) => {
        const { plate, colour, name, channel: number } = channel;
        const shown = name || t('video.channel', { channel: number });
        return (
          <li key={tileKey(channel)}>
            <PlateTag plate={plate} colour={colour} />
            <span className={styles['rowName']}>{shown}</span>
            <IconButton
              label={t('video.rotationRemove', { name: `${plate} ${shown}` })}
              icon={<CloseOutlined />}
              onClick={() => onRemove(tileKey(channel))}
            />
          </li>
        );
      })}
    </ul>
  );
}
