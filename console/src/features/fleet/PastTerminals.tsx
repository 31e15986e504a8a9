import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { PastTerminal } from '@fleetwarden/contract/fleet/schemas';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';

/** Earlier terminals of a vehicle, below its form. */
export function PastTerminals({ record }: { record: ResourceRecord | null }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['pastTerminals', record?.id, record?.version],
    queryFn: ({ signal }) => call(fleetCalls.listTerminalHistory, { id: record!.id }, { signal, quiet: true }),
    enabled: record !== null,
  });
  if (!record || !data || data.list.length === 0) return null;
  return (
    <section aria-label={t('vehicle.pastTerminals')}>
      <h3>{t('vehicle.pastTerminals')}</h3>
      <Table<PastTerminal>
        size="small"
        rowKey="id"
        dataSource={[...data.list]}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { key: 'phone', dataIndex: 'phone', title: t('vehicle.phone') },
          { key: 'terminalNo', dataIndex: 'terminalNo', title: t('vehicle.terminalNo') },
          { key: 'terminalModel', dataIndex: 'terminalModel', title: t('vehicle.terminalModel') },
          { key: 'since', title: t('vehicle.since'), render: (_, { since }) => <TimeCell at={since} /> },
          { key: 'until', title: t('vehicle.until'), render: (_, { until }) => <TimeCell at={until} /> },
          { key: 'userName', dataIndex: 'userName', title: t('vehicle.doneBy') },
          { key: 'reason', dataIndex: 'reason', title: t('vehicle.replaceReason') },
        ]}
      />
    </section>
  );
}
