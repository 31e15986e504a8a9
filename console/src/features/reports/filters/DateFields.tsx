import { TimePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { businessNow } from '../../../api/business-time.ts';
import { BusinessDatePicker } from '../../../ui/BusinessDatePicker.tsx';
import { limitUnit } from '../conditions.ts';
import {
  CLOCK,
  countDays,
  DAY,
  MOMENT,
  MONTH,
  monday,
  readDate,
  readRange,
  type Shortcut,
  shortcuts,
  weekStart,
  weekText,
} from '../days.ts';
import styles from '../Reports.module.css';
import { MAX_MONTHS } from '../report-types.ts';
import type { FieldProps } from './field-props.ts';

type Ends = readonly [Dayjs | null, Dayjs | null] | null;

const FULL = { width: '100%' } as const;
/** On a phone the two months are one above the other. */
const POPUP = { popup: { root: styles['calendar']! } };
const HOURS_OF_DAY = 24;
const SHORTCUTS = {
  today: 'reports.today',
  yesterday: 'reports.yesterday',
  lastWeek: 'reports.lastWeek',
  lastTenDays: 'reports.lastTenDays',
  lastMonth: 'reports.lastMonth',
} as const satisfies Record<Shortcut, string>;

/** Number of days between two days in any order, both included. */
const countSpan = (a: Dayjs, b: Dayjs) => (a.isAfter(b) ? countDays(b, a) : countDays(a, b));

/** A range in the format of the call; '' while an end is missing. */
const joinRange = (ends: Ends, format: string): string => {
  const [from, to] = ends ?? [];
  return from && to ? `${from.format(format)},${to.format(format)}` : '';
};

/** A range of past days with shortcuts, up to `maxDays` long. */
function PastRangeField(props: FieldProps & { readonly format: string; readonly maxDays: number; readonly withTimes: boolean }) {
  const { id, filter, value, onChange, format, maxDays, withTimes } = props;
  const { t } = useTranslation();
  const now = businessNow();
  // a range of times may begin in the middle of its first day
  const maxSpan = withTimes ? maxDays + 1 : maxDays;
  return (
    <BusinessDatePicker.RangePicker
      classNames={POPUP}
      id={{ start: id }}
      style={FULL}
      format={format}
      allowClear={!filter.required}
      {...(withTimes ? { showTime: { defaultValue: [now.startOf('day'), now.endOf('day')] } } : {})}
      value={ends(readRange(value, format))}
      disabledDate={(day, { from }) => day.isAfter(now, 'day') || (from !== undefined && countSpan(from, day) > maxSpan)}
      presets={shortcuts(now)
        .filter(({ range }) => countDays(...range) <= maxDays)
        .map(({ key, range: [from, to] }) => ({ label: t(SHORTCUTS[key]), value: [from, withTimes ? to.endOf('day') : to] }))}
      onChange={(next) => onChange(joinRange(next, format))}
    />
  );
}

export function DaysField(props: FieldProps) {
  const { maxDays = Number.POSITIVE_INFINITY } = props.filter;
  return <PastRangeField {...props} format={DAY} maxDays={maxDays} withTimes={false} />;
}

/** The limit may be in hours. */
export function TimesField(props: FieldProps) {
  const { maxDays = Number.POSITIVE_INFINITY } = props.filter;
  const days = limitUnit(props.filter) === 'hour' ? Math.ceil(maxDays / HOURS_OF_DAY) : maxDays;
  return <PastRangeField {...props} format={MOMENT} maxDays={days} withTimes />;
}

const ends = (range: readonly [Dayjs, Dayjs] | null): [Dayjs, Dayjs] | null => range && [...range];

/** A range of closed months, limited in length. */
export function MonthsField({ id, filter, value, onChange }: FieldProps) {
  const now = businessNow();
  return (
    <BusinessDatePicker.RangePicker
      classNames={POPUP}
      id={{ start: id }}
      style={FULL}
      picker="month"
      format={MONTH}
      allowClear={!filter.required}
      value={ends(readRange(value, MONTH))}
      disabledDate={(month, { from }) =>
        !month.isBefore(now, 'month') || (from !== undefined && Math.abs(month.diff(from, 'month')) >= MAX_MONTHS)
      }
      onChange={(next) => onChange(joinRange(next, MONTH))}
    />
  );
}

type OneDate = {
  readonly picker: 'date' | 'month' | 'year';
  readonly format: string;
  /** Whether a date can be chosen. */
  readonly offers: (date: Dayjs, now: Dayjs) => boolean;
};

const createDateField =
  ({ picker, format, offers }: OneDate) =>
  ({ id, filter, value, onChange }: FieldProps) => {
    const now = businessNow();
    const shown = format === YEAR ? readDate(`${value}-01`, MONTH) : readDate(value, format);
    return (
      <BusinessDatePicker
        id={id}
        style={FULL}
        picker={picker}
        format={format}
        allowClear={!filter.required}
        value={shown}
        disabledDate={(date) => !offers(date, now)}
        onChange={(date) => onChange(date?.format(format) ?? '')}
      />
    );
  };

const YEAR = 'YYYY';
export const DayField = createDateField({ picker: 'date', format: DAY, offers: (day, now) => !day.isAfter(now, 'day') });
/** A past day, before today. */
export const ClosedDayField = createDateField({ picker: 'date', format: DAY, offers: (day, now) => day.isBefore(now, 'day') });
/** A past month, before the current one. */
export const MonthField = createDateField({
  picker: 'month',
  format: MONTH,
  offers: (month, now) => month.isBefore(now, 'month'),
});
export const YearField = createDateField({ picker: 'year', format: YEAR, offers: (year, now) => !year.isAfter(now, 'year') });

/** A past week. */
export function WeekField({ id, filter, value, onChange }: FieldProps) {
  const now = businessNow();
  return (
    <BusinessDatePicker
      id={id}
      style={FULL}
      picker="week"
      format={weekText}
      allowClear={!filter.required}
      value={weekStart(value)}
      disabledDate={(day) => !monday(day).isBefore(monday(now))}
      onChange={(day) => onChange(day ? weekText(day) : '')}
    />
  );
}

/** Uses a date without a clock change, because today might have no 02:30. */
const readClock = (text: string): Dayjs | null => (/^\d{2}:\d{2}$/.test(text) ? dayjs(`2000-01-01T${text}`) : null);

/** A range of times of day, which may cross midnight. */
export function TimeOfDayField({ id, filter, value, onChange }: FieldProps) {
  const [from = '', to = ''] = value.split('-');
  const [start, end] = [readClock(from), readClock(to)];
  return (
    <TimePicker.RangePicker
      id={{ start: id }}
      style={FULL}
      format={CLOCK}
      order={false}
      allowClear={!filter.required}
      value={start && end ? [start, end] : null}
      onChange={(next) => onChange(next?.[0] && next[1] ? `${next[0].format(CLOCK)}-${next[1].format(CLOCK)}` : '')}
    />
  );
}
