import { FIGURE, type Figures, NONE, SPEED_BANDS, SUMS } from './figures.ts';

/** Maps a figure to its column of `vehicle_day`: durations as whole seconds, missing values as null. */
type Column = {
  readonly name: string;
  readonly type: 'int4' | 'float8' | 'timestamptz';
  readonly value: (figures: Figures) => number | null;
};

const count = (name: string, place: number): Column => ({ name, type: 'int4', value: (figures) => figures[place]! });
const km = (name: string, place: number): Column => ({ name, type: 'float8', value: (figures) => figures[place]! });
const seconds = (name: string, place: number): Column => ({
  name,
  type: 'int4',
  value: (figures) => Math.round(figures[place]! / 1000),
});
const known = (name: string, place: number): Column => ({
  name,
  type: 'float8',
  value: (figures) => (figures[place] === NONE ? null : figures[place]!),
});
const instant = (name: string, place: number): Column => ({
  name,
  type: 'timestamptz',
  value: (figures) => (figures[place] === 0 ? null : figures[place]!),
});

/** Sums, in the order of `vehicle_day.shift`. */
export const SUM_COLUMNS: readonly Column[] = [
  count('point_total', FIGURE.pointTotal),
  count('point_valid', FIGURE.pointValid),
  count('err_coord', FIGURE.errCoord),
  count('err_speed', FIGURE.errSpeed),
  count('err_heading', FIGURE.errHeading),
  count('err_altitude', FIGURE.errAltitude),
  count('err_other', FIGURE.errOther),
  count('not_fixed', FIGURE.notFixed),
  count('drift_count', FIGURE.driftCount),
  count('backfill_count', FIGURE.backfillCount),
  km('gnss_km', FIGURE.gnssKm),
  km('odo_km', FIGURE.odoKm),
  km('track_ok_km', FIGURE.trackOkKm),
  km('track_gap_km', FIGURE.trackGapKm),
  count('gap_count', FIGURE.gapCount),
  seconds('drive_s', FIGURE.driveMs),
  seconds('idle_s', FIGURE.idleMs),
  seconds('park_s', FIGURE.parkMs),
  seconds('acc_on_s', FIGURE.accOnMs),
  count('acc_on_count', FIGURE.accOnCount),
  seconds('night_drive_s', FIGURE.nightDriveMs),
  seconds('ban_drive_s', FIGURE.banDriveMs),
  km('ban_km', FIGURE.banKm),
  // One array column of the table.
  ...Array.from({ length: SPEED_BANDS }, (_, i) => seconds(`band_${i + 1}`, FIGURE.band + i)),
];

/** All other columns. */
export const OTHER_COLUMNS: readonly Column[] = [
  seconds('longest_gap_s', FIGURE.longestGapMs),
  known('max_speed', FIGURE.maxSpeed),
  instant('max_speed_at', FIGURE.maxSpeedAt),
  known('odo_start', FIGURE.odoStart),
  known('odo_end', FIGURE.odoEnd),
  instant('first_at', FIGURE.firstAt),
  instant('last_at', FIGURE.lastAt),
];

if (SUM_COLUMNS.length !== SUMS) throw new Error('each sum has its column');

/** Column values of the sums. */
const sumsOf = (figures: Figures): number[] => SUM_COLUMNS.map(({ value }) => value(figures)!);

/** The sums of a whole day minus those of one part. */
export function shiftOf(whole: Figures, part: Figures): number[] {
  const of = sumsOf(part);
  return sumsOf(whole).map((sum, i) => sum - of[i]!);
}

/** Column values of a day. */
export const valuesOf = (figures: Figures): (number | null)[] =>
  [...SUM_COLUMNS, ...OTHER_COLUMNS].map(({ value }) => value(figures));
