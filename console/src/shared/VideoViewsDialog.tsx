import { viewKinds, viewReasons } from '@fleetwarden/contract/video/live-video';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import type { View } from '@fleetwarden/contract/video/schemas';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../api/call-paged.ts';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { PagedList } from '../ui/PagedList.tsx';
import { TimeCell } from '../ui/TimeCell.tsx';

const WIDTH = 960;

type Props = {
  readonly targId: string;
  readonly plate: string;
  readonly onClose: () => void;
  readonly wrapProps?: React.HTMLAttributes<HTMLDivElement>;
};

/** Who watched, heard, recorded or downloaded from a vehicle in the last 31 days. */
export function VideoViewsDialog({ targId, plate, onClose, wrapProps }: Props) {
  const { t, i18n } = useTranslation();
  const played = ({ playedAt, endedAt }: View) => {
    if (playedAt === null) return t('videoViews.never');
    return endedAt === null ? t('videoViews.now') : formatDuration(t, endedAt - playedAt);
  };
  const reason = ({ reason: key }: View) => (key && key in viewReasons ? t(viewReasons[key as keyof typeof viewReasons]) : '');
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={t('videoViews.ofVehicle', { plate })}
      mask={{ closable: false }}
      footer={null}
      onCancel={onClose}
      {...(wrapProps ? { wrapProps } : {})}
    >
      <PagedList<View>
        question={['video', 'views', targId]}
        load={(options) => callPaged(videoCalls.listView, { targId }, options)}
        rowKey="id"
        empty={t('videoViews.empty')}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'user', title: t('videoViews.user'), render: (_, { username }) => username },
          { key: 'kind', title: t('videoViews.kind'), render: (_, { kind }) => t(viewKinds[kind]) },
          { key: 'channel', title: t('videoViews.channel'), align: 'right', render: (_, { channel }) => channel },
          { key: 'start', title: t('videoViews.start'), render: (_, { startedAt }) => <TimeCell at={startedAt} /> },
          { key: 'played', title: t('videoViews.played'), render: (_, view) => played(view) },
          {
            key: 'bytes',
            title: t('videoViews.bytes'),
            align: 'right',
            render: (_, { bytes }) => formatBytes(i18n.language, bytes),
          },
          { key: 'ip', title: t('videoViews.ip'), render: (_, { peerIp }) => peerIp },
          { key: 'reason', title: t('videoViews.reason'), render: (_, view) => reason(view) },
        ]}
      />
    </Modal>
  );
}
