import { permission } from '@fleetwarden/contract/permissions';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import type { UploadTask } from '@fleetwarden/contract/video/upload-schemas';
import {
  UPLOAD_CONTROL,
  UPLOAD_STATE,
  type UploadControl,
  uploadControls,
  uploadReasons,
  uploadStateTexts,
} from '@fleetwarden/contract/video/upload-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Progress, Table } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { callPaged } from '../../../api/call-paged.ts';
import { useMay } from '../../../api/session.ts';
import { useCommonMessage, useOpened } from '../../../shared/live-context.ts';
import { reloadQueries } from '../../../shared/reload-queries.ts';
import { formatBytes } from '../../../ui/format.ts';
import { LoadFailed } from '../../../ui/States.tsx';
import { saveUrl } from '../../../ui/save-text.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';

/** Tasks shown; older ones are in no other list. */
const MAX_TASKS = 100;
/** Reads the progress of running tasks, ms. */
const EVERY_MS = 3_000;
const CONTROL_TEXTS = {
  [UPLOAD_CONTROL.pause]: 'recordedVideo.pause',
  [UPLOAD_CONTROL.resume]: 'recordedVideo.resume',
  [UPLOAD_CONTROL.cancel]: 'recordedVideo.cancelUpload',
} as const;
const isRunning = ({ state }: UploadTask) => state < UPLOAD_STATE.done;

/** Keys come from a table: scripts/texts finds each in every language. */
const text = (t: TFunction, key: string): string => t(key as 'common.close');

/** The uploads of a vehicle: state, progress, control, and the files that arrived. */
export function UploadTasks(props: { targId: string; channelName: (channel: number) => string; onArrived: () => void }) {
  const { targId, channelName, onArrived } = props;
  const { t, i18n } = useTranslation();
  const mayControl = useMay(permission.controlUploads);
  const mayDownload = useMay(permission.downloadVideo);
  const queries = useQueryClient();
  const queryKey = ['video uploads', targId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      callPaged(videoCalls.listUploadTask, { targId }, { signal, quiet: true, pageModel: { page: 1, limit: MAX_TASKS } }),
    refetchInterval: ({ state }) => (state.data?.list.some(isRunning) ? EVERY_MS : false),
    networkMode: 'always',
  });
  const reload = () => void reloadQueries(queries, queryKey);
  useCommonMessage('videoFile', (news) => {
    if ((news as { targId?: unknown }).targId !== targId) return;
    reload();
    if ((news as { state?: unknown }).state === UPLOAD_STATE.done) onArrived();
  });
  useOpened(reload);

  async function control({ seqId }: UploadTask, command: UploadControl) {
    await call(videoCalls.controlUpload, { seqId, control: command }).catch(() => undefined);
    await refetch();
  }
  async function download({ seqId }: UploadTask, fileId: string) {
    const file = await call(videoCalls.fileDownload, { seqId, fileId }).catch(() => null);
    if (file) saveUrl(file.name, file.url);
  }

  if (error && !data) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  return (
    <Table<UploadTask>
      size="small"
      aria-label={t('recordedVideo.uploads')}
      dataSource={data?.list ?? []}
      rowKey={({ seqId }) => seqId}
      pagination={false}
      scroll={{ x: 900 }}
      locale={{ emptyText: t('recordedVideo.noUploads') }}
      columns={[
        { key: 'channel', title: t('recordedVideo.channel'), width: 110, render: (_, { channel }) => channelName(channel) },
        { key: 'start', title: t('recordedVideo.start'), width: 140, render: (_, { startTime }) => <TimeCell at={startTime} /> },
        { key: 'end', title: t('recordedVideo.end'), width: 140, render: (_, { endTime }) => <TimeCell at={endTime} /> },
        {
          key: 'state',
          title: t('recordedVideo.state'),
          width: 170,
          render: (_, { state, reason }) => (
            <>
              {text(t, uploadStateTexts[state])}
              {reason && <div>{text(t, uploadReasons[reason])}</div>}
            </>
          ),
        },
        {
          key: 'progress',
          title: t('recordedVideo.uploadProgress'),
          width: 150,
          render: (_, { percent, receivedBytes, state }) =>
            percent === null ? (
              formatBytes(i18n.language, receivedBytes)
            ) : (
              <Progress
                size="small"
                percent={percent}
                status={state === UPLOAD_STATE.failed ? 'exception' : 'normal'}
                aria-label={t('recordedVideo.uploadProgress')}
              />
            ),
        },
        { key: 'user', title: t('recordedVideo.user'), width: 100, dataIndex: 'username' },
        {
          key: 'created',
          title: t('recordedVideo.createdAt'),
          width: 140,
          render: (_, { createdAt }) => <TimeCell at={createdAt} />,
        },
        {
          key: 'actions',
          title: t('table.actions'),
          width: 160,
          render: (_, task) => (
            <>
              {mayControl &&
                uploadControls[task.state].map((command) => (
                  <Button key={command} type="link" size="small" onClick={() => void control(task, command)}>
                    {t(CONTROL_TEXTS[command])}
                  </Button>
                ))}
              {mayDownload &&
                task.files.map(({ fileId, size }) => (
                  <Button key={fileId} type="link" size="small" onClick={() => void download(task, fileId)}>
                    {t('recordedVideo.download')} {formatBytes(i18n.language, size)}
                  </Button>
                ))}
            </>
          ),
        },
      ]}
    />
  );
}
