import { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { MediaNews } from '@fleetwarden/contract/media/schemas';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { MediaWall } from '../../../shared/MediaWall.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { apart } from './apart.ts';

const WIDTH = 720;
/** Polling interval, ms, in case messages were missed. */
const ASK_EVERY_MS = 15_000;

/** Photos of a command, including those that arrive while it is open. */
export function PhotosDialog(props: { seqId: string; targId: string; plate: string; onClose: () => void }) {
  const { seqId, targId, plate, onClose } = props;
  const { t, i18n } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ['taken', seqId],
    queryFn: ({ signal }) => call(mediaCalls.listTaken, { seqId }, { signal, quiet: true }),
    gcTime: 0,
    refetchInterval: ASK_EVERY_MS,
    networkMode: 'always',
  });
  useCommonMessage('media', (news) => {
    if ((news as MediaNews).targId === targId) void refetch();
  });
  const number = (value: number) => formatNumber(i18n.language, value);
  return (
    <AntdProvider>
      <Modal
        open
        centered
        width={WIDTH}
        title={t('commandTray.photosOf', { plate })}
        mask={{ closable: false }}
        footer={null}
        onCancel={onClose}
        wrapProps={apart}
      >
        {isError && !data ? (
          <LoadFailed onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows label={t('table.loading')} />
        ) : (
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
        )}
      </Modal>
    </AntdProvider>
  );
}
