import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { useTranslation } from 'react-i18next';
import { businessTime } from '../../api/business-time.ts';
import { formatDay } from '../../ui/format.ts';

type Row = Pick<EvidenceRow, 'locked' | 'holdReason' | 'expireAt'>;

/** Retention of evidence: locked, under a legal hold, or until a day. */
export function ExpiryText({ row: { locked, holdReason, expireAt } }: { row: Row }) {
  const { t, i18n } = useTranslation();
  if (locked) return t('evidence.locked');
  if (holdReason !== '') return t('evidence.held');
  return expireAt === null
    ? t('evidence.forEver')
    : t('evidence.until', { day: formatDay(businessTime(expireAt).format('YYYY-MM-DD'), i18n.language) });
}
