import { firmwareCalls } from '@fleetwarden/contract/firmware/routes';
import type { Firmware } from '@fleetwarden/contract/firmware/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import type { i18n as I18n, TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { enumerationName, useEnumeration } from '../../shared/enumeration.ts';
import { formatBytes, formatList } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { dataOf, loadPaged } from '../../ui/table/table-load.ts';
import { FILES } from './query-names.ts';
import { StartRollout } from './StartRollout.tsx';

const loadRows = loadPaged(firmwareCalls.listFirmware);
/** The filter of the URL is a text. */
const load: typeof loadRows = (state, signal) => {
  const { kind, ...filters } = dataOf({ ...state, sort: null });
  const numbers = kind === undefined ? {} : { kind: Number(kind) };
  return loadRows({ ...state, sort: null, filters: { ...filters, ...numbers } as never }, signal);
};

/** The stored firmware files: deletion, and the start of a roll-out. */
export function FirmwareFiles(props: { onUpload: () => void; onStarted: () => void; onChanged: () => void }) {
  const { onUpload, onStarted, onChanged } = props;
  const { t, i18n } = useTranslation();
  const maySend = useMay(permission.sendFirmware);
  const [started, setStarted] = useState<Firmware | null>(null);
  const kinds = useEnumeration('UPGRADE_KIND');
  const columns = useMemo(() => fileColumns(t, i18n, kinds), [t, i18n, kinds]);

  async function remove({ id }: Firmware) {
    await call(firmwareCalls.delFirmware, { id });
    onChanged();
  }
  const actions = (row: Firmware) => [
    { key: 'start', label: t('firmware.start'), run: () => setStarted(row) },
    {
      key: 'delete',
      label: t('firmware.remove'),
      danger: true,
      confirm: { title: t('firmware.deleteConfirm', row) },
      run: () => remove(row),
    },
  ];
  return (
    <>
      <SearchTable<Firmware>
        name={FILES}
        label={t('firmware.tabFiles')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        {...(maySend ? { rowActions: actions, fill: { label: t('firmware.upload'), onClick: onUpload } } : {})}
      />
      {started && <StartRollout firmware={started} onStarted={onStarted} onClose={() => setStarted(null)} />}
    </>
  );
}

const fileColumns = (t: TFunction, i18n: I18n, kinds: ReturnType<typeof useEnumeration>): readonly TableColumn<Firmware>[] => [
  { key: 'name', title: t('firmware.file'), width: 200, fixed: 'left', search: { kind: 'text', key: 'text', maxLength: 64 } },
  { key: 'version', title: t('firmware.version'), width: 120 },
  {
    key: 'kind',
    title: t('firmware.kind'),
    width: 150,
    render: ({ kind }) => enumerationName(i18n, 'UPGRADE_KIND', kind),
    search: { kind: 'select', options: kinds.map(({ value, label }) => ({ value: String(value), label })) },
  },
  { key: 'maker', title: t('firmware.maker'), width: 110 },
  {
    key: 'models',
    title: t('firmware.models'),
    width: 180,
    render: ({ models }) => formatList(i18n.language, models),
  },
  {
    key: 'bytes',
    title: t('firmware.size'),
    width: 100,
    align: 'right',
    render: ({ bytes }) => formatBytes(i18n.language, bytes),
  },
  {
    key: 'sha256',
    title: t('firmware.sha256'),
    width: 160,
    render: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 16)}…</code>,
  },
  { key: 'rollouts', title: t('firmware.rollouts'), width: 100, align: 'right' },
  { key: 'note', title: t('firmware.note'), width: 160, hiddenByDefault: true },
  { key: 'username', title: t('firmware.uploadedBy'), width: 110 },
  { key: 'createdAt', title: t('firmware.uploadedAt'), width: 140, render: ({ createdAt }) => <TimeCell at={createdAt} /> },
];
