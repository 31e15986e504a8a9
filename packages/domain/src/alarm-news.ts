import type { AlarmLevel } from './alarm-bits.ts';
import type { AlarmInfo } from './alarm-item.ts';

/** What has become of an alarm. Times are epoch ms, the place WGS-84 degrees, speeds km/h. */
export type AlarmNews = {
  /** Higher than that of all that was told before. */
  readonly seq: number;
  readonly gid: string;
  readonly vehicleId: number;
  /** Row of ALARM_TYPES. */
  readonly typeId: number;
  readonly source: number;
  readonly level: AlarmLevel;
  /** Told for the first time. */
  readonly raised: boolean;
  readonly startAt: number;
  /** The last report in which it was so. */
  readonly lastAt: number;
  /** null: it lasts. */
  readonly endAt: number | null;
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly value: number | null;
  readonly limit: number | null;
  /** How often it was told. */
  readonly times: number;
  /** One of so many that came too quickly one after the other. */
  readonly storm: boolean;
  readonly info: AlarmInfo | null;
  /** The plan in force, or the scheme that raised it, wants nothing to pop up, or nothing to sound, for it. */
  readonly popup?: false;
  readonly sound?: false;
};
