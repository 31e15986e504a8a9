import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** From so many days on, which colour (screen catalogue 7.16). */
const COLOURS: readonly (readonly [most: number, colour: string])[] = [
  [-1, 'red'],
  [7, 'orange'],
  [30, 'gold'],
];

/** Days until something is due: in words, and marked the nearer it is. */
export function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation();
  const colour = COLOURS.find(([most]) => days <= most)?.[1];
  const text = days < 0 ? t('expiry.overdueBy', { days: -days }) : days === 0 ? t('expiry.today') : t('expiry.left', { days });
  return colour ? <Tag color={colour}>{text}</Tag> : <span>{text}</span>;
}
