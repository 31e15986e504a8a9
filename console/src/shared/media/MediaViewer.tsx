import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import RotateLeftOutlined from '@ant-design/icons/RotateLeftOutlined';
import RotateRightOutlined from '@ant-design/icons/RotateRightOutlined';
import { MEDIA_AUDIO, MEDIA_IMAGE, MEDIA_VIDEO } from '@fleetwarden/contract/media/media-kinds';
import type { VehicleMedia } from '@fleetwarden/contract/media/schemas';
import { Descriptions, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useZoom } from '../../hooks/use-zoom.ts';
import { formatBytes } from '../../ui/format.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import layout from '../../ui/theme/layout.module.css';
import { formatMeasure } from '../../ui/units.ts';
import { enumerationName } from '../enumeration.ts';
import { PlaceCell } from '../PlaceCell.tsx';
import { VehiclePlace } from '../VehiclePlace.tsx';
import styles from './Media.module.css';
import { mediaKindName } from './media-kind-name.ts';

const WIDTH = 1080;
const QUARTER = 90;

type Props = {
  readonly list: readonly VehicleMedia[];
  /** Place of the shown file in the list. */
  readonly at: number;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
  /** Further buttons for the shown file. */
  readonly actions?: (media: VehicleMedia) => ReactNode;
  readonly wrapProps?: React.HTMLAttributes<HTMLDivElement>;
};

/**
 * A file of a list in full size with its facts and its place on the map. Arrow keys step through the list, or move a picture that the
 * wheel or the keys + - 0 magnified.
 */
export function MediaViewer({ list, at, onMove, onClose, actions, wrapProps }: Props) {
  const { t } = useTranslation();
  const media = list[at];
  if (!media) return null;
  const move = (by: number) => list[at + by] && onMove(at + by);
  const handleKey = ({ key, target }: KeyboardEvent) => {
    // the player seeks with the arrow keys
    if (target instanceof HTMLMediaElement) return;
    if (key === 'ArrowLeft') move(-1);
    if (key === 'ArrowRight') move(1);
  };
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={`${media.carNo} · ${t('media.position', { at: at + 1, count: list.length })}`}
      mask={{ closable: false }}
      footer={null}
      onCancel={onClose}
      {...(wrapProps ? { wrapProps } : {})}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the dialog; its buttons do the same */}
      <div className={styles['viewer']} onKeyDown={handleKey}>
        <Stage key={media.id} media={media}>
          <IconButton label={t('media.previous')} icon={<LeftOutlined />} disabled={at === 0} onClick={() => move(-1)} />
          <IconButton
            label={t('media.next')}
            icon={<RightOutlined />}
            disabled={at === list.length - 1}
            onClick={() => move(1)}
          />
        </Stage>
        <div className={styles['facts']}>
          <MediaFacts media={media} />
          {media.x !== null && media.y !== null && (
            <VehiclePlace
              className={styles['map']!}
              vehicle={{ ...media, x: media.x, y: media.y, speed: media.sp ?? 0 }}
              at={media.time}
            />
          )}
          <div className={layout['toolRow']}>
            <a className={styles['download']} href={media.url} download={media.name}>
              <DownloadOutlined /> {t('media.download')}
            </a>
            {actions?.(media)}
          </div>
        </div>
      </div>
    </Modal>
  );
}

/** The file itself, and the buttons below it. */
function Stage({ media: { kind, url, name }, children }: { media: VehicleMedia; children: ReactNode }) {
  const { t } = useTranslation();
  const [turns, setTurns] = useState(0);
  const [failed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  const isPicture = kind === MEDIA_IMAGE;
  return (
    <div className={styles['stage']}>
      <div className={styles['screen']}>
        {failed || (!isPicture && kind !== MEDIA_VIDEO && kind !== MEDIA_AUDIO) ? (
          <p role="status">{t(failed ? 'media.notPlayable' : 'media.notShown')}</p>
        ) : isPicture ? (
          <Picture url={url} name={name} turns={turns} onError={fail} />
        ) : kind === MEDIA_VIDEO ? (
          // biome-ignore lint/a11y/useMediaCaption: terminals send none
          <video src={url} controls aria-label={name} onError={fail} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: terminals send none
          <audio src={url} controls aria-label={name} onError={fail} />
        )}
      </div>
      <div className={styles['stageTools']}>
        {children}
        {isPicture && (
          <>
            <IconButton label={t('media.rotateLeft')} icon={<RotateLeftOutlined />} onClick={() => setTurns(turns - 1)} />
            <IconButton label={t('media.rotateRight')} icon={<RotateRightOutlined />} onClick={() => setTurns(turns + 1)} />
          </>
        )}
      </div>
    </div>
  );
}

/** A picture that the wheel, a drag and keys magnify and move. */
function Picture({ url, name, turns, onError }: { url: string; name: string; turns: number; onError: () => void }) {
  const screen = useRef<HTMLDivElement>(null);
  const { zoom, style, handlers } = useZoom(screen, true);
  return (
    <div ref={screen} className={styles['whole']} data-zoomed={zoom.scale > 1 || undefined} {...handlers}>
      <div className={styles['whole']} style={style}>
        <img
          src={url}
          alt={name}
          draggable={false}
          style={{ rotate: `${turns * QUARTER}deg` }}
          data-turned={turns % 2 !== 0 || undefined}
          onError={onError}
        />
      </div>
    </div>
  );
}

function MediaFacts({ media }: { media: VehicleMedia }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { kind, event, channel, time, x, y, sp, bytes } = media;
  const items = [
    { label: t('media.time'), children: <TimeCell at={time} /> },
    { label: t('media.kind'), children: mediaKindName(i18n, kind) },
    { label: t('media.event'), children: enumerationName(i18n, 'MEDIA_EVENT', event) },
    { label: t('media.channelNo'), children: channel },
    { label: t('media.size'), children: formatBytes(language, bytes) },
    { label: t('media.speed'), children: sp === null ? null : formatMeasure(language, 'speed', sp) },
    { label: t('media.place'), children: x === null || y === null ? t('media.noPlace') : <PlaceCell lng={x} lat={y} /> },
  ];
  return (
    <Descriptions
      size="small"
      column={1}
      items={items.filter(({ children }) => children !== null).map((item) => ({ ...item, key: item.label }))}
    />
  );
}
