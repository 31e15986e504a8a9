import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { notify } from '../../api/feedback.ts';
import { DepartmentSelect } from '../../shared/resource/DepartmentSelect.tsx';
import { StateWord } from '../../ui/StateLabel.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { BatchAction } from '../../ui/table/table-actions.ts';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';
import styles from './Rules.module.css';
import type { RuleRights } from './use-rule-rights.ts';

/** Name of the table in user settings and query keys. */
export const schemeTable = (code: RuleCode): string => `rules.${code}`;
const MAX_NAME = 30;
const [ON, OFF] = ['1', '0'];
const FORMATS = ['xlsx'] as const;

const loader =
  (code: RuleCode) =>
  ({ filters: { enabled, schemeName, deptId }, page, size }: TableState, signal: AbortSignal) =>
    callPaged(
      alarmRulesCalls.warnSchemeListYL,
      {
        schemeType: code,
        ...(schemeName ? { schemeName: String(schemeName) } : {}),
        ...(deptId ? { deptId: String(deptId) } : {}),
        ...(enabled ? { enabled: enabled === ON } : {}),
      },
      { signal, pageModel: { page, limit: size } },
    );

/** The schemes of a kind, filtered by name, department and state. */
export function SchemeList(props: {
  code: RuleCode;
  rights: RuleRights;
  /** ID of the open scheme. */
  open: string | null;
  onOpen: (id: string) => void;
  onChanged: () => void;
  onAdd: (() => void) | undefined;
}) {
  const { code, rights, open, onOpen, onChanged, onAdd } = props;
  const { t } = useTranslation();
  const load = useMemo(() => loader(code), [code]);
  const columns = useMemo(
    (): readonly TableColumn<Scheme>[] => [
      {
        key: 'schemeName',
        title: t('warnScheme.schemeName'),
        width: 120,
        fixed: 'left',
        search: { kind: 'text', maxLength: MAX_NAME },
        render: ({ id, schemeName }) => (
          <button
            type="button"
            className={styles['open']}
            {...(id === open ? { 'aria-current': true } : {})}
            onClick={() => onOpen(id)}
          >
            {schemeName}
          </button>
        ),
      },
      {
        key: 'enabled',
        title: t('warnScheme.state'),
        width: 102,
        search: {
          kind: 'select',
          options: [
            { value: ON!, label: t('warnScheme.on') },
            { value: OFF!, label: t('warnScheme.off') },
          ],
        },
        render: ({ enabled }) => <StateWord on={enabled}>{t(enabled ? 'warnScheme.on' : 'warnScheme.off')}</StateWord>,
      },
      {
        key: 'deptName',
        title: t('warnScheme.deptName'),
        width: 122,
        search: { kind: 'control', key: 'deptId', control: <DepartmentSelect /> },
      },
      { key: 'vehicles', title: t('warnScheme.vehicles'), width: 86, align: 'right' },
      { key: 'departments', title: t('warnScheme.departments'), width: 110, align: 'right', hiddenByDefault: true },
      { key: 'priority', title: t('warnScheme.priority'), width: 88, align: 'right', hiddenByDefault: true },
      { key: 'updatedBy', title: t('warnScheme.updatedBy'), width: 110, hiddenByDefault: true },
      {
        key: 'updatedAt',
        title: t('warnScheme.updatedAt'),
        width: 140,
        hiddenByDefault: true,
        render: ({ updatedAt }) => <TimeCell at={updatedAt} />,
      },
    ],
    [t, open, onOpen],
  );

  const idsOf = (rows: readonly Scheme[]) => rows.map(({ id }) => id);
  const enable = (enabled: boolean): BatchAction<Scheme> => ({
    key: enabled ? 'enable' : 'disable',
    label: t(enabled ? 'warnScheme.enable' : 'warnScheme.disable'),
    run: async (rows) => {
      const { changed } = await call(alarmRulesCalls.enableScheme, { schemeType: code, ids: idsOf(rows), enabled });
      notify('success', t(enabled ? 'warnScheme.enabledMany' : 'warnScheme.disabledMany', { count: changed }));
      onChanged();
    },
  });
  const batchActions: BatchAction<Scheme>[] = [
    ...(rights.enable ? [enable(true), enable(false)] : []),
    ...(rights.remove
      ? [
          {
            key: 'remove',
            label: t('resource.remove'),
            danger: true,
            confirm: (rows: readonly Scheme[]) => ({
              title: t('warnScheme.removeMany', { count: rows.length }),
              content: t('warnScheme.removeHint'),
            }),
            run: async (rows: readonly Scheme[]) => {
              const { removed } = await call(alarmRulesCalls.delScheme, { schemeType: code, ids: idsOf(rows) });
              notify('success', t('resource.removed', { count: removed }));
              onChanged();
            },
          },
        ]
      : []),
  ];
  return (
    <SearchTable<Scheme>
      name={schemeTable(code)}
      label={t('warnScheme.schemes')}
      columns={columns}
      rowKey={({ id }) => id}
      load={load}
      defaultSize={20}
      onOpen={({ id }) => onOpen(id)}
      batchActions={batchActions}
      exportFormats={FORMATS}
      {...(rights.export
        ? {
            exportRows: ({ keys }) =>
              call(alarmRulesCalls.exportScheme, { schemeType: code, ...(keys.length > 0 ? { ids: [...keys] } : {}) }),
          }
        : {})}
      {...(onAdd ? { fill: { label: t('warnScheme.add'), onClick: onAdd } } : {})}
    />
  );
}
