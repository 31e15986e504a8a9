import type { CallInput } from '@fleetwarden/contract/call';
import type { terminalSettingsCalls as table } from '@fleetwarden/contract/terminal-settings/routes';
import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { useNews } from '../../../shared/use-news.ts';
import { StateWord } from '../../../ui/StateLabel.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { BatchAction } from '../../../ui/table/table-actions.ts';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { loadPaged } from '../../../ui/table/table-load.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import type { Setup } from '../use-setup.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { CompareDrawer } from './CompareDrawer.tsx';
import { CopyDrawer } from './CopyDrawer.tsx';
import { asTarget, type ParamCar } from './param-car.ts';
import { TemplateSelect } from './TemplateSelect.tsx';

const NAME = 'terminalSettings.cars';
const load = loadPaged(terminalSettingsCalls.listParamCar);

/** Vehicles with the state of their parameters; with a template, also their deviations. */
export function VehicleTable({ setup }: { setup: Setup }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [maySend, mayExport] = [useMay('7040109'), useMay('7040106')];
  const [applied, setApplied] = useState<readonly ParamCar[] | null>(null);
  const [copied, setCopied] = useState<ParamCar | null>(null);
  const [compared, setCompared] = useState<readonly ParamCar[] | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: [TABLE_QUERY, NAME] });
  useNews('terminalParams', [[TABLE_QUERY, NAME]]);

  const columns = useMemo(
    (): readonly TableColumn<ParamCar>[] => [
      {
        key: 'text',
        title: t('terminalSetup.plate'),
        width: 116,
        fixed: 'left',
        search: { kind: 'text', maxLength: 20 },
        render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
      },
      {
        key: 'deptName',
        title: t('terminalSetup.department'),
        width: 124,
        search: { kind: 'control', key: 'deptId', control: <DepartmentSelect /> },
      },
      {
        key: 'online',
        title: t('terminalSetup.connection'),
        width: 120,
        render: ({ online }) => <StateWord on={online}>{t(online ? 'terminalSetup.online' : 'terminalSetup.offline')}</StateWord>,
      },
      { key: 'version', title: t('terminalSetup.protocol'), width: 80, render: ({ version }) => version ?? '' },
      {
        key: 'model',
        title: t('terminalSetup.model'),
        width: 124,
        render: ({ maker, model }) => [maker, model].filter((part) => part !== '').join(' '),
      },
      { key: 'firmware', title: t('terminalSetup.firmware'), width: 110 },
      { key: 'readAt', title: t('terminalSetup.lastRead'), width: 136, render: ({ readAt }) => <TimeCell at={readAt} /> },
      { key: 'setAt', title: t('terminalSetup.lastSet'), width: 136, render: ({ setAt }) => <TimeCell at={setAt} /> },
      { key: 'pending', title: t('terminalSetup.pending'), width: 84, align: 'right' },
      { key: 'failed', title: t('terminalSetup.failed'), width: 64, align: 'right' },
      {
        key: 'deviations',
        title: t('terminalSetup.deviations'),
        width: 104,
        align: 'right',
        search: { kind: 'control', key: 'templateId', control: <TemplateSelect /> },
        render: ({ deviations }) => deviations ?? '–',
      },
    ],
    [t],
  );

  const targets = (rows: readonly ParamCar[]) => rows.map(asTarget);
  const batchActions: BatchAction<ParamCar>[] = [
    ...(maySend
      ? [
          { key: 'read', label: t('terminalSetup.readAll'), run: (rows: readonly ParamCar[]) => setup.read({}, targets(rows)) },
          { key: 'apply', label: t('terminalSetup.applyTemplate'), run: async (rows: readonly ParamCar[]) => setApplied(rows) },
        ]
      : []),
    {
      key: 'compare',
      label: t('terminalSetup.compareTwo'),
      run: async (rows) => {
        if (rows.length === 2) setCompared(rows);
        else setup.refuse(t('terminalSetup.chooseTwo'));
      },
    },
  ];
  return (
    <>
      <SearchTable<ParamCar>
        name={NAME}
        label={t('page.carsetup')}
        columns={columns}
        rowKey={({ targId }) => targId}
        load={load}
        defaultSize={20}
        batchActions={batchActions}
        {...(maySend
          ? {
              rowActions: (row) => [
                { key: 'read', label: t('terminalSetup.readAll'), run: () => setup.read({}, [asTarget(row)]) },
                { key: 'copy', label: t('terminalSetup.copyTo'), run: () => setCopied(row) },
              ],
            }
          : {})}
        {...(mayExport
          ? {
              exportRows: ({ data, keys, format }) =>
                call(terminalSettingsCalls.exportParams, {
                  ...(keys.length > 0
                    ? { targIds: [...keys] }
                    : ({ deptId: data['deptId'] } as CallInput<typeof table.exportParams>)),
                  format,
                }),
            }
          : {})}
      />
      {applied && <ApplyDialog setup={setup} vehicles={targets(applied)} onClose={() => setApplied(null)} onSent={refresh} />}
      <CopyDrawer setup={setup} from={copied} onClose={() => setCopied(null)} onSent={refresh} />
      <CompareDrawer cars={compared} onClose={() => setCompared(null)} />
    </>
  );
}
