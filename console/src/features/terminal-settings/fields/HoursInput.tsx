import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './Fields.module.css';

type Window = {
  readonly startHour?: number;
  readonly startMinute?: number;
  readonly endHour?: number;
  readonly endMinute?: number;
};

const two = (value: number) => String(value).padStart(2, '0');
const read = (hour: number | undefined, minute: number | undefined) =>
  hour === undefined || minute === undefined ? '' : `${two(hour)}:${two(minute)}`;
const write = (side: 'start' | 'end', typed: string): Window => {
  const [hour, minute] = typed.split(':').map(Number);
  return Number.isInteger(hour) && Number.isInteger(minute) ? { [`${side}Hour`]: hour, [`${side}Minute`]: minute } : {};
};

/** A daily period: two times of day. The end may be on the next day. */
export function HoursInput(props: { id: string; value: unknown; onChange: (value: unknown) => void; disabled?: boolean }) {
  const { id, value, onChange, disabled = false } = props;
  const { t } = useTranslation();
  const window = (value ?? {}) as Window;
  const input = (side: 'start' | 'end', key: string, shown: string) => (
    <Input
      id={key}
      type="time"
      disabled={disabled}
      aria-label={t(`terminalSetup.${side}`)}
      value={shown}
      onChange={({ target }) => onChange({ ...window, ...write(side, target.value) })}
    />
  );
  return (
    <div className={styles['hours']}>
      {input('start', id, read(window.startHour, window.startMinute))}
      <span aria-hidden>–</span>
      {input('end', `${id}-end`, read(window.endHour, window.endMinute))}
    </div>
  );
}
