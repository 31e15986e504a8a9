import { useTranslation } from 'react-i18next';
import { formatFullTime, formatTime } from './format.ts';

/** A moment (epoch ms) as a table shows it, in full on hover; nothing for null. */
export function TimeCell({ at }: { at: number | null }) {
  const { i18n } = useTranslation();
  if (at === null) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFullTime(i18n.language, at)}>
      {formatTime(at)}
    </time>
  );
}
