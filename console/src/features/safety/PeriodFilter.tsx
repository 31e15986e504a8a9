import { MAX_OVERVIEW_DAYS } from '@fleetwarden/contract/reports/named-reports/overview-limits';
import { Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { businessNow } from '../../api/business-time.ts';
import { matching, oneOf, type UrlParams } from '../../hooks/use-url-state.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import styles from './Safety.module.css';

const DAY = 'YYYY-MM-DD';
const PERIODS = ['day', 'week', 'month', 'custom'] as const;
type Period = (typeof PERIODS)[number];
const NAMES = {
  day: 'safety.dayPeriod',
  week: 'safety.weekPeriod',
  month: 'safety.monthPeriod',
  custom: 'safety.customPeriod',
} as const;
const PICKERS = { day: 'date', week: 'week', month: 'month' } as const;

/** A company, and a period with one of its days; `days`: both ends of a custom one. */
export type OverviewState = {
  readonly deptId: string;
  readonly period: Period;
  readonly day: string | null;
  readonly days: string | null;
};

const ONE_DAY = /^\d{4}-\d{2}-\d{2}$/;
const TWO_DAYS = /^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/;
export const OVERVIEW_URL: UrlParams<OverviewState> = {
  deptId: { read: (value) => (/^\d{1,9}$/.test(value) ? value : ''), write: (value) => value },
  period: oneOf(PERIODS, 'week'),
  day: matching(ONE_DAY),
  days: matching(TWO_DAYS),
};

/** The first and last day of the chosen period, today at the latest. */
export function rangeOf({ period, day, days }: Omit<OverviewState, 'deptId'>): readonly [from: string, to: string] {
  const today = businessNow().format(DAY);
  if (period === 'custom' && days !== null) return days.split(',') as [string, string];
  const chosen = dayjs(day ?? today);
  const [from, to] = endsOf(period, chosen);
  return [from.format(DAY), to.isAfter(businessNow(), 'day') ? today : to.format(DAY)];
}

function endsOf(period: Period, day: Dayjs): readonly [Dayjs, Dayjs] {
  if (period === 'month') return [day.startOf('month'), day.endOf('month')];
  if (period === 'day') return [day, day];
  // weeks begin on Monday
  const monday = day.subtract((day.day() + 6) % 7, 'day');
  return [monday, monday.add(6, 'day')];
}

/** A week by its days: its number says little. */
const formatWeek = (day: Dayjs): string =>
  endsOf('week', day)
    .map((end) => end.format(DAY))
    .join(' – ');

/** Chooses a day, a week, a month, or days of a range. */
export function PeriodFilter({ state, onChange }: { state: OverviewState; onChange: (changes: Partial<OverviewState>) => void }) {
  const { t } = useTranslation();
  const now = businessNow();
  const [from, to] = rangeOf(state);
  const { period } = state;
  const isLater = (day: Dayjs) => day.isAfter(now, 'day');
  return (
    <>
      <Segmented<Period>
        aria-label={t('safety.period')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(NAMES[value]) }))}
        onChange={(next) => onChange({ period: next })}
      />
      {period === 'custom' ? (
        <BusinessDatePicker.RangePicker
          id={{ start: 'safety-days' }}
          allowClear={false}
          format={DAY}
          value={[dayjs(from), dayjs(to)]}
          disabledDate={(day, { from: first }) =>
            isLater(day) || (first !== undefined && Math.abs(day.diff(first, 'day')) >= MAX_OVERVIEW_DAYS)
          }
          onChange={(ends) => ends?.[0] && ends[1] && onChange({ days: `${ends[0].format(DAY)},${ends[1].format(DAY)}` })}
        />
      ) : (
        <BusinessDatePicker
          aria-label={t('safety.days')}
          picker={PICKERS[period]}
          className={period === 'week' ? styles['week']! : ''}
          {...(period === 'week' ? { format: formatWeek } : {})}
          allowClear={false}
          value={dayjs(from)}
          disabledDate={isLater}
          onChange={(day) => day && onChange({ day: day.format(DAY) })}
        />
      )}
    </>
  );
}
