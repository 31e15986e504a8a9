import dayjs from 'dayjs';
import { businessNow } from '../../api/business-time.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { DAY } from './days.ts';

const FULL = { width: '100%' } as const;

type One = { id?: string; value?: string | null; onChange?: (day: string | null) => void };

/** A day not before today, as yyyy-MM-dd, for a form item. */
export function DayInput({ id, value, onChange }: One) {
  const today = businessNow();
  return (
    <BusinessDatePicker
      {...(id ? { id } : {})}
      style={FULL}
      format={DAY}
      value={value ? dayjs(value) : null}
      disabledDate={(day) => day.isBefore(today, 'day')}
      onChange={(day) => onChange?.(day?.format(DAY) ?? null)}
    />
  );
}

type Both = {
  id?: string;
  value?: readonly [string, string] | null;
  onChange?: (days: readonly [string, string] | null) => void;
  /** The last selectable day; absent: no limit. */
  until?: dayjs.Dayjs;
};

/** A range of days, both ends included. */
export function DaysInput({ id, value, onChange, until }: Both) {
  return (
    <BusinessDatePicker.RangePicker
      {...(id ? { id: { start: id } } : {})}
      style={FULL}
      format={DAY}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      disabledDate={(day) => until !== undefined && day.isAfter(until, 'day')}
      onChange={(days) => onChange?.(days?.[0] && days[1] ? [days[0].format(DAY), days[1].format(DAY)] : null)}
    />
  );
}
