import type { AlarmNews } from '@fleetwarden/domain/alarm-news';

/** Settings of the platform about evidence. */
export type EvidenceSettings = {
  readonly evidenceHost: string;
  readonly evidencePort: number;
  readonly evidenceRetries: number;
  readonly evidenceDays: number;
  /** At least, of level 2 and of level 3. */
  readonly evidenceDays2: number;
  readonly evidenceDays3: number;
  /** Alarm types whose files are not requested. */
  readonly evidenceSkipTypes: readonly string[];
  readonly evidenceLevel: number;
  readonly evidenceKmh: number;
  readonly evidenceMonthly: number;
};

/** Why files of an alarm are not requested. */
export type SkipReason = 'type' | 'level' | 'speed' | 'monthlyLimit';

/** An alarm whose terminal announced files. */
export type Candidate = Pick<AlarmNews, 'typeId' | 'level' | 'speedKmh'>;

/** `requested`: requests of the vehicle in this month. */
export function findSkipReason(
  { typeId, level, speedKmh }: Candidate,
  requested: number,
  { evidenceSkipTypes, evidenceLevel, evidenceKmh, evidenceMonthly }: EvidenceSettings,
): SkipReason | undefined {
  if (evidenceSkipTypes.includes(String(typeId))) return 'type';
  if (level < evidenceLevel) return 'level';
  if (speedKmh < evidenceKmh) return 'speed';
  return evidenceMonthly > 0 && requested >= evidenceMonthly ? 'monthlyLimit' : undefined;
}
