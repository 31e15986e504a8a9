import { useTranslation } from 'react-i18next';
import { formatFullTime, formatTime } from './format.ts';

/** A time (epoch ms) in a table, with the full time on hover; empty for null. */
export function TimeCell({ at }: { at: number | null }) {
  const { i18n } = useTranslation();
  if (at === null) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFullTime(i18n.language, at)}>
      {formatTime(at)}
    </time>
  );
}
