import { noticeboardCalls } from '@fleetwarden/contract/notices/board/routes';
import type { NoticeReader } from '@fleetwarden/contract/notices/board/schemas';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../api/call.ts';
import { createRecordDialog } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { State } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import styles from './ReadState.module.css';

const useDialog = createRecordDialog<'readState'>();

/** Opens the drawer with the readers of a notice. */
export const askReadState = (record: ResourceRecord, { refresh }: PageTools): void =>
  useDialog.setState({ dialog: { action: 'readState', record, refresh } });

const PAGE = 20;
const WHO = ['all', 'read', 'unread'] as const;
type Who = (typeof WHO)[number];

/** A drawer with the recipients of a notice, and which of them have read it. */
export function ReadState() {
  const { t } = useTranslation();
  const dialog = useDialog(({ dialog }) => dialog);
  if (!dialog) return null;
  return (
    <DetailDrawer
      open
      size={720}
      title={t('notice.readStateOf', { name: dialog.record['noticeTitle'] })}
      onClose={() => useDialog.setState({ dialog: null })}
    >
      <Readers key={dialog.record.id} noticeId={dialog.record.id} />
    </DetailDrawer>
  );
}

function Readers({ noticeId }: { noticeId: string }) {
  const { t } = useTranslation();
  const [who, setWho] = useState<Who>('all');
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['readState', noticeId, who, page],
    queryFn: ({ signal }) =>
      request(
        noticeboardCalls.listReadState,
        { noticeId, ...(who === 'all' ? {} : { read: who === 'read' }) },
        { signal, quiet: true, pageModel: { page, limit: PAGE } },
      ),
    placeholderData: (before) => before,
    networkMode: 'always',
  });
  if (error && !data)
    return (
      <State
        live="alert"
        title={t('resource.loadFailed')}
        hint={error.message}
        action={{ label: t('common.retry'), onClick: () => void refetch() }}
      />
    );
  return (
    <div className={styles['readers']}>
      <p>{data && t('notice.readCount', { readers: data.data.readers, reached: data.data.reached })}</p>
      <Segmented<Who>
        value={who}
        options={WHO.map((value) => ({ value, label: t(`notice.${value}`) }))}
        onChange={(next) => {
          setWho(next);
          setPage(1);
        }}
      />
      <Table<NoticeReader>
        className={styles['table']!}
        size="small"
        loading={isFetching}
        rowKey={({ accountId }) => accountId}
        dataSource={[...(data?.data.list ?? [])]}
        pagination={{
          current: page,
          pageSize: PAGE,
          total: data?.pageModel?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          { key: 'userName', dataIndex: 'userName', title: t('notice.userName') },
          { key: 'loginName', dataIndex: 'loginName', title: t('notice.loginName') },
          { key: 'deptName', dataIndex: 'deptName', title: t('notice.deptName') },
          {
            key: 'readAt',
            title: t('notice.readAt'),
            render: (_: unknown, { readAt }) => (readAt === null ? t('notice.unread') : <TimeCell at={readAt} />),
          },
        ]}
      />
    </div>
  );
}
