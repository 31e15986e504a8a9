import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { matching, text, useUrlState } from '../../hooks/use-url-state.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import type { TabBarProps } from '../../ui/TabBar.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import type { BatchAction, ExportRequest, RowAction } from '../../ui/table/table-actions.ts';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import type { TableState } from '../../ui/table/use-table-url.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { DEPARTMENTS_QUERY } from '../departments.ts';
import { reloadQueries } from '../reload-queries.ts';
import { BatchDrawer, batchFields } from './BatchDrawer.tsx';
import { DepartmentPane } from './DepartmentPane.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { RecordDrawer } from './RecordDrawer.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import styles from './Resource.module.css';
import type { ResourceCallRows } from './resource-call-rows.ts';
import { resourceCallRows } from './resource-call-rows.ts';
import { listFilters, resourceColumns } from './resource-columns.tsx';
import type { PageTools, ResourceHooks, ResourcePageRow } from './resource-hooks.ts';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';
import { isEverybodys } from './resource-record.ts';
import { pageText } from './resource-texts.ts';
import { useMoveDepartment } from './use-move-department.tsx';
import { NEW, useOpenRecord } from './use-open-record.ts';
import { useResourceRights } from './use-rights.ts';

const NO_HOOKS: ResourceHooks = {};

/** Whether the page has a department tree: records scoped by department. */
const hasDepartments = ({ fields, scope }: Resource): boolean => scope === 'self' || fields['deptId'] !== undefined;

const loader = (resource: Resource, rows: ResourceCallRows) => (state: TableState, signal: AbortSignal) => {
  const { filters, sort, page, size } = state;
  const data = { ...listFilters(resource, filters), ...(sort ? { sort: sort.key, order: sort.order } : {}) };
  return callPaged(rows.list, data, { signal, pageModel: { page, limit: size } });
};

/** A confirmation for selected records, and the outcome for the selection. */
type Asking = {
  readonly kind: 'remove' | 'batch';
  readonly records: readonly ResourceRecord[];
  readonly end: (done: boolean) => void;
};

type Ask = (kind: Asking['kind'], records: readonly ResourceRecord[]) => Promise<void>;

/** A page of records generated from its resource: list, search, form and actions. `tabs`: those of the page. */
export function ResourcePage({ resource, hooks = NO_HOOKS, tabs }: ResourcePageRow & { tabs?: TabBarProps<string> }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const units = usePreferences(({ settings }) => settings.units);
  const queries = useQueryClient();
  const rights = useResourceRights(resource);
  const rows = useMemo(() => resourceCallRows(resource), [resource]);
  const load = useMemo(() => loader(resource, rows), [resource, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with language and units alone
  const columns = useMemo(() => resourceColumns(resource, i18n, hooks.cells), [resource, hooks, language, units]);
  const [shown, show] = useOpenRecord();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [begin, setBegin] = useState<ResourceValues>({});
  const [importing, setImporting] = useState(false);
  const [dept, setDept] = useDepartmentFilter();
  const [query] = useSearchParams();
  const { marks } = hooks;
  const withDepartments = hasDepartments(resource);
  const name = `resource.${resource.name}`;
  const page = pageText(t, resource);

  function refresh() {
    const departments = resource.name === 'department' ? [DEPARTMENTS_QUERY] : [];
    void reloadQueries(queries, [TABLE_QUERY, name], ['options', resource.name], ...departments);
  }
  const addWith = (values: ResourceValues) => {
    setBegin(values);
    show({ id: NEW, from: null });
  };
  const tools: PageTools = { refresh, open: (id) => show({ id, from: null }), add: addWith };
  const add = () => addWith({});
  const [move, moveQuestion] = useMoveDepartment(resource, rows, refresh);

  /** Resolves when done; rejects when cancelled, so that the selection stays. */
  const ask: Ask = (kind, records) =>
    new Promise<void>((resolve, reject) =>
      setAsking({ kind, records, end: (done) => (done ? resolve() : reject(new Error(`${kind} was given up`))) }),
    );
  function end(done: boolean) {
    asking?.end(done);
    setAsking(null);
    if (done) refresh();
  }

  const { rowActions, batchActions } = resourceActions({ t, resource, rights, hooks, tools, ask, show });
  const exportRows = ({ data, keys, columns: chosen, format }: ExportRequest) =>
    call(rows.export, {
      ...data,
      ...listFilters(resource, data as TableState['filters']),
      ...(keys.length > 0 ? { ids: keys } : {}),
      columns: chosen,
      format,
    });

  const buttons = (
    <div className={styles['buttons']} data-end>
      {hooks.Toolbar && <hooks.Toolbar {...tools} />}
      {rights.import && <Button onClick={() => setImporting(true)}>{t('resource.import')}</Button>}
      {rights.add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={add}>
          {t('resource.add')}
        </Button>
      )}
    </div>
  );
  const dialogProps = asking && { resource, rows, records: asking.records, onEnd: end };
  return (
    <AntdProvider>
      <Page>
        <PageHeader
          title={page}
          action={buttons}
          {...(tabs ? { tabs } : {})}
          {...(hooks.description ? { description: hooks.description() } : {})}
        />
        <div className={styles['body']}>
          {withDepartments && (
            <DepartmentPane
              chosen={dept}
              onChoose={setDept}
              onMove={resource.scope === 'self' && rights.edit ? (moved, below) => void move(moved, below) : undefined}
            />
          )}
          <div className={styles['list']}>
            <SearchTable<ResourceRecord>
              name={name}
              label={page}
              columns={columns}
              rowKey={({ id }) => id}
              load={load}
              defaultSort={{ key: resource.order.by, order: resource.order.direction }}
              {...(withDepartments && dept ? { within: { inDept: dept } } : {})}
              rowActions={rowActions}
              onOpen={(record) => tools.open(record.id)}
              batchActions={batchActions}
              {...(marks ? { marked: (record: ResourceRecord) => marks(record, query) } : {})}
              {...(hooks.empty ? { empty: hooks.empty() } : {})}
              {...(rights.export ? { exportRows } : {})}
              {...(rights.add ? { fill: { label: t('resource.add'), onClick: add } } : {})}
            />
          </div>
        </div>
      </Page>
      {moveQuestion}
      {shown && (
        <RecordDrawer
          key={`${shown.id}-${shown.from}`}
          resource={resource}
          rows={rows}
          rights={rights}
          hooks={hooks}
          shown={shown}
          begin={begin}
          onClose={() => show(null)}
          onSaved={refresh}
        />
      )}
      {dialogProps && asking.kind === 'remove' && <RemoveDialog {...dialogProps} />}
      {dialogProps && asking.kind === 'batch' && <BatchDrawer {...dialogProps} widgets={hooks.widgets} />}
      {importing && <ImportDialog resource={resource} rows={rows} onClose={() => setImporting(false)} onDone={refresh} />}
    </AntdProvider>
  );
}

/** Actions on records, by the rights of the user and the hooks of the page. */
function resourceActions(page: {
  t: TFunction;
  resource: Resource;
  rights: ReturnType<typeof useResourceRights>;
  hooks: ResourceHooks;
  tools: PageTools;
  ask: Ask;
  show: ReturnType<typeof useOpenRecord>[1];
}) {
  const { t, resource, rights, hooks, tools, ask, show } = page;
  const rowActions = (record: ResourceRecord): RowAction[] => [
    {
      key: 'open',
      label: t(rights.edit && !isEverybodys(resource, record) ? 'resource.edit' : 'resource.view'),
      run: () => show({ id: record.id, from: null }),
    },
    ...(rights.remove && !isEverybodys(resource, record)
      ? [
          {
            key: 'remove',
            label: t('resource.remove'),
            danger: true,
            run: () => void ask('remove', [record]).catch(() => undefined),
          },
        ]
      : []),
    ...(hooks.rowActions?.(record, tools) ?? []),
    ...(rights.add && !hooks.ownCopy
      ? [{ key: 'copy', label: t('resource.copy'), run: () => show({ id: NEW, from: record.id }) }]
      : []),
  ];
  const batchActions: BatchAction<ResourceRecord>[] = [
    ...(rights.edit && batchFields(resource).length > 0
      ? [{ key: 'batch', label: t('resource.batch'), run: (records: readonly ResourceRecord[]) => ask('batch', records) }]
      : []),
    ...(rights.remove
      ? [
          {
            key: 'remove',
            label: t('resource.remove'),
            danger: true,
            run: (records: readonly ResourceRecord[]) => ask('remove', records),
          },
        ]
      : []),
    ...(hooks.batchActions?.(tools) ?? []),
  ];
  return { rowActions, batchActions };
}

const DEPARTMENT_FILTER = { inDept: matching(/^[1-9]\d{0,9}$/), page: text };

/** The chosen department, stored in the URL; changing it goes to the first page. */
function useDepartmentFilter(): [string | null, (deptId: string | null) => void] {
  const [{ inDept }, change] = useUrlState(DEPARTMENT_FILTER);
  return [inDept, (deptId) => change({ inDept: deptId, page: '' }, false)];
}
