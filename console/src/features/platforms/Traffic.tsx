import type { CallReply } from '@fleetwarden/contract/call';
import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators/routes';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Descriptions, Table, type TableProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatDuration, formatNumber } from '../../ui/format.ts';
import { LoadFailed, SkeletonRows } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

type Stat = CallReply<(typeof table)['statMessage']>;
type Hour = Stat['hours'][number];
type Columns = NonNullable<TableProps<Hour>['columns']>;

/** Screen catalogue 7.11. */
const REFRESH_MS = 10_000;
const ROWS = 20;

/** 流量: messages by hour, ID and direction of the last day, and answers to the platform's requests. */
export function Traffic({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['link traffic', id],
    queryFn: ({ signal }) => call(regulatorsCalls.statMessage, { id }, { signal, quiet: true }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
  });
  const columns = useMemo(
    (): Columns => [
      { key: 'hour', title: t('regulators.hour'), width: 160, render: (_, { hour }) => <TimeCell at={hour} /> },
      { key: 'msgId', title: t('regulators.messageId'), width: 120, dataIndex: 'msgId' },
      {
        key: 'down',
        title: t('regulators.direction'),
        width: 100,
        render: (_, { down }) => t(down ? 'regulators.down' : 'regulators.up'),
      },
      {
        key: 'messages',
        title: t('regulators.messages'),
        align: 'right',
        render: (_, { messages }) => formatNumber(i18n.language, messages),
      },
      {
        key: 'bytes',
        title: t('regulators.bytes'),
        align: 'right',
        render: (_, { bytes }) => formatNumber(i18n.language, bytes),
      },
    ],
    [t, i18n.language],
  );
  if (error && !data) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('regulators.traffic')} />;
  return (
    <>
      <Figures title={t('regulators.postCheck')} figures={data.checks} />
      <Figures title={t('regulators.supervisions')} figures={data.supervisions} />
      <Table<Hour>
        size="small"
        rowKey={({ hour, msgId, down }) => `${hour} ${msgId} ${down}`}
        dataSource={[...data.hours].reverse()}
        pagination={{ pageSize: ROWS, showSizeChanger: false }}
        locale={{ emptyText: t('table.empty') }}
        columns={columns}
      />
    </>
  );
}

/** Figures on the answers to one kind of request. */
function Figures({ title, figures }: { title: string; figures: Stat['checks'] }) {
  const { t } = useTranslation();
  const { asked, answered, inTime, meanMs } = figures;
  return (
    <Descriptions
      size="small"
      title={title}
      column={4}
      items={[
        { key: 'asked', label: t('regulators.received'), children: asked },
        { key: 'answered', label: t('regulators.answered'), children: answered },
        { key: 'inTime', label: t('regulators.inTime'), children: inTime },
        { key: 'mean', label: t('regulators.meanTime'), children: meanMs === null ? '-' : formatDuration(t, meanMs) },
      ]}
    />
  );
}
