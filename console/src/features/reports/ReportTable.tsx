import { isFigureType } from '@fleetwarden/contract/reports/figures';
import type { ReportCell, ReportQuery, ReportRow, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { Pagination, Table } from 'antd';
import type { SorterResult } from 'antd/es/table/interface';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { useSize } from '../../hooks/use-size.ts';
import { HintButton } from '../../ui/HintButton.tsx';
import { RowActions } from '../../ui/table/SearchTableActions.tsx';
import { keepReachable } from '../../ui/table/scroll-into-page.ts';
import { actionsWidth, type RowAction } from '../../ui/table/table-actions.ts';
import { PAGE_SIZES, type PageSize, type Sort } from '../../ui/table/use-table-url.ts';
import layout from '../../ui/theme/layout.module.css';
import { sizes } from '../../ui/theme/theme.ts';
import { renderCellContent } from './cells.tsx';
import { formatHeading, reportColumnWidth } from './column-widths.ts';
import type { OwnColumn } from './columns.ts';
import { DrillCell, type Target } from './DrillCell.tsx';
import styles from './Reports.module.css';
import { scrollUp } from './scroll-up.ts';
import { sumText } from './sums.ts';

/** The scrolling body of a table with a fixed height. */
const BODY = '.ant-table-body';
/** Least height of the rows, px, so that every window shows a few. */
const MIN_BODY = 5 * sizes.row;

/** Key of the column of actions; no column of a report has it. */
const ACTIONS = '#actions';

type Keyed = ReportRow & { readonly at: number };

type Props = {
  readonly template: ReportTemplate;
  readonly columns: readonly OwnColumn[];
  /** Shown first to last. */
  readonly rows: readonly ReportRow[];
  readonly sums: Readonly<Record<string, ReportCell>>;
  readonly total: number;
  readonly page: number;
  readonly size: PageSize;
  readonly sort: Sort | null;
  /** The request that returned the rows. */
  readonly request: ReportQuery;
  /** Scroll offset of the rows when the page was left, px. */
  readonly top: number;
  readonly pending: boolean;
  readonly fetching: boolean;
  /** Shown in place of rows. */
  readonly empty: ReactNode;
  /** Actions on a row; without it there is no column of actions. */
  readonly actionsOf?: (row: ReportRow) => readonly RowAction[];
  readonly onSort: (sort: Sort | null) => void;
  readonly onPage: (page: number, size: PageSize) => void;
  /** Opens the target report of a figure; `top`: current scroll offset of the rows, px. */
  readonly onGo: (target: Target, top: number) => void;
};

/** The rows of a report with totals and pager. */
export function ReportTable(props: Props) {
  const { template, columns, rows, sums, total, page, size, sort, request, top, pending, fetching, empty, actionsOf } = props;
  const { t, i18n } = useTranslation();
  const narrow = useMedia(NARROW);
  const [area, { height }] = useSize();
  const root = useRef<HTMLElement>(null);
  const headings = useId();
  useEffect(() => keepReachable(root.current));

  useReportScroll(root, { page, top, isLaidOut: rows.length > 0 && !pending });

  const words = { t, language: i18n.language };
  const drillDowns = new Map(template.reportRedirector.map((each) => [each.colEName, each.reportName]));
  const shown = columns.filter(({ hidden }) => !hidden);
  const order = sort ?? { key: template.order.colEName, order: template.order.direction };
  const widths = shown.map(reportColumnWidth);

  function renderCell(column: OwnColumn, row: Keyed): ReactNode {
    const drawn = renderCellContent(column, row, words);
    const target = drillDowns.get(column.colEName);
    if (target === undefined || drawn === null || isEmptyFigure(row.cells[column.colEName])) return drawn;
    return (
      <DrillCell
        request={request}
        colEName={column.colEName}
        ids={row.ids}
        label={t('reports.leadsTo', { report: target })}
        onGo={(next) => props.onGo(next, findScroller(root.current)?.element.scrollTop ?? 0)}
      >
        {drawn}
      </DrillCell>
    );
  }

  const antdColumns = shown.map((column, at) => {
    const fixed = narrow ? at === 0 : column.isfixed === 1;
    return {
      key: column.colEName,
      dataIndex: column.colEName,
      title: <Heading id={`${headings}${column.colEName}`} column={column} />,
      // its own text alone, without the button
      onHeaderCell: () => ({ 'aria-labelledby': `${headings}${column.colEName}` }),
      width: widths[at]!,
      ellipsis: true,
      ...(isFigureType(column.type) ? { align: 'right' as const } : {}),
      ...(fixed ? { fixed: 'left' as const } : {}),
      sorter: true,
      sortOrder: order.key === column.colEName ? (order.order === 'desc' ? ('descend' as const) : ('ascend' as const)) : null,
      sortDirections: ['ascend', 'descend', 'ascend'] as ('ascend' | 'descend')[],
      showSorterTooltip: false,
      render: (_: unknown, row: Keyed) => renderCell(column, row),
    };
  });

  const offered = actionsOf ? rows.map(actionsOf) : [];
  const actionWidth = actionsOf ? actionsWidth(offered, t('followUps.actions')) : 0;
  const withActions = actionsOf
    ? [
        ...antdColumns,
        {
          key: ACTIONS,
          title: t('followUps.actions'),
          width: actionWidth,
          ...(narrow ? {} : { fixed: 'right' as const }),
          render: (_: unknown, { at }: Keyed) => <RowActions actions={offered[at]!} />,
        },
      ]
    : antdColumns;

  function handleSort(sorter: SorterResult<Keyed> | SorterResult<Keyed>[]) {
    const { columnKey, order: next } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    props.onSort(next ? { key: String(columnKey), order: next === 'descend' ? 'desc' : 'asc' } : null);
  }

  const hasSums = rows.length > 0 && template.sumColCfgList.length > 0;
  const bodyHeight = height - sizes.row * (hasSums ? 2 : 1);

  return (
    <section ref={root} className={styles['table']} aria-label={template.reportName}>
      <div
        ref={area}
        className={styles['rows']}
        // the placeholder fills the height of the rows
        style={{ '--room': `${Math.max(bodyHeight, MIN_BODY)}px` } as CSSProperties}
        aria-busy={fetching}
        data-pending={pending && rows.length > 0}
      >
        <Table<Keyed>
          size="small"
          tableLayout="fixed"
          rowKey="at"
          dataSource={rows.map((row, at) => ({ ...row, at }))}
          columns={withActions}
          pagination={false}
          scroll={{
            x: widths.reduce((sum, width) => sum + width, actionWidth),
            ...(!narrow && height > 0 ? { y: Math.max(bodyHeight, MIN_BODY) } : {}),
          }}
          onChange={(_pages, _filters, sorter, { action }) => action === 'sort' && handleSort(sorter)}
          locale={{ emptyText: empty }}
          {...(hasSums
            ? {
                summary: () => (
                  <Table.Summary fixed>
                    <SumRow template={template} sums={sums} shown={shown} withActions={actionsOf !== undefined} />
                  </Table.Summary>
                ),
              }
            : {})}
        />
      </div>
      <div className={layout['pager']}>
        <ReportPager page={page} size={size} total={total} onPage={props.onPage} />
      </div>
    </section>
  );
}

function Heading({ id, column }: { id: string; column: OwnColumn }) {
  const { t } = useTranslation();
  const heading = formatHeading(column);
  return (
    <span className={styles['heading']}>
      <span id={id} {...(column.hint ? { 'aria-description': column.hint } : {})}>
        {heading}
      </span>
      {column.hint && <HintButton label={t('reports.about', { name: heading })} hint={column.hint} />}
    </span>
  );
}

/** Scrolls to the first row of a new page, and restores the scroll offset of a page that is opened again. */
function useReportScroll(
  table: RefObject<HTMLElement | null>,
  { page, top, isLaidOut }: { page: number; top: number; isLaidOut: boolean },
) {
  const shownPage = useRef(page);
  const toFirstRow = useEffectEvent(() => {
    // showing a kept-alive page again does not turn the page
    if (shownPage.current === page) return undefined;
    shownPage.current = page;
    const scroller = findScroller(table.current);
    return scroller?.element && scrollUp(scroller.element, scroller.top);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page is another
  useEffect(() => toFirstRow(), [page]);

  const restored = useRef(top === 0);
  useEffect(() => {
    // not before the rows are loaded and laid out
    if (restored.current || !isLaidOut) return;
    const element = findScroller(table.current)?.element;
    if (element) element.scrollTop = top;
    restored.current = (element?.scrollTop ?? 0) > 0;
  });
}

function SumRow(props: Pick<Props, 'template' | 'sums'> & { shown: readonly OwnColumn[]; withActions: boolean }) {
  const { template, sums, shown, withActions } = props;
  const { t, i18n } = useTranslation();
  return (
    <Table.Summary.Row className={styles['sums']!}>
      {shown.map((column, at) => (
        <Table.Summary.Cell
          key={column.colEName}
          index={at}
          {...(isFigureType(column.type) && at > 0 ? { align: 'right' as const } : {})}
        >
          {at === 0 ? t('reports.sums') : sumText(template, sums, column, { t, language: i18n.language })}
        </Table.Summary.Cell>
      ))}
      {withActions && <Table.Summary.Cell index={shown.length} />}
    </Table.Summary.Row>
  );
}

function ReportPager({ page, size, total, onPage }: Pick<Props, 'page' | 'size' | 'total' | 'onPage'>) {
  const { t, i18n } = useTranslation();
  return (
    <Pagination
      size="small"
      current={page}
      pageSize={size}
      total={total}
      pageSizeOptions={PAGE_SIZES.map(String)}
      showSizeChanger
      showTotal={(count) => t('table.total', { total: count.toLocaleString(i18n.language) })}
      onChange={(next, nextSize) => {
        const known = PAGE_SIZES.find((each) => each === nextSize) ?? size;
        onPage(known === size ? next : 1, known);
      }}
    />
  );
}

/** Empty figures and zeros have no drill-down. */
const isEmptyFigure = (cell: ReportCell | undefined) =>
  cell === 0 || cell === '0' || cell === null || cell === undefined || cell === '';

/** The element that scrolls the rows: the table body, or the page. `top`: its scroll offset at the first row, px. */
function findScroller(table: HTMLElement | null): { readonly element: HTMLElement; readonly top: number } | null {
  const body = table?.querySelector<HTMLElement>(BODY);
  if (body) return { element: body, top: 0 };
  const element = table?.closest<HTMLElement>('main');
  if (!table || !element) return null;
  return { element, top: element.scrollTop + table.getBoundingClientRect().top - element.getBoundingClientRect().top };
}
