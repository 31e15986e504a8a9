import { alarmRulesCalls } from '@fleetwarden/contract/alarm-rules/routes';
import type { RoadRow } from '@fleetwarden/contract/alarm-rules/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { callPaged } from '../../../api/call-paged.ts';
import { notify } from '../../../api/feedback.ts';
import { enumerationName } from '../../../shared/enumeration.ts';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import type { TableState } from '../../../ui/table/use-table-url.ts';
import { formatMeasure } from '../../../ui/units.ts';
import styles from '../Rules.module.css';
import type { RuleRights } from '../use-rule-rights.ts';
import { ImportRoads } from './ImportRoads.tsx';
import type { RoadCode } from './roads.ts';

const MAX_NAME = 100;
const tableOf = (code: RoadCode) => `roads.${code}`;

const loader =
  (code: RoadCode) =>
  ({ filters: { name, deptId }, page, size }: TableState, signal: AbortSignal) =>
    callPaged(
      alarmRulesCalls.listRoad,
      { schemeType: code, ...(name ? { name: String(name) } : {}), ...(deptId ? { deptId: String(deptId) } : {}) },
      { signal, pageModel: { page, limit: size } },
    );

/** Roads with limits, or warning points: imported from files, removed here. */
export function RoadList({ code, rights }: { code: RoadCode; rights: RuleRights }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [importing, setImporting] = useState(false);
  const load = useMemo(() => loader(code), [code]);
  const columns = useRoadColumns(code);
  const refresh = () => void queries.invalidateQueries({ queryKey: [TABLE_QUERY, tableOf(code)] });
  const open = { label: t('warnScheme.roadImport'), onClick: () => setImporting(true) };

  const remove = async (rows: readonly RoadRow[]) => {
    const { removed } = await call(alarmRulesCalls.delRoad, { schemeType: code, ids: rows.map(({ id }) => id) });
    notify('success', t('resource.removed', { count: removed }));
    refresh();
  };
  const question = (title: string) => ({ title, content: t('resource.removeHint') });
  return (
    <div className={styles['whole']}>
      {rights.edit && (
        <div className={styles['roadTools']}>
          <p className={styles['note']}>{t(`warnScheme.roadHint_${code}`)}</p>
          <Button onClick={open.onClick}>{open.label}</Button>
        </div>
      )}
      <SearchTable<RoadRow>
        name={tableOf(code)}
        label={t('warnScheme.view_roads')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        {...(rights.edit ? { fill: open } : {})}
        {...(rights.remove
          ? {
              rowActions: (row: RoadRow) => [
                {
                  key: 'remove',
                  label: t('resource.remove'),
                  danger: true,
                  confirm: question(t('resource.removeOne', { name: row.name })),
                  run: () => remove([row]),
                },
              ],
              batchActions: [
                {
                  key: 'remove',
                  label: t('resource.remove'),
                  danger: true,
                  confirm: (rows: readonly RoadRow[]) => question(t('resource.removeMany', { count: rows.length })),
                  run: remove,
                },
              ],
            }
          : {})}
      />
      {importing && <ImportRoads code={code} onClose={() => setImporting(false)} onDone={refresh} />}
    </div>
  );
}

/** Limits and distances in the user's units, directions in degrees. */
function formatFigure(language: string, key: string, value: number): string {
  if (key === 'direction') return formatNumber(language, value);
  return formatMeasure(language, key === 'lead' ? 'length' : 'speed', value, 0);
}

function useRoadColumns(code: RoadCode): readonly TableColumn<RoadRow>[] {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const units = usePreferences(({ settings }) => settings.units);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with language and units alone
  return useMemo(() => {
    const figure = (key: 'limitPassenger' | 'limitFreight' | 'limitDangerous' | 'direction' | 'lead' | 'limit') =>
      ({
        key,
        title: t(`warnScheme.road_${key}`),
        width: 110,
        align: 'right',
        render: ({ [key]: value }: RoadRow) => value !== null && formatFigure(language, key, value),
      }) as const;
    const name: TableColumn<RoadRow> = {
      key: 'name',
      title: t('warnScheme.road_name'),
      width: 200,
      fixed: 'left',
      search: { kind: 'text', maxLength: MAX_NAME },
    };
    const dept: TableColumn<RoadRow> = {
      key: 'deptName',
      title: t('warnScheme.deptName'),
      width: 160,
      search: { kind: 'control', key: 'deptId', control: <DepartmentSelect /> },
    };
    const points = { key: 'points', title: t('warnScheme.road_points'), width: 80, align: 'right' } as const;
    if (code === '130113')
      return [
        name,
        dept,
        {
          key: 'grade',
          title: t('warnScheme.param_roadGrade'),
          width: 140,
          render: ({ grade }) => grade !== null && enumerationName(i18n, 'ROAD_GRADE', grade),
        },
        figure('limitPassenger'),
        figure('limitFreight'),
        figure('limitDangerous'),
        {
          key: 'oneWay',
          title: t('warnScheme.road_oneWay'),
          width: 90,
          render: ({ oneWay }) => t(oneWay ? 'warnScheme.yes' : 'warnScheme.no'),
        },
        points,
      ];
    return [
      name,
      dept,
      {
        key: 'kind',
        title: t('warnScheme.param_kinds'),
        width: 140,
        render: ({ kind }) => kind !== null && enumerationName(i18n, 'ROAD_SPOT', kind),
      },
      { key: 'content', title: t('warnScheme.param_content'), width: 220 },
      figure('lead'),
      figure('limit'),
      figure('direction'),
      { key: 'from', title: t('warnScheme.param_from'), width: 110 },
      { key: 'to', title: t('warnScheme.param_to'), width: 110 },
      points,
    ];
  }, [code, language, units]);
}
