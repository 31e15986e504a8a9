import { useTranslation } from 'react-i18next';
import { useNow } from '../../../hooks/use-now.ts';
import { formatAge, formatFullTime } from '../../../ui/format.ts';

/** When the values of the one chosen terminal were read. */
export function ReadState({ chosen, readAt }: { chosen: number; readAt: number | null }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (chosen === 0) return t('terminalSetup.chooseFirst');
  if (chosen > 1) return t('terminalSetup.severalChosen', { count: chosen });
  if (readAt === null) return t('terminalSetup.neverRead');
  return (
    <time dateTime={new Date(readAt).toISOString()}>
      {t('terminalSetup.readAt', { at: formatFullTime(i18n.language, readAt), age: formatAge(t, Math.max(0, now - readAt)) })}
    </time>
  );
}
