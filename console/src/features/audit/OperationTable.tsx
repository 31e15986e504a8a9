import type { auditCalls as table } from '@fleetwarden/contract/audit/routes';
import { auditCalls } from '@fleetwarden/contract/audit/routes';
import type { OperationRow } from '@fleetwarden/contract/audit/schemas';
import type { CallInput } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { formatFullTime } from '../../ui/format.ts';
import type { ExportRequest } from '../../ui/table/table-actions.ts';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import styles from './audit.module.css';
import { auditName, auditOptions } from './audit-names.ts';
import { DiffTable } from './DiffTable.tsx';
import { Facts } from './Facts.tsx';
import { LogTable } from './LogTable.tsx';

const load = loadPaged(auditCalls.listOperation);

const exportRows = ({ data, keys }: ExportRequest) =>
  call(auditCalls.exportOperation, {
    ...(data as CallInput<(typeof table)['exportOperation']>),
    ...(keys.length > 0 ? { ids: [...keys] } : {}),
  });

function Result({ code }: { code: string }) {
  const { t } = useTranslation();
  const refused = code !== '0';
  return (
    <span className={styles['result']} data-refused={refused}>
      {refused ? `${t('operations.refused')} ${code}` : t('operations.ok')}
    </span>
  );
}

/** Changes made by users. */
export function OperationTable() {
  const { t, i18n } = useTranslation();
  const mayExport = useMay(permission.exportOperationLog);

  const columns = useMemo(
    (): readonly TableColumn<OperationRow>[] => [
      { key: 'account', title: t('operations.account'), width: 120, sortable: true, search: { kind: 'text', maxLength: 32 } },
      { key: 'username', title: t('operations.name'), width: 120 },
      { key: 'deptName', title: t('operations.department'), width: 160 },
      { key: 'peerIp', title: t('operations.address'), width: 140, sortable: true },
      {
        key: 'area',
        title: t('operations.area'),
        width: 130,
        sortable: true,
        search: { kind: 'select', options: auditOptions(i18n, 'area') },
        render: ({ area }) => auditName(i18n, 'area', area),
      },
      {
        key: 'action',
        title: t('operations.action'),
        width: 160,
        sortable: true,
        search: { kind: 'select', options: auditOptions(i18n, 'action') },
        render: ({ action }) => auditName(i18n, 'action', action),
      },
      { key: 'object', title: t('operations.object'), width: 200, search: { kind: 'text', maxLength: 100 } },
      {
        key: 'result',
        title: t('operations.result'),
        width: 110,
        search: {
          kind: 'select',
          options: [
            { value: 'ok', label: t('operations.ok') },
            { value: 'refused', label: t('operations.refused') },
          ],
        },
        render: ({ result }) => <Result code={result} />,
      },
    ],
    [t, i18n],
  );

  return (
    <LogTable<OperationRow>
      name="audit.operations"
      label={t('page.operationLog')}
      columns={columns}
      load={load}
      title={t('operations.operationDetail')}
      detail={(row) => <OperationDetail row={row} />}
      {...(mayExport ? { exportRows, exportFormats: ['csv'] as const } : {})}
    />
  );
}

function OperationDetail({ row }: { row: OperationRow }) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Facts
        items={[
          { label: t('operations.time'), value: formatFullTime(i18n.language, row.at) },
          { label: t('operations.account'), value: `${row.account} ${row.username}` },
          { label: t('operations.department'), value: row.deptName },
          { label: t('operations.address'), value: row.peerIp },
          { label: t('operations.area'), value: auditName(i18n, 'area', row.area) },
          { label: t('operations.action'), value: auditName(i18n, 'action', row.action) },
          { label: t('operations.object'), value: row.object },
          { label: t('operations.result'), value: <Result code={row.result} /> },
        ]}
      />
      <DiffTable area={row.area} before={row.before} after={row.after} />
    </>
  );
}
