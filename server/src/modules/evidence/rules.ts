import type { AlarmNews } from '@fleetwarden/domain/alarm-news';

/** Settings of the platform about evidence. */
export type EvidenceSettings = {
  readonly evidenceHost: string;
  readonly evidencePort: number;
  readonly evidenceRetries: number;
  readonly evidenceDays: number;
  readonly evidenceLevel: number;
  readonly evidenceKmh: number;
  readonly evidenceMonthly: number;
};

/** Why files of an alarm are not requested. */
export type SkipReason = 'level' | 'speed' | 'monthlyLimit';

/** An alarm whose terminal announced files. */
export type Candidate = Pick<AlarmNews, 'level' | 'speedKmh'>;

/** `requested`: requests of the vehicle in this month. */
export function findSkipReason(
  { level, speedKmh }: Candidate,
  requested: number,
  { evidenceLevel, evidenceKmh, evidenceMonthly }: EvidenceSettings,
): SkipReason | undefined {
  if (level < evidenceLevel) return 'level';
  if (speedKmh < evidenceKmh) return 'speed';
  return evidenceMonthly > 0 && requested >= evidenceMonthly ? 'monthlyLimit' : undefined;
}
