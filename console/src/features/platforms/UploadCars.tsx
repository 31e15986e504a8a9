import type { CallReply } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { regulatorsCalls as table } from '@fleetwarden/contract/regulators/routes';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Space, type TableProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantOf } from '../../api/business-time.ts';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { loadList } from '../../api/load-list.ts';
import { useMay } from '../../api/session.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

type Row = CallReply<(typeof table)['listUploadCar']>['list'][number];
type Columns = NonNullable<TableProps<Row>['columns']>;
type Range = { readonly startTime: number; readonly endTime: number };

const load = loadList(regulatorsCalls.listUploadCar);
const LIST = 'link cars';

/** 车辆: upload state of each bound vehicle's positions, and re-upload of a period (补报). */
export function UploadCars({ id }: { id: string }) {
  const { t } = useTranslation();
  const mayTell = useMay(permission.reupload);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const columns = useMemo(
    (): Columns => [
      { key: 'carNo', title: t('regulators.plate'), width: 120, dataIndex: 'carNo' },
      { key: 'dept', title: t('regulators.department'), width: 180, dataIndex: 'deptName' },
      { key: 'lastAt', title: t('regulators.lastAt'), width: 150, render: (_, { lastAt }) => <TimeCell at={lastAt} /> },
      { key: 'takenTo', title: t('regulators.uploadedTo'), width: 150, render: (_, { takenTo }) => <TimeCell at={takenTo} /> },
      { key: 'state', title: t('regulators.state'), width: 110, render: (_, row) => row.resending && t('regulators.resending') },
    ],
    [t],
  );
  return (
    <>
      {mayTell && <Reupload id={id} carIds={chosen} />}
      <PagedList<Row>
        question={[LIST, id]}
        load={(options) => load({ id }, options)}
        rowKey="carId"
        columns={columns}
        scroll={{ x: 'max-content' }}
        {...(mayTell
          ? {
              rowSelection: {
                selectedRowKeys: [...chosen],
                preserveSelectedRowKeys: true,
                onChange: (keys) => setChosen(keys.map(String)),
              },
            }
          : {})}
      />
    </>
  );
}

/** Re-uploads the chosen vehicles, or all. */
function Reupload({ id, carIds }: { id: string; carIds: readonly string[] }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [range, setRange] = useState<Range | null>(null);
  const [sending, setSending] = useState(false);
  const tell = async (range: Range) => {
    setSending(true);
    try {
      const which = carIds.length > 0 ? { carIds: [...carIds] } : {};
      const { vehicles } = await call(regulatorsCalls.reuploadPosition, { id, ...range, ...which });
      notify('success', t('regulators.reuploaded', { count: vehicles }));
      await queries.invalidateQueries({ queryKey: [LIST, id] });
    } catch {
      // shown by the client
    } finally {
      setSending(false);
    }
  };
  return (
    <Space wrap style={{ margin: '12px 0' }}>
      <span>{t('regulators.reuploadRange')}</span>
      <BusinessDatePicker.RangePicker
        showTime
        onChange={(days) => {
          const [from, to] = days ?? [];
          setRange(from && to ? { startTime: instantOf(from), endTime: instantOf(to) } : null);
        }}
      />
      <Button type="primary" disabled={range === null} loading={sending} onClick={() => range && void tell(range)}>
        {t('regulators.reupload')}
      </Button>
    </Space>
  );
}
