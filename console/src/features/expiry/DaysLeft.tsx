import { useTranslation } from 'react-i18next';
import { Urgency } from '../../shared/UrgencyMark.tsx';

/** Urgency by remaining days (screen catalogue 7.16). */
const LEVELS = [
  [-1, 'over'],
  [7, 'near'],
  [30, 'soon'],
] as const;

/** Remaining days as text, marked by urgency. */
export function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation();
  const level = LEVELS.find(([most]) => days <= most)?.[1];
  const text = days < 0 ? t('expiry.overdueBy', { days: -days }) : days === 0 ? t('expiry.today') : t('expiry.left', { days });
  return level ? <Urgency level={level} text={text} /> : <span>{text}</span>;
}
