import FilterOutlined from '@ant-design/icons/FilterOutlined';
import type { ReportFilter } from '@fleetwarden/contract/reports/filter-schemas';
import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { Button, Form } from 'antd';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { FoldButton } from '../../ui/table/FoldButton.tsx';
import { ExportButton } from '../../ui/table/SearchTableExport.tsx';
import { countThatFit } from '../../ui/table/SearchTableForm.tsx';
import type { SearchField } from '../../ui/table/table-columns.ts';
import { useFormWidth } from '../../ui/table/use-form-width.ts';
import layout from '../../ui/theme/layout.module.css';
import { type Conditions, changeCondition, defaultConditions, findCompany, isShown } from './conditions.ts';
import { FilterField } from './filters/FilterField.tsx';
import styles from './Reports.module.css';
import { REPORT_FORMATS } from './report-export.ts';

/** Width of a control, px. */
const WIDTHS: Readonly<Record<number, number>> = {
  [filterTypes.days]: 240,
  [filterTypes.times]: 400,
  [filterTypes.company]: 180,
  [filterTypes.months]: 210,
  [filterTypes.range]: 200,
  [filterTypes.vehicles]: 190,
  [filterTypes.drawn]: 290,
};
const USUAL_WIDTH = 150;

/** The search form field with the same width, for the layout of the row. */
function toSearchField({ filterType }: ReportFilter): SearchField {
  if (filterType === filterTypes.times) return { kind: 'dateRange' };
  if ((WIDTHS[filterType] ?? 0) >= 190) return { kind: 'dayRange', keys: ['', ''] };
  return { kind: 'text' };
}

type Props = {
  readonly template: ReportTemplate;
  /** The conditions in the URL. */
  readonly conditions: Conditions;
  readonly onSearch: (conditions: Conditions) => void;
  readonly onReset: () => void;
  /** null: no export here. */
  readonly onExport: ((conditions: Conditions, format: ReportFormat) => void) | null;
  readonly exporting: boolean;
  /** Content beside the buttons, for the current draft. */
  readonly beside: (draft: Conditions, put: (conditions: Conditions) => void) => ReactNode;
};

/**
 * The conditions of a report: one row, more behind 展开; on a phone in a drawer. 查询 runs the query. Memoized: a page renders several
 * times while its rows load.
 */
export const ReportConditions = memo(function ReportConditions(props: Props) {
  const { template, conditions, onSearch, onReset, onExport, exporting, beside } = props;
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const name = useId();
  const [drawer, setDrawer] = useState(false);
  const [expanded, setExpanded] = useState(false);
  const [area, width] = useFormWidth();
  const [draft, setDraft] = useState(conditions);
  const requested = JSON.stringify(conditions);
  const filled = useRef(requested);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address changed: back, forward, a figure that led here
  useEffect(() => {
    // also runs when a kept-alive page is shown again: the draft stays
    if (filled.current === requested) return;
    filled.current = requested;
    setDraft(conditions);
  }, [requested]);

  const all = template.qryCdtionCfgList;
  const drawn = all.some(({ filterType }) => filterType === filterTypes.drawn);
  /** Required conditions are always visible; so are a drawn region and the areas that can replace it. */
  const isNeeded = ({ required, filterType }: ReportFilter) =>
    required || (drawn && (filterType === filterTypes.drawn || filterType === filterTypes.areas));
  const filters = all.filter(isShown).sort((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
  const words = buttonTexts(t, onExport !== null);
  const inOneRow = countThatFit(
    filters.map((filter) => ({ key: filter.colEname, title: filter.colCname, search: toSearchField(filter) })),
    words,
    width,
  );
  const fit = Math.max(inOneRow, filters.filter(isNeeded).length);
  const company = findCompany(all, draft);
  const trimDraft = (): Conditions => Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value.trim()]));

  function search() {
    setDrawer(false);
    onSearch(trimDraft());
  }
  function reset() {
    setDraft(defaultConditions(all));
    onReset();
  }

  // the draft has the values of those behind 展开
  const shown = narrow || expanded ? filters : filters.slice(0, fit);
  const fields = shown.map((filter) => {
    const { colEname, colCname, filterType, required } = filter;
    const id = `${name}-${colEname}`;
    return (
      <Form.Item
        key={colEname}
        {...(filterType === filterTypes.check ? {} : { label: colCname, htmlFor: id })}
        required={required}
        className={styles['field']!}
        style={{ '--need': `${WIDTHS[filterType] ?? USUAL_WIDTH}px` } as CSSProperties}
      >
        <FilterField
          id={id}
          filter={filter}
          value={draft[colEname] ?? ''}
          company={company}
          onChange={(value) => setDraft((now) => changeCondition(all, now, filter, value))}
        />
      </Form.Item>
    );
  });

  const exports = onExport && (
    <ExportButton
      label={t('table.exportRows')}
      formats={REPORT_FORMATS}
      size="medium"
      running={exporting}
      onExport={(format) => onExport(trimDraft(), format)}
    />
  );
  const extra = beside(draft, (next) => {
    setDraft(next);
    onSearch(next);
  });
  const form = { role: 'search', 'aria-label': t('table.searchForm'), onFinish: search } as const;

  if (narrow)
    return (
      <div className={styles['folded']}>
        {filters.length > 0 && (
          <Button icon={<FilterOutlined />} aria-expanded={drawer} onClick={() => setDrawer(true)}>
            {t('table.searchForm')}
          </Button>
        )}
        {exports}
        {extra}
        <FilterDrawer open={drawer} onClose={() => setDrawer(false)} onReset={reset} onSearch={search}>
          <Form {...form} layout="vertical">
            {fields}
            <button type="submit" hidden />
          </Form>
        </FilterDrawer>
      </div>
    );

  return (
    <div ref={area}>
      <Form {...form} className={styles['form']!} colon={false}>
        {fields}
        <div className={styles['buttons']}>
          <Button color="primary" variant="outlined" htmlType="submit">
            {t('table.query')}
          </Button>
          <Button onClick={reset}>{t('table.reset')}</Button>
          {fit < filters.length && <FoldButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />}
          {extra}
          {exports}
        </div>
      </Form>
    </div>
  );
});

/** Texts of the buttons beside the filters, to compute their width. */
const buttonTexts = (t: TFunction, withExport: boolean): string[] => [
  t('table.query'),
  t('table.reset'),
  t('table.expand'),
  t('reports.saved'),
  ...(withExport ? [t('schedules.button'), t('table.exportRows'), ''] : []),
];

/** The filters on a phone. */
function FilterDrawer(props: {
  open: boolean;
  onClose: () => void;
  onReset: () => void;
  onSearch: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <DetailDrawer
      open={props.open}
      title={t('table.searchForm')}
      onClose={props.onClose}
      footer={
        <div className={layout['buttonRow']}>
          <Button onClick={props.onReset}>{t('table.reset')}</Button>
          <Button type="primary" onClick={props.onSearch}>
            {t('table.query')}
          </Button>
        </div>
      }
    >
      {props.children}
    </DetailDrawer>
  );
}
