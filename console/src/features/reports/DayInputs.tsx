import dayjs from 'dayjs';
import { businessNow } from '../../api/business-time.ts';
import { BusinessDatePicker } from '../../ui/BusinessDatePicker.tsx';
import { DAY } from './days.ts';

const FULL = { width: '100%' } as const;

type One = { id?: string; value?: string | null; onChange?: (day: string | null) => void };

/** A day from today on, as yyyy-MM-dd, as a form's item hands it over. */
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
  /** The last that may be chosen; absent: whichever. */
  until?: dayjs.Dayjs;
};

/** Days from one to another, both included. */
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
