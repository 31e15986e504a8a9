import { MEDIA_IMAGE } from '@fleetwarden/contract/media/media-kinds';
import type { Media } from '@fleetwarden/contract/media/schemas';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../ui/TimeCell.tsx';
import { enumerationName } from './enumeration.ts';
import styles from './MediaWall.module.css';

/** Photos with time and reason, and audio and video to download. `onTake`: the user chose a time. */
export function MediaWall(props: { list: readonly Media[]; current?: string | null; onTake?: (time: number) => void }) {
  const { list, current = null, onTake } = props;
  return (
    <ul className={styles['wall']}>
      {list.map((taken) => (
        <li key={taken.id} aria-current={taken.id === current || undefined}>
          <Taken taken={taken} {...(onTake ? { onTake } : {})} />
        </li>
      ))}
    </ul>
  );
}

function Taken({ taken, onTake }: { taken: Media; onTake?: (time: number) => void }) {
  const { t, i18n } = useTranslation();
  const { kind, url, name, time, event, channel } = taken;
  const about = `${enumerationName(i18n, 'MEDIA_EVENT', event)} · ${t('media.channel', { channel })}`;
  return (
    <figure>
      {kind === MEDIA_IMAGE ? (
        <a href={url} target="_blank" rel="noreferrer" aria-label={t('media.open', { name })}>
          <img src={url} alt={about} loading="lazy" />
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
