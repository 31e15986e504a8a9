import { adoptedKm } from '@fleetwarden/domain/mileage';
import { FIGURE } from '../../engine/days/figures.ts';
import { createDayFold } from '../../engine/days/track-days.ts';
import type { MileageReport, StoredTrack, Vehicle } from './store.ts';

/** Positions around a track (`readRunIn`) and the range, epoch ms. */
export type Around = {
  readonly start: number;
  readonly end: number;
  readonly before: readonly MileageReport[];
  readonly behind: readonly MileageReport[];
};

/** The adopted kilometres of a track, by day: of whole days the figure that vehicle window and reports show. */
export function mileageOf({ mileage_source }: Vehicle, stored: StoredTrack, around: Around, timeZone: string): number {
  const fold = createDayFold(timeZone);
  const add = (report: MileageReport) => fold.add({ ...report, receivedAt: report.at, backfill: false, alarmBits: 0 });
  for (const report of around.before) add(report);
  for (let i = 0; i < stored.rows; i++) {
    const odometerKm = stored.odometerKm[i]!;
    add({
      at: stored.at[i]!,
      lng: stored.lng[i]!,
      lat: stored.lat[i]!,
      speedKmh: stored.speedKmh[i]!,
      odometerKm: Number.isNaN(odometerKm) ? null : odometerKm,
      statusBits: stored.statusBits[i]!,
      quality: stored.quality[i]!,
    });
  }
  for (const report of around.behind) add(report);
  return fold
    .end()
    .days.filter(({ startAt, endAt }) => endAt > around.start && startAt < around.end)
    .reduce((sum, { figures }) => sum + adoptedKm(mileage_source, figures[FIGURE.odoKm]!, figures[FIGURE.gnssKm]!), 0);
}
