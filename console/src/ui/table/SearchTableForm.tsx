import { Button, Form, Input, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import type { TFunction } from 'i18next';
import type { CSSProperties } from 'react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { businessNow, businessTime, instantOf } from '../../api/business-time.ts';
import { BusinessDatePicker } from '../BusinessDatePicker.tsx';
import { FoldButton } from './FoldButton.tsx';
import styles from './SearchTable.module.css';
import type { SearchField, TableColumn } from './table-columns.ts';
import { textWidth } from './text-width.ts';
import { useFormWidth } from './use-form-width.ts';
import type { Filters } from './use-table-url.ts';
import { filterKeys } from './use-table-url.ts';

/** Minimum width of inputs in px; more for ranges of days and times. */
const INPUT_WIDTH = 120;
const RANGE_WIDTH = { dayRange: 230, dateRange: 300 } as const;
/** Gaps in px: at a label, in a button, and between elements. */
const LABEL_GAP = 12;
const BUTTON_GAP = 48;
const GAP = 16;
/** Screen catalogue 0.3: maximum of visible fields before 展开. */
const MAX_COLUMNS = 4;

const MAX_TEXT = 100;
const MOMENT = 'YYYY-MM-DD HH:mm';
const DAY = 'YYYY-MM-DD';

type Values = Record<string, string | readonly [Dayjs, Dayjs] | null | undefined>;

const isRange = ({ kind }: SearchField) => kind === 'dateRange' || kind === 'dayRange';

/** Width of a field with its label, in px, for the current language. */
const fieldWidth = ({ title, search: { kind } }: Field): number =>
  textWidth(title) + LABEL_GAP + (kind === 'dayRange' || kind === 'dateRange' ? RANGE_WIDTH[kind] : INPUT_WIDTH);

/** Number of fields that fit into one row with the buttons; the maximum if there is no layout. */
export function countThatFit(fields: readonly Field[], buttons: readonly string[], width: number): number {
  const room =
    width === 0 ? Number.POSITIVE_INFINITY : width - buttons.reduce((sum, each) => sum + textWidth(each) + BUTTON_GAP, 0);
  let used = 0;
  let count = 0;
  for (const field of fields) {
    used += fieldWidth(field) + GAP;
    if (count > 0 && (used > room || count === MAX_COLUMNS)) break;
    count++;
  }
  return count;
}

/** Search fields of the columns in one row, the rest behind 展开. Enter searches. Memoized: a table renders often while it loads. */
export const SearchTableForm = memo(FormOfColumns) as typeof FormOfColumns;

function FormOfColumns<Row>(props: {
  /** Prefix of input IDs, for pages with two tables. */
  name: string;
  columns: readonly TableColumn<Row>[];
  filters: Filters;
  onSearch: (filters: Filters) => void;
  /** Repeats the search. */
  onRepeat: () => void;
}) {
  const { name, columns, filters, onSearch, onRepeat } = props;
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const [area, width] = useFormWidth();
  const [expanded, setExpanded] = useState(false);
  const fields = columns.flatMap(({ key, title, search }) => (search ? [{ key, title, search }] : []));
  const fit = countThatFit(fields, [t('table.query'), t('table.reset'), t('table.expand')], width);

  const written = JSON.stringify(filters);
  const filled = useRef(written);
  // what was searched last: the URL is ahead of what is rendered
  const searched = useRef(written);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address changed: back, forward, or cleared conditions
  useEffect(() => {
    // Also runs when a kept page is shown again: pending input stays
    if (filled.current === written) return;
    filled.current = written;
    searched.current = written;
    form.setFieldsValue(toFormValues(fields, filters));
  }, [written, form]);

  if (fields.length === 0) return null;

  function search(next: Filters) {
    const wanted = JSON.stringify(next);
    if (wanted === searched.current) return onRepeat();
    searched.current = wanted;
    onSearch(next);
  }

  return (
    <div ref={area}>
      <Form<Values>
        form={form}
        name={name}
        className={styles['form']!}
        role="search"
        aria-label={t('table.searchForm')}
        colon={false}
        initialValues={toFormValues(fields, filters)}
        onFinish={(values) => search(toFilters(fields, values))}
      >
        {fields.map(({ key, title, search: field }, at) => (
          <Form.Item
            key={key}
            name={key}
            label={title}
            hidden={!expanded && at >= fit}
            className={isRange(field) ? styles['range']! : styles['field']!}
            style={{ '--need': `${fieldWidth({ key, title, search: field })}px` } as CSSProperties}
          >
            {renderInput(field, t)}
          </Form.Item>
        ))}
        <div className={styles['buttons']}>
          <Button color="primary" variant="outlined" htmlType="submit">
            {t('table.query')}
          </Button>
          <Button
            onClick={() => {
              form.setFieldsValue(toFormValues(fields, {}));
              search({});
            }}
          >
            {t('table.reset')}
          </Button>
          {fit < fields.length && <FoldButton expanded={expanded} onToggle={() => setExpanded(!expanded)} />}
        </div>
      </Form>
    </div>
  );
}

function renderInput(field: SearchField, t: TFunction) {
  if (field.kind === 'text') return <Input allowClear maxLength={field.maxLength ?? MAX_TEXT} autoComplete="off" />;
  if (field.kind === 'select')
    return (
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder={t('table.all')} options={[...field.options]} />
    );
  if (field.kind === 'control') return field.control;
  if (field.kind === 'dayRange') return <BusinessDatePicker.RangePicker format={DAY} />;
  const day = businessNow().startOf('day');
  const end = day.endOf('day');
  return (
    <BusinessDatePicker.RangePicker
      showTime={{ format: 'HH:mm', defaultValue: [day, end] }}
      format={MOMENT}
      presets={[
        { label: t('table.today'), value: [day, end] },
        { label: t('table.yesterday'), value: [day.subtract(1, 'day'), end.subtract(1, 'day')] },
        { label: t('table.last7Days'), value: [day.subtract(6, 'day'), end] },
        { label: t('table.last30Days'), value: [day.subtract(29, 'day'), end] },
      ]}
    />
  );
}

type Field = { readonly key: string; readonly title: string; readonly search: SearchField };

/** Filters as form values by column; ranges are pairs of times. */
function toFormValues(fields: readonly Field[], filters: Filters): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const [first, second] = filterKeys(field).map((key) => filters[key]);
      if (!isRange(field.search)) return [field.key, first === undefined ? undefined : String(first)];
      if (first === undefined || second === undefined) return [field.key, null];
      const read = field.search.kind === 'dayRange' ? dayjs : (at: string | number) => businessTime(Number(at));
      return [field.key, [read(first), read(second)]];
    }),
  );
}

function toFilters(fields: readonly Field[], values: Values): Filters {
  const filters: Record<string, string | number> = {};
  for (const field of fields) {
    const value = values[field.key];
    const [first, second] = filterKeys(field);
    if (typeof value === 'string') {
      if (value.trim() !== '') filters[first!] = value.trim();
    } else if (value && field.search.kind === 'dayRange') {
      filters[first!] = value[0].format(DAY);
      filters[second!] = value[1].format(DAY);
    } else if (value) {
      filters[first!] = instantOf(value[0].startOf('minute'));
      filters[second!] = instantOf(value[1].endOf('minute'));
    }
  }
  return filters;
}
