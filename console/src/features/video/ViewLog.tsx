import { viewKinds } from '@fleetwarden/contract/video/live-video';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { VideoViewsDialog } from '../../shared/VideoViewsDialog.tsx';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './ControlPanel.module.css';
import type { Channel } from './wall-model.ts';

/** Entries beside the tiles; the dialog has all. */
const SHOWN = 10;

/** Who watched, heard or recorded the vehicle of a tile last. */
export function ViewLog({ channel: { targId, plate } }: { channel: Channel }) {
  const { t } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['video', 'lastViews', targId],
    queryFn: ({ signal }) =>
      callPaged(videoCalls.listView, { targId }, { signal, quiet: true, pageModel: { page: 1, limit: SHOWN } }),
    gcTime: 0,
  });
  return (
    <section className={styles['section']} aria-label={t('video.log')}>
      {error && <LoadFailed reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows label={t('video.log')} rows={SHOWN} />}
      {data?.list.length === 0 && <p className={styles['hint']}>{t('videoViews.empty')}</p>}
      <ul className={styles['log']}>
        {data?.list.map(({ id, username, kind, channel, startedAt }) => (
          <li key={id}>
            <span>
              {username} {t(viewKinds[kind])} {t('video.channel', { channel })}
            </span>
            <TimeCell at={startedAt} />
          </li>
        ))}
      </ul>
      <Button block onClick={() => setShowsAll(true)}>
        {t('videoViews.title')}
      </Button>
      {showsAll && <VideoViewsDialog targId={targId} plate={plate} onClose={() => setShowsAll(false)} />}
    </section>
  );
}
