import type { CallInput } from '@fleetwarden/contract/call';
import type { quotasCalls as table } from '@fleetwarden/contract/quotas/routes';
import { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import type { QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { ExportRequest } from '../../ui/table/table-actions.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { QuotaForm } from './QuotaForm.tsx';
import { QuotaLog } from './QuotaLog.tsx';
import { quotaColumns } from './quota-columns.tsx';
import { TransferForm } from './TransferForm.tsx';

const NAME = 'quotas';
const load = loadPaged(quotasCalls.listQuota);
const exportRows = ({ data, keys }: ExportRequest) =>
  call(quotasCalls.exportQuota, {
    ...(data as CallInput<(typeof table)['exportQuota']>),
    ...(keys.length > 0 ? { ids: [...keys] } : {}),
  });

type OpenDialog = { readonly kind: 'set' | 'transfer'; readonly row: QuotaRow } | { readonly kind: 'log' } | null;

/** /platform/quotaManagement: quotas of departments and their usage. */
export function QuotaPage() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const queries = useQueryClient();
  const [maySet, mayTransfer, mayLook, mayExport] = [useMay('61603'), useMay('61610'), useMay('61611'), useMay('61606')];
  const [dialog, setDialog] = useState<OpenDialog>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language alone
  const columns = useMemo(() => quotaColumns(i18n), [language]);
  const close = () => setDialog(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: [TABLE_QUERY, NAME] });

  const rowActions = (row: QuotaRow) => [
    ...(maySet && row.settable ? [{ key: 'set', label: t('quotas.set'), run: () => setDialog({ kind: 'set', row }) }] : []),
    ...(mayTransfer && row.limits
      ? [{ key: 'transfer', label: t('quotas.transfer'), run: () => setDialog({ kind: 'transfer', row }) }]
      : []),
  ];
  return (
    <AntdProvider>
      <Page>
        <PageHeader
          title={t('page.quotaManagement')}
          action={mayLook && <Button onClick={() => setDialog({ kind: 'log' })}>{t('quotas.log')}</Button>}
        />
        <SearchTable<QuotaRow>
          name={NAME}
          label={t('page.quotaManagement')}
          columns={columns}
          rowKey={({ deptId }) => deptId}
          load={load}
          {...(mayExport ? { exportRows } : {})}
          {...(maySet || mayTransfer ? { rowActions } : {})}
        />
      </Page>
      {dialog?.kind === 'set' && <QuotaForm key={dialog.row.deptId} row={dialog.row} onSaved={refresh} onClose={close} />}
      {dialog?.kind === 'transfer' && <TransferForm key={dialog.row.deptId} row={dialog.row} onSaved={refresh} onClose={close} />}
      {dialog?.kind === 'log' && <QuotaLog onClose={close} />}
    </AntdProvider>
  );
}
