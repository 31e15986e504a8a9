import { MEDIA_IMAGE } from '@fleetwarden/contract/media/media-kinds';
import type { Media } from '@fleetwarden/contract/media/schemas';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { enumerationName } from '../enumeration.ts';
import styles from './Media.module.css';
import { MediaThumb } from './MediaThumb.tsx';

type WallProps = {
  readonly list: readonly Media[];
  readonly current?: string | null;
  /** The user chose a time. */
  readonly onTake?: (time: number) => void;
  /** Opens a file by its place in the list; without it, photos open in a tab and other files are downloaded. */
  readonly onOpen?: (at: number) => void;
};

/** Photos with time and reason, and audio and video. */
export function MediaWall({ list, current = null, ...handlers }: WallProps) {
  return (
    <ul className={styles['wall']}>
      {list.map((taken, at) => (
        <li key={taken.id} aria-current={taken.id === current || undefined}>
          <Taken taken={taken} at={at} {...handlers} />
        </li>
      ))}
    </ul>
  );
}

function Taken({ taken, at, onTake, onOpen }: Pick<WallProps, 'onTake' | 'onOpen'> & { taken: Media; at: number }) {
  const { t, i18n } = useTranslation();
  const { kind, url, name, time, event, channel } = taken;
  const about = `${enumerationName(i18n, 'MEDIA_EVENT', event)} · ${t('media.channel', { channel })}`;
  return (
    <figure>
      {onOpen ? (
        <button type="button" className={styles['opener']} aria-label={t('media.view', { name })} onClick={() => onOpen(at)}>
          <MediaThumb media={taken} />
        </button>
      ) : kind === MEDIA_IMAGE ? (
        <a href={url} target="_blank" rel="noreferrer" aria-label={t('media.open', { name })}>
          <MediaThumb media={taken} />
        </a>
      ) : (
        <a href={url} download={name} className={styles['file']}>
          {t('media.save', { name })}
        </a>
      )}
      <figcaption>
        {onTake ? (
          <button type="button" onClick={() => onTake(time)}>
            <TimeCell at={time} />
          </button>
        ) : (
          <TimeCell at={time} />
        )}
        <span>{about}</span>
      </figcaption>
    </figure>
  );
}
