import { quotasCalls } from '@fleetwarden/contract/quotas/routes';
import type { QuotaLogRow } from '@fleetwarden/contract/quotas/schemas';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../api/call-paged.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';

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

/** Changes of quotas, newest first. */
export function QuotaLog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const nameOf = (item: string) => {
    const known = ITEMS.find((each) => each === item);
    return known ? t(`quotas.${known}`) : item;
  };
  const changesOf = ({ kind, changes }: QuotaLogRow) =>
    changes
      .map(({ item, before, after }) => `${nameOf(item)} ${kind === 'save' ? `${before ?? '-'} → ${after ?? '-'}` : after}`)
      .join(', ');
  return (
    <DetailDrawer open size={960} title={t('quotas.log')} onClose={onClose}>
      <PagedList<QuotaLogRow>
        question={['quota log']}
        load={(options) => callPaged(quotasCalls.listQuotaLog, {}, options)}
        rowKey="id"
        scroll={{ x: 820 }}
        columns={[
          { key: 'at', title: t('quotas.at'), width: 140, render: (_, { at }) => <TimeCell at={at} /> },
          { key: 'account', title: t('quotas.account'), dataIndex: 'account', width: 110 },
          { key: 'kind', title: t('quotas.kind'), width: 80, render: (_, { kind }) => t(`quotas.${kind}`) },
          { key: 'dept', title: t('quotas.deptName'), dataIndex: 'deptName', width: 140 },
          { key: 'to', title: t('quotas.toDept'), dataIndex: 'toDeptName', width: 140 },
          { key: 'changes', title: t('quotas.changes'), render: (_, row) => changesOf(row) },
          { key: 'note', title: t('quotas.note'), dataIndex: 'note', width: 160 },
        ]}
      />
    </DetailDrawer>
  );
}
