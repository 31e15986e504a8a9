import { reportBatchCalls } from '@fleetwarden/contract/reports/batch/routes';
import { useQuery } from '@tanstack/react-query';
import { Input, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../ui/format.ts';
import { LoadFailed, SkeletonRows, State } from '../../../ui/States.tsx';
import styles from './Batch.module.css';

const PAGE = 10;

type Company = { readonly deptId: string; readonly deptName: string; readonly cars: number };

/** Companies with their vehicle counts and check boxes. `most`: limit of selected companies. */
export function CompanyChoice(props: {
  readonly chosen: readonly string[];
  readonly most: number;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const { chosen, most, onChange } = props;
  const { t, i18n } = useTranslation();
  const [find, setFind] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['report', 'batchCompanies'],
    queryFn: ({ signal }) => call(reportBatchCalls.getDeptListByBatch, {}, { signal, quiet: true }),
    networkMode: 'always',
  });
  if (error) return <LoadFailed reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('table.loading')} />;
  if (data.list.length === 0) return <State title={t('batch.noCompany')} />;
  const wanted = find.trim().toLowerCase();
  const ticked = new Set(chosen);
  return (
    <>
      <Input.Search
        allowClear
        value={find}
        aria-label={t('batch.find')}
        placeholder={t('batch.find')}
        onChange={({ target }) => setFind(target.value)}
      />
      <p className={styles['count']} role="status">
        {t('batch.selected', { count: chosen.length, max: most })}
      </p>
      <Table<Company>
        size="small"
        rowKey={({ deptId }) => deptId}
        dataSource={data.list.filter(({ deptName }) => deptName.toLowerCase().includes(wanted))}
        pagination={{ pageSize: PAGE, showSizeChanger: false, hideOnSinglePage: true }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          // rows that the search hides stay selected
          preserveSelectedRowKeys: true,
          hideSelectAll: data.list.length > most,
          onChange: (keys) => onChange(keys.map(String)),
          getCheckboxProps: ({ deptId, deptName }) => ({
            'aria-label': deptName,
            disabled: chosen.length >= most && !ticked.has(deptId),
          }),
        }}
        columns={[
          { title: t('batch.company'), dataIndex: 'deptName' },
          { title: t('batch.cars'), align: 'right', render: (_, { cars }) => formatNumber(i18n.language, cars) },
        ]}
      />
    </>
  );
}
