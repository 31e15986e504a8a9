import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import styles from './Quota.module.css';

/** Share of the limit that turns the bar amber; at the limit it is red. */
const AMBER = 0.8;
const COLOURS = { fine: 'var(--brand)', amber: 'var(--warning-text)', full: 'var(--danger)' } as const;

/** Usage of a limit; without a limit, the used number. */
export function UsageBar({ used, limit, handedOut }: { used: number; limit: number | null; handedOut: number }) {
  const { t, i18n } = useTranslation();
  const figure = (value: number) => formatNumber(i18n.language, value);
  if (limit === null) return <span className={styles['plain']}>{t('quotas.usedOnly', { used: figure(used) })}</span>;
  const share = limit === 0 ? 1 : used / limit;
  const level = share >= 1 ? 'full' : share > AMBER ? 'amber' : 'fine';
  const text = t('quotas.usedOf', { used: figure(used), limit: figure(limit) });
  return (
    <div
      className={styles['usage']}
      data-level={level}
      title={handedOut > 0 ? t('quotas.allocated', { sum: figure(handedOut) }) : text}
    >
      <Progress
        aria-label={text}
        percent={Math.min(100, Math.round(share * 100))}
        showInfo={false}
        size="small"
        strokeColor={COLOURS[level]}
      />
      <span className={styles['figures']}>
        {figure(used)} / {figure(limit)}
      </span>
    </div>
  );
}
