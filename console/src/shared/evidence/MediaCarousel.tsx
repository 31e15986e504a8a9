import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { Attachment } from '@fleetwarden/contract/alarms/attachments';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Evidence.module.css';
import { KindIcon } from './KindIcon.tsx';
import { useSteadyUrl } from './use-attachments.ts';

/** attachmentType (console.md 3). */
const [PICTURE, SOUND, FILM] = [0, 1, 2] as const;

type Item = Pick<Attachment, 'attachmentType' | 'attachmentPath'> & Partial<Attachment>;
const keyOf = ({ fileId, name, attachmentPath }: Item): string => fileId || name || attachmentPath;

/**
 * Files of an alarm, one at a time: pictures, films and sound in place, others to download. Arrow keys and small pictures change it.
 * Only the shown file is loaded. `autoPlay`: begins with a film, muted, unless the user chose another file. `extra`: below a film.
 */
export function MediaCarousel(props: { items: readonly Item[]; autoPlay?: boolean; extra?: ReactNode }) {
  const { items, autoPlay = false, extra } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const first = autoPlay ? items.findIndex(({ attachmentType }) => attachmentType === FILM) : 0;
  const found = items.findIndex((item) => keyOf(item) === chosen);
  const at = found >= 0 ? found : Math.max(first, 0);
  const item = items[at];
  if (!item) return null;
  const show = (index: number) => setChosen(keyOf(items[(index + items.length) % items.length]!));

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // a player seeks by these keys
    if (step === 0 || (event.target as Element).closest('video, audio')) return;
    event.preventDefault();
    show(at + step);
  }
  return (
    <section className={styles['carousel']} aria-label={t('alarmPopup.files')} onKeyDown={handleKey}>
      <div className={styles['stage']}>
        <ShownFile key={keyOf(item)} item={item} n={at + 1} autoPlay={autoPlay} />
        {items.length > 1 && (
          <>
            <span className={styles['previous']}>
              <IconButton label={t('attachment.previous')} icon={<LeftOutlined aria-hidden />} onClick={() => show(at - 1)} />
            </span>
            <span className={styles['next']}>
              <IconButton label={t('attachment.next')} icon={<RightOutlined aria-hidden />} onClick={() => show(at + 1)} />
            </span>
          </>
        )}
      </div>
      {item.attachmentType === FILM && extra}
      {items.length > 1 && (
        <ul className={styles['strip']}>
          {items.map((each, index) => (
            <li key={keyOf(each)}>
              <button
                type="button"
                aria-label={fileLabel(t, each, index + 1)}
                aria-current={index === at || undefined}
                onClick={() => show(index)}
              >
                {each.thumbPath ? <Thumb url={each.thumbPath} /> : <KindIcon kind={each.attachmentType} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const fileLabel = (t: TFunction, { attachmentType }: Item, n: number): string =>
  attachmentType === PICTURE
    ? t('alarmPopup.image', { n })
    : attachmentType === FILM
      ? t('alarmPopup.film', { n })
      : t(attachmentType === SOUND ? 'alarmPopup.sound' : 'alarmPopup.file', { n });

function ShownFile({ item, n, autoPlay }: { item: Item; n: number; autoPlay: boolean }) {
  const { t } = useTranslation();
  const { url, failed, onError } = useSteadyUrl(item.attachmentPath);
  const label = fileLabel(t, item, n);
  switch (item.attachmentType) {
    case PICTURE:
      if (failed) return <p className={styles['hint']}>{t('alarmPopup.filesFailed')}</p>;
      return (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={label} onError={onError} />
        </a>
      );
    case FILM:
      if (failed) return <p className={styles['hint']}>{t('alarmPopup.noVideo')}</p>;
      return (
        <video
          src={url}
          controls
          playsInline
          muted={autoPlay}
          autoPlay={autoPlay}
          preload={autoPlay ? 'auto' : 'none'}
          aria-label={label}
          onError={onError}
        />
      );
    case SOUND:
      if (failed) return <p className={styles['hint']}>{t('alarmPopup.filesFailed')}</p>;
      // biome-ignore lint/a11y/useMediaCaption: terminals send none
      return <audio src={url} controls preload="none" aria-label={label} onError={onError} />;
    default:
      return (
        <a href={url} download={item.name}>
          {label}
        </a>
      );
  }
}

/** A small picture; nothing while it cannot be loaded. */
export function Thumb({ url: newest }: { url: string }) {
  const { url, failed, onError } = useSteadyUrl(newest);
  return failed ? <KindIcon kind={PICTURE} /> : <img src={url} alt="" loading="lazy" onError={onError} />;
}
