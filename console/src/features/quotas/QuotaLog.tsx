import { quotaCalls } from 'virtual:calls/quota';
import type { QuotaLogRow } from '@fleetwarden/contract/quota';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../ui/api/call-paged.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

const LIMIT = 20;
const ITEMS = [
  'vehicles',
  'users',
  'videoStreams',
  'videoTrafficGB',
  'smsCount',
  'storageGB',
  'forwards',
  'validTo',
  'overPolicy',
] as const;

/** How quotas were changed, newest first. */
export function QuotaLog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isFetching } = useQuery({
    queryKey: ['quota log', page],
    queryFn: ({ signal }) => callPaged(quotaCalls.listQuotaLog, {}, { signal, pageModel: { page, limit: LIMIT } }),
    gcTime: 0,
    networkMode: 'always',
  });
  const nameOf = (item: string) => {
    const known = ITEMS.find((each) => each === item);
    return known ? t(`quota.${known}`) : item;
  };
  const changesOf = ({ kind, changes }: QuotaLogRow) =>
    changes
      .map(({ item, before, after }) => `${nameOf(item)} ${kind === 'save' ? `${before ?? '-'} → ${after ?? '-'}` : after}`)
      .join(', ');
  return (
    <DetailDrawer open size={960} title={t('quota.log')} onClose={onClose}>
      <Table<QuotaLogRow>
        size="small"
        rowKey={({ id }) => id}
        loading={isFetching}
        dataSource={[...(data?.list ?? [])]}
        scroll={{ x: 820 }}
        pagination={{ current: page, pageSize: LIMIT, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
        columns={[
          { key: 'at', title: t('quota.at'), width: 140, render: (_, { at }) => <TimeCell at={at} /> },
          { key: 'account', title: t('quota.account'), dataIndex: 'account', width: 110 },
          { key: 'kind', title: t('quota.kind'), width: 80, render: (_, { kind }) => t(`quota.${kind}`) },
          { key: 'dept', title: t('quota.deptName'), dataIndex: 'deptName', width: 140 },
          { key: 'to', title: t('quota.toDept'), dataIndex: 'toDeptName', width: 140 },
          { key: 'changes', title: t('quota.changes'), render: (_, row) => changesOf(row) },
          { key: 'note', title: t('quota.note'), dataIndex: 'note', width: 160 },
        ]}
        locale={{ emptyText: i18n.t('table.empty') }}
      />
    </DetailDrawer>
  );
}
