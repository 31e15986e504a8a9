import AudioOutlined from '@ant-design/icons/AudioOutlined';
import FileOutlined from '@ant-design/icons/FileOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import { MEDIA_AUDIO, MEDIA_IMAGE, MEDIA_VIDEO } from '@fleetwarden/contract/media/media-kinds';
import type { Media } from '@fleetwarden/contract/media/schemas';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../enumeration.ts';
import styles from './Media.module.css';

/** A photo in a card, loaded when it comes into view, or the icon of another file. */
export function MediaThumb({ media }: { media: Media }) {
  const { t, i18n } = useTranslation();
  const { kind, url, event, channel } = media;
  const about = `${enumerationName(i18n, 'MEDIA_EVENT', event)} · ${t('media.channel', { channel })}`;
  if (kind === MEDIA_IMAGE) return <img className={styles['thumb']} src={url} alt={about} loading="lazy" />;
  const Icon = kind === MEDIA_AUDIO ? AudioOutlined : kind === MEDIA_VIDEO ? VideoCameraOutlined : FileOutlined;
  return (
    <span className={styles['thumb']} role="img" aria-label={about}>
      <Icon />
    </span>
  );
}
