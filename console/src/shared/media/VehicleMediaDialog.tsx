import { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { MediaNews } from '@fleetwarden/contract/media/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Modal, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { LoadFailed, SkeletonRows, State } from '../../ui/States.tsx';
import layout from '../../ui/theme/layout.module.css';
import { useNews } from '../use-news.ts';
import { MediaViewer } from './MediaViewer.tsx';
import { MediaWall } from './MediaWall.tsx';

const WIDTH = 960;
const PAGE_SIZE = 20;

/** Photos and other files of a vehicle of the last 31 days, with those that arrive while it is open. */
export function VehicleMediaDialog(props: {
  targId: string;
  plate: string;
  onClose: () => void;
  wrapProps?: React.HTMLAttributes<HTMLDivElement>;
}) {
  const { targId, plate, onClose, wrapProps } = props;
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['media', targId, page],
    queryFn: ({ signal }) =>
      callPaged(mediaCalls.listMedia, { targId }, { signal, quiet: true, pageModel: { page, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
  });
  useNews<MediaNews>('media', [['media', targId]], { concerns: (news) => news.targId === targId });
  const apart = wrapProps ? { wrapProps } : {};
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('media.ofVehicle', { plate })}
      mask={{ closable: false }}
      footer={null}
      onCancel={onClose}
      {...apart}
    >
      {error && !data ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t('table.loading')} />
      ) : data.list.length === 0 ? (
        <State title={t('media.none')} />
      ) : (
        <MediaWall list={data.list} onOpen={setOpened} />
      )}
      <div className={layout['pager']}>
        <Pagination
          size="small"
          hideOnSinglePage
          current={page}
          pageSize={PAGE_SIZE}
          total={data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      </div>
      {data && opened !== null && (
        <MediaViewer list={data.list} at={opened} onMove={setOpened} onClose={() => setOpened(null)} {...apart} />
      )}
    </Modal>
  );
}
