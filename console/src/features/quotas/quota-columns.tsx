import type { QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import type { i18n as I18n } from 'i18next';
import { enumerationName } from '../../shared/enumeration.ts';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { UsageBar } from './UsageBar.tsx';

const BAR_WIDTH = 240;

export const quotaColumns = (i18n: I18n): readonly TableColumn<QuotaRow>[] => {
  const { t } = i18n;
  const bar = (item: 'vehicles' | 'users'): TableColumn<QuotaRow> => ({
    key: item,
    title: t(`quotas.${item}`),
    width: BAR_WIDTH,
    render: ({ limits, used, handedOut }) => (
      <UsageBar used={used[item]} limit={limits?.[item] ?? null} handedOut={handedOut[item]} />
    ),
  });
  const figure = (
    item: 'videoStreams' | 'videoTrafficGB' | 'smsCount' | 'storageGB' | 'forwards',
    unit = '',
  ): TableColumn<QuotaRow> => ({
    key: item,
    title: t(`quotas.${item}`),
    width: 110,
    align: 'right',
    hiddenByDefault: true,
    render: ({ limits }) => (limits?.[item] == null ? '' : `${limits[item]?.toLocaleString(i18n.language)}${unit}`),
  });
  return [
    { key: 'deptName', title: t('quotas.deptName'), width: 220, fixed: 'left', search: { kind: 'text', maxLength: 50 } },
    bar('vehicles'),
    bar('users'),
    {
      key: 'state',
      title: t('quotas.state'),
      width: 100,
      search: {
        kind: 'select',
        options: (['limited', 'unlimited', 'full'] as const).map((value) => ({ value, label: t(`quotas.${value}`) })),
      },
      render: (row) => t(`quotas.${findState(row)}`),
    },
    {
      key: 'overPolicy',
      title: t('quotas.overPolicy'),
      width: 100,
      render: ({ limits }) => (limits ? enumerationName(i18n, 'QUOTA_POLICY', limits.overPolicy) : ''),
    },
    { key: 'validTo', title: t('quotas.validTo'), width: 120, render: ({ limits }) => limits?.validTo ?? '' },
    figure('videoStreams'),
    figure('videoTrafficGB', ' GB'),
    figure('smsCount'),
    figure('storageGB', ' GB'),
    figure('forwards'),
  ];
};

function findState({ limits, used, expired }: QuotaRow): 'unlimited' | 'expired' | 'full' | 'limited' {
  if (!limits) return 'unlimited';
  if (expired) return 'expired';
  return used.vehicles >= limits.vehicles || used.users >= limits.users ? 'full' : 'limited';
}
