import { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { MediaNews } from '@fleetwarden/contract/media/schemas';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { MediaWall } from '../media/MediaWall.tsx';
import { useNews } from '../use-news.ts';

/** Polling interval, ms, in case messages were missed. */
const ASK_EVERY_MS = 15_000;

/** Photos and recordings of a command, including those that arrive while they are shown. */
export function TakenPhotos({ seqId, targId }: { seqId: string; targId: string }) {
  const { t, i18n } = useTranslation();
  const queryKey = ['taken', seqId];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(mediaCalls.listTaken, { seqId }, { signal, quiet: true }),
    gcTime: 0,
    refetchInterval: ASK_EVERY_MS,
    networkMode: 'always',
  });
  useNews<MediaNews>('media', [queryKey], { concerns: (news) => news.targId === targId });
  const number = (value: number) => formatNumber(i18n.language, value);
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('table.loading')} />;
  return (
    <>
      <p role="status">
        {data.list.length === 0
          ? t('commandTray.photosNone')
          : data.expected === null
            ? t('commandTray.photosReceived', { value: number(data.list.length) })
            : t('commandTray.photosReceivedOf', { value: number(data.list.length), expected: number(data.expected) })}
      </p>
      <MediaWall list={data.list} />
    </>
  );
}
