import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import type { TableSettings } from '@fleetwarden/contract/settings/schemas';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify } from '../../api/feedback.ts';
import { exportStarted } from '../../api/tasks.ts';
import { IconButton } from '../IconButton.tsx';
import layout from '../theme/layout.module.css';
import { useConfirm } from '../use-confirm.tsx';
import styles from './SearchTable.module.css';
import { ColumnSettings } from './SearchTableColumns.tsx';
import { ExportButton } from './SearchTableExport.tsx';
import type { BatchAction, Exported, ExportFormat, ExportRequest } from './table-actions.ts';
import type { ArrangedColumn, TableView } from './table-columns.ts';
import { visible } from './table-columns.ts';
import { dataOf } from './table-load.ts';
import { useRunning } from './use-running.ts';
import type { Selection } from './use-selection.ts';
import type { TableState } from './use-table-url.ts';

/** The bar between form and rows: batch actions, and actions of the table. */
export function SearchTableBar<Row>(props: {
  selection: Selection<Row>;
  batchActions: readonly BatchAction<Row>[];
  exportRows: ((request: ExportRequest) => Promise<Exported>) | undefined;
  exportFormats: readonly ExportFormat[];
  state: TableState;
  columns: readonly ArrangedColumn<Row>[];
  density: TableSettings['density'];
  fetching: boolean;
  onArrange: (settings: TableSettings | null) => void;
  onRefresh: () => void;
  /** Of a table with pictures. */
  view: { readonly shown: TableView; readonly onChange: (view: TableView) => void } | undefined;
}) {
  const { selection, batchActions, exportRows, exportFormats, state, columns, density, fetching, onArrange, onRefresh, view } =
    props;
  const { t } = useTranslation();
  const [confirm, holder] = useConfirm();
  const [running, run] = useRunning();
  const batchRuns = batchActions.some(({ key }) => running.has(key));
  const count = selection.rows.size;

  async function runBatch({ label: okText, danger = false, ...action }: BatchAction<Row>) {
    const rows = [...selection.rows.values()];
    if (action.confirm && !(await confirm({ ...action.confirm(rows), okText, danger }))) return;
    await run(action.key, async () => {
      await action.run(rows);
      selection.clear();
      onRefresh();
    });
  }

  async function runExport(make: NonNullable<typeof exportRows>, format: ExportFormat) {
    const made = await make({
      format,
      data: dataOf(state),
      keys: [...selection.rows.keys()],
      columns: visible(columns)
        .filter(({ exportable }) => exportable !== false)
        .map(({ key }) => key),
    });
    if ('taskId' in made) exportStarted(made.taskId);
    else if (made.url === '') notify('error', t('table.exportFailed'));
    else window.open(made.url, '_blank', 'noopener');
  }

  return (
    <div className={styles['bar']}>
      {count > 0 && (
        <div className={layout['toolRow']}>
          <span role="status">{t('table.selected', { count })}</span>
          <Button type="link" size="small" onClick={selection.clear}>
            {t('table.clearSelection')}
          </Button>
          {batchActions.map((action) => (
            <Button
              key={action.key}
              size="small"
              danger={action.danger ?? false}
              disabled={batchRuns && !running.has(action.key)}
              loading={running.has(action.key)}
              onClick={() => void runBatch(action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      )}
      <div className={styles['tools']}>
        {exportRows && (
          <ExportButton
            label={t(count > 0 ? 'table.exportSelected' : 'table.exportRows')}
            formats={exportFormats}
            running={running.has('export')}
            onExport={(format) => void run('export', () => runExport(exportRows, format))}
          />
        )}
        {view && (
          <Segmented<TableView>
            aria-label={t('table.view')}
            value={view.shown}
            options={[
              { value: 'gallery', icon: <AppstoreOutlined />, label: t('table.gallery') },
              { value: 'table', icon: <UnorderedListOutlined />, label: t('table.list') },
            ]}
            onChange={view.onChange}
          />
        )}
        <IconButton label={t('table.refresh')} icon={<ReloadOutlined spin={fetching} />} onClick={onRefresh} />
        <ColumnSettings columns={columns} density={density} onArrange={onArrange} />
      </div>
      {holder}
    </div>
  );
}
