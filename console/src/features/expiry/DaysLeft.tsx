import { useTranslation } from 'react-i18next';
import { Urgency } from '../../shared/UrgencyMark.tsx';

/** Up to so many days, how much it presses (screen catalogue 7.16). */
const LEVELS = [
  [-1, 'over'],
  [7, 'near'],
  [30, 'soon'],
] as const;

/** Days until something is due: in words, and marked the nearer it is. */
export function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation();
  const level = LEVELS.find(([most]) => days <= most)?.[1];
  const text = days < 0 ? t('expiry.overdueBy', { days: -days }) : days === 0 ? t('expiry.today') : t('expiry.left', { days });
  return level ? <Urgency level={level} text={text} /> : <span>{text}</span>;
}
