import { DAY_MS } from '@fleetwarden/domain/durations';
import type { EvidenceSettings } from '../rules.ts';

/** Retention of evidence by level; those of levels 2 and 3 are minimums beside that of all. */
export type Retention = Pick<EvidenceSettings, 'evidenceDays' | 'evidenceDays2' | 'evidenceDays3'>;

export const retentionMs = ({ evidenceDays, evidenceDays2, evidenceDays3 }: Retention, level: 1 | 2 | 3): number =>
  DAY_MS * Math.max(evidenceDays, level === 1 ? 0 : level === 2 ? evidenceDays2 : evidenceDays3);
