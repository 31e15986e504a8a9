import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { filterTypes } from '@fleetwarden/contract/reports/report-filters';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportFilter, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { Button, Form } from 'antd';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROW, useMedia } from '../../hooks/use-media-query.ts';
import { useSize } from '../../hooks/use-size.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { FoldButton } from '../../ui/table/FoldButton.tsx';
import { ExportButton } from '../../ui/table/SearchTableExport.tsx';
import { countThatFit } from '../../ui/table/SearchTableForm.tsx';
import type { SearchField } from '../../ui/table/table-columns.ts';
import layout from '../../ui/theme/layout.module.css';
import { type Conditions, changed, companyOf, defaultsOf, isShown } from './conditions.ts';
import { FilterField } from './filters/FilterField.tsx';
import styles from './Reports.module.css';
import { REPORT_FORMATS } from './report-export.ts';

/** px a control needs. */
const WIDTHS: Readonly<Record<number, number>> = {
  [filterTypes.days]: 240,
  [filterTypes.times]: 400,
  [filterTypes.company]: 180,
  [filterTypes.months]: 210,
  [filterTypes.range]: 200,
  [filterTypes.vehicles]: 190,
  [filterTypes.drawn]: 270,
};
const USUAL_WIDTH = 150;

/** How wide a control is for the row's arithmetic, in words of the search form. */
function kindOf({ filterType }: ReportFilter): SearchField {
  if (filterType === filterTypes.times) return { kind: 'dateRange' };
  if ((WIDTHS[filterType] ?? 0) >= 190) return { kind: 'dayRange', keys: ['', ''] };
  return { kind: 'text' };
}

type Props = {
  readonly template: ReportTemplate;
  /** Those that are asked for. */
  readonly conditions: Conditions;
  readonly onSearch: (conditions: Conditions) => void;
  readonly onReset: () => void;
  /** null: nothing here exports. */
  readonly onExport: ((conditions: Conditions, format: ReportFormat) => void) | null;
  readonly exporting: boolean;
  /** Beside the buttons, given what is filled in now. */
  readonly beside: (draft: Conditions, put: (conditions: Conditions) => void) => ReactNode;
};

/** What a report can be asked for: in one row, the rest behind 展开; on a phone in a drawer. Nothing is asked before 查询. */
export function ReportConditions(props: Props) {
  const { template, conditions, onSearch, onReset, onExport, exporting, beside } = props;
  const { t } = useTranslation();
  const narrow = useMedia(NARROW);
  const name = useId();
  const [drawer, setDrawer] = useState(false);
  const [expanded, setExpanded] = useState(false);
  const [area, { width }] = useSize();
  const [draft, setDraft] = useState(conditions);
  const asked = JSON.stringify(conditions);
  const filled = useRef(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address changed: back, forward, a figure that led here
  useEffect(() => {
    // a kept page that is shown again runs this too: what was filled in there and not asked for stays
    if (filled.current === asked) return;
    filled.current = asked;
    setDraft(conditions);
  }, [asked]);

  const all = template.qryCdtionCfgList;
  const drawn = all.some(({ filterType }) => filterType === filterTypes.drawn);
  /** What must be filled in is at sight: a part of the map that is drawn, or areas in its place, too. */
  const isNeeded = ({ required, filterType }: ReportFilter) =>
    required || (drawn && (filterType === filterTypes.drawn || filterType === filterTypes.areas));
  const filters = all.filter(isShown).sort((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
  const words = buttonTexts(t, onExport !== null);
  const inOneRow = countThatFit(
    filters.map((filter) => ({ key: filter.colEname, title: filter.colCname, search: kindOf(filter) })),
    words,
    width,
  );
  const fit = Math.max(inOneRow, filters.filter(isNeeded).length);
  const company = companyOf(all, draft);
  const trimmed = (): Conditions => Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value.trim()]));

  function search() {
    setDrawer(false);
    onSearch(trimmed());
  }
  function reset() {
    setDraft(defaultsOf(all));
    onReset();
  }

  const fields = filters.map((filter, at) => {
    const { colEname, colCname, filterType, required } = filter;
    const id = `${name}-${colEname}`;
    return (
      <Form.Item
        key={colEname}
        {...(filterType === filterTypes.check ? {} : { label: colCname, htmlFor: id })}
        required={required}
        hidden={!narrow && !expanded && at >= fit}
        className={styles['field']!}
        style={{ '--need': `${WIDTHS[filterType] ?? USUAL_WIDTH}px` } as CSSProperties}
      >
        <FilterField
          id={id}
          filter={filter}
          value={draft[colEname] ?? ''}
          company={company}
          onChange={(value) => setDraft((now) => changed(all, now, filter, value))}
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
      onExport={(format) => onExport(trimmed(), format)}
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
}

/** Texts of the buttons beside the filters, for the width that they take. */
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
