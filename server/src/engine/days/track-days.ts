import { businessDay } from '@fleetwarden/domain/business-day';
import { QUALITY, usable } from '@fleetwarden/domain/quality';
import { accOn } from '@fleetwarden/domain/status-bits';
import { admit, emptyDrift, type TrackPoint } from '../drift.ts';
import { emptyVisits, openVisits, updateVisits, type Visit } from '../visits/fold.ts';
import type { GeofenceSnapshot } from '../visits/geofence-snapshot.ts';
import { countDrift } from './drift-point.ts';
import { isEmpty } from './figures.ts';
import { addStep, type CountedReport, countReport, type DaysOut, emptyDays } from './fold.ts';
import { endRun } from './ignition.ts';

/** A stored position for day figures. `at`: device time, UTC epoch ms. */
export type StoredReport = CountedReport & {
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly statusBits: number;
};

/** Days and segments of a track, in order of time. `odd`: reports without a believable time, by start of the day of arrival. */
export type TrackDays = DaysOut & { readonly odd: ReadonlyMap<number, number>; readonly visits: readonly Visit[] };

/** Computes days from positions in order of time: whole tracks, or parts with a run-in. */
type DayFold = {
  /** Adds the next position; ignores one that is not newer. */
  add(report: StoredReport): void;
  /** The result; open segments end at their last point. */
  end(): TrackDays;
};

/** A fold without positions. `visiting`: vehicle and geofences for visits. */
export function createDayFold(
  timeZone: string,
  visiting?: { readonly vehicleId: number; readonly ground: GeofenceSnapshot },
): DayFold {
  const state = emptyDays();
  const drift = emptyDrift();
  const odd = new Map<number, number>();
  const out: DaysOut = { days: [], accs: [], gaps: [], drifts: [] };
  const visits = emptyVisits();
  const visited: Visit[] = [];
  const takeStep = (_: null, from: TrackPoint, to: TrackPoint, km: number, fresh: boolean) => {
    addStep(state, from, to, km, fresh, timeZone, out);
    if (visiting !== undefined) updateVisits(visits, { ...visiting, timeZone }, from, to, km, fresh, visited);
  };
  const takeDrift = (_: null, point: TrackPoint, last: TrackPoint) => countDrift(state.open, point, last, timeZone, out.drifts);
  return {
    add: (report) => {
      const { at } = report;
      if ((report.quality & QUALITY.time) !== 0) {
        const { startAt } = businessDay(report.receivedAt, timeZone);
        odd.set(startAt, (odd.get(startAt) ?? 0) + 1);
        return;
      }
      if (at <= state.heardAt) return;
      countReport(state, at, report, timeZone, out.days);
      if (!usable(report)) return;
      const { lng, lat, speedKmh } = report;
      admit(drift, { at, lng, lat, speedKmh, accOn: accOn(report.statusBits) }, null, takeStep, takeDrift);
    },
    end: () => {
      endRun(state.acc, out.accs);
      out.days.push(...state.open.filter(({ figures }) => !isEmpty(figures)));
      return { ...out, odd, visits: [...visited, ...openVisits(visits)] };
    },
  };
}
