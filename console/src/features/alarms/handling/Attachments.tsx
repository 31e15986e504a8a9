import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../../api/call-paged.ts';
import { useSession } from '../../../api/session.ts';
import styles from '../popups/Popups.module.css';
import { attachmentUrl } from './attachment-url.ts';

/** attachmentType (console.md 3). */
const [IMAGE, SOUND, FILM] = [0, 1, 2] as const;
/** Most files of an alarm that are shown. */
const SHOWN = 10;

/** Photos, audio and video of an alarm; 未找到附件! without any. */
export function Attachments({ alarmGid, files }: { alarmGid: string; files: number }) {
  const { t } = useTranslation();
  const storageUrl = useSession(({ userInfo }) => userInfo?.storageUrl ?? '');
  const { data, isError, isPending } = useQuery({
    queryKey: ['alarms', 'attachments', alarmGid, files],
    enabled: files > 0,
    queryFn: ({ signal }) =>
      callPaged(alarmsCalls.qryAttachment, { alarmGid }, { signal, quiet: true, pageModel: { page: 1, limit: SHOWN } }),
  });
  if (files > 0 && isError) return <p className={styles['hint']}>{t('alarmPopup.filesFailed')}</p>;
  if (files > 0 && isPending) return null;
  const list = data?.list ?? [];
  if (list.length === 0) return <p className={styles['hint']}>{t('alarmPopup.noFiles')}</p>;
  return (
    <ul className={styles['files']} aria-label={t('alarmPopup.files')}>
      {list.map(({ attachmentType, attachmentPath }, i) => {
        const url = attachmentUrl(attachmentPath, storageUrl);
        const n = i + 1;
        return (
          <li key={attachmentPath}>
            {attachmentType === IMAGE ? (
              <a href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={t('alarmPopup.image', { n })} />
              </a>
            ) : attachmentType === FILM ? (
              <Film url={url} n={n} />
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {t(attachmentType === SOUND ? 'alarmPopup.sound' : 'alarmPopup.file', { n })}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Film({ url, n }: { url: string; n: number }) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  if (failed) return <p className={styles['hint']}>{t('alarmPopup.noVideo')}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: terminals send none
    <video src={url} controls preload="metadata" aria-label={t('alarmPopup.film', { n })} onError={() => setFailed(true)} />
  );
}
