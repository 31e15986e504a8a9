import { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import type { Rollout } from '@fleetwarden/contract/firmware/schemas';
import { Progress } from 'antd';
import type { i18n as I18n, TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumerationName, useEnumeration } from '../../shared/enumeration.ts';
import { formatNumber } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';
import { ROLLOUTS } from './query-names.ts';
import { RolloutDrawer } from './RolloutDrawer.tsx';

const loadRows = loadPaged(firmwareCalls.listRollout);
/** The filter of the URL is a text. */
const load = (state: TableState, signal: AbortSignal) => {
  const { state: wanted } = state.filters;
  const filters = wanted === undefined ? {} : { state: Number(wanted) };
  return loadRows({ ...state, sort: null, filters: filters as never }, signal);
};
const PERCENT = 100;

/** The roll-outs, newest first; live messages reload them. */
export function RolloutTable() {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const states = useEnumeration('ROLLOUT_STATE');
  const columns = useMemo(() => rolloutColumns(t, i18n, states), [t, i18n, states]);
  return (
    <>
      <SearchTable<Rollout>
        name={ROLLOUTS}
        label={t('firmware.tabRollouts')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        onOpen={({ id }) => setOpen(id)}
        rowActions={({ id }) => [{ key: 'details', label: t('firmware.details'), run: () => setOpen(id) }]}
      />
      {open !== null && <RolloutDrawer id={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const rolloutColumns = (t: TFunction, i18n: I18n, states: ReturnType<typeof useEnumeration>): readonly TableColumn<Rollout>[] => [
  { key: 'fileName', title: t('firmware.file'), width: 180, fixed: 'left' },
  { key: 'version', title: t('firmware.version'), width: 110 },
  { key: 'way', title: t('firmware.way'), width: 150, render: ({ way }) => enumerationName(i18n, 'ROLLOUT_WAY', way) },
  {
    key: 'state',
    title: t('firmware.state'),
    width: 160,
    render: ({ state }) => enumerationName(i18n, 'ROLLOUT_STATE', state),
    search: { kind: 'select', options: states.map(({ value, label }) => ({ value: String(value), label })) },
  },
  { key: 'stage', title: t('firmware.stage'), width: 80, render: ({ stage }) => enumerationName(i18n, 'ROLLOUT_STAGE', stage) },
  {
    key: 'progress',
    title: t('firmware.progress'),
    width: 160,
    render: ({ progress }) => (
      <Progress percent={Math.floor(progress * PERCENT)} size="small" aria-label={t('firmware.progress')} />
    ),
  },
  {
    key: 'succeeded',
    title: t('firmware.succeeded'),
    width: 100,
    align: 'right',
    render: ({ counts, cars }) => `${formatNumber(i18n.language, counts.succeeded)} / ${formatNumber(i18n.language, cars)}`,
  },
  {
    key: 'failed',
    title: t('firmware.failed'),
    width: 80,
    align: 'right',
    render: ({ counts }) => formatNumber(i18n.language, counts.failed + counts.cancelled),
  },
  { key: 'note', title: t('firmware.rollbackNote'), width: 180, hiddenByDefault: true },
  { key: 'username', title: t('firmware.createdBy'), width: 110 },
  { key: 'createdAt', title: t('firmware.createdAt'), width: 140, render: ({ createdAt }) => <TimeCell at={createdAt} /> },
];
